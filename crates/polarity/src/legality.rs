//! Legal tasks in a position, before any hand moves.

use crate::forbidden::Forbidden;
use crate::moves::Task;
use crate::position::{Group, Phase, Position};
use crate::setup::Rules;
use magnets::Disc;

impl Position {
    /// Whether a hand may come in for this now.
    pub fn allow(&self, task: Task) -> Result<(), Forbidden> {
        if let Phase::Over(outcome) = self.phase {
            return Err(Forbidden::Over(outcome));
        }
        let opening = self.phase == Phase::Opening;
        let capture = self.captures().next();
        match task {
            Task::Lay if !opening => Err(Forbidden::LaidAll),
            Task::Lay => Ok(()),
            _ if opening => Err(Forbidden::FoundationsFirst),
            Task::Lean => match (capture, self.turns(self.turn).next()) {
                (Some(group), _) => Err(Forbidden::CaptureFirst { disc: group.discs[0] }),
                (None, Some(disc)) => Err(Forbidden::TurnFirst { disc }),
                (None, None) => Ok(()),
            },
            Task::Turn { disc }
                if self.phase == Phase::Play && self.turns(self.turn).any(|owed| owed == disc) =>
            {
                Ok(())
            }
            Task::Turn { disc } => Err(Forbidden::NotFlipped { disc }),
            Task::Capture { disc } => {
                let group = self.owed_group(disc)?;
                if self.rules == Rules::Temple && self.is_own_stack(group, self.turn) {
                    return Err(Forbidden::DeclareIt { disc });
                }
                Ok(())
            }
        }
    }

    /// Whether a tower may be captured where it stands.
    pub fn allow_declaring(&self, disc: Disc) -> Result<(), Forbidden> {
        if let Phase::Over(outcome) = self.phase {
            return Err(Forbidden::Over(outcome));
        }
        let group = self.owed_group(disc)?;
        if self.is_own_stack(group, self.turn) {
            Ok(())
        } else {
            Err(Forbidden::NoTower { disc })
        }
    }

    fn owed_group(&self, disc: Disc) -> Result<&Group, Forbidden> {
        let group = self.group(disc).filter(|group| group.owed);
        group.ok_or(Forbidden::NoCluster { disc })
    }
}
