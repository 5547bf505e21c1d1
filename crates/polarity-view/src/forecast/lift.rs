//! Forecasts of what falls when a disc that is owed is lifted.

use super::{MatBefore, Try};
use crate::guided::{Guided, layings};
use crate::messages::TableMessage;
use magnets::measures::TICKS_PER_SECOND;
use magnets::{Disc, Table};
use polarity::Position;
use rules::Side;

/// The mat is watched for so many ticks from when the hand takes hold.
const WATCHED: u32 = TICKS_PER_SECOND * 3 / 2;

/// The discs that fall or are disturbed when what is owed is lifted.
#[derive(Default)]
pub(crate) struct LiftForesight {
    /// The position that the forecasts are for.
    before: Option<Box<Position>>,
    /// The discs whose lifting has yet to be tried.
    waiting: Vec<Disc>,
    running: Option<Box<Try>>,
    lost: Vec<Disc>,
}

impl LiftForesight {
    /// Looks ahead for so many ticks at the lifting of these discs; whether there is more to find out.
    pub(crate) fn look(&mut self, position: &Position, owed: Vec<Disc>, ticks: u32) -> bool {
        if self.before.as_deref() != Some(position) {
            *self = LiftForesight {
                before: Some(Box::new(position.clone())),
                waiting: owed,
                ..LiftForesight::default()
            };
        }
        if self.running.is_none() {
            let Some(next) = self.waiting.pop() else {
                return false;
            };
            self.running = Try::holding_up(position, next).map(Box::new);
        }
        for _ in 0..ticks {
            let Some(tried) = &mut self.running else { break };
            if !tried.step() || tried.ticks > WATCHED {
                self.note(position);
            }
        }
        true
    }

    fn note(&mut self, position: &Position) {
        let Some(tried) = self.running.take() else { return };
        let news = tried.motion.news().into_iter();
        let discs = news.filter(TableMessage::is_fault).flat_map(|news| news.discs());
        let is_owed = |disc: Disc| {
            let cluster = position.group(disc);
            disc == tried.disc || cluster.is_some_and(|cluster| cluster.discs.contains(&tried.disc))
        };
        self.lost.extend(discs.filter(|disc| !is_owed(*disc)));
        self.lost.sort_unstable();
        self.lost.dedup();
    }

    /// The discs that are known to fall or to be disturbed when what is owed in this position is lifted.
    pub(crate) fn lost(&self, position: &Position) -> &[Disc] {
        if self.before.as_deref() == Some(position) {
            &self.lost
        } else {
            &[]
        }
    }
}

impl Try {
    /// The hand lifts a disc that is owed, and waits with it where it could be set down.
    fn holding_up(position: &Position, disc: Disc) -> Option<Try> {
        let table = Table::new(position.scene());
        let cluster = &position.group(disc)?.discs;
        let goals = layings(&table, disc, cluster, position.turn() == Side::First);
        let mut tried = Try::new(MatBefore::Owed(position, disc), *goals.first()?)?;
        tried.guided = Guided::lifting(goals[0], tried.steering.height());
        Some(tried)
    }
}
