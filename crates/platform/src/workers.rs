//! Work on many items by several threads.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

/// Works on all items. Each thread makes its own `tools` and takes one item after the other, until
/// `work` returns `None`. `done` gets the index of each item with its result, in the order in which
/// they are ready; after a `Break` or an error no more items are begun. Each thread has
/// `stack_bytes` of stack.
///
/// # Errors
/// That of `done`, or no thread can be started.
pub fn work_on<T: Sync, Tools, R: Send, E: From<io::Error>>(
    items: &[T],
    threads: usize,
    stack_bytes: usize,
    tools: impl Fn() -> Tools + Sync,
    work: impl Fn(&mut Tools, &T) -> Option<R> + Sync,
    mut done: impl FnMut(usize, R) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel::<(usize, R)>();
        for number in 0..threads.min(items.len()) {
            let (sender, next, tools, work) = (sender.clone(), &next, &tools, &work);
            let work_on_items = move || {
                let mut tools = tools();
                loop {
                    let index = next.fetch_add(1, Relaxed);
                    let Some(item) = items.get(index) else { return };
                    let Some(result) = work(&mut tools, item) else { return };
                    // Fails after a `Break` and after an error.
                    if sender.send((index, result)).is_err() {
                        return;
                    }
                }
            };
            let thread = thread::Builder::new().stack_size(stack_bytes);
            match thread.spawn_scoped(scope, work_on_items) {
                Err(error) if number == 0 => return Err(error.into()),
                Err(error) => log::warn!("cannot start another thread: {error}"),
                Ok(_) => {}
            }
        }
        drop(sender);
        for (index, result) in receiver {
            if done(index, result)?.is_break() {
                break;
            }
        }
        Ok(())
    })
}

/// As [`work_on`], but `done` gets the results in the order of the items. One that `work` refuses is the
/// last.
///
/// # Errors
/// As [`work_on`].
pub fn work_in_order<T: Sync, Tools, R: Send, E: From<io::Error>>(
    items: &[T],
    threads: usize,
    stack_bytes: usize,
    tools: impl Fn() -> Tools + Sync,
    work: impl Fn(&mut Tools, &T) -> Option<R> + Sync,
    mut done: impl FnMut(usize, R) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    work_on(items, threads, stack_bytes, tools, work, |index, result| {
        waiting.insert(index, result);
        while let Some(result) = waiting.remove(&next) {
            next += 1;
            if done(next - 1, result)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const STACK: usize = 1 << 16;

    #[test]
    fn every_item_is_worked_on_once_until_somebody_ends_it() {
        let items: Vec<usize> = (0..100).collect();
        let square = |_: &mut (), &item: &usize| (item < 90).then_some(item * item);
        let mut seen = Vec::new();
        let all = work_on(
            &items,
            4,
            STACK,
            || (),
            square,
            |index, result| {
                assert_eq!(result, index * index);
                seen.push(index);
                Ok::<_, io::Error>(ControlFlow::Continue(()))
            },
        );
        seen.sort_unstable();
        assert!(all.is_ok() && seen.into_iter().eq(0..90));
        let mut seen = 0;
        let some = work_on(
            &items,
            1,
            STACK,
            || (),
            square,
            |_, _| {
                seen += 1;
                Ok::<_, io::Error>(if seen == 3 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            },
        );
        assert!(some.is_ok() && seen == 3);
        let mut seen = Vec::new();
        let ordered = work_in_order(
            &items,
            4,
            STACK,
            || (),
            square,
            |index, _| {
                seen.push(index);
                let is_last = index == 80;
                let flow = if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
                Ok::<_, io::Error>(flow)
            },
        );
        assert!(ordered.is_ok() && seen.into_iter().eq(0..=80));
        let full = |_, _| Err(io::Error::from(io::ErrorKind::StorageFull));
        let failing = work_on(&items, 2, STACK, || (), square, full);
        assert_eq!(failing.unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}
