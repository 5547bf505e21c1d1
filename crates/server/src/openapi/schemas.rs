//! JSON Schemas of all bodies. A test holds answers against them.

use super::reference;
use serde_json::{Map, Value, json};

/// An object with these fields and no others; a name that ends in `?` may be left out.
fn object(fields: &[(&str, Value)]) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (name, schema) in fields {
        let plain = name.trim_end_matches('?');
        properties.insert(plain.to_owned(), schema.clone());
        if plain == *name {
            required.push(plain);
        }
    }
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// An object of which only some fields are told.
fn open(fields: &[(&str, Value)]) -> Value {
    let mut open = object(fields);
    open["additionalProperties"] = json!(true);
    open
}

fn list(items: &Value) -> Value {
    json!({ "type": "array", "items": items })
}

fn maybe(schema: &Value) -> Value {
    json!({ "oneOf": [schema, { "type": "null" }] })
}

fn word(examples: &[&str]) -> Value {
    json!({ "type": "string", "examples": examples })
}

fn choice(names: &[&str]) -> Value {
    json!({ "type": "string", "enum": names })
}

fn number() -> Value {
    json!({ "type": "integer" })
}

fn at_least(least: u64) -> Value {
    json!({ "type": "integer", "minimum": least })
}

fn truth() -> Value {
    json!({ "type": "boolean" })
}

fn share() -> Value {
    json!({ "type": "number", "minimum": 0, "maximum": 1 })
}

fn text(schema: &str) -> Value {
    reference(schema)
}

pub(super) fn all() -> Value {
    let mut all = Map::new();
    for (name, schema) in parameters().into_iter().chain(tables()).chain(people()) {
        all.insert(name.to_owned(), schema);
    }
    Value::Object(all)
}

fn parameters() -> Vec<(&'static str, Value)> {
    let games: Vec<&str> = games::GameId::ALL.iter().map(|game| game.name()).collect();
    vec![
        ("id", word(&["abcdefghij"])),
        ("name", word(&["Ann", "person-0001"])),
        ("challenge", word(&["00000000000000000000000000000000"])),
        ("last", at_least(0)),
        ("time", number()),
        ("most", at_least(0)),
        ("public", truth()),
        ("format", choice(&["json", "table", "record"])),
        ("result", choice(&["first", "second", "draw"])),
        ("game", choice(&games)),
        ("clock", word(&["none", "300s+3s", "2d"])),
        ("side", choice(&["first", "second"])),
        ("scope", choice(&["read", "play", "account"])),
        ("record", word(&[RECORD])),
        ("Document", json!({ "type": "object" })),
        ("Problem", object(&[("error", word(&["try again"]))])),
    ]
}

const RECORD: &str = "tablier record 1\ngame: offboard\nfirst: Ann\nsecond: Bob\nclock: none\nrated: no\n\
                      result: first wins by resignation\n\n1. a5b5 a1b1\n";

fn settings() -> Value {
    object(&[
        ("game", text("game")),
        ("variant?", word(&["central"])),
        ("clock?", text("clock")),
        ("rated?", truth()),
        ("public?", truth()),
        ("chat?", truth()),
        ("teams?", truth()),
        ("assist?", truth()),
        ("guide?", choice(&["all", "ring", "nothing"])),
    ])
}

fn player() -> Value {
    let computer = object(&[("computer", object(&[("level", at_least(1))]))]);
    object(&[
        ("person", word(&["person-0001"])),
        ("name", word(&["Blue marble 42"])),
        (
            "kind",
            json!({ "oneOf": [choice(&["guest", "account", "bot"]), computer] }),
        ),
        ("rating?", number()),
        ("provisional?", truth()),
    ])
}

fn action() -> Value {
    let offers = choice(&["draw", "takeback", "rematch"]);
    let plain = |name: &str| object(&[("do", choice(&[name]))]);
    let with =
        |name: &str, field: &str, schema: &Value| object(&[("do", choice(&[name])), (field, schema.clone())]);
    json!({ "oneOf": [
        with("move", "text", &word(&["a5b5", "i5h5"])),
        with("offer", "what", &offers),
        with("accept", "what", &offers),
        with("decline", "what", &offers),
        plain("resign"),
        plain("abort"),
        plain("claim"),
        with("chat", "text", &word(&["well played"])),
    ] })
}

