//! Legal tasks in a position, before any hand moves.

use crate::moves::Task;
use crate::position::{Group, Phase, Position};
use crate::setup::{Rules, SIDES};
use magnets::Disc;
use rules::MoveError;

impl Position {
    /// Whether a hand may come in for this now.
    pub fn allow(&self, task: Task) -> Result<(), MoveError> {
        if let Phase::Over(outcome) = self.phase {
            return Err(MoveError::over(outcome.describe(SIDES)));
        }
        let opening = self.phase == Phase::Opening;
        let capture = self.captures().next();
        let refuse = |reason: String| Err(MoveError::Illegal(reason));
        match task {
            Task::Lay if !opening => refuse("all foundations are placed: lean a disc now".to_owned()),
            Task::Lay => Ok(()),
            _ if opening => refuse("the foundations come first: lay a disc flat".to_owned()),
            Task::Lean => match (capture, self.turns(self.turn).next()) {
                (Some(group), _) => refuse(format!("capture the cluster of disc {} first", group.discs[0].0)),
                (None, Some(disc)) => refuse(format!("take up disc {} first and turn it", disc.0)),
                (None, None) => Ok(()),
            },
            Task::Turn { disc }
                if self.phase == Phase::Play && self.turns(self.turn).any(|owed| owed == disc) =>
            {
                Ok(())
            }
            Task::Turn { disc } => refuse(format!("disc {} is not owed to you", disc.0)),
            Task::Capture { disc } => {
                let group = self.owed_group(disc)?;
                if self.rules == Rules::Temple && self.is_own_stack(group, self.turn) {
                    return refuse(format!(
                        "the tower of disc {} shows your colour: declare it",
                        disc.0
                    ));
                }
                Ok(())
            }
        }
    }

    /// Whether a tower may be captured where it stands.
    pub fn allow_declaring(&self, disc: Disc) -> Result<(), MoveError> {
        if let Phase::Over(outcome) = self.phase {
            return Err(MoveError::over(outcome.describe(SIDES)));
        }
        let group = self.owed_group(disc)?;
        if self.is_own_stack(group, self.turn) {
            Ok(())
        } else {
            Err(MoveError::illegal(format!(
                "the cluster of disc {} is no tower with your colour up: capture it",
                disc.0
            )))
        }
    }

    fn owed_group(&self, disc: Disc) -> Result<&Group, MoveError> {
        let group = self.group(disc).filter(|group| group.owed);
        group.ok_or_else(|| MoveError::illegal(format!("disc {} is in no cluster to be captured", disc.0)))
    }
}
