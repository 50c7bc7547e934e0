//! Memory folding of static variables: the copies of a large array in all ranks' images (loaded copies of the program) share
//! physical pages, like large heap blocks ([`super::arena`]).
//!
//! The program's symbol table has the sizes of variables. Everything between the large arrays stays private to each rank,
//! such as the scalars that control the program. The first and the last page of an array also stay private, because other
//! variables may be on them. An array that contains addresses is not folded, because addresses differ between ranks. All
//! ranks have the same variables, so each array has the same place in the shared file for all ranks.
//!
//! Cost: two memory mappings in each image for each contiguous stretch of arrays.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::ptr::with_exposed_provenance_mut;

use super::template::{PAGE, Template};

/// The pages of a program's large static variables, shared by all ranks of a space.
#[derive(Debug)]
pub(crate) struct SharedStatics {
    file: OwnedFd,
    /// Offsets in the image, [from, to), one after the other in the file.
    ranges: Vec<(u64, u64)>,
}

/// Whole pages of arrays of at least `least` bytes. Arrays side by side make one range.
pub(crate) fn ranges(template: &Template, least: u64) -> Vec<(u64, u64)> {
    let mut joined: Vec<(u64, u64)> = Vec::new();
    for &(from, to) in template.arrays.iter().flatten().filter(|(from, to)| to - from >= least) {
        match joined.last_mut() {
            // Bytes between two aligned arrays belong to none.
            Some(last) if from < last.1 + ALIGNMENT => last.1 = last.1.max(to),
            _ => joined.push((from, to)),
        }
    }
    let pages = joined.into_iter().map(|(from, to)| (from.next_multiple_of(PAGE), to / PAGE * PAGE));
    pages.filter(|(from, to)| from < to).collect()
}

/// The widest alignment of a static variable, bytes.
const ALIGNMENT: u64 = 64;

impl SharedStatics {
    /// Shares these ranges of a template, with the values that variables begin with.
    pub(crate) fn new(template: &Template, ranges: Vec<(u64, u64)>) -> io::Result<Self> {
        // SAFETY: a name that ends with a zero byte; the descriptor is new, and ours alone.
        let file = unsafe {
            let descriptor = libc::memfd_create(c"windtunnel-statics".as_ptr(), libc::MFD_CLOEXEC);
            if descriptor < 0 {
                return Err(io::Error::last_os_error());
            }
            OwnedFd::from_raw_fd(descriptor)
        };
        let statics = Self { file, ranges };
        // SAFETY: a plain system call on a descriptor of ours.
        if unsafe { libc::ftruncate(statics.file.as_raw_fd(), statics.bytes() as i64) } != 0 {
            return Err(io::Error::last_os_error());
        }
        for (from, to, offset) in statics.places() {
            for at in (from..to).step_by(PAGE as usize) {
                if (template.anonymous.0..template.anonymous.1).contains(&at) {
                    continue;
                }
                let page = &template.bytes[at as usize..(at + PAGE) as usize];
                if page.iter().all(|&byte| byte == 0) {
                    continue;
                }
                let place = (offset + at - from) as i64;
                // SAFETY: the slice is valid for its length.
                let written =
                    unsafe { libc::pwrite(statics.file.as_raw_fd(), page.as_ptr().cast(), page.len(), place) };
                if written != page.len() as isize {
                    return Err(io::Error::last_os_error());
                }
            }
        }
        Ok(statics)
    }

    /// Bytes that ranks share.
    pub(crate) fn bytes(&self) -> u64 {
        self.ranges.iter().map(|(from, to)| to - from).sum()
    }

    /// Ranges, each with its place in the file.
    fn places(&self) -> impl Iterator<Item = (u64, u64, u64)> + '_ {
        self.ranges.iter().scan(0, |offset, &(from, to)| {
            let place = *offset;
            *offset += to - from;
            Some((from, to, place))
        })
    }

    /// Maps them into an unused image.
    pub(crate) fn map(&self, image: usize) -> io::Result<()> {
        for (from, to, offset) in self.places() {
            let (at, length) = (with_exposed_provenance_mut(image + from as usize), (to - from) as usize);
            let flags = libc::MAP_SHARED | libc::MAP_FIXED | libc::MAP_NORESERVE;
            let access = libc::PROT_READ | libc::PROT_WRITE;
            // SAFETY: replaces pages of an unused image; advice changes no contents.
            unsafe {
                if libc::mmap(at, length, access, flags, self.file.as_raw_fd(), offset as i64) == libc::MAP_FAILED {
                    return Err(io::Error::last_os_error());
                }
                libc::madvise(at, length, libc::MADV_NOHUGEPAGE);
            }
        }
        Ok(())
    }
}
