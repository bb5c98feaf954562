//! Work on many items by several threads.

use crate::search;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

/// Works on all items. Each thread makes its own `tools` and takes one item after the other, until
/// `work` returns `None`. `done` gets the index of each item with its result, in the order in which
/// they are ready; after a `Break` or an error no more items are begun.
///
/// # Errors
/// That of `done`.
pub(super) fn work_on<T: Sync, Tools, R: Send, E>(
    items: &[T],
    threads: usize,
    tools: impl Fn() -> Tools + Sync,
    work: impl Fn(&mut Tools, &T) -> Option<R> + Sync,
    mut done: impl FnMut(usize, R) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel::<(usize, R)>();
        for _ in 0..threads.min(items.len()) {
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
            let thread = thread::Builder::new().stack_size(search::STACK_BYTES);
            if let Err(error) = thread.spawn_scoped(scope, work_on_items) {
                log::warn!("cannot start another thread: {error}");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_once_until_somebody_ends_it() {
        let items: Vec<usize> = (0..100).collect();
        let square = |_: &mut (), &item: &usize| (item < 90).then_some(item * item);
        let mut seen = Vec::new();
        let all = work_on(
            &items,
            4,
            || (),
            square,
            |index, result| {
                assert_eq!(result, index * index);
                seen.push(index);
                Ok::<_, ()>(ControlFlow::Continue(()))
            },
        );
        seen.sort_unstable();
        assert_eq!((all, seen), (Ok(()), (0..90).collect::<Vec<_>>()));
        let mut seen = 0;
        let some = work_on(
            &items,
            1,
            || (),
            square,
            |_, _| {
                seen += 1;
                Ok::<_, ()>(if seen == 3 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            },
        );
        assert_eq!((some, seen), (Ok(()), 3));
        let failing = work_on(&items, 2, || (), square, |_, _| Err("no room"));
        assert_eq!(failing, Err("no room"));
    }
}
