//! The table on its canvas: listeners, frames, and messages to the page.

use super::canvas2d::Paper;
use super::listeners::{Listeners, listen};
use super::webgl::{self, Space};
use crate::app::{PageEvent, TableApp, View};
use crate::camera::Camera;
use crate::facts;
use crate::gestures::Spot;
use crate::picture::Picture;
use crate::quality::Quality;
use polarity_facts::TableFacts;
use rapier3d::math::Vector;
use std::cell::RefCell;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::Function;
use web_sys::{Document, HtmlCanvasElement, HtmlElement, PointerEvent, Window};

thread_local! {
    static MOUNTED: RefCell<Option<Mounted>> = const { RefCell::new(None) };
    /// The discs of a table that is out of the page for the moment.
    static KEPT: RefCell<Option<TableApp>> = const { RefCell::new(None) };
}

/// After this many frames without a change, the picture is drawn once more in best quality.
const SOON: u32 = 8;

/// The milliseconds of a frame for forecasts, and the ticks between two looks at the clock.
const LOOK_MILLISECONDS: f64 = 7.0;
const LOOK_TICKS: u32 = 24;

/// Classes of the loupe on the left and on the right.
const LOUPE: &str = "loupe";
const LOUPE_RIGHT: &str = "loupe right";

/// The renderer.
enum Drawer {
    Space(Box<Space>),
    Paper(Paper),
}

