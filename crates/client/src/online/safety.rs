//! Blocking and reporting: on a person's page, at a line of chat, and the list of blocked people.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::account::{Account, problem, quoted};
use super::request;
use crate::app::App;
use crate::browser;
use crate::language::Text;
use leptos::prelude::*;
use protocol::{BlockedPerson, MOST_REPORT, Me, ReportReason};

fn reason_text(reason: ReportReason) -> Text {
    match reason {
        ReportReason::Chat => Text::ReportChat,
        ReportReason::Name => Text::ReportName,
        ReportReason::Cheating => Text::ReportCheating,
        ReportReason::Other => Text::ReportOther,
    }
}

/// The list of blocked people, on the account page.
#[component]
pub(super) fn BlockedPeople(account: Account) -> impl IntoView {
    let app = account.app;
    let blocked = RwSignal::new(Vec::<BlockedPerson>::new());
    let load = move || load_blocked(blocked);
    load();
    let unblock = move |person: &str| {
        let path = format!("/api/blocks/{person}");
        request("DELETE", path, None, move |answer| {
            if !answer.is_done() {
                account.said.try_set(Some(problem(&answer)));
            }
            load();
        });
    };
    let row = move |other: BlockedPerson| {
        let path = format!("/people/{}", other.person);
        view! {
            <li>
                <a href=path>{other.name}</a>
                <button type="button" class="unblock" on:click=move |_| unblock(&other.person)>{app.text(Text::Unblock)}</button>
            </li>
        }
    };
    view! {
        <section class="setup" hidden=move || blocked.with(Vec::is_empty)>
            <h2>{app.text(Text::BlockedPeople)}</h2>
            <ul class="list">{move || blocked.get().into_iter().map(row).collect::<Vec<_>>()}</ul>
        </section>
    }
}

fn load_blocked(blocked: RwSignal<Vec<BlockedPerson>>) {
    request("GET", "/api/blocks".to_owned(), None, move |answer| {
        if let Some(found) = answer.read::<Vec<BlockedPerson>>() {
            blocked.try_set(found);
        }
    });
}

/// Buttons to block and report a person, on their page; hidden from visitors without a session and from that person.
#[component]
pub(super) fn AboutPerson(app: App, person: String) -> impl IntoView {
    let person = StoredValue::new(person);
    let is_other = RwSignal::new(false);
    let blocked = RwSignal::new(Vec::<BlockedPerson>::new());
    let said = RwSignal::new(None::<Text>);
    if super::is_known() {
        request("GET", "/api/me".to_owned(), None, move |answer| {
            let me = answer.read::<Option<Me>>().flatten();
            let is_known = me.is_some_and(|me| person.with_value(|person| me.person.as_str() != person));
            if is_known {
                is_other.try_set(true);
                load_blocked(blocked);
            }
        });
    }
    let is_blocked = Memo::new(move |_| {
        blocked
            .with(|blocked| person.with_value(|person| blocked.iter().any(|other| other.person == *person)))
    });
    let switch = move |_| {
        let (method, done) = if is_blocked.get_untracked() {
            ("DELETE", Text::Done)
        } else {
            ("PUT", Text::BlockedNow)
        };
        let path = format!("/api/blocks/{}", person.get_value());
        request(method, path, None, move |answer| {
            let text = if answer.is_done() { done } else { problem(&answer) };
            said.try_set(Some(text));
            load_blocked(blocked);
        });
    };
    let label = move || {
        let text = if is_blocked.get() {
            Text::Unblock
        } else {
            Text::Block
        };
        app.text(text)()
    };
    view! {
        <Show when=move || is_other.get()>
            <section class="setup about">
                <div class="choices">
                    <button id="block" aria-pressed=move || is_blocked.get().to_string() on:click=switch>{label}</button>
                </div>
                <details>
                    <summary id="report">{app.text(Text::Report)}</summary>
                    <ReportForm app person said />
                </details>
                <p class="said" role="status">{move || said.get().map(|text| app.text(text)())}</p>
            </section>
        </Show>
    }
}

/// The form to report a person.
#[component]
fn ReportForm(app: App, person: StoredValue<String>, said: RwSignal<Option<Text>>) -> impl IntoView {
    let reason = RwSignal::new(ReportReason::Name);
    // A line of chat is reported where it stands.
    let reasons = ReportReason::ALL
        .into_iter()
        .filter(|choice| *choice != ReportReason::Chat)
        .map(|choice| view! { <option value=choice.name()>{app.text(reason_text(choice))}</option> });
    let choose = move |event| {
        let name = event_target_value(&event);
        let chosen = ReportReason::ALL.into_iter().find(|reason| reason.name() == name);
        reason.set(chosen.unwrap_or(ReportReason::Other));
    };
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let body = format!(
            "{{\"person\":{},\"reason\":\"{}\",\"words\":{}}}",
            quoted(&person.get_value()),
            reason.get_untracked().name(),
            quoted(&browser::value("report-words"))
        );
        send_report(body, said);
    };
    view! {
        <form on:submit=send>
            <label class="field"><span>{app.text(Text::ReportWhy)}</span>
                <select id="report-reason" on:change=choose>{reasons.collect::<Vec<_>>()}</select>
            </label>
            <label class="field"><span>{app.text(Text::ReportWords)}</span>
                <input id="report-words" maxlength=MOST_REPORT.to_string() autocomplete="off" />
            </label>
            <button id="report-send" class="primary">{app.text(Text::ReportSend)}</button>
        </form>
    }
}

fn send_report(body: String, said: RwSignal<Option<Text>>) {
    request("POST", "/api/reports".to_owned(), Some(body), move |answer| {
        let text = match answer.status {
            200..300 => Text::Reported,
            429 => Text::ErrorFast,
            0 | 500.. => Text::ErrorNetwork,
            _ => Text::RefusedNow,
        };
        said.try_set(Some(text));
    });
}

/// A line of chat, as a complaint needs it.
#[derive(Clone)]
pub(crate) struct ReportedLine {
    pub(super) table: String,
    pub(super) event: u64,
    /// The id of the person who wrote it.
    pub(super) person: String,
}

/// Reports a line of chat with two taps: the second is the answer to a question.
#[component]
pub(super) fn ReportLine(app: App, line: ReportedLine, said: RwSignal<Option<Text>>) -> impl IntoView {
    let asks = RwSignal::new(false);
    let label = move || {
        let text = if asks.get() {
            Text::ReportSure
        } else {
            Text::Report
        };
        app.text(text)()
    };
    let report = move |_| {
        if asks.get_untracked() {
            let body = format!(
                "{{\"person\":{},\"reason\":\"chat\",\"table\":\"{}\",\"event\":{}}}",
                quoted(&line.person),
                line.table,
                line.event
            );
            send_report(body, said);
        }
        asks.update(|asks| *asks = !*asks);
    };
    view! {
        <button
            type="button"
            class="report-line"
            class:asks=move || asks.get()
            on:click=report
            on:blur=move |_| asks.set(false)
        >{label}</button>
    }
}
