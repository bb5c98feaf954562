//! The UCI engine. It runs in its own worker; the loop is in JavaScript.

use crate::error::thrown;
use crate::job;
use crate::tables;
use js_sys::{Function, Map};
use sakdi_engine::eval::nnue::{self, Net};
use sakdi_levels::SKILL_LEVELS;
use sakdi_uci::Session;
use std::cell::RefCell;
use std::io::{self, Write};
use wasm_bindgen::prelude::*;

thread_local! {
    // A WebAssembly instance has one thread and one engine.
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
    static WRITE: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// The Elo of each level below full strength, by `Skill Level`, the weakest first.
#[wasm_bindgen]
pub fn levels() -> Map {
    let levels = Map::new();
    for level in SKILL_LEVELS {
        levels.set(&level.skill.into(), &level.elo.into());
    }
    levels
}

/// Gives this instance its net, the bytes of `sakdi.net`, before its first search.
#[wasm_bindgen(js_name = setDefaultNet)]
pub fn set_default_net(file: &[u8]) -> Result<(), JsValue> {
    let (net, _) = Net::read(file).map_err(thrown)?;
    nnue::set_default_net(net);
    Ok(())
}

/// Starts the engine of this instance. It calls `write` with its output: whole lines with their
/// line ends.
#[wasm_bindgen(js_name = startEngine)]
pub fn start_engine(write: Function) {
    WRITE.set(Some(write));
    SESSION.set(Some(Session::without_threads(Writer, job::poll)));
}

/// Prepares a job that handles a line. The job ends with the search that the line starts, if any.
/// Its result is false if the line was `quit`.
#[wasm_bindgen(js_name = prepareLine)]
pub fn prepare_line(line: String) {
    job::prepare(move || {
        let flow = SESSION.with_borrow_mut(|session| session.as_mut().map(|it| it.handle(&line)));
        Ok(flow.is_some_and(|it| it.is_continue()).into())
    });
}

/// Makes the engine use the endgame tables of this instance.
#[wasm_bindgen(js_name = useTables)]
pub fn use_tables() {
    SESSION.with_borrow_mut(|session| {
        if let Some(session) = session {
            session.set_builtin_tables(tables::loaded());
        }
    });
}

/// Makes the engine evaluate by a net: the bytes of a file that `sakdi train` writes.
#[wasm_bindgen(js_name = useNet)]
pub fn use_net(file: &[u8]) -> Result<(), JsValue> {
    let (net, _) = Net::read(file).map_err(thrown)?;
    SESSION.with_borrow_mut(|session| {
        if let Some(session) = session {
            session.set_builtin_net(net);
        }
    });
    Ok(())
}

/// Writes to the host.
struct Writer;

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        WRITE.with_borrow(|write| {
            // The host handles its own exceptions.
            let _thrown = write.as_ref().map(|it| it.call1(&JsValue::NULL, &text.as_ref().into()));
        });
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
