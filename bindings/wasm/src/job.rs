//! Long work: a search, perft or bench. A job is prepared first and run by a function
//! without parameters or result, so that the host can suspend it while it polls for interrupts.

use sakdi_uci::Interrupt;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

type Result = std::result::Result<JsValue, JsValue>;

thread_local! {
    static JOB: RefCell<Option<Box<dyn FnOnce() -> Result>>> = const { RefCell::new(None) };
    static RESULT: RefCell<Result> = const { RefCell::new(Ok(JsValue::UNDEFINED)) };
}

#[link(wasm_import_module = "./host.js")]
unsafe extern "C" {
    /// The interrupts since the last poll: nothing, `ponderhit`, or `stop` and any other command
    /// that ends a job.
    fn listen() -> u32;
}

/// Polls for interrupts by the client.
pub fn poll() -> Option<Interrupt> {
    // SAFETY: a JavaScript function without parameters that returns a number.
    match unsafe { listen() } {
        1 => Some(Interrupt::PonderHit),
        2 => Some(Interrupt::Stop),
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

/// The result of the last job.
#[wasm_bindgen(js_name = jobResult)]
pub fn job_result() -> Result {
    RESULT.replace(Ok(JsValue::UNDEFINED))
}
