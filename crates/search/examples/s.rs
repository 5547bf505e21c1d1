//! tmp
use rules::{Game, History};
use search::*;
fn main() {
    let h = History::new(offboard::Position::start(Default::default()));
    let t = Table::new(64);
    let b = std::time::Instant::now();
    let d: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut s = Searcher::new(
        &h,
        &t,
        Limits {
            depth: d,
            ..Default::default()
        },
        &|| false,
    );
    s.run(h.position(), |l| {
        println!(
            "{} {} {} {:?} {:.2}M/s {}",
            l.depth,
            l.score,
            l.nodes,
            b.elapsed(),
            l.nodes as f64 / b.elapsed().as_secs_f64() / 1e6,
            l.moves
                .iter()
                .map(|m| m.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        )
    });
}
