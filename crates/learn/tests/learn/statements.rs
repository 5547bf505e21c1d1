//! Statements of the rulebooks that no lesson and no rule shows: words that must stand in their sections, in every language.

use crate::files;
use games::GameId;
use learn::LessonLanguage;

/// The name of the test below, as docs/coverage.md has it.
const THIS: &str = "learn/tests/learn/statements.rs::every_statement_stands_in_its_section";

/// A statement: its table and number in docs/coverage.md, its section, and its words in the order of the languages.
type Statement = (&'static str, usize, &'static str, [&'static str; 4]);

/// The words in English, French, German and Dutch.
const STATEMENTS: [Statement; 25] = [
    (
        "offboard",
        21,
        "setup",
        [
            "Choose colours",
            "Choisissez les couleurs",
            "Wählt die Farben",
            "Kies elk een kleur",
        ],
    ),
    (
        "offboard",
        36,
        "tips",
        [
            "bring a longer line up against a shorter one",
            "amenez une ligne longue contre une plus courte",
            "Bring eine lange Reihe vor eine kürzere",
            "breng een lange rij tegenover een kortere",
        ],
    ),
    (
        "polygone",
        5,
        "aim",
        [
            "The way is opened by taking segments",
            "On s’ouvre le chemin en prenant des segments",
            "Den Weg öffnet, wer Stäbe nimmt",
            "Je opent de weg door staafjes te nemen",
        ],
    ),
    (
        "polygone",
        46,
        "tips",
        [
            "Look at every move the other has",
            "Observez tous les coups de l’adversaire",
            "Sieh dir alle Züge des Gegners an",
            "Bekijk alle zetten van de ander",
        ],
    ),
    (
        "polygone",
        47,
        "tips",
        ["a sand timer", "un sablier", "eine Sanduhr", "een zandloper"],
    ),
    (
        "polygone",
        48,
        "tips",
        [
            "you may change your mind",
            "vous pouvez changer d’avis",
            "darfst du es dir anders überlegen",
            "mag je je bedenken",
        ],
    ),
    (
        "polygone",
        49,
        "tips",
        [
            "after that the move stands",
            "ensuite le coup est joué",
            "danach gilt der Zug",
            "daarna staat de zet",
        ],
    ),
    (
        "isometron",
        6,
        "setup",
        [
            "Two people play",
            "On joue à deux",
            "Es spielen zwei Personen",
            "Je speelt met z’n tweeën",
        ],
    ),
    (
        "isometron",
        7,
        "setup",
        [
            "two teams of two",
            "deux équipes de deux",
            "zwei Zweierteams",
            "twee teams van twee",
        ],
    ),
    (
        "isometron",
        14,
        "setup",
        [
            "Agree on the symmetry",
            "Choisissez la symétrie",
            "Einigt euch auf die Symmetrie",
            "Spreek af welke symmetrie",
        ],
    ),
    (
        "isometron",
        15,
        "setup",
        [
            "Each side takes 32 tiles of a colour",
            "Chaque camp prend 32 tuiles d’une couleur",
            "Jede Seite nimmt 32 Steine einer Farbe",
            "Elke partij neemt 32 tegels van één kleur",
        ],
    ),
    (
        "isometron",
        16,
        "setup",
        [
            "The youngest player takes Red and begins",
            "Le plus jeune joueur prend Rouge et commence",
            "Der jüngste Spieler nimmt Rot und beginnt",
            "De jongste speler neemt Rood en begint",
        ],
    ),
    (
        "Temple",
        2,
        "material",
        [
            "A mat of cloth with a [circle]",
            "Un tapis de tissu avec un [cercle]",
            "Ein Spieltuch aus Stoff mit einem [Kreis]",
            "Een stoffen speelkleed met een [cirkel]",
        ],
    ),
    (
        "Temple",
        7,
        "aim",
        [
            "all your discs on the mat, in this order",
            "tous vos disques sur le tapis, dans cet ordre",
            "alle deine Scheiben auf das Spieltuch bringen, in dieser Ordnung",
            "al je schijven op het speelkleed krijgen, in deze volgorde",
        ],
    ),
    (
        "Temple",
        14,
        "aim",
        ["and so on", "ainsi de suite", "und so weiter", "enzovoort"],
    ),
    (
        "Temple",
        17,
        "aim",
        [
            "place your discs where they leave the other hand little room",
            "Placez donc vos disques là où ils laissent peu de place",
            "Setz deine Scheiben also so, dass der anderen Hand wenig Platz bleibt",
            "Zet je schijven dus zo dat de andere hand weinig ruimte heeft",
        ],
    ),
    (
        "Temple",
        39,
        "leaning",
        [
            "Feel the push grow",
            "Sentez la poussée grandir",
            "Fühl, wie der Druck wächst",
            "Voel de druk groeien",
        ],
    ),
    (
        "Temple",
        85,
        "turn",
        [
            "begins when your hand crosses the circle",
            "commence quand votre main franchit le cercle",
            "beginnt, wenn deine Hand über den Kreis kommt",
            "begint als je hand over de cirkel komt",
        ],
    ),
    (
        "Temple",
        91,
        "turn",
        [
            "one disc at a time in your hand",
            "en main un seul disque à la fois",
            "immer nur eine Scheibe in die Hand",
            "één schijf tegelijk in je hand",
        ],
    ),
    (
        "Temple",
        93,
        "tips-hand",
        [
            "Practise, practise",
            "Exercez-vous, encore",
            "Üben, üben",
            "Oefenen, oefenen",
        ],
    ),
    (
        "Temple",
        97,
        "tips-hand",
        [
            "Many people struggle with their first leaners",
            "Beaucoup peinent à leurs premiers appuis",
            "Viele tun sich mit den ersten Fliegern schwer",
            "Veel mensen worstelen met hun eerste schijf",
        ],
    ),
    (
        "Temple",
        102,
        "tips-tilt",
        [
            "a place by what can become of it later",
            "ce qu’elle peut devenir",
            "was aus ihm werden kann",
            "wat ervan kan worden",
        ],
    ),
    (
        "Temple",
        103,
        "tips-faults",
        [
            "Faults drive this game, wanted or not",
            "Les fautes sont le moteur de ce jeu, voulues ou non",
            "Fehler treiben dieses Spiel an, gewollt oder nicht",
            "Fouten drijven dit spel aan, gewild of niet",
        ],
    ),
    (
        "Ferti",
        28,
        "faults",
        [
            "in your turn everything is yours",
            "pendant votre tour, tout est à votre charge",
            "In deinem Spielzug geht alles auf deine Rechnung",
            "in je beurt is alles voor jouw rekening",
        ],
    ),
    (
        "Ferti",
        35,
        "capture",
        [
            "Ferti's booklet calls it a conversion",
            "Le livret de Ferti dit conversion",
            "Das Heft von Ferti nennt es auch Konversion",
            "Het boekje van Ferti noemt dit een omkering",
        ],
    ),
];

/// The game of a table of docs/coverage.md.
fn game(table: &str) -> GameId {
    table.parse().unwrap_or(GameId::Polarity)
}

/// The text below the heading with an id, up to the next heading.
fn section<'a>(page: &'a str, id: &str) -> Option<&'a str> {
    let (_, text) = page.split_once(&format!("{{#{id}}}\n"))?;
    text.split("\n##").next()
}

#[test]
fn every_statement_stands_in_its_section() {
    for (table, number, id, words) in STATEMENTS {
        for (language, words) in LessonLanguage::ALL.into_iter().zip(words) {
            let path = format!("learn/rules/{}/{language}.md", game(table));
            let page = files::read(&path);
            let place = format!("{table} {number}: {path} {id}");
            let section = section(&page, id).unwrap_or_else(|| panic!("{place}"));
            assert!(section.contains(words), "{place} has no “{words}”");
        }
    }
}

#[test]
fn the_statements_are_those_of_the_coverage() {
    let coverage = files::read("docs/coverage.md");
    let mut named = Vec::new();
    for part in coverage.split("\n## ").skip(1) {
        let table = part.lines().next().unwrap();
        for row in part.lines().filter(|line| line.contains(THIS)) {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            named.push((table, cells[0].parse().unwrap(), cells[2]));
        }
    }
    assert_eq!(named.len(), STATEMENTS.len());
    for ((table, number, sections), (of, expected, id, _)) in named.into_iter().zip(STATEMENTS) {
        assert_eq!((table, number), (of, expected));
        assert!(
            sections.split(", ").any(|section| section == id),
            "{table} {number}: {id}"
        );
    }
}
