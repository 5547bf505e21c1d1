//! The computer's move in whichever game.

use games::{AnyGame, BoardId, GameId, Level};

#[test]
fn the_computer_plays_legal_moves_and_the_same_ones_again() {
    for &id in BoardId::ALL {
        let mut game = AnyGame::start(id.into(), None).expect("the usual start");
        for ply in 0..6 {
            let level = Level::ALL[ply % 3];
            let choose = || game.choose(level, 5, &|| false).expect("the game is not over");
            let mv = choose();
            assert_eq!(mv, choose());
            game.play(&mv).expect("a legal move");
        }
    }
}

#[test]
fn there_is_no_move_after_the_end() {
    let over =
        AnyGame::from_position(GameId::Offboard, "5/6/7/8/9/8/7/6/5 r ------------ -").expect("a position");
    assert_eq!(over.choose(Level::ALL[0], 1, &|| false), None);
}

#[cfg(feature = "polarity")]
#[test]
fn polarity_is_played_like_the_others_but_has_no_list_of_moves() {
    let mut game = AnyGame::start(GameId::Polarity, Some("ferti-south")).expect("a variant");
    assert_eq!(game.moves(), None);
    assert!(
        game.position()
            .starts_with(r#"{"rules":"ferti","red":".","turn":"white","phase":"opening""#)
    );
    let before = game.clone();
    assert!(game.play("declare:1").is_err());
    assert_eq!(game, before);
    assert_eq!(
        AnyGame::from_position(GameId::Polarity, &game.position()),
        Ok(game)
    );
}

#[cfg(not(feature = "polarity"))]
#[test]
fn a_game_that_was_left_out_is_known_and_refused() {
    let polarity: GameId = "polarity".parse().expect("a name");
    let refusal = AnyGame::start(polarity, None).expect_err("it is not here");
    assert_eq!(
        refusal.to_string(),
        "game, character 1: expected offboard or polygone or isometron, found 'p'"
    );
    assert!(AnyGame::from_position(polarity, "{}").is_err());
}
