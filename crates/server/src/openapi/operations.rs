//! Operations of the API, a line each. A test holds this list against the router.

/// One thing that can be asked for.
pub(super) struct Operation {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) summary: &'static str,
    /// Names and schemas.
    pub(super) query: &'static [(&'static str, &'static str)],
    /// The schema of what is sent.
    pub(super) body: Option<&'static str>,
    /// The status when it is done.
    pub(super) status: u16,
    pub(super) output: Output,
}

/// Body of an answer.
pub(super) enum Output {
    Nothing,
    Json(&'static str),
    /// An object a line.
    Lines(&'static str),
    Text(&'static str),
}

use Output::{Json, Lines, Nothing, Text};

const fn get(path: &'static str, summary: &'static str, output: Output) -> Operation {
    Operation {
        method: "GET",
        path,
        summary,
        query: &[],
        body: None,
        status: 200,
        output,
    }
}

const fn send(
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    body: Option<&'static str>,
    output: Output,
) -> Operation {
    Operation {
        method,
        body,
        ..get(path, summary, output)
    }
}

const fn with(operation: Operation, query: &'static [(&'static str, &'static str)]) -> Operation {
    Operation { query, ..operation }
}

const fn status(operation: Operation, status: u16) -> Operation {
    Operation { status, ..operation }
}

const TEXT: Output = Text("text/plain");

pub(super) const OPERATIONS: &[Operation] = &[
    get(
        "/api/me",
        "The person who asks; null without a session.",
        Json("MaybeMe"),
    ),
    send(
        "POST",
        "/api/me",
        "Become known, as a guest if need be.",
        None,
        Json("Me"),
    ),
    send(
        "PUT",
        "/api/me",
        "Another name, which no other account has; games keep the name that they were played under.",
        Some("Rename"),
        Json("Me"),
    ),
    get("/api/me/tables", "One's newest games.", Json("Tables")),
    get(
        "/api/me/turns",
        "The games of days in which it is one's turn, the one that has waited longest first.",
        Json("Tables"),
    ),
    send(
        "POST",
        "/api/me/lessons",
        "The lessons that the browser knows to be done; the answer has the account's, too.",
        Some("Learned"),
        Json("Learned"),
    ),
    get(
        "/api/push",
        "The public key of the server's push messages.",
        Json("PushKey"),
    ),
    status(
        send(
            "PUT",
            "/api/push",
            "Tells a browser of one's turn in games of days, also when no page is open.",
            Some("PushSubscription"),
            Nothing,
        ),
        204,
    ),
    status(
        send(
            "DELETE",
            "/api/push",
            "Tells a browser nothing more.",
            Some("PushEndpoint"),
            Nothing,
        ),
        204,
    ),
    get(
        "/api/me/challenges",
        "The challenges that wait for one's answer.",
        Json("AccountEvents"),
    ),
    get(
        "/api/me/events",
        "Events of the person who asks: challenges, games that begin and end; first the present state, then changes.",
        Lines("AccountEvent"),
    ),
    get(
        "/api/tables",
        "The newest public games under way.",
        Json("Tables"),
    ),
    send(
        "POST",
        "/api/tables",
        "A new game.",
        Some("CreateTable"),
        Json("Created"),
    ),
    with(
        get("/api/tables/{id}", "A game with its log.", Json("Looked")),
        &[("challenge", "challenge")],
    ),
    send(
        "POST",
        "/api/tables/{id}/join",
        "Takes a free seat; gives which.",
        Some("Join"),
        Json("Seat"),
    ),
    status(
        send(
            "POST",
            "/api/tables/{id}/decline",
            "Does not want to play.",
            None,
            Nothing,
        ),
        204,
    ),
    send(
        "POST",
        "/api/tables/{id}/act",
        "Plays a move, offers, resigns, writes.",
        Some("Act"),
        Json("Acted"),
    ),
    with(
        get(
            "/api/tables/{id}/stream",
            "A game as it goes on: the socket's messages.",
            Lines("ServerMessage"),
        ),
        &[("last", "last")],
    ),
    get(
        "/api/tables/{id}/record",
        "The game's record, see docs/record.md.",
        TEXT,
    ),
    with(
        get(
            "/api/games",
            "Games that are over, the newest first.",
            Lines("Game"),
        ),
        &[
            ("player", "name"),
            ("game", "game"),
            ("result", "result"),
            ("since", "time"),
            ("until", "time"),
            ("most", "most"),
            ("format", "format"),
        ],
    ),
    get(
        "/api/games/{id}/analysis",
        "How far the analysis of a game is, and what it found.",
        Json("Analysis"),
    ),
    status(
        send(
            "POST",
            "/api/games/{id}/analysis",
            "Asks for the analysis of a game that is over.",
            None,
            Json("Analysis"),
        ),
        202,
    ),
    with(
        send(
            "POST",
            "/api/import",
            "Keeps games from elsewhere: records, checked move by move.",
            Some("record"),
            Json("Kept"),
        ),
        &[("public", "public")],
    ),
    get(
        "/api/people/{name}",
        "Public profile of a person: ratings and their history.",
        Json("Person"),
    ),
    send(
        "POST",
        "/api/people/{name}/challenge",
        "A new game, and asks somebody to play it.",
        Some("CreateTable"),
        Json("Created"),
    ),
    send(
        "POST",
        "/api/account",
        "Signs up; a guest's games follow.",
        Some("Credentials"),
        Json("Me"),
    ),
    send(
        "DELETE",
        "/api/account",
        "Deletes the account, or the guest, who has no password; its games stay, without the name.",
        Some("Leaving"),
        Nothing,
    ),
    status(
        send(
            "PUT",
            "/api/account/password",
            "Another password; ends all other sessions and all tokens, and closes what was opened with them.",
            Some("NewPassword"),
            Nothing,
        ),
        204,
    ),
    get(
        "/api/account/data",
        "Everything that is kept of one.",
        Json("Data"),
    ),
    status(
        send(
            "POST",
            "/api/account/bot",
            "Marks the account as a bot's.",
            None,
            Nothing,
        ),
        204,
    ),
    send(
        "POST",
        "/api/session",
        "Signs in.",
        Some("Credentials"),
        Json("Me"),
    ),
    send("DELETE", "/api/session", "Signs out.", None, Nothing),
    send(
        "DELETE",
        "/api/sessions",
        "Signs out everywhere: ends all sessions and tokens, and closes what was opened with them.",
        None,
        Nothing,
    ),
    get(
        "/api/tokens",
        "One's personal tokens, without what makes them ones.",
        Json("Tokens"),
    ),
    send(
        "POST",
        "/api/tokens",
        "A new token, with the password; it is shown this once.",
        Some("CreateToken"),
        Json("NewToken"),
    ),
    status(
        send(
            "DELETE",
            "/api/tokens/{name}",
            "Revokes a token, and closes what was opened with it.",
            None,
            Nothing,
        ),
        204,
    ),
    get(
        "/api/blocks",
        "The people whom one has blocked.",
        Json("BlockedPeople"),
    ),
    status(
        send(
            "PUT",
            "/api/blocks/{name}",
            "Blocks somebody: they cannot challenge one, write to one, or be paired with one.",
            None,
            Nothing,
        ),
        204,
    ),
    status(
        send(
            "DELETE",
            "/api/blocks/{name}",
            "Blocks somebody no longer.",
            None,
            Nothing,
        ),
        204,
    ),
    status(
        send(
            "POST",
            "/api/reports",
            "Tells the host of somebody, or of a line that they wrote.",
            Some("Report"),
            Nothing,
        ),
        204,
    ),
    get("/api", "This document for people.", Text("text/html")),
    get("/api/page.css", "How that page looks.", Text("text/css")),
    get(
        "/api/openapi.json",
        "This document for programs.",
        Json("Document"),
    ),
];
