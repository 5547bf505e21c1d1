//! The few texts that the server itself writes, in four languages.

use axum::http::{HeaderMap, header};
use learn::LessonLanguage;

/// A text in the order of [`LessonLanguage::ALL`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerText([&'static str; 4]);

impl ServerText {
    /// The text in a language, with values in place of `{names}`.
    pub(crate) fn fill(self, language: LessonLanguage, values: &[(&str, &str)]) -> String {
        let text = self.0[language as usize].to_owned();
        values.iter().fold(text, |text, (name, value)| {
            text.replace(&format!("{{{name}}}"), value)
        })
    }

    /// The text in a language.
    pub(crate) fn text(self, language: LessonLanguage) -> &'static str {
        self.0[language as usize]
    }
}

/// The client's texts of its first page, which previews repeat.
const HOME: [&str; 4] = [
    include_str!("../../../client/messages/en/home.txt"),
    include_str!("../../../client/messages/fr/home.txt"),
    include_str!("../../../client/messages/de/home.txt"),
    include_str!("../../../client/messages/nl/home.txt"),
];

/// A text of the client's first page.
pub(super) fn of_home(language: LessonLanguage, name: &str) -> Option<&'static str> {
    let mut lines = HOME[language as usize].lines();
    lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "))
}

/// The first of a request's languages that we have; English otherwise. Weights are ignored: browsers send the list in order.
pub(crate) fn preferred(headers: &HeaderMap) -> LessonLanguage {
    let tags = headers.get(header::ACCEPT_LANGUAGE);
    let tags = tags.and_then(|tags| tags.to_str().ok()).unwrap_or_default();
    let code = |tag: &str| tag.trim().get(..2)?.to_ascii_lowercase().parse().ok();
    tags.split(',').find_map(code).unwrap_or(LessonLanguage::En)
}

pub(super) const INVITES: ServerText = ServerText([
    "{name} invites you to a game of {game}",
    "{name} vous invite à une partie de {game}",
    "{name} lädt dich zu einer Partie {game} ein",
    "{name} nodigt je uit voor een partij {game}",
]);
pub(super) const OPEN_TO_PLAY: ServerText = ServerText([
    "Open the link to play. No account needed.",
    "Ouvrez le lien pour jouer. Aucun compte nécessaire.",
    "Öffne den Link, um zu spielen. Ohne Konto.",
    "Open de link om te spelen. Zonder account.",
]);
pub(super) const WON: ServerText = ServerText([
    "{name} won. Moves: {n}",
    "{name} a gagné. Coups : {n}",
    "{name} hat gewonnen. Züge: {n}",
    "{name} heeft gewonnen. Zetten: {n}",
]);
pub(super) const DRAWN: ServerText = ServerText([
    "Draw. Moves: {n}",
    "Partie nulle. Coups : {n}",
    "Remis. Züge: {n}",
    "Remise. Zetten: {n}",
]);
pub(super) const UNDER_WAY: ServerText = ServerText([
    "The game is on. Moves so far: {n}",
    "La partie est en cours. Coups joués : {n}",
    "Die Partie läuft. Züge bisher: {n}",
    "De partij is bezig. Zetten tot nu toe: {n}",
]);
pub(super) const PUZZLE: ServerText = ServerText([
    "Puzzle · {game}",
    "Problème · {game}",
    "Aufgabe · {game}",
    "Puzzel · {game}",
]);
pub(super) const ONE_MOVE: ServerText = ServerText([
    "Exactly one move is right. Can you find it?",
    "Un seul coup est juste. Le trouverez-vous ?",
    "Genau ein Zug ist richtig. Findest du ihn?",
    "Precies één zet is goed. Vind jij hem?",
]);
pub(super) const CHALLENGE: ServerText = ServerText([
    "A challenge on the table of magnets. How far do you get?",
    "Un défi sur la table des aimants. Jusqu’où irez-vous ?",
    "Eine Herausforderung auf dem Tisch der Magnete. Wie weit kommst du?",
    "Een uitdaging op de tafel met magneten. Hoe ver kom jij?",
]);
pub(super) const LESSON: ServerText = ServerText([
    "A short lesson: learn {game} by playing on the board.",
    "Une courte leçon : apprenez {game} en jouant sur le plateau.",
    "Eine kurze Lektion: Lerne {game} auf dem Brett.",
    "Een korte les: leer {game} op het bord.",
]);
pub(super) const RULES: ServerText = ServerText([
    "Rules · {game}",
    "Règles · {game}",
    "Regeln · {game}",
    "Regels · {game}",
]);
pub(super) const RULES_TEXT: ServerText = ServerText([
    "All rules of {game}, with pictures.",
    "{game} : toutes les règles, avec des images.",
    "Alle Regeln von {game}, mit Bildern.",
    "Alle regels van {game}, met plaatjes.",
]);
pub(super) const WATCH: ServerText = ServerText([
    "Watch games · Tablier",
    "Regarder des parties · Tablier",
    "Partien ansehen · Tablier",
    "Partijen bekijken · Tablier",
]);
pub(super) const WATCH_TEXT: ServerText = ServerText([
    "Public games that are on, move by move.",
    "Les parties publiques en cours, coup par coup.",
    "Öffentliche Partien, die gerade laufen, Zug für Zug.",
    "Openbare partijen die bezig zijn, zet voor zet.",
]);
pub(super) const FIRST: ServerText = ServerText([
    "First position",
    "Position de départ",
    "Anfangsstellung",
    "Beginstelling",
]);
pub(super) const BACK: ServerText = ServerText([
    "Back one move",
    "Coup précédent",
    "Ein Zug zurück",
    "Eén zet terug",
]);
pub(super) const FORTH: ServerText =
    ServerText(["Next move", "Coup suivant", "Nächster Zug", "Volgende zet"]);
