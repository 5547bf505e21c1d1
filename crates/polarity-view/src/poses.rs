//! Text of the moving hand for the other players: `FROM TASK:TRACE`, with the poses from number FROM on, or `gone`.

use crate::session::{Status, TableSession};
use magnets::Trace;
use polarity::Move;

/// How often poses are sent, in milliseconds.
const EVERY: f64 = 200.0;
/// The hand is gone, and nothing came of it.
const GONE: &str = "gone";

/// The poses that the others have been shown.
#[derive(Debug, Default)]
pub struct ShownPoses {
    poses: usize,
    waited: f64,
}

impl ShownPoses {
    /// The hand has become a move, which contains all poses.
    pub fn moved(&mut self) {
        self.poses = 0;
    }

    /// The poses of the hand at this screen to send to the others, now and then.
    pub fn pass(&mut self, session: &TableSession, milliseconds: f64) -> Option<String> {
        self.waited += milliseconds;
        if self.waited < EVERY {
            return None;
        }
        self.waited = 0.0;
        let Some((task, hand)) = session.own_hand() else {
            let gone = self.poses > 0 && session.status() == Status::Idle;
            if gone {
                self.poses = 0;
            }
            return gone.then(|| GONE.to_owned());
        };
        let samples = hand.samples();
        // A hand that is shorter than what was shown is another one.
        if samples.len() < self.poses {
            self.poses = 0;
        }
        let trace = Trace::new(samples[self.poses..].to_vec(), None).ok()?;
        let trace = trace.held_by(hand.grip());
        let poses = format!("{} {task}:{}", self.poses, trace.to_text());
        self.poses = samples.len();
        Some(poses)
    }
}

/// Shows another player's hand; poses that cannot be read are left out, since the whole move will come.
pub fn see(session: &mut TableSession, poses: &str) {
    if poses == GONE {
        session.remove_unfinished_hand();
        return;
    }
    let Some((from, movement)) = poses.split_once(' ') else {
        return;
    };
    if let (Ok(from), Ok(Move::Hand { task, trace })) = (from.parse(), movement.parse()) {
        session.see(task, from, &trace);
    }
}
