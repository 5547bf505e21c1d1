//! The moving hand, shown to the others while a move is made: `FROM TASK:TRACE`, the poses from one on, or `gone`.

use crate::session::{Session, Status};
use magnets::Trace;
use polarity::Move;

/// How often poses are sent, in milliseconds.
const EVERY: f64 = 200.0;
/// The hand is gone, and nothing came of it.
const GONE: &str = "gone";

/// What the others have been shown.
#[derive(Debug, Default)]
pub(super) struct Shown {
    poses: usize,
    waited: f64,
    /// The number of moves at which the table was last compared with the server's.
    compared: usize,
}

impl Shown {
    /// Whether the table has not been compared at this number of moves.
    pub(super) fn is_new(&mut self, plies: usize) -> bool {
        std::mem::replace(&mut self.compared, plies) != plies
    }

    /// What to show the others of the hand at this screen, now and then; `settled` when no move is on its way.
    pub(super) fn pass(&mut self, session: &Session, settled: bool, milliseconds: f64) -> Option<String> {
        self.waited += milliseconds;
        if self.waited < EVERY {
            return None;
        }
        self.waited = 0.0;
        let Some((task, samples)) = session.own_hand() else {
            let over = session.status() == Status::Idle && settled;
            let shown = self.poses > 0 && over;
            if over {
                self.poses = 0;
            }
            return shown.then(|| GONE.to_owned());
        };
        // A hand that is shorter than what was shown is another one.
        if samples.len() < self.poses {
            self.poses = 0;
        }
        let trace = Trace::new(samples[self.poses..].to_vec(), None).ok()?;
        let poses = format!("{} {task}:{}", self.poses, trace.to_text());
        self.poses = samples.len();
        Some(poses)
    }
}

/// Shows the hand of somebody else; what cannot be read is left out, the whole move will come.
pub(super) fn see(session: &mut Session, poses: &str) {
    if poses == GONE {
        session.unsee();
        return;
    }
    let Some((from, movement)) = poses.split_once(' ') else {
        return;
    };
    if let (Ok(from), Ok(Move::Hand { task, trace })) = (from.parse(), movement.parse()) {
        session.see(task, from, &trace);
    }
}
