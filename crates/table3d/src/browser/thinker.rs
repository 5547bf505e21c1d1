//! The computer in a worker of its own: the same module once more, so that the page never waits.

use super::mounted::with;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// A worker that is asked one thing at a time.
#[derive(Default)]
pub(super) struct Thinker {
    worker: Option<Worker>,
    /// Must live as long as the worker may call it.
    hearing: Option<Closure<dyn FnMut(MessageEvent)>>,
}

impl Thinker {
    /// Asks for a move; the answer goes to the table in the page.
    pub(super) fn ask(&mut self, position: &str, level: u8, seed: u64) {
        if self.worker.is_none() {
            self.start();
        }
        if let Some(worker) = &self.worker {
            let request = format!("{level} {seed} {position}");
            // Fails for nothing that is a text.
            let _ = worker.post_message(&JsValue::from_str(&request));
        }
    }

    fn start(&mut self) {
        let Some(script) = script() else { return };
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let Ok(worker) = Worker::new_with_options(&script, &options) else {
            return;
        };
        let hearing = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
            let text = event.data().as_string().unwrap_or_default();
            with(|mounted| mounted.app.answer(&text));
        });
        worker.set_onmessage(Some(hearing.as_ref().unchecked_ref()));
        (self.worker, self.hearing) = (Some(worker), Some(hearing));
    }

    /// A search listens to nobody: who wants no answer ends its worker.
    pub(super) fn stop(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.terminate();
        }
        self.hearing = None;
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The page names the worker's script, whose folder is named after its content.
fn script() -> Option<String> {
    let document = web_sys::window()?.document()?;
    let named = document.query_selector("meta[name=table-worker]").ok()??;
    named.get_attribute("content")
}
