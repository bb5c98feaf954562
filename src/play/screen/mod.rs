//! `sakdi play` on a colour terminal: one screen, redrawn in place.

mod draw;
mod editor;
mod layout;
mod page;
mod panel;
mod sara_am;
mod view;

use super::interface::{Interface, Review, Search};
use super::session::Session;
use crate::terminal::palette::Palette;
use crate::typed_lines::Line;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use draw::{Message, Scene, Shown};
use editor::Editor;
use page::{PageExtent, PageKey, TextPage};
use ratatui::DefaultTerminal;
use ratatui::layout::Rect;
use sakdi_analysis::AnalysisObserver;
use sakdi_engine::search::{self, SearchObserver};
use sakdi_i18n::{Language, Phrase};
use std::collections::VecDeque;
use std::io;
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;
use view::{Lengths, View};

/// Number of messages that are kept.
const MESSAGES: usize = 200;

/// The terminal in screen mode; dropping this restores it.
pub(super) struct Screen {
    /// Never dropped: dropping it shows a hidden cursor, and panics if the terminal is gone.
    terminal: ManuallyDrop<DefaultTerminal>,
    palette: Palette,
    language: Language,
    /// Two moves as they are typed.
    examples: [&'static str; 2],
    editor: Editor,
    messages: VecDeque<Message>,
    page: Option<TextPage>,
    page_extent: PageExtent,
    /// Where messages were shown last.
    message_area: Rect,
    /// The line is a `q` that closed a page: the beginning of `quit`, or nothing.
    is_after_q: bool,
    /// Lines that were typed during a search.
    typed_ahead: VecDeque<String>,
    /// The player quits, or the terminal is gone.
    is_closed: bool,
    /// The player stops a review.
    is_broken_off: bool,
    /// A signal ends the program.
    signal: Arc<AtomicBool>,
    work: Work,
}

/// The work that the player waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    None,
    Thinking,
    /// Number of positions analysed, and their total.
    Reviewing(usize, usize),
}

impl Screen {
    /// How long to wait for a key before looking at clocks and signals.
    const PATIENCE: Duration = Duration::from_millis(100);
    /// The same during work, whose end is noticed only after this time.
    const PATIENCE_AT_WORK: Duration = Duration::from_millis(20);

