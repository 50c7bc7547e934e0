//! The data about the process that the crash handler needs, protected against stray writes of the program. These data lie in a
//! mapping between two inaccessible pages. Once they are written, the mapping becomes read-only. So a crash record names the
//! right rank, whatever the program has overwritten.

use super::super::template::PAGE;
use std::ffi::{c_int, c_void};
use std::ptr::{null_mut, with_exposed_provenance_mut};
use std::sync::atomic::{AtomicPtr, Ordering};

/// The facts. New ones take their place where more programs are loaded; a handler may still be reading the old ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts<'a> {
    /// Where records go; -1: nowhere.
    pub(super) records: c_int,
    /// The rank, if it has a process of its own, and the path of its executable.
    pub(super) rank: u32,
    pub(super) executable: &'a [u8],
    /// The C library's own, if it has one.
    pub(super) find_object: Option<FindObject>,
    /// Ranks that are images.
    pub(super) pools: &'a [PoolFacts],
    pub(super) modules: &'a [ModuleFacts<'a>],
}

/// `_dl_find_object`, which tells the object of an address without a lock (glibc ≥ 2.35).
pub(super) type FindObject = unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int;

/// Where the ranks of a pool are.
#[derive(Clone, Copy, Debug)]
pub(super) struct PoolFacts {
    pub(super) images: usize,
    /// From one image to the next, and from one stack to the next.
    pub(super) image_bytes: u64,
    pub(super) stacks: usize,
    pub(super) stack_bytes: u64,
    pub(super) slots: u64,
    /// Bytes at the low end of a stack's place that cannot be accessed.
    pub(super) below_stack: u64,
    /// Where the records of the slots lie.
    pub(super) table: usize,
    pub(super) record_bytes: usize,
    /// Its program's first module, and how many there are.
    pub(super) modules: (usize, usize),
}

/// An object of a program in terms of its image.
#[derive(Clone, Copy, Debug)]
pub(super) struct ModuleFacts<'a> {
    pub(super) base: u64,
    pub(super) extent: u64,
    pub(super) path: &'a [u8],
}

impl<'a> Facts<'a> {
    pub(super) const NONE: Facts<'static> =
        Facts { records: -1, rank: 0, executable: &[], find_object: None, pools: &[], modules: &[] };

    /// The object of an image that holds an address, and the address in its own terms.
    pub(super) fn module_at(&self, address: usize) -> Option<(&'a [u8], u64)> {
        self.pools.iter().find_map(|pool| {
            let offset = address.checked_sub(pool.images)? as u64;
            if offset / pool.image_bytes >= pool.slots {
                return None;
            }
            let (offset, (first, count)) = (offset % pool.image_bytes, pool.modules);
            let mut modules = self.modules.iter().skip(first).take(count);
            let module = modules.find(|module| offset.wrapping_sub(module.base) < module.extent)?;
            Some((module.path, offset - module.base))
        })
    }

    /// Whether an address lies in what guards the stack of a slot, whose record lies at `record`.
    pub(super) fn is_guard(&self, record: usize, address: usize) -> bool {
        self.pools.iter().any(|pool| {
            let slot = record.wrapping_sub(pool.table) / pool.record_bytes.max(1);
            let within = address.wrapping_sub(pool.stacks) as u64;
            (slot as u64) < pool.slots
                && within / pool.stack_bytes == slot as u64
                && within % pool.stack_bytes < pool.below_stack
        })
    }
}

/// A page of its own, so that it can be read-only.
#[repr(C, align(4096))]
struct Page(AtomicPtr<Facts<'static>>, [u8; PAGE as usize - size_of::<usize>()]);

static FACTS: Page = Page(AtomicPtr::new(null_mut()), [0; PAGE as usize - size_of::<usize>()]);

/// The facts as they are now.
pub(super) fn facts() -> Facts<'static> {
    // SAFETY: null, or facts that are never freed.
    unsafe { FACTS.0.load(Ordering::Acquire).as_ref() }.copied().unwrap_or(Facts::NONE)
}

