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
        "Returns the person of the session; null without a session.",
        json::<Option<Me>>(),
    ),
    send(
        "POST",
        "/api/me",
        "Creates a guest if the client has no session.",
        None,
        json::<Me>(),
    ),
    send(
        "PUT",
        "/api/me",
        "Changes the name. Finished games keep the old one.",
        Some(body::<Rename>()),
        json::<Me>(),
    ),
    get("/api/me/tables", "Your newest games.", json::<Tables>()),
    get(
        "/api/me/turns",
        "Correspondence games in which it is your turn, the longest waiting first.",
        json::<Tables>(),
    ),
    send(
        "POST",
        "/api/me/lessons",
        "Merges the browser's finished lessons with the account's and returns both.",
        Some(body::<Learned>()),
        json::<Learned>(),
    ),
    send(
        "POST",
        "/api/me/mistakes",
        "Merges the browser's mistakes with the account's and returns both.",
        Some(body::<KeptMistakes>()),
        json::<KeptMistakes>(),
    ),
    get(
        "/api/push",
        "Returns the server's public key for push messages.",
        json::<PushKey>(),
    ),
    status(
        send(
            "PUT",
            "/api/push",
            "Subscribes a browser to your turns in correspondence games, also while no page is open.",
            Some(body::<PushSubscription>()),
            Nothing,
        ),
        204,
    ),
    status(
        send(
            "DELETE",
            "/api/push",
            "Ends a browser's subscription.",
            Some(body::<PushEndpoint>()),
            Nothing,
        ),
        204,
    ),
    get(
        "/api/me/challenges",
        "Challenges that wait for your answer.",
        json::<Vec<AccountEvent>>(),
    ),
    get(
        "/api/me/events",
        "Streams your events: challenges, games that begin and end. The present state comes first, then changes.",
        lines::<AccountEvent>(),
    ),
    get(
        "/api/tables",
        "The newest public games in progress.",
        json::<Tables>(),
    ),
    send(
        "POST",
        "/api/tables",
        "Creates a game.",
        Some(body::<CreateTable>()),
        json::<Created>(),
    ),
    with(
        get(
            "/api/tables/{id}",
            "Returns a game with its log.",
            json::<Looked>(),
        ),
        query::<LookQuery>(),
    ),
    send(
        "POST",
        "/api/tables/{id}/join",
        "Takes a free seat and returns it.",
        Some(body::<Join>()),
        json::<usize>(),
    ),
    status(
        send(
            "POST",
            "/api/tables/{id}/decline",
            "Declines a challenge.",
            None,
            Nothing,
        ),
        204,
    ),
    send(
        "POST",
        "/api/tables/{id}/act",
        "Performs an action: move, offer, resignation, chat.",
        Some(body::<Acting>()),
        json::<Acted>(),
    ),
    with(
        get(
            "/api/tables/{id}/stream",
            "Streams a game: the same messages as on the socket.",
            lines::<ServerMessage>(),
        ),
        query::<StreamQuery>(),
    ),
    get(
        "/api/tables/{id}/record",
        "Returns the game's record, see docs/record.md.",
        TEXT,
    ),
    with(
        get(
            "/api/games",
            "Finished games, the newest first.",
            lines::<ArchivedGame>(),
        ),
        query::<ArchiveQuery>(),
    ),
    get(
        "/api/games/{id}/analysis",
        "Returns the progress and the result of a game's analysis.",
        json::<Analysis>(),
    ),
    status(
        send(
            "POST",
            "/api/games/{id}/analysis",
            "Requests the analysis of a finished game.",
            None,
            json::<Analysis>(),
        ),
        202,
    ),
    with(
        send(
            "POST",
            "/api/import",
            "Imports game records and checks every move.",
            Some(Body::Text(of::<Record>())),
            json::<Vec<KeptGame>>(),
        ),
        query::<ImportQuery>(),
    ),
    get(
        "/api/people/{name}",
        "Returns a person's public profile: ratings and their history.",
        json::<Profile>(),
    ),
    send(
        "POST",
        "/api/people/{name}/challenge",
        "Creates a game and challenges the person to it.",
        Some(body::<CreateTable>()),
        json::<Created>(),
    ),
    send(
        "POST",
        "/api/account",
        "Signs up. A guest's games move to the account.",
        Some(body::<Credentials>()),
        json::<Me>(),
    ),
    send(
        "DELETE",
        "/api/account",
        "Deletes the account, or the guest, who needs no password. The games stay, without the name.",
        Some(body::<Leaving>()),
        Nothing,
    ),
    status(
        send(
            "PUT",
            "/api/account/password",
            "Changes the password. Ends all other sessions and all tokens, and closes their sockets and streams.",
            Some(body::<NewPassword>()),
            Nothing,
        ),
        204,
    ),
    get(
        "/api/account/data",
        "Downloads all data that the server keeps about you.",
        json::<Download>(),
    ),
    status(
        send(
            "POST",
            "/api/account/bot",
            "Marks the account as a bot.",
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
        "Signs out everywhere: ends all sessions and tokens, and closes their sockets and streams.",
        None,
        Nothing,
    ),
    get(
        "/api/tokens",
        "Lists your tokens, without their secrets.",
        json::<Vec<TokenInfo>>(),
    ),
    send(
        "POST",
        "/api/tokens",
        "Creates a token. Needs the password. The secret is shown only once.",
        Some(body::<CreateToken>()),
        json::<IssuedToken>(),
    ),
    status(
        send(
            "DELETE",
            "/api/tokens/{name}",
            "Revokes a token and closes its sockets and streams.",
            None,
            Nothing,
        ),
        204,
    ),
    get(
        "/api/blocks",
        "Lists the people you have blocked.",
        json::<Vec<BlockedPerson>>(),
    ),
    status(
        send(
            "PUT",
            "/api/blocks/{name}",
            "Blocks a person: they cannot challenge you, write to you or be paired with you.",
            None,
            Nothing,
        ),
        204,
    ),
    status(
        send(
            "DELETE",
            "/api/blocks/{name}",
            "Unblocks a person.",
            None,
            Nothing,
        ),
        204,
    ),
    status(
        send(
            "POST",
            "/api/reports",
            "Reports a person or one of their chat lines to the host.",
            Some(body::<Report>()),
            Nothing,
        ),
        204,
    ),
    get("/api", "Returns this document as a page.", Text("text/html")),
    get(
        "/api/page.css",
        "Returns the style sheet of that page.",
        Text("text/css"),
    ),
    get(
        "/api/openapi.json",
        "Returns this document as OpenAPI.",
        json::<Map<String, Value>>(),
    ),
];
