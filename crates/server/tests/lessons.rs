//! Progress of lessons, and one's own mistakes, in accounts: over HTTP, on both databases.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Server, sign_up};
use serde_json::json;
use server::Behaviour;
use testclient::Database;

testclient::on_both_databases!(
    lessons_of_two_browsers_come_together_in_the_account,
    mistakes_of_two_browsers_come_together_in_the_account,
);

async fn lessons_of_two_browsers_come_together_in_the_account(database: Database) {
    let server = Server::with(database, Behaviour::default()).await;
    let path = "/api/me/lessons";
    let lessons = |words: &str| json!({ "lessons": words });

    let mut desk = sign_up(&server, "Ann").await;
    let first = desk
        .post(path, &lessons("offboard/first-push? polarity/lean"))
        .await;
    assert_eq!(first.json(), lessons("offboard/first-push? polarity/lean"));
    let mut phone = server.stranger();
    assert_eq!(phone.post(path, &lessons("")).await.status, 401);
    let credentials = json!({ "name": "Ann", "password": "correct horse" });
    assert_eq!(phone.post("/api/session", &credentials).await.status, 200);
    let both = phone
        .post(path, &lessons("offboard/first-push polygone/traps"))
        .await;
    assert_eq!(
        both.json(),
        lessons("polarity/lean offboard/first-push polygone/traps")
    );
    assert_eq!(desk.post(path, &lessons("")).await.json(), both.json());

    let data = desk.get("/api/account/data").await.json();
    assert_eq!(data["lessons"], both.json()["lessons"]);
    for nonsense in ["chess/a", "offboard/<b>", &"offboard/abcdefgh ".repeat(300)] {
        assert_eq!(
            desk.post(path, &lessons(nonsense)).await.status,
            400,
            "{nonsense}"
        );
    }

    let mut other = sign_up(&server, "Bob").await;
    assert_eq!(other.post(path, &lessons("")).await.json(), lessons(""));
    let leave = json!({ "password": "correct horse" }).to_string();
    assert_eq!(
        desk.ask("DELETE", "/api/account", &leave).await.unwrap().status,
        200
    );
    let mut again = sign_up(&server, "Ann").await;
    assert_eq!(again.post(path, &lessons("")).await.json(), lessons(""));
}

async fn mistakes_of_two_browsers_come_together_in_the_account(database: Database) {
    let server = Server::with(database, Behaviour::default()).await;
    let path = "/api/me/mistakes";
    let mistakes = |lines: &[&str]| json!({ "mistakes": lines.join("\n") });
    let (one, other) = (
        "offboard; 0 101; p; a1b1; a1b2; ",
        "polygone; 1 104; q; x; y z; w",
    );

    let mut desk = sign_up(&server, "Ann").await;
    assert_eq!(
        desk.post(path, &mistakes(&[one, other])).await.json(),
        mistakes(&[one, other])
    );
    let mut phone = server.stranger();
    assert_eq!(phone.post(path, &mistakes(&[])).await.status, 401);
    let credentials = json!({ "name": "Ann", "password": "correct horse" });
    assert_eq!(phone.post("/api/session", &credentials).await.status, 200);
    // Answered right on the phone, and no longer wanted there.
    let (answered, forgotten) = (
        "offboard; 1 104; p; a1b1; a1b2; ",
        "polygone; forgotten 102; q; ; ; ",
    );
    let both = phone.post(path, &mistakes(&[forgotten, answered])).await;
    assert_eq!(both.json(), mistakes(&[answered, forgotten]));
    assert_eq!(
        desk.post(path, &mistakes(&[one, other])).await.json(),
        both.json()
    );

    let data = desk.get("/api/account/data").await.json();
    assert_eq!(data["mistakes"], both.json()["mistakes"]);
    for nonsense in ["chess; 0 1; p; a; b; c", "offboard; 0 1; p; a; b"] {
        assert_eq!(
            desk.post(path, &mistakes(&[nonsense])).await.status,
            400,
            "{nonsense}"
        );
    }

    let mut other = sign_up(&server, "Bob").await;
    assert_eq!(other.post(path, &mistakes(&[])).await.json(), mistakes(&[]));
    let leave = json!({ "password": "correct horse" }).to_string();
    assert_eq!(
        desk.ask("DELETE", "/api/account", &leave).await.unwrap().status,
        200
    );
    let mut again = sign_up(&server, "Ann").await;
    assert_eq!(again.post(path, &mistakes(&[])).await.json(), mistakes(&[]));
}
