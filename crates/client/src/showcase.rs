//! The animated pictures of the home page: a short game of each kind.

use drawing::{Draw, Options};
use games::GameId;
use rules::History;

/// The short games.
const OFFBOARD: &str = "i5h5 i9h8 b6c6 c1c2 a5b5 a1b1 c6d6 b1b2 g3g4 c1c2 c7d7 c2d3 h5g5 b2c2 h4g4 g8f7 d7e7 g9f8 c6d7 \
    c2d3 d6e7 f6f7 d5e6 c3d4 f4f5 b3c4 d7e7 g9f8 g4g5 h9h8 e5e6 d4d5 g5g6 d3c3 e6e7 e9d8 g9g8 c3d4 \
    b5b4 d6e6 f6g7 h6h7 h9g9 c4d5 e7d6 d8c7 h9g9 e6f7 e9e8 h7h8 e7d7 c5d5 e8e7 h9g8 b4c5 e4d4 g6f6 \
    i9i8 c7b6 i8h8";
const POLYGONE: &str = "c4:b3-d5 c6:b7-c4 e2:d3-e4 a8:b9-a6 a4:b3-a6 c6:d7-d5xc4d5 e4:d3-d5xc4c6,c6d5 b7:c8-b5 b3:c2-b5 \
    b5:b7-a4 b3:a2-a4xa4b5 e6:d7-e4 c2:b1-c4 d7:c8-d5 c4:c2-b5 b7:a6-b5 c4:d3-b3 d9:c8-d7 \
    b5:b3-a6xa6b5xa6a8,a8b7,b5b7 e8:d7-e6xd5e4 b3:a4-b5 d9:e8-c8 c4:b3-d5 c8:d9-b7 a6:a4-a8 b9:c8-a8 \
    e2:d1-d3 c8:b7-c6 a8:a6-b7 d5:d7-d3 d5:c4-e6xd3d5,e4e6";
const ISOMETRON: &str = "b3nw b6sw b5nw b4sw b1ne b8se d5ne d4se d1ne d8se e5ne e4se e1ne e8se f5ne f4se a6ne a3se f6ne \
    f3se g1ne g8se d6ne d3se h3ne h6se a2ne a7se b2sw b7nw g6ne g3se g2ne g7se c7se c2ne e2ne e7se \
    h7nw h2sw d7sw d2nw f2sw f7nw h8ne h1se c4se c5ne a4nw a5sw";
/// Polarity has one picture that does not move.
const POLARITY: &str = include_str!("polarity.svg");

/// Beats for which the last position stays.
const REST: usize = 3;

/// A picture that moves with the beat.
pub(crate) struct Showcase {
    pictures: usize,
    draw: Box<dyn Fn(usize) -> String + Send + Sync>,
}

impl Showcase {
    /// The picture of a game.
    pub(crate) fn of(game: GameId) -> Showcase {
        match game {
            GameId::Offboard => Showcase::game::<offboard::Position>(OFFBOARD),
            GameId::Polygone => Showcase::game::<polygone::Position>(POLYGONE),
            GameId::Isometron => Showcase::game::<isometron::Position>(ISOMETRON),
            GameId::Polarity => Showcase {
                pictures: 1,
                draw: Box::new(|_| POLARITY.to_owned()),
            },
        }
    }

    fn game<G: Draw>(moves: &str) -> Showcase {
        let mut history = History::new(G::start(G::Variant::default()));
        for mv in moves.split(' ') {
            // A test plays all moves; a refused one would only be left out of the picture.
            let _ = history.play_text(mv);
        }
        let mut shown: Vec<(G, Option<G::Move>)> = vec![(*history.start(), None)];
        shown.extend(history.moves().map(|(before, mv)| {
            let mut after = *before;
            after.play_unchecked(mv);
            (after, Some(mv))
        }));
        let pictures = shown.len();
        let draw = move |index: usize| {
            let (position, last) = shown[index];
            let picture = position.svg(&Options { last, flipped: false });
            named_apart(&picture, G::NAME)
        };
        Showcase {
            pictures,
            draw: Box::new(draw),
        }
    }

    /// The picture at a beat. The first one is from the middle of the game, where there is most to see.
    pub(crate) fn picture(&self, beat: usize) -> String {
        let at = (beat + self.pictures / 2) % (self.pictures + REST);
        (self.draw)(at.min(self.pictures - 1))
    }
}

/// A picture whose ids differ from those of other games' pictures in the same document.
fn named_apart(picture: &str, name: &str) -> String {
    ["id=\"", "url(#", "href=\"#"]
        .into_iter()
        .fold(picture.to_owned(), |picture, before| {
            picture.replace(before, &format!("{before}{name}-"))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plays<G: Draw>(moves: &str) {
        let mut history = History::new(G::start(G::Variant::default()));
        for mv in moves.split(' ') {
            history.play_text(mv).unwrap();
        }
        assert!(history.plies() >= 16, "{}", G::NAME);
    }

    #[test]
    fn the_shown_games_can_be_played() {
        plays::<offboard::Position>(OFFBOARD);
        plays::<polygone::Position>(POLYGONE);
        plays::<isometron::Position>(ISOMETRON);
    }

    #[test]
    fn pictures_move_on_and_share_no_id() {
        for game in [GameId::Offboard, GameId::Polygone, GameId::Isometron] {
            let showcase = Showcase::of(game);
            assert_ne!(showcase.picture(0), showcase.picture(1));
            let picture = showcase.picture(3);
            let apart = format!("id=\"{}-", game.name());
            assert_eq!(picture.matches("id=\"").count(), picture.matches(&apart).count());
        }
        let all: String = GameId::ALL
            .iter()
            .map(|game| Showcase::of(*game).picture(0))
            .collect();
        let ids = all
            .split("id=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next());
        let mut ids: Vec<&str> = ids.collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }
}