    /// Takes over the terminal. `signal` is set by signals that end the program.
    ///
    /// # Errors
    /// The terminal cannot be set up.
    pub(super) fn open(
        language: Language,
        examples: [&'static str; 2],
        signal: Arc<AtomicBool>,
    ) -> io::Result<Self> {
        Ok(Self {
            // It also restores the terminal when the program panics.
            terminal: ManuallyDrop::new(ratatui::try_init().inspect_err(|_| restore())?),
            palette: Palette::of_terminal(),
            language,
            examples,
            editor: Editor::default(),
            messages: VecDeque::new(),
            page: None,
            page_extent: PageExtent::default(),
            message_area: Rect::default(),
            is_after_q: false,
            typed_ahead: VecDeque::new(),
            is_closed: false,
            is_broken_off: false,
            signal,
            work: Work::None,
        })
    }

    /// Draws everything, and waits for a key for a short time.
    fn step(&mut self, session: &Session, patience: Duration) {
        // A terminal that cannot be written to or read from is gone.
        let drawn = self.draw(session);
        let event = drawn.and_then(|()| match event::poll(patience)? {
            true => event::read().map(Some),
            false => Ok(None),
        });
        match event {
            Ok(Some(Event::Key(key))) if key.kind != KeyEventKind::Release => {
                self.key(key, session);
            }
            Ok(_) => {}
            Err(_) => self.is_closed = true,
        }
        self.is_closed |= self.signal.load(Relaxed);
    }

    fn key(&mut self, key: KeyEvent, session: &Session) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('l') {
                // Clears output of other programs on the terminal.
                self.is_closed |= self.terminal.clear().is_err();
                return;
            }
            let is_end = key.code == KeyCode::Char('d') && self.editor.text().is_empty();
            if key.code == KeyCode::Char('c') || is_end {
                self.is_closed = true;
                return;
            }
        }
        self.settle_q(key.code);
        if let Some(page) = &mut self.page {
            match page.key(key, self.page_extent) {
                PageKey::Stays => return,
                PageKey::Closes => {
                    self.page = None;
                    return;
                }
                PageKey::Types => {
                    self.page = None;
                    let is_q = key.code == KeyCode::Char('q');
                    self.is_after_q = is_q && self.editor.text().is_empty();
                }
            }
        }
        if matches!(self.work, Work::Reviewing(..)) {
            self.is_broken_off |= key.code == KeyCode::Esc;
            return;
        }
        // The key of R on a Thai keyboard is พ.
        let is_review = matches!(key.code, KeyCode::Char('r' | 'R' | 'พ'));
        if is_review && session.ending().is_some() && self.editor.text().is_empty() {
            self.typed_ahead.push_back("review".to_owned());
        } else if let Some(line) = self.editor.key(key) {
            self.typed_ahead.push_back(line);
        }
    }

    /// Forgets a `q` that closed a page unless this key goes on with `quit`.
    fn settle_q(&mut self, next: KeyCode) {
        let rest = match self.editor.text() {
            _ if !self.is_after_q => return,
            "q" if next != KeyCode::Char('u') => "",
            // Perhaps `undo`.
            "qu" if next != KeyCode::Char('i') => "u",
            "q" | "qu" => return,
            _ => {
                self.is_after_q = false;
                return;
            }
        };
        self.editor.set(rest.to_owned());
        self.is_after_q = false;
    }

    fn draw(&mut self, session: &Session) -> io::Result<()> {
        let language = self.language;
        let view = View::new(session);
        let human = language.side(session.settings.human);
        let prompt = language.say(Phrase::PlayPrompt, &[&human]);
        let placeholder = self.placeholder(session);
        // Until it is known to be the beginning of a word.
        let is_hidden = self.is_after_q && self.editor.text() == "q";
        let typed = if is_hidden { "" } else { self.editor.text() };
        let cursor = if is_hidden { 0 } else { self.editor.cursor() };
        let scene = Scene {
            view: &view,
            messages: self.messages.make_contiguous(),
            prompt: &prompt,
            typed,
            cursor,
            placeholder: &placeholder,
            page: self.page.as_ref(),
            page_help: language.text(Phrase::ScreenPage),
            too_small: language.text(Phrase::ScreenSmall),
        };
        let mut shown = Shown::Messages(Rect::default());
        self.terminal.draw(|frame| shown = draw::draw(frame, &scene, &self.palette))?;
        match shown {
            Shown::Page(extent) => self.page_extent = extent,
            Shown::Messages(area) => self.message_area = area,
        }
        Ok(())
    }

    /// What stands in the empty input line.
    fn placeholder(&self, session: &Session) -> Lengths {
        let language = self.language;
        let text = |phrase| language.text(phrase).to_owned();
        match self.work {
            Work::Thinking => [text(Phrase::ScreenThinks), "…".to_owned()].into(),
            Work::Reviewing(done, all) => [
                language.say(Phrase::ScreenReviews, &[&done, &all]),
                language.say(Phrase::PageOf, &[&done, &all]),
            ]
            .into(),
            Work::None if session.ending().is_some() => {
                [Phrase::ScreenOver, Phrase::ScreenOverShort].map(text).into()
            }
            Work::None => {
                let [bia, ma] = self.examples;
                [
                    language.say(Phrase::ScreenType, &[&bia, &ma]),
                    language.say(Phrase::Or, &[&bia, &text(Phrase::ScreenHelp)]),
                ]
                .into()
            }
        }
    }

    /// Runs work while the screen stays active. Sets `stop` if the player quits or stops the work.
    fn run(
        &mut self,
        session: &Session,
        work: &mut (dyn FnMut() + Send),
        progress: impl Fn() -> Work,
        stop: &AtomicBool,
    ) -> io::Result<()> {
        thread::scope(|scope| {
            let worker = thread::Builder::new().stack_size(search::STACK_BYTES);
            let worker = worker.spawn_scoped(scope, work)?;
            while !worker.is_finished() {
                self.work = progress();
                self.step(session, Self::PATIENCE_AT_WORK);
                if self.is_closed || self.is_broken_off {
                    stop.store(true, Relaxed);
                }
            }
            self.work = Work::None;
            self.is_broken_off = false;
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok(())
        })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back as it was, if it is still there.
pub(super) fn restore() {
    let _ = ratatui::try_restore();
    let _ = crossterm::execute!(io::stdout(), crossterm::cursor::Show);
}

/// Stops a search, or watches a review.
#[derive(Debug, Default)]
struct Watcher {
    stop: AtomicBool,
    searched: AtomicUsize,
}

impl SearchObserver for Watcher {
    fn should_stop(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn takes_reports(&self) -> bool {
        false
    }
}

impl AnalysisObserver for Watcher {
    fn should_stop(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn searched(&self) {
        self.searched.fetch_add(1, Relaxed);
    }
}

impl Interface for Screen {
    /// Width inside the frame of a page.
    fn columns(&self) -> usize {
        const FRAME: u16 = 4;
        let size = self.terminal.size().unwrap_or_default();
        usize::from(size.width.saturating_sub(FRAME)).max(20)
    }

    fn is_interactive(&self) -> bool {
        true
    }

    fn print(&mut self, line: &str) -> io::Result<()> {
        self.tell(line)
    }

    fn tell(&mut self, sentence: &str) -> io::Result<()> {
        if self.messages.len() == MESSAGES {
            self.messages.pop_front();
        }
        self.messages.push_back(Message { text: sentence.to_owned(), is_new: true });
        Ok(())
    }

    /// A list that is too long for the place of messages becomes a page.
    fn list(&mut self, list: &str) -> io::Result<()> {
        let Rect { width, height, .. } = self.message_area;
        if draw::wrapped(list, width).lines().count() > height.into() {
            self.page(&format!("{list}\n"))
        } else {
            self.tell(list)
        }
    }

    fn page(&mut self, text: &str) -> io::Result<()> {
        if !text.is_empty() {
            self.page = Some(TextPage { text: text.to_owned(), first: 0 });
        }
        Ok(())
    }

    /// The screen always shows the count.
    fn count(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    /// The screen always shows the board.
    fn board(&mut self, _: &Session) -> io::Result<()> {
        Ok(())
    }

    fn ask(&mut self, session: &Session) -> io::Result<Option<Line>> {
        let line = loop {
            if self.is_closed {
                return Ok(None);
            }
            if session.has_flag_fallen() {
                break String::new();
            }
            if let Some(line) = self.typed_ahead.pop_front() {
                break line;
            }
            self.step(session, Self::PATIENCE);
        };
        self.messages.iter_mut().for_each(|message| message.is_new = false);
        Ok(Some(Ok(line)))
    }

    fn search(&mut self, session: &Session, search: Search<'_>) -> io::Result<bool> {
        let watcher = Watcher::default();
        let mut work = || search(&watcher);
        self.run(session, &mut work, || Work::Thinking, &watcher.stop)?;
        Ok(!self.is_closed)
    }

    fn review(&mut self, session: &Session, review: Review<'_>) -> io::Result<()> {
        let watcher = Watcher::default();
        let all = session.game().moves().len() + 1;
        let progress = || Work::Reviewing(watcher.searched.load(Relaxed), all);
        let mut work = || review(&watcher);
        self.run(session, &mut work, progress, &watcher.stop)
    }
}