pub(super) const LAST: ServerText = ServerText([
    "Last position",
    "Dernière position",
    "Endstellung",
    "Laatste stelling",
]);
pub(super) const BOARD: ServerText = ServerText([
    "{game}: the board after move {n}",
    "{game} : le plateau après le coup {n}",
    "{game}: das Brett nach Zug {n}",
    "{game}: het bord na zet {n}",
]);
pub(super) const OPEN: ServerText = ServerText([
    "Open in Tablier",
    "Ouvrir dans Tablier",
    "In Tablier öffnen",
    "Openen in Tablier",
]);
pub(super) const SOLVE: ServerText = ServerText([
    "Solve it in Tablier",
    "Résoudre dans Tablier",
    "In Tablier lösen",
    "Oplossen in Tablier",
]);
pub(crate) const YOUR_TURN: ServerText = ServerText([
    "Your turn · {game}",
    "À vous de jouer · {game}",
    "Du bist am Zug · {game}",
    "Jij bent aan zet · {game}",
]);
pub(crate) const HAS_PLAYED: ServerText = ServerText([
    "{name} has played.",
    "{name} a joué.",
    "{name} hat gezogen.",
    "{name} heeft gezet.",
]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_that_we_have_is_taken() {
        for (accepted, language) in [
            ("fr-CA,en;q=0.5", LessonLanguage::Fr),
            ("sv, de;q=0.8", LessonLanguage::De),
            ("NL", LessonLanguage::Nl),
            ("é", LessonLanguage::En),
            ("", LessonLanguage::En),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, accepted.parse().unwrap());
            assert_eq!(preferred(&headers), language, "{accepted}");
        }
    }

    #[test]
    fn the_first_page_has_a_text_of_every_game() {
        let names = games::GameId::ALL.iter().map(|game| format!("{game}-blurb"));
        for name in names.chain(["lead".to_owned()]) {
            for language in LessonLanguage::ALL {
                assert!(of_home(language, &name).is_some(), "{name} {language}");
            }
        }
        assert_eq!(of_home(LessonLanguage::En, "lea"), None);
    }

    #[test]
    fn values_replace_their_names() {
        let text = INVITES.fill(LessonLanguage::De, &[("name", "Ann"), ("game", "Offboard")]);
        assert_eq!(text, "Ann lädt dich zu einer Partie Offboard ein");
    }
}
