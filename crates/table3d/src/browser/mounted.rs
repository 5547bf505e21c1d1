//! The table in a page: its elements, its listeners, its frames.

use super::keep;
use super::listeners::{Listeners, listen};
use super::paper::Paper;
use super::space::{self, Space};
use super::thinker::Thinker;
use super::wire::{self, Wire};
use crate::app::{App, View};
use crate::camera::Camera;
use crate::gestures::Spot;
use crate::page::{PAGE, Panel};
use crate::picture::Picture;
use crate::play::Wish;
use crate::quality::Quality;
use crate::words::Words;
use rapier3d::math::Vector;
use std::cell::RefCell;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Document, Element, Event, HtmlCanvasElement, HtmlElement, HtmlInputElement, HtmlSelectElement,
    KeyboardEvent, PointerEvent, Window,
};

thread_local! {
    static MOUNTED: RefCell<Option<Mounted>> = const { RefCell::new(None) };
}

/// Where it stands that somebody does not want to see the chat; the flat games' page writes it, too.
const CHAT_OFF: &str = "tablier.chat";

/// So many frames without a change, and the picture is drawn once more, as well as it can be.
const SOON: u32 = 8;

/// What draws.
enum Drawer {
    Space(Box<Space>),
    Paper(Paper),
}

/// The table in the page.
pub(super) struct Mounted {
    pub(super) app: App,
    pub(super) words: Words,
    pub(super) root: Element,
    pub(super) stage: HtmlElement,
    canvas: HtmlCanvasElement,
    drawer: Drawer,
    quality: Quality,
    /// What the browser draws with, and whether that is the processor.
    hardware: (String, bool),
    /// The table as it looks now, and from where.
    picture: Picture,
    camera: Camera,
    /// The page beside it as it should be, and as it is.
    pub(super) panel: Panel,
    pub(super) shown: Option<Panel>,
    thinker: Thinker,
    pub(super) wire: Option<Wire>,
    last: f64,
    /// Whether the last frame was drawn, so that the time since it says what drawing costs.
    drew: bool,
    /// The mean of the last frames' times, in milliseconds.
    mean: f64,
    calm: bool,
    /// Frames since anything changed.
    still: u32,
    frame: Option<i32>,
    on_frame: Closure<dyn FnMut(f64)>,
    _listeners: Listeners,
}

/// Does something with the table in the page, if there is one.
pub(super) fn with<T>(act: impl FnOnce(&mut Mounted) -> T) -> Option<T> {
    // An event inside an event finds the table in use, and can wait for the next one.
    MOUNTED.with(|mounted| mounted.try_borrow_mut().ok()?.as_mut().map(act))
}

pub(super) fn unmount() {
    let old = MOUNTED.with(|mounted| mounted.try_borrow_mut().ok()?.take());
    if let Some(old) = old {
        if let (Some(frame), Some(window)) = (old.frame, web_sys::window()) {
            let _ = window.cancel_animation_frame(frame);
        }
        old.root.set_inner_html("");
    }
}

/// Puts the table into an element; one that is in a page already keeps its discs.
pub(super) fn mount(root: &str, language: &str) -> Result<(), JsValue> {
    let window = web_sys::window().ok_or("there is no window")?;
    let document = window.document().ok_or("there is no document")?;
    let root = document
        .get_element_by_id(root)
        .ok_or("there is no such element")?;
    let kept = MOUNTED.with(|mounted| {
        mounted
            .try_borrow_mut()
            .ok()?
            .take()
            .map(|old| (old.app, old.wire))
    });
    let is_first = kept.is_none();
    let (mut app, wire) = kept.unwrap_or_else(|| (first_app(&window), None));
    app.play_mut().ask_again();
    let mut mounted = Mounted::new(&window, &document, root, language, app)?;
    mounted.wire = wire;
    MOUNTED.with(|cell| *cell.borrow_mut() = Some(mounted));
    with(|mounted| {
        mounted.resize();
        mounted.show_panel();
        mounted.ask_for_frame();
    });
    if is_first {
        wire::read_address(&window);
    }
    Ok(())
}

/// The table of a new visit, with the game of the last one.
fn first_app(window: &Window) -> App {
    let mut app = App::default();
    app.play_mut().set_seed(keep::seed());
    app.restore(&keep::load());
    app.touch = matches(window, "(pointer: coarse)");
    app.network.silent = !keep::load_from(CHAT_OFF).is_empty();
    app
}

/// Whether the browser says so.
fn matches(window: &Window, query: &str) -> bool {
    let query = window.match_media(query).ok().flatten();
    query.is_some_and(|query| query.matches())
}

fn new_canvas(document: &Document) -> Result<HtmlCanvasElement, JsValue> {
    Ok(document.create_element("canvas")?.unchecked_into())
}

