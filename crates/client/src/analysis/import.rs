//! Bringing a game in: a record, moves, a position or an address, pasted or from a file.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::transfer::{self, Read};
use crate::app::App;
use crate::browser;
use crate::language::Text;
use crate::thinking::Thinker;
use leptos::html::{Dialog, Textarea};
use leptos::prelude::*;

/// The kind of a text, as far as it can be seen without the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// A record, which the worker reads.
    Record,
    /// A first position, or the usual start, and moves.
    Game(Option<String>, String),
}

/// Guesses the kind of a text.
fn kind(text: &str) -> Kind {
    let text = text.trim();
    if text.starts_with("tablier record") {
        return Kind::Record;
    }
    if let Some((_, query)) = text.split_once('?').filter(|_| text.contains("/analysis/")) {
        let value = |name: &str| {
            let mut entries = query.split('&').filter_map(|entry| entry.split_once('='));
            let value = entries
                .find(|(found, _)| *found == name)
                .map(|(_, value)| value.replace('+', " "));
            value.filter(|value| !value.is_empty())
        };
        return Kind::Game(value("start"), value("moves").unwrap_or_default());
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    // Positions have slashes or, in Polygone, a count such as 6-3 at the end; moves have neither.
    let is_position =
        words.iter().any(|word| word.contains('/')) || words.last().is_some_and(|last| is_count(last));
    if is_position {
        Kind::Game(Some(words.join(" ")), String::new())
    } else {
        let is_number = |word: &&str| {
            word.strip_suffix('.')
                .is_some_and(|number| number.parse::<u32>().is_ok())
        };
        let moves: Vec<&str> = words.into_iter().filter(|word| !is_number(word)).collect();
        Kind::Game(None, moves.join(" "))
    }
}

fn is_count(word: &str) -> bool {
    let parts: Vec<&str> = word.split('-').collect();
    parts.len() == 2 && parts.iter().all(|part| part.parse::<u16>().is_ok())
}

/// The button, and the dialog behind it.
#[component]
pub(super) fn Import(
    app: App,
    clerk: StoredValue<Thinker, LocalStorage>,
    game: &'static str,
    /// Imports the game, or shows the reason why not.
    take: Callback<(Option<String>, String), Result<(), String>>,
) -> impl IntoView {
    let (dialog, field) = (NodeRef::<Dialog>::new(), NodeRef::<Textarea>::new());
    let refusal = RwSignal::new(None::<String>);
    let close = move || {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    let finish = move |taken: Result<(), String>| match taken {
        Ok(()) => {
            refusal.set(None);
            close();
        }
        Err(reason) => refusal.set(Some(reason)),
    };
    let bring = move |text: String| match kind(&text) {
        Kind::Game(start, moves) => finish(take.run((start, moves))),
        Kind::Record => clerk.update_value(|clerk| {
            clerk.ask(&format!("read\n{text}"), move |answer| {
                let read = transfer::read(answer, game);
                finish(read.and_then(|Read { start, moves }| take.run((Some(start), moves))));
            });
        }),
    };
    let open = move |_| {
        refusal.set(None);
        if let Some(dialog) = dialog.get_untracked() {
            let _ = dialog.show_modal();
        }
    };
    let pasted = move |_| {
        if let Some(field) = field.get_untracked() {
            bring(field.value());
        }
    };
    let chosen = move |event: leptos::ev::Event| browser::read_file(&event, bring);
    let told = move || {
        let reason = refusal.get()?;
        let told = app
            .messages
            .with(|messages| messages.fill(Text::ImportRefused, &[("reason", &reason)]));
        Some(view! { <p class="refusal" role="alert">{told}</p> })
    };
    view! {
        <button id="import" on:click=open>{app.text(Text::Import)}</button>
        <dialog node_ref=dialog class="help import" aria-labelledby="import-title">
            <h2 id="import-title">{app.text(Text::Import)}</h2>
            <label>
                <span>{app.text(Text::ImportHint)}</span>
                <textarea node_ref=field id="import-text" rows="6" spellcheck="false"></textarea>
            </label>
            {told}
            <input id="import-file" type="file" accept=".txt,text/plain" aria-label=app.text(Text::ImportFile) on:change=chosen />
            <div class="choices">
                <button id="import-now" class="primary" on:click=pasted>{app.text(Text::ImportNow)}</button>
                <button on:click=move |_| close()>{app.text(Text::Close)}</button>
            </div>
        </dialog>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(start: Option<&str>, moves: &str) -> Kind {
        Kind::Game(start.map(str::to_owned), moves.to_owned())
    }

    #[test]
    fn texts_are_told_apart() {
        assert_eq!(kind("tablier record 1\ngame: offboard\n"), Kind::Record);
        assert_eq!(kind(" 1. a5b5 a1b1\n2. b5a5 "), game(None, "a5b5 a1b1 b5a5"));
        assert_eq!(kind("a5b5 ( i5i6 ) a1b1"), game(None, "a5b5 ( i5i6 ) a1b1"));
        let offboard = "5/6/4rry/8/9/8/7/6/5 r ------------ -";
        assert_eq!(kind(offboard), game(Some(offboard), ""));
        let polygone = "a2b1 a8b9 w 3-2";
        assert_eq!(kind(polygone), game(Some(polygone), ""));
        assert_eq!(kind("c4:b3-d5"), game(None, "c4:b3-d5"));
        assert_eq!(
            kind("https://example.org/analysis/polygone?start=a2b1+a8b9+w+3-2&moves=c4:b3-d5+x"),
            game(Some(polygone), "c4:b3-d5 x")
        );
        assert_eq!(kind(""), game(None, ""));
    }
}
