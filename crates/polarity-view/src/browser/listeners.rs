//! Event listeners that go when they are dropped.

use super::page::{Mounted, with};
use crate::app::View;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{AddEventListenerOptions, Event, EventTarget, HtmlElement, PointerEvent, WheelEvent, Window};

struct Listener {
    target: EventTarget,
    kind: &'static str,
    closure: Closure<dyn FnMut(Event)>,
}

/// Listeners that belong together.
#[derive(Default)]
pub(super) struct Listeners(Vec<Listener>);

impl Listeners {
    /// Listens; the event may still be kept from doing what it usually does.
    pub(super) fn add(&mut self, target: &EventTarget, kind: &'static str, act: impl FnMut(Event) + 'static) {
        let closure = Closure::wrap(Box::new(act) as Box<dyn FnMut(Event)>);
        let options = AddEventListenerOptions::new();
        options.set_passive(false);
        // On the way in: some events do not come back out.
        options.set_capture(true);
        let function = closure.as_ref().unchecked_ref();
        // Fails for no kind of event that exists.
        let _ =
            target.add_event_listener_with_callback_and_add_event_listener_options(kind, function, &options);
        self.0.push(Listener {
            target: target.clone(),
            kind,
            closure,
        });
    }
}

impl Drop for Listeners {
    fn drop(&mut self) {
        for listener in &self.0 {
            let function = listener.closure.as_ref().unchecked_ref();
            let _ =
                listener
                    .target
                    .remove_event_listener_with_callback_and_bool(listener.kind, function, true);
        }
    }
}

/// Listens to what the player does on the picture.
pub(super) fn listen(window: &Window, host: &HtmlElement) -> Listeners {
    let mut listeners = Listeners::default();
    for kind in ["pointerdown", "pointermove", "pointerup", "pointercancel"] {
        listeners.add(host, kind, move |event| {
            let event: PointerEvent = event.unchecked_into();
            with(|mounted| mounted.on_pointer(kind, &event));
        });
    }
    listeners.add(host, "contextmenu", |event| event.prevent_default());
    listeners.add(host, "wheel", |event| {
        let event: WheelEvent = event.unchecked_into();
        event.prevent_default();
        with(|mounted| mounted.app.wheel(event.delta_y() as f32, event.ctrl_key()));
    });
    listeners.add(window, "resize", |_| {
        with(Mounted::resize);
    });
    // A browser that takes WebGL away leaves paper.
    listeners.add(host, "webglcontextlost", |_| {
        with(|mounted| mounted.change_view(View::Flat));
    });
    listeners
}
