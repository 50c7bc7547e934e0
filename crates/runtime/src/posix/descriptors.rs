//! Records which file descriptors of this process belong to files of the modelled file system, with the path of each file.

use std::collections::BTreeMap;
use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Descriptors from here on are never modelled; `launcher/posix.c` has the same number.
const COUNT: usize = 65_536;

/// By descriptor: whether it is one. The C half reads this alone.
pub(super) static MODELLED: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];

type Paths = BTreeMap<c_int, Arc<[u8]>>;

/// Their files' paths.
static PATHS: Mutex<Paths> = Mutex::new(BTreeMap::new());

fn paths() -> MutexGuard<'static, Paths> {
    PATHS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn mark(descriptor: c_int) -> Option<&'static AtomicBool> {
    usize::try_from(descriptor).ok().and_then(|at| MODELLED.get(at))
}

/// A descriptor of a modelled file; whether there is room to remember it.
pub(super) fn add(descriptor: c_int, path: Arc<[u8]>) -> bool {
    let Some(mark) = mark(descriptor) else { return false };
    paths().insert(descriptor, path);
    mark.store(true, Ordering::Relaxed);
    true
}

/// A descriptor is closed, or becomes another one's.
pub(super) fn remove(descriptor: c_int) {
    if let Some(mark) = mark(descriptor).filter(|mark| mark.swap(false, Ordering::Relaxed)) {
        paths().remove(&descriptor);
        mark.store(false, Ordering::Relaxed);
    }
}

/// The path of a descriptor's file, if it is a modelled one.
pub(super) fn path_of(descriptor: c_int) -> Option<Arc<[u8]>> {
    mark(descriptor)?.load(Ordering::Relaxed).then(|| paths().get(&descriptor).cloned())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_remembered_until_they_are_closed() {
        let path: Arc<[u8]> = Arc::from(&b"/data"[..]);
        assert!(add(60_000, Arc::clone(&path)));
        assert_eq!(path_of(60_000), Some(path.clone()));
        remove(60_000);
        assert_eq!(path_of(60_000), None);
        assert!(!add(1 << 20, path) && path_of(-1).is_none());
    }
}
