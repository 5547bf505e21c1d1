//! Whole random games, with wrong forced tiles in some, and what must hold all through them.

use crate::twin::Twin;
use isometron::{Cell, Cells, Corner, Forbidden, Move, Position, StoppedLine, Symmetry, Tile};
use rules::{Game, Random, Side, Variant};
use testkit::{Twin as _, deep};

/// 64 tiles and a pass before each would be the longest.
const MOST_PLIES: usize = 130;

/// A wrong forced tile, in place of the one owed.
fn wrong_tile(position: &Position, owed: Tile, random: &mut Random) -> Option<Move> {
    let cells: Vec<Cell> = position
        .tiles()
        .empty()
        .into_iter()
        .filter(|cell| cell.camp() == position.turn())
        .collect();
    let cell = cells[random.below(cells.len() as u64) as usize];
    let tile = Tile {
        cell,
        blank: Corner::ALL[random.below(4) as usize],
    };
    (tile != owed).then_some(Move::Wrong(tile))
}

fn next_move(position: &Position, errs: bool, random: &mut Random) -> Move {
    if let Some(owed) = position.owed().filter(|_| errs && random.below(4) == 0)
        && let Some(wrong) = wrong_tile(position, owed, random)
    {
        return wrong;
    }
    let moves = position.legal_moves();
    moves[random.below(moves.len() as u64) as usize]
}

fn is_symmetric(position: &Position) -> bool {
    let has_image = |tile: Tile| {
        let image = tile.image(position.symmetry());
        position.tiles().get(image.cell) == Some(image)
    };
    position.tiles().iter().all(has_image)
}

/// Checks the invariants of a position.
fn check(position: &Position) {
    assert_eq!(position.hash(), position.hash_from_scratch(), "{position}");
    assert_eq!(position.to_string().parse(), Ok(*position), "{position}");
    for side in Side::BOTH {
        let own = position
            .tiles()
            .cells()
            .into_iter()
            .filter(|cell| cell.camp() == side);
        assert!(own.count() <= 32, "{position}");
    }
    assert_eq!(position.owed().is_none(), is_symmetric(position), "{position}");
    assert!(position.owed().is_none() || position.passes() == 0, "{position}");
}

/// Checks that a move changes just what it must.
fn check_move(before: &Position, mv: Move, after: &Position) {
    let text = before.move_text(mv);
    let tile = match mv {
        Move::Tile(tile) => Some(tile),
        Move::Wrong(_) => before.owed(),
        Move::Pass => None,
    };
    let tiles = tile.map_or(*before.tiles(), |tile| before.tiles().with(tile));
    assert_eq!(*after.tiles(), tiles, "{before}: {text}");
    let scored = tile.map_or(0, |tile| before.preview(tile).len()) as u16;
    let (us, them) = (before.turn(), !before.turn());
    assert_eq!(after.points(us), before.points(us) + scored, "{before}: {text}");
    assert_eq!(after.points(them), before.points(them), "{before}: {text}");
    let owes_free_tile = match mv {
        Move::Tile(tile) => before.owed().is_some() && !before.webs().contains(tile.cell),
        Move::Wrong(_) | Move::Pass => false,
    };
    let stays = owes_free_tile && after.outcome().is_none();
    assert_eq!(after.turn() == us, stays, "{before}: {text}");
    assert_eq!(before.parse_move(&text), Ok(mv), "{before}: {text}");
}

#[test]
fn random_games_keep_every_promise_and_end() {
    let mut ends = [0; 2];
    for seed in 0..deep(150, 20_000) {
        let mut random = Random::new(seed);
        let errs = random.below(3) == 0;
        let symmetry = Symmetry::ALL[random.below(3) as usize];
        let mut position = Position::start(symmetry);
        check(&position);
        let mut plies = 0;
        while position.outcome().is_none() {
            let mv = next_move(&position, errs, &mut random);
            let mut next = position;
            next.play(mv).unwrap();
            check_move(&position, mv, &next);
            check(&next);
            position = next;
            plies += 1;
            assert!(plies <= MOST_PLIES, "{position}");
        }
        ends[usize::from(position.passes() == 2)] += 1;
    }
    assert!(
        ends.iter().all(|games| *games > 0),
        "both ends are reached: {ends:?}"
    );
}

/// Every tile of the board.
fn all_tiles() -> impl Iterator<Item = Tile> {
    Cell::all().flat_map(|cell| Corner::ALL.map(|blank| Tile { cell, blank }))
}

