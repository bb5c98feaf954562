//! Large zeroed memory.

#[cfg(target_family = "wasm")]
pub use heap::ZeroedSlice;
#[cfg(not(target_family = "wasm"))]
pub use mapped::ZeroedSlice;

/// Whether the system would provide this much more memory at once. It does not get any.
#[cfg(not(target_family = "wasm"))]
pub fn has_room(bytes: usize) -> bool {
    // Elsewhere memory is limited in other ways than by the size of the address space.
    #[cfg(unix)]
    return memmap2::MmapOptions::new().len(bytes).no_reserve_swap().map_anon().is_ok();
    #[cfg(not(unix))]
    return bytes < isize::MAX as usize;
}

/// A type whose default value is all zero bits.
///
/// # Safety
/// Zero bits must be a valid value, equal to `Self::default()`, and the type must need no drop.
pub unsafe trait Zeroable: Default {}

#[cfg(not(target_family = "wasm"))]
mod mapped {
    use super::Zeroable;
    use crate::parallel_map::parallel_map;
    use memmap2::MmapMut;
    use std::io;
    use std::marker::PhantomData;
    use std::sync::{Mutex, PoisonError};

    /// Slices up to this size in bytes are written when they are allocated, so that a search does
    /// not wait for their pages. Larger ones get their pages at first use.
    const TOUCHED: usize = 1 << 30;

    /// Bytes that one core fills with zeros at a time: many huge pages.
    const CHUNK: usize = 32 << 20;

    /// A slice of zeros in anonymous memory, which can use huge pages. With small pages a random
    /// access takes much of its time to look up the page.
    #[derive(Debug)]
    pub struct ZeroedSlice<T> {
        memory: MmapMut,
        item: PhantomData<T>,
    }

    impl<T: Zeroable> ZeroedSlice<T> {
        /// `len` zeros, at least one.
        ///
        /// # Errors
        /// When there is not enough memory.
        pub fn new(len: usize) -> io::Result<Self> {
            const { assert!(size_of::<T>() > 0 && align_of::<T>() <= 4096) };
            let bytes = len.max(1).checked_mul(size_of::<T>()).ok_or(io::ErrorKind::OutOfMemory)?;
            Ok(Self { memory: zeros(bytes)?, item: PhantomData })
        }

        /// The items.
        #[inline]
        pub fn as_slice(&self) -> &[T] {
            let len = self.memory.len() / size_of::<T>();
            // SAFETY: the memory lives as long as `self`, is aligned to a page, holds `len` items,
            // and its zero bits are valid by `Zeroable`. Items change only through interior
            // mutability, and by `clear`, which borrows `self` alone.
            unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast(), len) }
        }

        /// Makes all items zero.
        pub fn clear(&mut self) {
            let len = self.memory.len();
            // Newly mapped memory costs nothing until it is used.
            match (len > TOUCHED).then(|| zeros(len)) {
                Some(Ok(memory)) => self.memory = memory,
                _ => fill_with_zeros(&mut self.memory),
            }
        }
    }

    fn zeros(len: usize) -> io::Result<MmapMut> {
        let mut memory = MmapMut::map_anon(len)?;
        // Without huge pages it is only slower.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        if len <= TOUCHED {
            fill_with_zeros(&mut memory);
        }
        Ok(memory)
    }

    /// Done by all cores, which takes a large table much less time.
    fn fill_with_zeros(memory: &mut [u8]) {
        let chunks: Vec<_> = memory.chunks_mut(CHUNK).map(Mutex::new).collect();
        let fill = |chunk: &Mutex<&mut [u8]>| {
            chunk.lock().unwrap_or_else(PoisonError::into_inner).fill(0);
        };
        parallel_map(&chunks, fill);
    }
}

/// The same without memory maps. The tests compile it in any build.
#[cfg(any(test, target_family = "wasm"))]
mod heap {
    use super::Zeroable;
    use std::io;

    /// A slice of zeros on the heap.
    #[derive(Debug)]
    pub struct ZeroedSlice<T>(Box<[T]>);

    impl<T: Zeroable> ZeroedSlice<T> {
        /// `len` zeros, at least one.
        ///
        /// # Errors
        /// When there is not enough memory.
        pub fn new(len: usize) -> io::Result<Self> {
            let len = len.max(1);
            let mut items = Vec::new();
            items.try_reserve_exact(len).map_err(|_| io::ErrorKind::OutOfMemory)?;
            items.resize_with(len, T::default);
            Ok(Self(items.into_boxed_slice()))
        }

        /// The items.
        #[inline]
        pub fn as_slice(&self) -> &[T] {
            &self.0
        }

        /// Makes all items zero.
        pub fn clear(&mut self) {
            self.0.fill_with(T::default);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    #[derive(Debug, Default)]
    struct Word(AtomicU64);

    // SAFETY: zero bits are the integer zero.
    unsafe impl Zeroable for Word {}

    macro_rules! test_both {
        ($($name:ident $module:ident),*) => {$(
            #[test]
            fn $name() {
                let mut words = $module::ZeroedSlice::<Word>::new(1000).expect("memory");
                assert_eq!(words.as_slice().len(), 1000);
                words.as_slice()[999].0.store(7, Relaxed);
                assert_eq!(words.as_slice()[999].0.load(Relaxed), 7);
                words.clear();
                assert!(words.as_slice().iter().all(|word| word.0.load(Relaxed) == 0));
                assert_eq!($module::ZeroedSlice::<Word>::new(0).expect("memory").as_slice().len(), 1);
                assert!($module::ZeroedSlice::<Word>::new(usize::MAX / 2).is_err());
            }
        )*};
    }

    #[cfg(not(target_family = "wasm"))]
    #[test]
    fn there_is_room_for_a_page_and_not_for_everything() {
        assert!(has_room(4096));
        assert!(!has_room(usize::MAX / 2));
    }

    test_both!(memory_on_the_heap_is_zero heap);
    #[cfg(not(target_family = "wasm"))]
    test_both!(mapped_memory_is_zero mapped);
}
