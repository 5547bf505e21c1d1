//! The board's `<svg>`: tells the game what pointer and keys do on it, and shows a part of it larger where that is wanted.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::Texts;
use super::board_game::Key;
use super::pointers::{Fingers, Pointer};
use crate::browser;
use crate::icons::{Icon, IconView};
use crate::language::Text;
use drawing::Point;
use leptos::ev::{FocusEvent, KeyboardEvent, PointerEvent};
use leptos::prelude::*;

/// The place of a pointer that has left the board.
const OUTSIDE: Point = Point::new(1e3, 1e3);

/// The board's `<svg>`.
#[component]
pub(crate) fn BoardFrame(
    size: Point,
    label: Signal<&'static str>,
    messages: Texts,
    /// Tells whether the board has hold of something.
    pointer: Callback<Pointer, bool>,
    /// Tells whether the board has used the key.
    key: Callback<Key, bool>,
    /// Tells whether the board has used the wheel.
    wheel: Callback<bool, bool>,
    board: AnyView,
) -> impl IntoView {
    let frame = NodeRef::new();
    let fingers = RwSignal::new(Fingers::new(size));
    let lens = Memo::new(move |_| fingers.with(Fingers::lens));
    let place = move |event: &PointerEvent| {
        frame
            .get_untracked()
            .map(|frame: web_sys::SvgElement| browser::place(event, &frame, size))
    };
    let tell = move |happened: Option<Pointer>| happened.is_some_and(|happened| pointer.run(happened));
    let down = move |event: PointerEvent| {
        if event.button() == 0
            && let Some(at) = place(&event)
        {
            // A finger that slides off the board still belongs to its piece.
            if let Some(frame) = frame.get_untracked() {
                let _ = frame.set_pointer_capture(event.pointer_id());
            }
            let held = tell(
                fingers
                    .try_update(|fingers| fingers.down(event.pointer_id(), at))
                    .flatten(),
            );
            fingers.update(|fingers| fingers.hold(held));
        }
    };
    let follow = move |event: &PointerEvent, act: fn(&mut Fingers, i32, Point) -> Option<Pointer>| {
        if let Some(at) = place(event) {
            let happened = fingers.try_update(|fingers| act(fingers, event.pointer_id(), at));
            tell(happened.flatten());
        }
    };
    let moved = move |event: PointerEvent| follow(&event, Fingers::moved);
    let up = move |event: PointerEvent| follow(&event, Fingers::up);
    let cancel = move |_| {
        tell(fingers.try_update(Fingers::cancel));
    };
    let left = move |_| {
        tell(Some(Pointer::Move(OUTSIDE)));
    };
    let focused = move |event: FocusEvent| {
        let at = frame
            .get_untracked()
            .and_then(|frame: web_sys::SvgElement| browser::focused_place(&event, &frame, size));
        if let Some(at) = at.filter(|_| lens.get_untracked().is_near()) {
            fingers.update(|fingers| fingers.show(at));
        }
    };
    let keydown = move |event: KeyboardEvent| {
        let plain = !event.ctrl_key() && !event.alt_key() && !event.meta_key();
        if let Some(pressed) = key_of(&event.key()).filter(|_| plain)
            && key.run(pressed)
        {
            event.prevent_default();
            event.stop_propagation();
        }
    };
    let turned = move |event: leptos::ev::WheelEvent| {
        if wheel.run(event.delta_y() > 0.0) {
            event.prevent_default();
        }
    };
    let is_near = move || lens.get().is_near();
    let text = move |text| move || messages.with(|messages| messages.text(text));
    view! {
        <div class="board-frame" class:near=is_near>
            <svg
                id="board"
                class="board"
                role="group"
                aria-label=label
                viewBox=move || lens.get().view_box(size)
                node_ref=frame
                on:pointerdown=down
                on:pointermove=moved
                on:pointerup=up
                on:pointercancel=cancel
                on:pointerleave=left
                on:focusin=focused
                on:keydown=keydown
                on:wheel=turned
            >
                {board}
            </svg>
            <button
                id="magnify"
                class="magnify"
                aria-label=text(Text::Magnify)
                aria-pressed=move || is_near().to_string()
                on:click=move |_| fingers.update(|fingers| fingers.toggle(Point::default()))
            >
                <IconView icon=Icon::Magnify />
            </button>
        </div>
    }
}

fn key_of(name: &str) -> Option<Key> {
    let mut letters = name.chars();
    Some(match (name, letters.next(), letters.next()) {
        ("ArrowLeft", ..) => Key::Left,
        ("ArrowRight", ..) => Key::Right,
        ("ArrowUp", ..) => Key::Up,
        ("ArrowDown", ..) => Key::Down,
        ("Enter" | " ", ..) => Key::Choose,
        ("Escape", ..) => Key::LetGo,
        (_, Some(letter), None) => Key::Letter(letter.to_ascii_lowercase()),
        _ => return None,
    })
}
