//! The board's `<svg>`: passes pointer and keys to the game, and shows a part of the board larger on request.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::Texts;
use super::board_game::Key;
use super::pointers::{Pointer, Pointers};
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
    let pointers = RwSignal::new(Pointers::new(size));
    let viewport = Memo::new(move |_| pointers.with(Pointers::viewport));
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
                pointers
                    .try_update(|pointers| pointers.down(event.pointer_id(), at))
                    .flatten(),
            );
            pointers.update(|pointers| pointers.hold(held));
        }
    };
    let follow = move |event: &PointerEvent, act: fn(&mut Pointers, i32, Point) -> Option<Pointer>| {
        if let Some(at) = place(event) {
            let happened = pointers.try_update(|pointers| act(pointers, event.pointer_id(), at));
            tell(happened.flatten());
        }
    };
    let moved = move |event: PointerEvent| follow(&event, Pointers::moved);
    let up = move |event: PointerEvent| follow(&event, Pointers::up);
    let cancel = move |_| {
        tell(pointers.try_update(Pointers::cancel));
    };
    let left = move |_| {
        tell(Some(Pointer::Move(OUTSIDE)));
    };
    let focused = move |event: FocusEvent| {
        let at = frame
            .get_untracked()
            .and_then(|frame: web_sys::SvgElement| browser::focused_place(&event, &frame, size));
        if let Some(at) = at.filter(|_| viewport.get_untracked().is_near()) {
            pointers.update(|pointers| pointers.show(at));
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
    let is_near = move || viewport.get().is_near();
    let text = move |text| move || messages.with(|messages| messages.text(text));
    view! {
        <div class="board-frame" class:near=is_near>
            <svg
                id="board"
                class="board"
                role="group"
                aria-label=label
                viewBox=move || viewport.get().view_box(size)
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
                on:click=move |_| pointers.update(|pointers| pointers.toggle(Point::default()))
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