/// The table in the page.
pub(super) struct Mounted {
    pub(super) app: TableApp,
    host: HtmlElement,
    canvas: HtmlCanvasElement,
    drawer: Drawer,
    /// A small canvas for the look from the side.
    loupe: Option<(HtmlCanvasElement, Paper)>,
    quality: Quality,
    /// The name of the graphics hardware, and whether it is the processor.
    hardware: (String, bool),
    /// The table as it looks now, and from where.
    picture: Picture,
    camera: Camera,
    facts: TableFacts,
    /// Whether there was no WebGL to begin with.
    paper_only: bool,
    /// Called with a kind and a text: `facts`, `moved` or `hand`.
    told: Function,
    last: f64,
    /// Whether the last frame was drawn: only then the time since measures the drawing.
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

/// Calls a function with the table in the page, if there is one.
pub(super) fn with<T>(act: impl FnOnce(&mut Mounted) -> T) -> Option<T> {
    // A nested event finds the table borrowed, and is skipped.
    MOUNTED.with(|mounted| mounted.try_borrow_mut().ok()?.as_mut().map(act))
}

/// Takes the table out of the page; its discs are kept for the next time.
pub(super) fn unmount() {
    let old = MOUNTED.with(|mounted| mounted.try_borrow_mut().ok()?.take());
    if let Some(old) = old {
        if let (Some(frame), Some(window)) = (old.frame, web_sys::window()) {
            let _ = window.cancel_animation_frame(frame);
        }
        old.canvas.remove();
        KEPT.with(|kept| *kept.borrow_mut() = Some(old.app));
    }
}

/// Puts the table into an element.
pub(super) fn mount(host: HtmlElement, told: Function) -> Result<(), JsValue> {
    unmount();
    let window = web_sys::window().ok_or("there is no window")?;
    let document = window.document().ok_or("there is no document")?;
    let mut app = KEPT.with(|kept| kept.borrow_mut().take()).unwrap_or_default();
    app.session_mut().count_anew();
    let mounted = Mounted::new(&window, &document, host, told, app)?;
    MOUNTED.with(|cell| *cell.borrow_mut() = Some(mounted));
    with(|mounted| {
        mounted.resize();
        mounted.ask_for_frame();
    });
    Ok(())
}

/// Runs a frame: advances time, draws, then sends messages to the page, which may call the table again.
fn on_frame(now: f64) {
    let told = with(|mounted| {
        mounted.on_frame(now);
        (mounted.told.clone(), mounted.take_news())
    });
    let Some((told, news)) = told else { return };
    for (kind, text) in news {
        // The page has no way to refuse.
        let _ = told.call2(&JsValue::NULL, &kind.into(), &text.into());
    }
}

/// Whether a media query matches.
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
        host: HtmlElement,
        told: Function,
        mut app: TableApp,
    ) -> Result<Mounted, JsValue> {
        let hardware = webgl::drawer(&new_canvas(document)?);
        let (canvas, drawer) = drawer(document, app.view(), hardware.1)?;
        let paper_only = matches!(drawer, Drawer::Paper(_)) && app.view() == View::Space;
        if paper_only {
            app.set_view(View::Flat);
        }
        host.append_child(&canvas)?;
        let loupe = new_canvas(document)?;
        loupe.set_class_name(LOUPE);
        loupe.set_hidden(true);
        host.append_child(&loupe)?;
        let listeners = listen(window, &host);
        Ok(Mounted {
            quality: Quality::new(hardware.1),
            app,
            host,
            canvas,
            drawer,
            loupe: Paper::new(&loupe).map(|paper| (loupe, paper)),
            hardware,
            picture: Picture::default(),
            camera: Camera::default(),
            facts: TableFacts::default(),
            paper_only,
            told,
            last: 0.0,
            drew: false,
            mean: 0.0,
            calm: matches(window, "(prefers-reduced-motion: reduce)"),
            still: 0,
            frame: None,
            on_frame: Closure::wrap(Box::new(on_frame)),
            _listeners: listeners,
        })
    }

    /// Messages for the page, by kind: a move first, then the facts that contain it.
    fn take_news(&mut self) -> Vec<(&'static str, String)> {
        let events = self.app.take_events().into_iter().map(|event| match event {
            PageEvent::Moved(text) => ("moved", text),
            PageEvent::Hand(poses) => ("hand", poses),
        });
        let mut news: Vec<(&str, String)> = events.collect();
        let mut facts = facts::of(&self.app, &self.picture);
        facts.paper_only = self.paper_only;
        if self.facts != facts {
            news.push(("facts", facts.to_text()));
            self.facts = facts;
        }
        news
    }

    pub(super) fn on_pointer(&mut self, kind: &str, event: &PointerEvent) {
        let frame = self.host.get_bounding_client_rect();
        let at = Spot {
            x: event.client_x() as f32 - frame.left() as f32,
            y: event.client_y() as f32 - frame.top() as f32,
        };
        let id = event.pointer_id();
        match kind {
            "pointerdown" => {
                // The pointer may leave the picture and still be ours.
                let _ = self.host.set_pointer_capture(id);
                let second = event.button() == 2 || event.shift_key();
                self.app.pointer_down(id, at, second, event.button() == 1);
            }
            "pointermove" => self.app.pointer_move(id, at),
            _ => self.app.pointer_up(id, kind == "pointerup"),
        }
    }

    /// Executes a button's command; returns whether it exists.
    pub(super) fn command(&mut self, name: &str) -> bool {
        if name == "flat" {
            let other = match self.app.view() {
                View::Space => View::Flat,
                View::Flat => View::Space,
            };
            // If there is no other renderer, everything stays as it is.
            return self.change_view(other).is_ok();
        }
        self.app.command(name)
    }

    pub(super) fn change_view(&mut self, view: View) -> Result<(), JsValue> {
        let document = self.host.owner_document().ok_or("there is no document")?;
        let (canvas, drawer) = drawer(&document, view, self.hardware.1)?;
        if view == View::Space && matches!(drawer, Drawer::Paper(_)) {
            return Err("no WebGL".into());
        }
        self.host.replace_child(&canvas, &self.canvas)?;
        (self.canvas, self.drawer) = (canvas, drawer);
        self.app.set_view(view);
        self.resize();
        Ok(())
    }

    pub(super) fn resize(&mut self) {
        let frame = self.host.get_bounding_client_rect();
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

    /// Whether the page has resized the table.
    fn is_resized(&self) -> bool {
        let frame = self.host.get_bounding_client_rect();
        self.app.size() != (frame.width() as f32, frame.height() as f32)
    }

    fn on_frame(&mut self, now: f64) {
        let passed = if self.last > 0.0 { now - self.last } else { 0.0 };
        self.last = now;
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
        if self.is_resized() {
            self.resize();
        }
        self.drew = changed;
        self.look_ahead();
        self.ask_for_frame();
    }

    /// Spends the rest of the frame on forecasts for the movement that the player prepares.
    fn look_ahead(&mut self) {
        let now = || web_sys::window().and_then(|window| Some(window.performance()?.now()));
        let Some(start) = now() else { return };
        while self.app.look_ahead(LOOK_TICKS) && now().is_some_and(|now| now - start < LOOK_MILLISECONDS) {}
    }

    /// Updates picture and camera; returns whether the view changed.
    fn look(&mut self) -> bool {
        let picture = self.app.picture();
        let trembles = !self.calm && picture.gizmo.is_some_and(|gizmo| gizmo.feel.tremble() > 0.0);
        let camera = self.app.camera().clone();
        let other = trembles || self.picture != picture || self.camera != camera;
        (self.picture, self.camera) = (picture, camera);
        other
    }

    fn draw(&mut self, now: f64) {
        self.draw_loupe();
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

    /// Draws the look from the side, while there is something to see.
    fn draw_loupe(&self) {
        let Some((canvas, paper)) = &self.loupe else {
            return;
        };
        canvas.set_hidden(self.picture.loupe.is_none());
        let hand = self
            .picture
            .gizmo
            .and_then(|gizmo| self.app.project(gizmo.centre));
        if let Some(hand) = hand {
            let share = hand.x / self.app.size().0.max(1.0);
            let is_right = canvas.class_name() == LOUPE_RIGHT;
            // Beside the finger, never under it; it does not flicker when the hand is in the middle.
            if is_right && share > 0.55 {
                canvas.set_class_name(LOUPE);
            } else if !is_right && share < 0.45 {
                canvas.set_class_name(LOUPE_RIGHT);
            }
        }
        let Some(loupe) = &self.picture.loupe else { return };
        let size = (canvas.client_width() as f32, canvas.client_height() as f32);
        let dots = web_sys::window().map_or(1.0, |window| window.device_pixel_ratio() as f32);
        let (width, height) = ((size.0 * dots) as u32, (size.1 * dots) as u32);
        if (canvas.width(), canvas.height()) != (width, height) {
            canvas.set_width(width);
            canvas.set_height(height);
        }
        paper.draw_loupe(&self.picture, loupe, size, dots);
    }

    /// The mean frame time, the level of quality and the renderer's name.
    pub(super) fn measures(&self) -> String {
        format!("{:.1} {} {}", self.mean, self.quality.level(), self.hardware.0)
    }
}

/// A canvas with its renderer: WebGL if the view wants it and the browser has it, else 2D.
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
