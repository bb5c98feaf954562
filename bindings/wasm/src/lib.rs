//! Sakdi for JavaScript. The modules of `web/js` wrap the exports of this crate;
//! `web/js/sakdi.d.ts` has their types.

mod analysis;
mod board;
mod convert;
mod engine;
mod error;
mod explorer;
mod ffish;
mod game;
mod job;
mod tables;
mod tree;
