//! Budgets that pay for work.

use super::Priority;

/// Works of one kind that wait for one person at most; twice as many for an address, and more moves, because its players share
/// it.
const MOST_WAITING_EACH: usize = 8;
const MOST_MOVES_OF_ADDRESS: usize = 64;
/// Budget of an address, in those of a person.
const ADDRESS: f64 = 2.0;

/// A budget that pays for work: of a person, or of an address.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Payer {
    pub(super) name: String,
    pub(super) times: f64,
}

impl Payer {
    pub(crate) fn person(id: &str) -> Payer {
        Payer {
            name: format!("by {id}"),
            times: 1.0,
        }
    }

    pub(crate) fn address(name: &str) -> Payer {
        Payer {
            name: format!("from {name}"),
            times: ADDRESS,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    fn is_person(&self) -> bool {
        self.name.starts_with("by ")
    }

    /// Works of a kind that may wait for it.
    pub(super) fn most_waiting(&self, priority: Priority) -> usize {
        match (self.is_person(), priority) {
            (true, _) => MOST_WAITING_EACH,
            (false, Priority::Move) => MOST_MOVES_OF_ADDRESS,
            (false, _) => 2 * MOST_WAITING_EACH,
        }
    }
}

/// The name of a client: an address, or a person whose address is not known.
pub(super) fn client(payers: &[Payer]) -> &str {
    let address = payers.iter().find(|payer| !payer.is_person());
    address.or(payers.first()).map_or("", |payer| &payer.name)
}