impl Mounted {
    fn new(
        window: &Window,
        document: &Document,
        root: Element,
        language: &str,
        mut app: App,
    ) -> Result<Mounted, JsValue> {
        let words = Words::of(language);
        root.set_inner_html(&words.fill(PAGE));
        let stage: HtmlElement = root
            .query_selector(".stage")?
            .ok_or("the page has no stage")?
            .unchecked_into();
        let hardware = space::drawer(&new_canvas(document)?);
        let (canvas, drawer) = drawer(document, app.view(), hardware.1)?;
        if matches!(drawer, Drawer::Paper(_)) && app.view() == View::Space {
            app.set_view(View::Flat);
            if let Some(notice) = root.query_selector("[data-show=notice]")? {
                notice.remove_attribute("hidden")?;
            }
        }
        stage.append_child(&canvas)?;
        let listeners = listen(window, &root, &stage);
        Ok(Mounted {
            quality: Quality::new(hardware.1),
            app,
            words,
            root,
            stage,
            canvas,
            drawer,
            hardware,
            picture: Picture::default(),
            camera: Camera::default(),
            panel: Panel::default(),
            shown: None,
            last: 0.0,
            drew: false,
            mean: 0.0,
            calm: matches(window, "(prefers-reduced-motion: reduce)"),
            thinker: Thinker::default(),
            wire: None,
            still: 0,
            frame: None,
            on_frame: Closure::wrap(Box::new(|now| {
                with(|mounted| mounted.on_frame(now));
            })),
            _listeners: listeners,
        })
    }

    pub(super) fn on_pointer(&mut self, kind: &str, event: &PointerEvent) {
        let frame = self.stage.get_bounding_client_rect();
        let at = Spot {
            x: event.client_x() as f32 - frame.left() as f32,
            y: event.client_y() as f32 - frame.top() as f32,
        };
        let id = event.pointer_id();
        match kind {
            "pointerdown" => {
                // The pointer may leave the picture and still be ours.
                let _ = self.stage.set_pointer_capture(id);
                self.close_sheet();
                let second = event.button() == 2 || event.shift_key();
                self.app.pointer_down(id, at, second, event.button() == 1);
            }
            "pointermove" => self.app.pointer_move(id, at),
            _ => self.app.pointer_up(id, kind == "pointerup"),
        }
    }

    pub(super) fn on_key(&mut self, event: &KeyboardEvent) {
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let is = |selector: &str| {
            let target = target.as_ref();
            target.is_some_and(|target| target.matches(selector).unwrap_or(false))
        };
        let on_stage = is("#stage");
        let key = event.key();
        if key == "Escape" && self.close_sheet() {
            event.prevent_default();
            return;
        }
        if key == "Enter" && is("[data-say]") && !event.is_composing() {
            self.say();
            event.prevent_default();
        }
        // A slider or a button knows what its own keys mean; in a field or a list, letters are what they are.
        let is_letter = key.chars().all(char::is_alphabetic) && key.chars().count() == 1;
        let free = on_stage || key == "Escape" || is_letter && !is("[data-say], select");
        let plain = !event.ctrl_key() && !event.meta_key() && !event.alt_key();
        if free && plain && self.app.key(&key, event.shift_key()) {
            event.prevent_default();
        }
    }

    pub(super) fn on_click(&mut self, event: &Event) {
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let button = target.and_then(|target| target.closest("[data-do]").ok().flatten());
        let Some(name) = button.and_then(|button| button.get_attribute("data-do")) else {
            return;
        };
        self.command(&name);
    }

    /// Does what a button says.
    pub(super) fn command(&mut self, name: &str) -> bool {
        if let Some(known) = self.sheet_command(name) {
            return known;
        }
        match name {
            "copy-link" => return self.copy_link(),
            "copy-level" => return self.copy_level(),
            "say" => return self.say(),
            _ => {}
        }
        if name == "flat" {
            let other = match self.app.view() {
                View::Space => View::Flat,
                View::Flat => View::Space,
            };
            // Where there is no other way to draw, everything stays as it is.
            return self.change_view(other).is_ok();
        }
        let known = self.app.command(name);
        if name == "hush" {
            keep::store_at(CHAT_OFF, if self.app.network.silent { "off" } else { "" });
        }
        known
    }

    pub(super) fn on_input(&mut self, event: &Event) {
        let Some(target) = event.target() else { return };
        if let Some(list) = target.dyn_ref::<HtmlSelectElement>() {
            let name = list.get_attribute("data-choose").unwrap_or_default();
            self.app.play_mut().terms.set(&name, &list.value());
        }
        let Ok(slider) = target.dyn_into::<HtmlInputElement>() else {
            return;
        };
        if let (Some(part), Ok(value)) = (slider.get_attribute("data-set"), slider.value().parse()) {
            self.app.set(&part, value);
        }
    }

    pub(super) fn change_view(&mut self, view: View) -> Result<(), JsValue> {
        let document = self.root.owner_document().ok_or("there is no document")?;
        let (canvas, drawer) = drawer(&document, view, self.hardware.1)?;
        if view == View::Space && matches!(drawer, Drawer::Paper(_)) {
            return Err("no WebGL".into());
        }
        self.stage.replace_child(&canvas, &self.canvas)?;
        (self.canvas, self.drawer) = (canvas, drawer);
        self.app.set_view(view);
        self.resize();
        Ok(())
    }

