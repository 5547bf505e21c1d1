//! Positions that no game came to, for lessons, puzzles and tests.

use crate::disc_pose::{is_stack, white_up};
use crate::discs::{Discs, components};
use crate::notation::upwards;
use crate::position::{Group, Phase, Position, RESERVE};
use crate::rest_snapshot::touching;
use crate::setup::{Face, Rules, StartVariant};
use magnets::{Disc, Placed, Scene, Table};
use rules::Side;

impl Position {
    /// A position in play with these discs on the mat, the red one in the centre among them or added; what is
    /// left of 52 and White's reserve is Black's. Stacks count as captured, other discs in contact are to be
    /// captured. An error says what was expected instead.
    pub fn study(
        rules: Rules,
        turn: Side,
        white_reserve: u8,
        mut discs: Vec<Placed>,
    ) -> Result<Position, String> {
        let mut position = Position::start(StartVariant {
            rules,
            ..StartVariant::default()
        });
        if !discs.iter().any(|placed| placed.disc == Disc::RED) {
            discs.extend(position.scene.discs());
        }
        let count = discs.len() - 1 + usize::from(white_reserve);
        let black_reserve = usize::from(2 * RESERVE).checked_sub(count);
        let black_reserve = black_reserve.ok_or("at most 52 discs in all")? as u8;
        let scene = Scene::new(discs, true).map_err(|error| error.to_string())?;
        let red = scene.discs().first().is_some_and(white_up);
        position.red = if red { Face::North } else { Face::South };
        position.turn = turn;
        position.phase = Phase::Play;
        position.reserves = [white_reserve, black_reserve];
        position.groups = groups(&scene);
        position.scene = scene;
        match position.problem() {
            Some(problem) => Err(problem),
            None => Ok(position),
        }
    }
}

fn groups(scene: &Scene) -> Vec<Group> {
    let here: Discs = scene.discs().iter().map(|placed| placed.disc).collect();
    let mut table = Table::new(scene);
    // The solver sees cases with a hair between them from its second step on.
    (0..2).for_each(|_| table.tick());
    let pairs = touching(&table, scene.discs());
    let group = |part: Discs| {
        let discs = upwards(scene, part);
        let placed = |disc: &Disc| scene.discs().iter().find(|placed| placed.disc == *disc);
        let stack: Vec<&Placed> = discs.iter().filter_map(placed).collect();
        let owed = part.len() > 1 && !is_stack(&stack);
        Group { discs, owed }
    };
    components(here, &pairs).into_iter().map(group).collect()
}
