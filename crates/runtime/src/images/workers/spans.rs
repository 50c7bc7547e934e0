//! Ranges of addresses, as the lines of `/proc/self/maps` give them.

use std::ffi::{c_int, c_void};
use std::ptr::with_exposed_provenance;

const PAGE: usize = 4096;

/// A range of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Span {
    pub(super) const NONE: Self = Self { from: 0, to: 0 };

    pub(super) fn holds(self, address: usize) -> bool {
        (self.from..self.to).contains(&address)
    }

    /// The rest without another span.
    pub(super) fn without(self, other: Self) -> [Self; 2] {
        let middle = (other.from.clamp(self.from, self.to), other.to.clamp(self.from, self.to));
        [Self { to: middle.0, ..self }, Self { from: middle.1.max(middle.0), ..self }]
    }
}

/// The addresses and rights of a line of `/proc/self/maps`.
pub(super) fn span_of(line: &str) -> Option<(Span, &str)> {
    let mut words = line.split(' ');
    let (from, to) = words.next()?.split_once('-')?;
    let number = |text| usize::from_str_radix(text, 16).ok();
    Some((Span { from: number(from)?, to: number(to)? }, words.next()?))
}

/// Whole pages of tables by which libraries look functions up. The linker may fill an entry in later, at home; what is in a
/// worker's copy then is as good.
pub(super) fn look_up_tables() -> Vec<Span> {
    unsafe extern "C" fn add(info: *mut libc::dl_phdr_info, _: usize, tables: *mut c_void) -> c_int {
        const DT_PLTRELSZ: u64 = 2;
        const DT_PLTGOT: u64 = 3;
        // SAFETY: the C library's description of an object, whose dynamic section ends with a zero tag; the caller's list.
        unsafe {
            let (info, tables) = (&*info, &mut *tables.cast::<Vec<Span>>());
            let headers: &[libc::Elf64_Phdr] = match info.dlpi_phdr.is_null() {
                true => &[],
                false => std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum)),
            };
            let Some(dynamic) = headers.iter().find(|header| header.p_type == libc::PT_DYNAMIC) else { return 0 };
            let mut entry: *const [u64; 2] = with_exposed_provenance((info.dlpi_addr + dynamic.p_vaddr) as usize);
            let (mut start, mut relocations) = (0, 0);
            while (*entry)[0] != 0 {
                match *entry {
                    [DT_PLTGOT, address] => start = address as usize,
                    [DT_PLTRELSZ, bytes] => relocations = bytes as usize,
                    _ => {}
                }
                entry = entry.add(1);
            }
            // Three words of the linker's, and one for each relocation (24 bytes).
            let (from, to) = (start.next_multiple_of(PAGE), (start + 24 + relocations / 24 * 8) / PAGE * PAGE);
            if start > info.dlpi_addr as usize && from < to {
                tables.push(Span { from, to });
            }
        }
        0
    }
    let mut tables = Vec::new();
    // SAFETY: the function looks at what the C library shows it.
    unsafe { libc::dl_iterate_phdr(Some(add), (&raw mut tables).cast()) };
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_without_another_is_what_lies_before_and_behind_it() {
        let span = |from, to| Span { from, to };
        assert_eq!(span(10, 20).without(span(12, 15)), [span(10, 12), span(15, 20)]);
        assert_eq!(span(10, 20).without(span(0, 15)), [span(10, 10), span(15, 20)]);
        assert_eq!(span(10, 20).without(span(30, 40)), [span(10, 20), span(20, 20)]);
        assert_eq!(span(10, 20).without(span(0, 5)), [span(10, 10), span(10, 20)]);
        assert_eq!(span_of("7f00-7f10 rw-p 0 0 0 /x"), Some((span(0x7f00, 0x7f10), "rw-p")));
    }
}