    pub(super) fn resize(&mut self) {
        let frame = self.stage.get_bounding_client_rect();
        let (width, height) = (frame.width() as f32, frame.height() as f32);
        self.app.set_size(width, height);
        let dots = web_sys::window().map_or(1.0, |window| window.device_pixel_ratio() as f32);
        let scale = match self.drawer {
            Drawer::Space(_) if self.still > SOON => self.quality.still_scale(dots),
            Drawer::Space(_) => self.quality.scale(dots),
            Drawer::Paper(_) => dots.clamp(1.0, 2.0),
        };
        self.canvas.set_width((width * scale).max(1.0) as u32);
        self.canvas.set_height((height * scale).max(1.0) as u32);
        self.look();
        self.draw(0.0);
    }

    fn ask_for_frame(&mut self) {
        let window = web_sys::window();
        let function = self.on_frame.as_ref().unchecked_ref();
        self.frame = window.and_then(|window| window.request_animation_frame(function).ok());
    }

    /// Whether the page has given the table another place.
    fn is_resized(&self) -> bool {
        let frame = self.stage.get_bounding_client_rect();
        self.app.size() != (frame.width() as f32, frame.height() as f32)
    }

    fn on_frame(&mut self, now: f64) {
        let passed = if self.last > 0.0 { now - self.last } else { 0.0 };
        self.last = now;
        if self.is_chatting() {
            self.app.read_chat();
        }
        let changed = self.app.advance(passed) && self.look();
        if changed && self.drew && passed > 0.0 {
            self.mean += (passed - self.mean) * 0.1;
            if matches!(self.drawer, Drawer::Space(_)) && self.quality.note(passed) {
                self.resize();
            }
        }
        if changed {
            if self.still > SOON {
                self.still = 0;
                self.resize();
            }
            self.still = 0;
            self.draw(now);
        } else {
            self.still += 1;
            if self.still == SOON {
                self.still += 1;
                self.resize();
            }
        }
        self.show_panel();
        if self.is_resized() {
            self.resize();
        }
        self.grant_wishes();
        self.drew = changed;
        self.ask_for_frame();
    }

    /// Does what only a browser can.
    fn grant_wishes(&mut self) {
        for wish in self.app.take_wishes() {
            match wish {
                Wish::Think {
                    position,
                    level,
                    seed,
                } => self.thinker.ask(&position, level, seed),
                Wish::StopThinking => self.thinker.stop(),
                Wish::Keep(text) => keep::store(&text),
                Wish::Invite(body) => wire::invite(body),
            }
        }
        self.speak();
    }

    /// Looks at the table; whether anything is to be seen that was not there before: a hand that rests moves
    /// nothing.
    fn look(&mut self) -> bool {
        let picture = self.app.picture();
        let panel = Panel::of(&self.app, &picture, self.words);
        let trembles = !self.calm && picture.gizmo.is_some_and(|gizmo| gizmo.feel.tremble() > 0.0);
        let camera = self.app.camera().clone();
        let other = trembles || self.picture != picture || self.panel != panel || self.camera != camera;
        (self.picture, self.panel, self.camera) = (picture, panel, camera);
        other
    }

    fn draw(&mut self, now: f64) {
        let picture = &self.picture;
        match &mut self.drawer {
            Drawer::Space(space) => {
                let strength = picture.gizmo.map_or(0.0, |gizmo| gizmo.feel.tremble());
                let tremble = if self.calm {
                    Vector::ZERO
                } else {
                    tremble(now, strength)
                };
                space.draw(picture, &self.camera, tremble);
            }
            Drawer::Paper(paper) => {
                let size = self.app.size();
                let dots = self.canvas.width() as f32 / size.0.max(1.0);
                paper.draw(picture, self.app.layout(), size, dots);
            }
        }
    }

    /// The mean time of a frame, the level of quality, and what draws.
    pub(super) fn measures(&self) -> String {
        format!("{:.1} {} {}", self.mean, self.quality.level(), self.hardware.0)
    }
}

/// A canvas and what draws on it: in space where it is wanted and possible.
fn drawer(document: &Document, view: View, software: bool) -> Result<(HtmlCanvasElement, Drawer), JsValue> {
    let canvas = new_canvas(document)?;
    let space = if view == View::Space {
        Space::new(canvas.clone(), !software)
    } else {
        None
    };
    if let Some(space) = space {
        return Ok((canvas, Drawer::Space(Box::new(space))));
    }
    let canvas = new_canvas(document)?;
    let paper = Paper::new(&canvas).ok_or("this browser cannot draw")?;
    Ok((canvas, Drawer::Paper(paper)))
}

/// A small, quick shaking.
fn tremble(now: f64, strength: f32) -> Vector {
    let time = (now % 60_000.0) as f32 / 1000.0;
    Vector::new(
        (time * 71.0).sin(),
        (time * 83.0).sin(),
        (time * 97.0).sin() * 0.5,
    ) * (0.06 * strength)
}
