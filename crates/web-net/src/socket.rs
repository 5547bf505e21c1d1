//! A socket that comes back by itself, however often it is cut.

use std::cell::RefCell;
use std::rc::{Rc, Weak};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{MessageEvent, WebSocket, Window};

/// How often the socket is looked after, in milliseconds.
const BEAT: i32 = 1000;
/// Beats after which silence is asked about, and after which it is a cut.
const ASK: u32 = 5;
const CUT: u32 = 12;
/// Beats until the next attempt, by how many have failed.
const WAITS: [u32; 5] = [1, 1, 2, 4, 8];

/// An event of the socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard<'a> {
    /// It is open, for the first time or again: time to greet.
    Opened,
    /// The server says something.
    Text(&'a str),
    /// A second has gone by on an open socket.
    Beat,
    /// It is cut; it will be opened again.
    Cut,
}

type Hear = Rc<dyn Fn(Heard<'_>)>;

/// A socket; dropped, it is closed.
pub struct Socket(Rc<RefCell<State>>);

struct State {
    address: String,
    ping: &'static str,
    hear: Hear,
    open: Option<Open>,
    failed: usize,
    wait: u32,
    /// The heart: it must live as long as it may be called.
    timer: Option<(i32, Closure<dyn FnMut()>)>,
}

/// A connection with the ears that it calls.
struct Open {
    socket: WebSocket,
    /// Heartbeats since the last message.
    silent: u32,
    greeted: bool,
    _ears: [Closure<dyn FnMut(MessageEvent)>; 3],
}

impl Drop for Open {
    fn drop(&mut self) {
        for forget in [
            WebSocket::set_onopen,
            WebSocket::set_onmessage,
            WebSocket::set_onclose,
        ] {
            forget(&self.socket, None);
        }
        // A socket that is closed already stays so.
        let _ = self.socket.close();
    }
}

impl Drop for State {
    fn drop(&mut self) {
        if let (Some((timer, _)), Some(window)) = (&self.timer, web_sys::window()) {
            window.clear_interval_with_handle(*timer);
        }
    }
}

impl Socket {
    /// Opens a socket at a path of our own server, and keeps it open. `ping` is a message that the server answers.
    pub fn open(path: &str, ping: &'static str, hear: impl Fn(Heard<'_>) + 'static) -> Option<Socket> {
        let window = web_sys::window()?;
        let origin = window.location().origin().ok()?;
        let state = Rc::new(RefCell::new(State {
            address: format!("{}{path}", origin.replacen("http", "ws", 1)),
            ping,
            hear: Rc::new(hear),
            open: None,
            failed: 0,
            wait: 0,
            timer: None,
        }));
        connect(&state);
        let timer = start_heart(&window, Rc::downgrade(&state))?;
        state.borrow_mut().timer = Some(timer);
        Some(Socket(state))
    }

    /// Says something, if the socket is open now.
    pub fn say(&self, text: &str) {
        if let Some(open) = self.0.borrow().open.as_ref().filter(|open| open.greeted) {
            // A message that cannot be sent is not lost: its sender repeats it until it is acknowledged.
            let _ = open.socket.send_with_str(text);
        }
    }
}

fn start_heart(window: &Window, state: Weak<RefCell<State>>) -> Option<(i32, Closure<dyn FnMut()>)> {
    let heart = Closure::<dyn FnMut()>::new(move || {
        if let Some(state) = state.upgrade() {
            beat(&state);
        }
    });
    let timer =
        window.set_interval_with_callback_and_timeout_and_arguments_0(heart.as_ref().unchecked_ref(), BEAT);
    Some((timer.ok()?, heart))
}

fn beat(state: &Rc<RefCell<State>>) {
    let mut kept = state.borrow_mut();
    let ping = kept.ping;
    let Some(open) = &mut kept.open else {
        let is_time = kept.wait <= 1;
        kept.wait = kept.wait.saturating_sub(1);
        drop(kept);
        if is_time {
            connect(state);
        }
        return;
    };
    open.silent += 1;
    let (silent, greeted) = (open.silent, open.greeted);
    if greeted && silent.is_multiple_of(ASK) {
        let _ = open.socket.send_with_str(ping);
    }
    drop(kept);
    if silent >= CUT {
        cut(state);
    } else if greeted {
        tell(state, Heard::Beat);
    }
}

fn connect(state: &Rc<RefCell<State>>) {
    let address = state.borrow().address.clone();
    let Ok(socket) = WebSocket::new(&address) else {
        return cut(state);
    };
    let ear = |hear: fn(&Rc<RefCell<State>>, &MessageEvent)| {
        let state = Rc::downgrade(state);
        Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(state) = state.upgrade() {
                hear(&state, &event);
            }
        })
    };
    let ears = [
        ear(|state, _| {
            {
                let mut kept = state.borrow_mut();
                kept.failed = 0;
                if let Some(open) = &mut kept.open {
                    open.greeted = true;
                    open.silent = 0;
                }
            }
            tell(state, Heard::Opened);
        }),
        ear(|state, event| {
            if let Some(open) = &mut state.borrow_mut().open {
                open.silent = 0;
            }
            if let Some(text) = event.data().as_string() {
                tell(state, Heard::Text(&text));
            }
        }),
        ear(|state, _| cut(state)),
    ];
    let [opened, heard, closed] = ears.each_ref().map(|ear| Some(ear.as_ref().unchecked_ref()));
    socket.set_onopen(opened);
    socket.set_onmessage(heard);
    socket.set_onclose(closed);
    state.borrow_mut().open = Some(Open {
        socket,
        silent: 0,
        greeted: false,
        _ears: ears,
    });
}

/// Lets a connection go, and plans the next.
fn cut(state: &Rc<RefCell<State>>) {
    let gone = {
        let mut kept = state.borrow_mut();
        kept.wait = WAITS[kept.failed.min(WAITS.len() - 1)];
        kept.failed += 1;
        kept.open.take()
    };
    tell(state, Heard::Cut);
    // Its ears may be the ones that are just being called: they go when the call is over.
    if let Some(gone) = gone {
        let later = Closure::once_into_js(move || drop(gone));
        if let Some(window) = web_sys::window() {
            // Refused only for what is no function.
            let _ = window.set_timeout_with_callback(later.unchecked_ref());
        }
    }
}

fn tell(state: &Rc<RefCell<State>>, heard: Heard<'_>) {
    let hear = state.borrow().hear.clone();
    hear(heard);
}
