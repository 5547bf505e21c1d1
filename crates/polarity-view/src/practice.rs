//! A movement of the hand without a referee: tick by tick, live or along a record, the same bits.

use crate::record::{TableRecord, Take};
use magnets::measures::TICKS_PER_SAMPLE;
use magnets::{HandError, HandGrip, HandPose, MOST_SAMPLES, Scene, Table, Trace};

/// The hand's activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Holding,
    /// It leaves at the end of the sample it is in: a trace can only say that.
    Leaving,
    Gone,
}

/// A hand at the table.
pub struct Free {
    scene: Scene,
    take: Take,
    table: Table,
    stage: Stage,
    trace: Option<Trace>,
}

impl Free {
    /// A hand comes in; one that lifts begins where the disc is, and `start` does not matter.
    pub fn begin(scene: &Scene, take: Take, start: HandPose, grip: HandGrip) -> Result<Free, HandError> {
        let mut table = Table::new(scene);
        table.set_grip(grip);
        match take {
            Take::Bring { disc, white_up } => table.bring(&[disc], white_up, start)?,
            Take::Lift { disc } => {
                table.lift(disc)?;
            }
        }
        Ok(Free {
            scene: scene.clone(),
            take,
            table,
            stage: Stage::Holding,
            trace: None,
        })
    }

    /// The table, to be shown.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Whether the hand still holds what it took.
    pub fn holds(&self) -> bool {
        self.stage == Stage::Holding
    }

    /// Sets the hand's target.
    pub fn steer(&mut self, target: HandPose) {
        if self.holds() {
            self.table.steer(target);
        }
    }

    /// The hand lets go.
    pub fn let_go(&mut self) {
        if self.holds() {
            self.trace = self.table.trace(true);
            self.table.release();
            self.stage = Stage::Gone;
        }
    }

    /// The hand leaves with what it holds.
    pub fn leave(&mut self) {
        if self.holds() {
            self.stage = Stage::Leaving;
        }
    }

    /// Lets a tick pass; whether there is more to come.
    pub fn tick(&mut self) -> bool {
        if let Some(ticks) = self.table.hand_ticks() {
            if ticks + TICKS_PER_SAMPLE >= MOST_SAMPLES as u32 * TICKS_PER_SAMPLE {
                self.leave();
            }
            if self.stage == Stage::Leaving && ticks % TICKS_PER_SAMPLE == 0 {
                self.trace = self.table.trace(false);
                self.table.withdraw();
                self.stage = Stage::Gone;
            }
        }
        self.table.tick();
        !self.table.is_over()
    }

    /// The record, once the hand has let go or left.
    pub fn record(&self) -> Option<TableRecord> {
        Some(TableRecord {
            scene: self.scene.clone(),
            take: self.take,
            trace: self.trace.clone()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::Motion;
    use magnets::{Disc, Lie, Placed};

    fn scene() -> Scene {
        Scene::new(vec![Placed::flat(Disc(1), 0.0, 0.0, true, 0)], true).unwrap()
    }

    const BRING: Take = Take::Bring {
        disc: Disc(2),
        white_up: true,
    };

    fn begun() -> Free {
        let high = HandPose {
            x: 400,
            height: 1600,
            tilt: 310,
            ..HandPose::default()
        };
        Free::begin(&scene(), BRING, high, HandGrip::Yielding).unwrap()
    }

    /// Poses and events, to the bit.
    fn bits(table: &Table) -> String {
        let poses: Vec<_> = table.poses().collect();
        format!("{poses:?} {:?}", table.events())
    }

    #[test]
    fn a_leaner_left_live_is_the_same_when_replayed() {
        let mut free = begun();
        free.steer(HandPose {
            x: 373,
            height: 5,
            tilt: 310,
            ..HandPose::default()
        });
        // An odd number, so that it lets go between two samples.
        for _ in 0..963 {
            free.tick();
        }
        free.let_go();
        while free.tick() {}
        assert_eq!(free.table().lie(Disc(2)), Some(Lie::Leaner));
        let record: TableRecord = free.record().unwrap().to_string().parse().unwrap();
        assert_eq!(bits(Motion::replay(&record).unwrap().table()), bits(free.table()));
    }

    #[test]
    fn a_hand_that_leaves_is_the_same_when_replayed() {
        for ticks in [0, 1, 100, 112] {
            let mut free = begun();
            free.steer(HandPose {
                height: 100,
                ..HandPose::default()
            });
            for _ in 0..ticks {
                free.tick();
            }
            free.leave();
            while free.tick() {}
            assert_eq!(free.table().lie(Disc(1)), Some(Lie::Flat));
            let replayed = Motion::replay(&free.record().unwrap()).unwrap();
            assert_eq!(bits(replayed.table()), bits(free.table()), "{ticks}");
        }
    }

    #[test]
    fn nobody_holds_a_disc_for_ever() {
        let mut free = begun();
        let mut ticks = 0;
        while free.holds() {
            free.tick();
            ticks += 1;
            assert!(ticks <= MOST_SAMPLES as u32 * TICKS_PER_SAMPLE);
        }
        while free.tick() {}
        assert!(Motion::replay(&free.record().unwrap()).is_ok());
    }

    #[test]
    fn what_cannot_be_taken_is_refused() {
        let near = HandPose::default();
        assert!(Free::begin(&scene(), BRING, near, HandGrip::Yielding).is_err());
        assert!(Free::begin(&scene(), Take::Lift { disc: Disc(30) }, near, HandGrip::Yielding).is_err());
    }
}
