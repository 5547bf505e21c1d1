#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod record;
mod request;
mod show;
mod work;

use request::Request;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::js_sys::Function;
use work::Work;

/// Answers a request: calls `report` with every answer.
pub fn answer(request: &str, report: &mut dyn FnMut(String)) {
    if let Some(answer) = record::answer(request).or_else(|| show::answer(request)) {
        return report(answer.unwrap_or_else(|reason| format!("error {reason}")));
    }
    let done = Request::read(request).and_then(|Request { wanted, game }| {
        let by_hand = || Err("this game is played by hand: no engine analyses it".to_owned());
        game.visit(Work { wanted, report }).unwrap_or_else(by_hand)
    });
    if let Err(reason) = done {
        report(format!("error {reason}"));
    }
}

/// Entry point of the worker's script: answers a message.
#[wasm_bindgen(js_name = answer)]
pub fn answer_message(request: &str, report: &Function) {
    answer(request, &mut |text| {
        // Calling the worker's own function fails only when the page is gone.
        let _ = report.call1(&JsValue::NULL, &JsValue::from_str(&text));
    });
}