fn tables() -> Vec<(&'static str, Value)> {
    let side = maybe(&text("side"));
    let review = object(&[
        ("nodes", at_least(1)),
        ("curve", list(&share())),
        (
            "accuracy",
            list(&maybe(&json!({ "type": "number", "minimum": 0, "maximum": 100 }))),
        ),
        (
            "moves",
            list(&object(&[
                ("side", text("side")),
                ("text", word(&["a5b5"])),
                ("before", number()),
                ("after", number()),
                ("plies_to_end", maybe(&number())),
                ("loss", share()),
                ("judgement", choice(&["good", "inaccuracy", "mistake", "blunder"])),
                ("best", list(&word(&["a5b5"]))),
                ("answer", list(&word(&["a1b1"]))),
            ])),
        ),
    ]);
    let info = object(&[
        ("id", text("id")),
        ("settings", text("TableSettings")),
        ("created", text("time")),
        ("seats", list(&maybe(&text("Player")))),
        ("plies", at_least(0)),
        (
            "ending",
            maybe(&object(&[("winner", side), ("reason", word(&["resignation"]))])),
        ),
        ("position?", word(&["…"])),
    ]);
    let event = open(&[
        ("seq", at_least(1)),
        ("at", text("time")),
        ("type", word(&["move"])),
    ]);
    let table = [("table", text("TableInfo"))];
    let log = [("events", list(&text("Event")))];
    let maybe_log = [("events?", list(&text("Event")))];
    let brought = [("imported?", truth()), ("position?", word(&["…"]))];
    let looked = [
        ("seat", maybe(&at_least(0))),
        ("challenge", maybe(&text("challenge"))),
    ];
    vec![
        ("TableSettings", settings()),
        ("Player", player()),
        (
            "CreateTable",
            object(&[
                ("settings", text("TableSettings")),
                ("side?", choice(&["first", "second", "random"])),
                (
                    "computer?",
                    json!({ "type": "integer", "minimum": 1, "maximum": 10 }),
                ),
            ]),
        ),
        (
            "Created",
            object(&[("table", text("id")), ("challenge", maybe(&text("challenge")))]),
        ),
        ("Join", object(&[("challenge?", maybe(&text("challenge")))])),
        ("Seat", at_least(0)),
        ("TableInfo", info),
        ("Tables", list(&text("TableInfo"))),
        ("Event", event),
        ("Looked", object(&[&table[..], &log, &brought, &looked].concat())),
        ("Game", object(&[&table[..], &maybe_log, &brought].concat())),
        (
            "Act",
            object(&[
                ("key", word(&["key-00001", "key-00002", "key-00003"])),
                ("ply", at_least(0)),
                ("action", action()),
            ]),
        ),
        ("Acted", object(&[("seq", at_least(1))])),
        ("ServerMessage", open(&[("type", word(&["events"]))])),
        ("Review", review),
        (
            "Analysis",
            object(&[
                ("state", choice(&["queued", "running", "done", "failed"])),
                ("done", at_least(0)),
                ("total", at_least(0)),
                ("review?", text("Review")),
            ]),
        ),
        ("Kept", list(&object(&[("table", text("id"))]))),
    ]
}

#[allow(clippy::too_many_lines, reason = "a table: a line a schema")]
fn people() -> Vec<(&'static str, Value)> {
    let password = word(&["correct horse", "battery staple"]);
    let kinds = choice(&["guest", "account", "bot"]);
    let rated = object(&[
        ("game", text("game")),
        ("rating", number()),
        ("deviation", number()),
        ("provisional", truth()),
        ("games", at_least(0)),
        ("history", list(&list(&number()))),
    ]);
    let event = open(&[
        ("type", choice(&["challenge", "declined", "start", "end"])),
        ("table", text("TableInfo")),
    ]);
    let me = object(&[
        ("person", word(&["person-0001"])),
        ("name", text("name")),
        ("kind", kinds.clone()),
    ]);
    vec![
        ("Me", me),
        ("MaybeMe", maybe(&text("Me"))),
        ("Rename", object(&[("name", word(&["Red kite 7"]))])),
        ("PushKey", object(&[("key", word(&["BCVxsr7N_eNgVRqv…"]))])),
        (
            "PushSubscription",
            object(&[
                ("endpoint", word(&["https://push.example.org/abc"])),
                (
                    "p256dh",
                    word(&[
                        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                    ]),
                ),
                ("auth", word(&["BTBZMqHH6r4Tts7J_aSIgg"])),
                ("language", choice(&["en", "fr", "de", "nl"])),
            ]),
        ),
        (
            "PushEndpoint",
            object(&[("endpoint", word(&["https://push.example.org/abc"]))]),
        ),
        (
            "Learned",
            object(&[("lessons", word(&["offboard/first-push polarity/lean?"]))]),
        ),
        (
            "Credentials",
            object(&[("name", word(&["Ann", "Bob"])), ("password", password.clone())]),
        ),
        (
            "NewPassword",
            object(&[("old", password.clone()), ("new", password.clone())]),
        ),
        ("Leaving", object(&[("password?", maybe(&password))])),
        (
            "CreateToken",
            object(&[
                ("name", word(&["my bot"])),
                ("password", password),
                ("scope", text("scope")),
                ("days", json!({ "type": "integer", "minimum": 1, "maximum": 365 })),
            ]),
        ),
        (
            "Tokens",
            list(&object(&[
                ("name", word(&["my bot"])),
                ("scope", text("scope")),
                ("created", text("time")),
                ("expires", text("time")),
                ("used", maybe(&text("time"))),
            ])),
        ),
        (
            "BlockedPeople",
            list(&object(&[
                ("person", word(&["person-0001"])),
                ("name", word(&["Eve"])),
            ])),
        ),
        (
            "Report",
            object(&[
                ("person", text("name")),
                ("reason", choice(&["chat", "name", "cheating", "other"])),
                ("table?", maybe(&text("id"))),
                ("event?", maybe(&at_least(1))),
                ("words?", word(&["They do not stop."])),
            ]),
        ),
        (
            "NewToken",
            object(&[("name", word(&["my bot"])), ("token", word(&["…"]))]),
        ),
        (
            "Data",
            object(&[
                ("me", json!({ "type": "object" })),
                ("games", list(&json!({ "type": "object" }))),
                ("ratings", json!({ "type": "object" })),
                ("tokens", list(&word(&["my bot"]))),
                ("blocked", list(&word(&["Eve"]))),
                ("lessons", word(&["offboard/first-push polarity/lean?"])),
            ]),
        ),
        (
            "Person",
            object(&[
                ("person", word(&["person-0001"])),
                ("name", text("name")),
                ("kind", kinds),
                ("ratings", list(&rated)),
            ]),
        ),
        ("AccountEvent", event),
        ("AccountEvents", list(&text("AccountEvent"))),
    ]
}
