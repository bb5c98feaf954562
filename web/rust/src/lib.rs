//! Sakdi for JavaScript. What is exported here is wrapped by the modules of `web/js`, and its types
//! are told in `web/js/sakdi.d.ts`.

mod analysis;
mod board;
mod convert;
mod engine;
mod error;
mod job;
mod tables;
