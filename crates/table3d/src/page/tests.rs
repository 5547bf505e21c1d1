//! What the page says of tables and games.

use super::*;

fn panel(app: &App) -> Panel {
    Panel::of(app, &app.picture(), Words::of("en"))
}

#[test]
fn only_what_is_possible_can_be_done() {
    let mut app = App::default();
    assert_eq!(panel(&app).enabled, ["white", "black"]);
    app.command("black");
    let held = panel(&app);
    assert_eq!(held.enabled, ["lean", "release", "back"]);
    assert_eq!(held.state, "Black up, in your hand");
    assert_eq!(held.pose.map(|pose| pose[0]), Some(crate::steering::CARRY));
    assert_eq!(held.pressed, ["guide", "with-practice"]);
}

/// Commands of the page that the browser itself obeys.
const OF_THE_PAGE: [&str; 4] = ["flat", "view-sheet", "game-sheet", "close-sheet"];

#[test]
fn every_button_of_the_page_is_a_command() {
    for part in PAGE.split("data-do=\"").skip(1) {
        let name = part.split('"').next().unwrap_or_default();
        let mut app = App::default();
        assert!(OF_THE_PAGE.contains(&name) || app.command(name), "{name}");
    }
    for name in SOMETIMES.iter().chain(&SWITCHES) {
        assert!(PAGE.contains(&format!("data-do=\"{name}\"")), "{name}");
    }
}

#[test]
fn every_choice_of_the_page_can_be_made() {
    for part in PAGE.split("data-choose=\"").skip(1) {
        let (name, rest) = part.split_once('"').unwrap_or_default();
        let list = rest.split("</select>").next().unwrap_or_default();
        for option in list.split("<option").skip(1) {
            let (head, text) = option.split_once('>').unwrap_or_default();
            let value = head
                .split('"')
                .nth(1)
                .unwrap_or(text.split('<').next().unwrap_or_default());
            let mut terms = Terms::default();
            assert!(terms.set(name, value), "{name} {value}");
            assert_eq!(terms.value(name), value);
        }
    }
    for name in Terms::names().skip(1) {
        assert!(PAGE.contains(&format!("data-choose=\"{name}\"")), "{name}");
    }
}

#[test]
fn a_game_shows_its_players_and_only_the_side_to_move_takes_a_disc() {
    let mut app = App::default();
    app.command("with-two");
    app.play_mut().terms.set("teams", "yes");
    app.play_mut().terms.set("clock", "10+10");
    app.command("start");
    let panel = panel(&app);
    let players = panel.players.unwrap();
    assert_eq!(players[0].name, "White, player 1");
    assert_eq!(players[0].count, "26 left · −26 pts");
    assert_eq!(players[1].clock, "10:00");
    assert!(players[0].moves && !players[1].moves);
    assert_eq!(panel.enabled, ["white"]);
    assert_eq!(panel.state, "White lays a foundation");
    assert!(panel.reserve.is_empty());
}

#[test]
fn the_toss_is_told_in_words() {
    let mut app = App::default();
    app.command("with-computer");
    app.command("toss-north");
    let toss = panel(&app).toss;
    let right = app.play().tossed().unwrap().called_right;
    assert_eq!(toss.contains("called right"), right, "{toss}");
    assert!(!toss.contains('{'), "{toss}");
}
