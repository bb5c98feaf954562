//! The engine behind the protocol. It runs in a worker of its own, whose loop is JavaScript's.

use crate::tables;
use js_sys::Function;
use sakdi::uci::{Flow, Interrupt, Session};
use std::cell::RefCell;
use std::io::{self, Write};
use wasm_bindgen::prelude::*;

/// What JavaScript gives the engine of this instance.
struct Host {
    write: Function,
    listen: Function,
}

thread_local! {
    // An instance has one thread, and one engine.
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

/// Calls a function of the host; what it throws is JavaScript's to see.
fn call(function: impl FnOnce(&Host) -> Result<JsValue, JsValue>) -> Option<JsValue> {
    HOST.with_borrow(|host| function(host.as_ref()?).ok())
}

/// One client's session.
#[wasm_bindgen]
pub struct Engine {
    session: Session,
}

#[wasm_bindgen]
impl Engine {
    /// An engine that gives `write` what it says, whole lines with their ends. While it searches
    /// it often asks `listen` what the client has said: 1 for `ponderhit`, 2 for `stop` or any line
    /// that ends a search, 0 for nothing.
    #[wasm_bindgen(constructor)]
    pub fn new(write: Function, listen: Function) -> Self {
        HOST.set(Some(Host { write, listen }));
        Self { session: Session::without_threads(Writer, listen_to_host) }
    }

    /// Acts on a line. Returns when a search that it starts has ended; false when it was `quit`.
    pub fn handle(&mut self, line: &str) -> bool {
        self.session.handle(line) == Flow::Continue
    }

    /// Uses the endgame tables of this instance from now on.
    #[wasm_bindgen(js_name = useTables)]
    pub fn use_tables(&mut self) {
        self.session.set_own_tables(tables::loaded());
    }
}

fn listen_to_host() -> Option<Interrupt> {
    let said = call(|host| host.listen.call0(&JsValue::NULL)).and_then(|said| said.as_f64());
    match said {
        Some(1.0) => Some(Interrupt::PonderHit),
        Some(2.0) => Some(Interrupt::Stop),
        _ => None,
    }
}

/// Writes to the host.
struct Writer;

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        call(|host| host.write.call1(&JsValue::NULL, &text.as_ref().into()));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
