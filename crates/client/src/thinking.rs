//! The engine in its worker: asked by text, never waited for.

use leptos::prelude::document;
use std::cell::Cell;
use std::rc::Rc;
use web_sys::wasm_bindgen::JsCast;
use web_sys::wasm_bindgen::JsValue;
use web_sys::wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// A worker that may be asked one thing at a time.
pub(crate) struct Thinker {
    /// The name under which the page declares the worker's script.
    name: &'static str,
    worker: Option<Worker>,
    busy: Rc<Cell<bool>>,
    /// Must live as long as the worker may call it.
    hearing: Option<Closure<dyn FnMut(MessageEvent)>>,
}

impl Thinker {
    /// A worker that is started when it is first asked.
    pub(crate) fn new(name: &'static str) -> Thinker {
        Thinker {
            name,
            worker: None,
            busy: Rc::default(),
            hearing: None,
        }
    }

    /// Sends a request and calls `hear` with every answer. An earlier request that is not answered yet is forgotten.
    pub(crate) fn ask(&mut self, request: &str, mut hear: impl FnMut(&str) + 'static) {
        if self.busy.get() {
            self.stop();
        }
        if self.worker.is_none() {
            self.worker = start(self.name);
        }
        let Some(worker) = &self.worker else { return };
        let busy = Rc::clone(&self.busy);
        let hearing = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let answer = event.data().as_string().unwrap_or_default();
            let last = ["move ", "done", "error "]
                .iter()
                .any(|end| answer.starts_with(end));
            if last {
                busy.set(false);
            }
            hear(&answer);
        });
        worker.set_onmessage(Some(hearing.as_ref().unchecked_ref()));
        self.hearing = Some(hearing);
        self.busy
            .set(worker.post_message(&JsValue::from_str(request)).is_ok());
    }

    /// Gives up what is being thought about: a search listens to nobody, so its worker is ended.
    pub(crate) fn stop(&mut self) {
        if self.busy.replace(false)
            && let Some(worker) = self.worker.take()
        {
            worker.terminate();
        }
    }
}

impl Default for Thinker {
    fn default() -> Thinker {
        Thinker::new("worker")
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.terminate();
        }
    }
}

/// The page names the worker's script, whose folder is named after its content.
fn start(name: &str) -> Option<Worker> {
    let script = document()
        .query_selector(&format!("meta[name={name}]"))
        .ok()??
        .get_attribute("content")?;
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    Worker::new_with_options(&script, &options).ok()
}
