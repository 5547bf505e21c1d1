//! Operations of the API, a line each. A test holds this list against the router.

use super::operation::{Body, Operation, Output, body, get, json, lines, of, query, send, status, with};
use crate::accounts::{Credentials, Leaving, NewPassword};
use crate::archive::ArchiveQuery;
use crate::bots::{Acted, Acting, StreamQuery};
use crate::download::Download;
use crate::import::{ImportQuery, KeptGame};
use crate::tables::LookQuery;
use crate::tokens::IssuedToken;
use Output::{Nothing, Text};
use protocol::{
    AccountEvent, Analysis, ArchivedGame, BlockedPerson, CreateTable, CreateToken, Created, Join,
    KeptMistakes, Learned, Looked, Me, Profile, PushEndpoint, PushKey, PushSubscription, Record, Rename,
    Report, ServerMessage, Tables, TokenInfo,
};
use serde_json::{Map, Value};

const TEXT: Output = Text("text/plain");

pub(super) const OPERATIONS: &[Operation] = &[
    get(
        "/api/me",
        "The person who asks; null without a session.",
        json::<Option<Me>>(),
    ),
    send(
        "POST",
        "/api/me",
        "Become known, as a guest if need be.",
        None,
        json::<Me>(),
    ),
    send(
        "PUT",
        "/api/me",
        "Another name, which no other account has; games keep the name that they were played under.",
        Some(body::<Rename>()),
        json::<Me>(),
    ),
    get("/api/me/tables", "One's newest games.", json::<Tables>()),
    get(
        "/api/me/turns",
        "The games of days in which it is one's turn, the one that has waited longest first.",
        json::<Tables>(),
    ),
    send(
        "POST",
        "/api/me/lessons",
        "The lessons that the browser knows to be done; the answer has the account's, too.",
        Some(body::<Learned>()),
        json::<Learned>(),
    ),
    send(
        "POST",
        "/api/me/mistakes",
        "The mistakes that the browser keeps; the answer has the account's, too.",
        Some(body::<KeptMistakes>()),
        json::<KeptMistakes>(),
    ),
    get(
        "/api/push",
        "The public key of the server's push messages.",
        json::<PushKey>(),
    ),
    status(
        send(
            "PUT",
            "/api/push",
            "Tells a browser of one's turn in games of days, also when no page is open.",
            Some(body::<PushSubscription>()),
            Nothing,
        ),
        204,
    ),
    status(
        send(
            "DELETE",
            "/api/push",
            "Tells a browser nothing more.",
            Some(body::<PushEndpoint>()),
            Nothing,
        ),
        204,
    ),
    get(
        "/api/me/challenges",
        "The challenges that wait for one's answer.",
        json::<Vec<AccountEvent>>(),
    ),
    get(
        "/api/me/events",
        "Events of the person who asks: challenges, games that begin and end; first the present state, then changes.",
        lines::<AccountEvent>(),
    ),
    get(
        "/api/tables",
        "The newest public games under way.",
        json::<Tables>(),
    ),
    send(
        "POST",
        "/api/tables",
        "A new game.",
        Some(body::<CreateTable>()),
        json::<Created>(),
    ),
    with(
        get("/api/tables/{id}", "A game with its log.", json::<Looked>()),
        query::<LookQuery>(),
    ),
    send(
        "POST",
        "/api/tables/{id}/join",
        "Takes a free seat; gives which.",
        Some(body::<Join>()),
        json::<usize>(),
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
        Some(body::<Acting>()),
        json::<Acted>(),
    ),
    with(
        get(
            "/api/tables/{id}/stream",
            "A game as it goes on: the socket's messages.",
            lines::<ServerMessage>(),
        ),
        query::<StreamQuery>(),
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
            lines::<ArchivedGame>(),
        ),
        query::<ArchiveQuery>(),
    ),
    get(
        "/api/games/{id}/analysis",
        "How far the analysis of a game is, and what it found.",
        json::<Analysis>(),
    ),
    status(
        send(
            "POST",
            "/api/games/{id}/analysis",
            "Asks for the analysis of a game that is over.",
            None,
            json::<Analysis>(),
        ),
        202,
    ),
    with(
        send(
            "POST",
            "/api/import",
            "Keeps games from elsewhere: records, checked move by move.",
            Some(Body::Text(of::<Record>())),
            json::<Vec<KeptGame>>(),
        ),
        query::<ImportQuery>(),
    ),
    get(
        "/api/people/{name}",
        "Public profile of a person: ratings and their history.",
        json::<Profile>(),
    ),
    send(
        "POST",
        "/api/people/{name}/challenge",
        "A new game, and asks somebody to play it.",
        Some(body::<CreateTable>()),
        json::<Created>(),
    ),
    send(
        "POST",
        "/api/account",
        "Signs up; a guest's games follow.",
        Some(body::<Credentials>()),
        json::<Me>(),
    ),
    send(
        "DELETE",
        "/api/account",
        "Deletes the account, or the guest, who has no password; its games stay, without the name.",
        Some(body::<Leaving>()),
        Nothing,
    ),
    status(
        send(
            "PUT",
            "/api/account/password",
            "Another password; ends all other sessions and all tokens, and closes what was opened with them.",
            Some(body::<NewPassword>()),
            Nothing,
        ),
        204,
    ),
    get(
        "/api/account/data",
        "Everything that is kept of one.",
        json::<Download>(),
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
        Some(body::<Credentials>()),
        json::<Me>(),
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
        json::<Vec<TokenInfo>>(),
    ),
    send(
        "POST",
        "/api/tokens",
        "A new token, with the password; it is shown this once.",
        Some(body::<CreateToken>()),
        json::<IssuedToken>(),
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
        json::<Vec<BlockedPerson>>(),
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
            Some(body::<Report>()),
            Nothing,
        ),
        204,
    ),
    get("/api", "This document for people.", Text("text/html")),
    get("/api/page.css", "How that page looks.", Text("text/css")),
    get(
        "/api/openapi.json",
        "This document for programs.",
        json::<Map<String, Value>>(),
    ),
];
