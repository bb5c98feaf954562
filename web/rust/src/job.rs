//! Work that takes its time. It is prepared first and run by a function that takes and gives
//! nothing, so that the host may suspend it while it asks what the client has said.

use std::cell::RefCell;
use wasm_bindgen::prelude::*;

type Result = std::result::Result<JsValue, JsValue>;

thread_local! {
    static JOB: RefCell<Option<Box<dyn FnOnce() -> Result>>> = const { RefCell::new(None) };
    static RESULT: RefCell<Result> = const { RefCell::new(Ok(JsValue::UNDEFINED)) };
}

#[link(wasm_import_module = "./host.js")]
unsafe extern "C" {
    /// What the client has said since it was last asked: nothing, `ponderhit`, or `stop` and
    /// whatever else ends a job.
    fn listen() -> u32;
}

/// What the client may say to a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    PonderHit,
    Stop,
}

/// Asks what the client has said.
pub fn said() -> Option<Said> {
    // SAFETY: a function of JavaScript that takes nothing and gives a number.
    match unsafe { listen() } {
        1 => Some(Said::PonderHit),
        2 => Some(Said::Stop),
        _ => None,
    }
}

/// Makes this the next job.
pub fn prepare(job: impl FnOnce() -> Result + 'static) {
    JOB.set(Some(Box::new(job)));
}

/// Runs the job that was prepared last.
#[unsafe(no_mangle)]
pub extern "C" fn run_job() {
    if let Some(job) = JOB.take() {
        RESULT.set(job());
    }
}

/// What the last job gave.
#[wasm_bindgen(js_name = jobResult)]
pub fn job_result() -> Result {
    RESULT.replace(Ok(JsValue::UNDEFINED))
}