#[test]
fn a_tile_is_forbidden_for_a_reason_just_where_it_may_not_be_placed() {
    let mut stopped = 0;
    for seed in 0..deep(12, 500) {
        let mut random = Random::new(seed);
        let mut position = Position::start(Symmetry::ALL[seed as usize % 3]);
        while position.outcome().is_none() {
            let free = position.free_tiles_of(position.turn());
            for tile in all_tiles() {
                let reason = position.forbidden(tile);
                let may_be_placed = match position.owed() {
                    // A wrong image may lie on any empty cell of the camp.
                    Some(_) => {
                        let empty = position.tiles().empty();
                        tile.cell.camp() == position.turn() && empty.contains(tile.cell)
                    }
                    None => free.contains(tile),
                };
                assert_eq!(reason.is_none(), may_be_placed, "{position}: {tile}");
                if let Some(Forbidden::Stops(line)) = reason {
                    check_stopped(&position, tile, &line);
                    stopped += 1;
                }
            }
            let moves = position.legal_moves();
            position.play_unchecked(moves[random.below(moves.len() as u64) as usize]);
        }
    }
    assert!(stopped > 100, "{stopped}");
}

/// The end of a stopped line is reached by one arm alone, of a tile of the line, and has no empty cell to go on.
fn check_stopped(position: &Position, tile: Tile, line: &StoppedLine) {
    let after = position.tiles().with(tile);
    let reaching: Vec<Tile> = after.reaching(line.end).collect();
    assert_eq!(line.end, tile.cell.point(line.corner), "{position}: {tile}");
    assert!(
        matches!(reaching[..], [only] if line.tiles.contains(only.cell)),
        "{position}: {tile}"
    );
    let goes_on = |corner: Corner| {
        line.end
            .cell(corner)
            .is_some_and(|cell| cell.camp() == position.turn() && after.empty().contains(cell))
    };
    assert!(!Corner::ALL.into_iter().any(goes_on), "{position}: {tile}");
    for tile in line.tiles.into_iter().filter_map(|cell| after.get(cell)) {
        for joined in tile.points().into_iter().flat_map(|point| after.reaching(point)) {
            assert!(
                line.tiles.contains(joined.cell),
                "{position}: {joined} belongs to the line"
            );
        }
    }
}

#[test]
fn the_camps_and_webs_are_fair() {
    for &symmetry in Symmetry::ALL {
        let webs = symmetry.webs();
        assert_eq!(webs.len(), 8);
        for side in Side::BOTH {
            let own: Vec<Cell> = webs.into_iter().filter(|web| web.camp() == side).collect();
            assert_eq!(own.len(), 4);
            assert_eq!(Cells::camp(side).len(), 32);
            assert!(
                own.iter().all(|web| !webs.contains(symmetry.cell(*web))),
                "{symmetry}"
            );
        }
    }
}

#[test]
fn an_image_lies_in_the_other_camp_and_is_undone_by_its_own() {
    for &symmetry in Symmetry::ALL {
        for cell in Cell::all() {
            for blank in Corner::ALL {
                let tile = Tile { cell, blank };
                let image = tile.image(symmetry);
                assert_eq!(image.cell.camp(), !cell.camp(), "{tile}");
                assert_eq!(image.image(symmetry), tile);
            }
        }
    }
}

/// Plays a whole random game, and the twin with it: the same moves, points and end after each tile.
fn play_with_twin(symmetry: Symmetry, seed: u64) {
    let mut random = Random::new(seed);
    let mut position = Position::start(symmetry);
    let mut twin = Twin::read(&position.to_string());
    while position.outcome().is_none() {
        let mut moves: Vec<String> = position
            .legal_moves()
            .into_iter()
            .map(|mv| position.move_text(mv))
            .collect();
        let mut twins = twin.moves();
        let text = moves[random.below(moves.len() as u64) as usize].clone();
        moves.sort_unstable();
        twins.sort_unstable();
        assert_eq!(moves, twins, "seed {seed}: {position}");
        position.play(position.parse_move(&text).unwrap()).unwrap();
        assert!(twin.play(&text), "seed {seed}: {position} {text}");
        assert_eq!(position.to_string(), twin.text(), "seed {seed}: {text}");
    }
    let result = position
        .outcome()
        .map(|outcome| outcome.describe(Position::SIDES));
    assert_eq!(result, twin.result(), "seed {seed}: {position}");
}

/// The deep run takes an hour: with `--no-capture` it says how far it has come.
fn play_games_with_twin(symmetry: Symmetry) {
    for seed in 0..deep(15, 20_000) {
        play_with_twin(symmetry, seed);
        if (seed + 1).is_multiple_of(1_000) {
            eprintln!("{symmetry}: {} games agree", seed + 1);
        }
    }
}

#[test]
fn the_twin_plays_the_same_axial_games() {
    play_games_with_twin(Symmetry::Axial);
}

#[test]
fn the_twin_plays_the_same_central_games() {
    play_games_with_twin(Symmetry::Central);
}

#[test]
fn the_twin_plays_the_same_shift_games() {
    play_games_with_twin(Symmetry::Shift);
}