/// Puts facts in their place.
pub(super) fn seal(facts: &Facts<'_>) {
    let paths: usize = facts.modules.iter().map(|module| module.path.len()).sum();
    let bytes = size_of::<Facts<'_>>()
        + size_of_val(facts.pools)
        + size_of_val(facts.modules)
        + facts.executable.len()
        + paths
        + 64;
    let page = PAGE as usize;
    let bytes = bytes.next_multiple_of(page);
    let (start, is_mapped) = room(bytes);
    let mut cursor = Cursor { at: start };
    let modules: Vec<_> =
        facts.modules.iter().map(|module| ModuleFacts { path: cursor.put(module.path), ..*module }).collect();
    let executable = cursor.put(facts.executable);
    let own = Facts { executable, pools: cursor.put(facts.pools), modules: cursor.put(&modules), ..*facts };
    let own: *const Facts<'static> = cursor.put(&[own]).as_ptr();
    let place = (&raw const FACTS).cast_mut().cast();
    // A system that does not protect these pages leaves them as any other memory.
    // SAFETY: pages that hold the facts alone, and a page of its own.
    unsafe {
        if is_mapped {
            libc::mprotect(with_exposed_provenance_mut(start), bytes, libc::PROT_READ);
        }
        libc::mprotect(place, page, libc::PROT_READ | libc::PROT_WRITE);
        FACTS.0.store(own.cast_mut(), Ordering::Release);
        libc::mprotect(place, page, libc::PROT_READ);
    }
}

/// Where so many bytes of facts go, and whether that is a mapping of their own.
fn room(bytes: usize) -> (usize, bool) {
    let guarded = guarded_pages(bytes);
    match guarded {
        Some(start) => (start, true),
        None => (vec![0u128; bytes / size_of::<u128>()].leak().as_mut_ptr().expose_provenance(), false),
    }
}

/// New memory between two pages that cannot be accessed.
pub(super) fn guarded_pages(bytes: usize) -> Option<usize> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: a new mapping at a place of the kernel's choice; its middle becomes accessible.
    unsafe {
        let all = libc::mmap(null_mut(), bytes + 2 * PAGE as usize, libc::PROT_NONE, flags, -1, 0);
        if all == libc::MAP_FAILED {
            return None;
        }
        let middle = all.byte_add(PAGE as usize);
        let usable = libc::mprotect(middle, bytes, libc::PROT_READ | libc::PROT_WRITE) == 0;
        usable.then(|| middle.expose_provenance())
    }
}

/// Where the next item goes.
struct Cursor {
    at: usize,
}

impl Cursor {
    /// Copies items, which stay for good.
    fn put<'a, T: Copy>(&mut self, items: &[T]) -> &'a [T] {
        let at = self.at.next_multiple_of(align_of::<T>());
        let to: *mut T = with_exposed_provenance_mut(at);
        self.at = at + size_of_val(items);
        // SAFETY: the room was made for all that is put into it, and nobody else writes there.
        unsafe {
            to.copy_from_nonoverlapping(items.as_ptr(), items.len());
            std::slice::from_raw_parts(to, items.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_tell_modules_and_guards_by_address() {
        let modules = [
            ModuleFacts { base: 0, extent: 100, path: b"prog" },
            ModuleFacts { base: 4096, extent: 50, path: b"lib" },
        ];
        let pool = PoolFacts {
            images: 1 << 20,
            image_bytes: 8192,
            stacks: 1 << 24,
            stack_bytes: 1 << 16,
            slots: 3,
            below_stack: PAGE,
            table: 1000,
            record_bytes: 100,
            modules: (0, 2),
        };
        seal(&Facts { records: 7, pools: &[pool], modules: &modules, ..Facts::NONE });
        let facts = facts();
        assert_eq!(facts.records, 7);
        assert_eq!(facts.module_at((1 << 20) + 8192 + 4100), Some((&b"lib"[..], 4)));
        assert_eq!(facts.module_at((1 << 20) + 3 * 8192), None);
        assert_eq!(facts.module_at((1 << 20) + 200), None);
        assert!(facts.is_guard(1100, (1 << 24) + (1 << 16) + 5));
        assert!(!facts.is_guard(1000, (1 << 24) + (1 << 16) + 5), "another slot's");
        assert!(!facts.is_guard(1100, (1 << 24) + (1 << 16) + 5000));
        // Nobody can write there.
        let maps = std::fs::read_to_string("/proc/self/maps").expect("this process");
        for address in [(&raw const FACTS).addr(), facts.modules.as_ptr().addr()] {
            let line = maps.lines().find(|line| {
                let (range, _) = line.split_once(' ').expect("a range");
                let (from, to) = range.split_once('-').expect("two ends");
                let number = |text| usize::from_str_radix(text, 16).expect("hexadecimal");
                (number(from)..number(to)).contains(&address)
            });
            assert!(line.expect("mapped").contains(" r--p "), "{line:?}");
        }
    }
}
