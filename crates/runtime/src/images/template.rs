//! The template of ranks' images (loaded copies of the program): the executable and the libraries of which each rank gets a
//! copy, side by side in one image.
//!
//! ```text
//! image:  [TLS*] [library] [library] … [executable: text, data, bss] [copies of C library variables] [TLS]
//! ```
//! One image holds all of them, so that a rank needs one stretch of address space however many libraries are replicated, and
//! one division turns an address into (rank, object). The thread-local variables (TLS) of a rank that is not running lie at the
//! image's end, beside its last page of data. They lie at the image's start instead (marked with * above) if the program's bss
//! is large enough to be mapped apart.

use std::path::PathBuf;

use super::error::LoadError;
use super::resolve::Program;

pub(crate) const PAGE: u64 = 4096;

/// Bytes kept for per-rank copies of shared variables beyond the modules.
const EXTRA: u64 = 8192;

/// From here on zero pages of bss are mapped apart from the file.
const LARGE_BSS: u64 = 1 << 20;

/// Where one object lies in the image.
#[derive(Clone, Debug)]
pub(crate) struct Module {
    pub(crate) path: PathBuf,
    pub(crate) base: u64,
    pub(crate) extent: u64,
    /// The object's thread-local block begins this far below the thread pointer; 0 = it has none.
    pub(crate) tls_below: u64,
    /// Start of the block in the object's own addresses.
    tls_vaddr_bias: u64,
    pub(crate) eh_frame_hdr: Option<u64>,
    pub(crate) program_headers: (u64, u16),
}

/// The image before it is bound to an address.
#[derive(Debug)]
pub(crate) struct Template {
    pub(crate) modules: Vec<Module>,
    pub(crate) bytes: Vec<u8>,
    /// Bytes of an image, a multiple of the page.
    pub(crate) stride: u64,
    /// Thread-local bytes of all modules together.
    pub(crate) tls_bytes: u64,
    /// Where they lie in the image while the rank is not running.
    pub(crate) tls_at: u64,
    /// First writable byte: pages below are never changed.
    pub(crate) writable_from: u64,
    /// Writable pages, for systems that forbid memory both writable and executable.
    pub(crate) writable: Vec<(u64, u64)>,
    /// Code runs on the stack.
    pub(crate) executable_stack: bool,
    /// Relocations of an image change pages that are not writable.
    pub(crate) writes_text: bool,
    /// Pages of bss to be mapped apart, [from, to); empty if none.
    pub(crate) anonymous: (u64, u64),
    /// Large static variables whose bytes hold no address of the image, [from, to), ascending; none where a program with large
    /// data has no symbol table.
    pub(crate) arrays: Option<Vec<(u64, u64)>>,
    extra_at: u64,
    extra_used: u64,
    pad_end: usize,
}

impl Template {
    /// Lays out the program's objects; `pad` is the launcher's thread-local pad [start, end).
    pub(crate) fn new(program: &Program, pad: (usize, usize)) -> Result<Template, LoadError> {
        let mut modules: Vec<Module> = program
            .objects
            .iter()
            .map(|o| Module {
                path: o.path.clone(),
                base: 0,
                extent: o.extent,
                tls_below: 0,
                tls_vaddr_bias: 0,
                eh_frame_hdr: o.eh_frame_hdr,
                program_headers: o.program_headers,
            })
            .collect();
        let tls_bytes = place_tls(program, &mut modules, pad)?;
        let large = program.objects[0].extent - program.objects[0].flat.len() as u64 >= LARGE_BSS;
        let mut cursor = 0;
        let mut tls_at = 0;
        if large {
            cursor = (tls_bytes + EXTRA).next_multiple_of(PAGE);
        }
        // The executable comes last: its bss is where everything else can be appended.
        for index in (1..modules.len()).chain([0]) {
            modules[index].base = cursor;
            cursor = (cursor + modules[index].extent).next_multiple_of(PAGE);
        }
        let end = modules[0].base + modules[0].extent;
        let mut extra_at = tls_bytes.next_multiple_of(64);
        let mut anonymous = (0, 0);
        if large {
            let file_end = modules[0].base + program.objects[0].flat.len() as u64;
            let copied = copies_end(program).map_or(file_end, |c| modules[0].base + c).max(file_end);
            anonymous = (copied.next_multiple_of(PAGE), end / PAGE * PAGE);
        } else {
            tls_at = end.next_multiple_of(64);
            extra_at = tls_at + tls_bytes.next_multiple_of(64);
            cursor = (extra_at + EXTRA).next_multiple_of(PAGE);
        }
        let bytes = vec![0u8; usize::try_from(cursor).map_err(|_| malformed(program))?];
        let mut template = Template {
            modules,
            bytes,
            stride: cursor,
            tls_bytes,
            tls_at,
            writable_from: 0,
            writable: Vec::new(),
            executable_stack: program.needs_executable_stack(),
            writes_text: false,
            anonymous,
            arrays: None,
            extra_at,
            extra_used: 0,
            pad_end: pad.1,
        };
        template.fill(program);
        template.arrays = template.arrays_of(program);
        Ok(template)
    }

    fn arrays_of(&self, program: &Program) -> Option<Vec<(u64, u64)>> {
        let mut all = Vec::new();
        for (object, module) in program.objects.iter().zip(&self.modules) {
            let data = object.segments.iter().filter(|segment| segment.writable);
            if object.arrays.is_none() && data.clone().any(|segment| segment.memory_bytes >= LARGE_BSS) {
                return None;
            }
            let is_data = |from: u64, to: u64| {
                data.clone().any(|segment| from >= segment.vaddr && to - segment.vaddr <= segment.memory_bytes)
            };
            let arrays = object.arrays.iter().flatten().map(|&(at, bytes)| (at, at + bytes));
            all.extend(
                arrays
                    .filter(|&(from, to)| is_data(from, to))
                    .map(|(from, to)| (module.base + from, module.base + to)),
            );
        }
        all.sort_unstable();
        Some(all)
    }

    /// From here on relocations of an image are known: they change bytes of no array, nor of pages outside of data.
    pub(crate) fn note_relocated(&mut self, mut offsets: Vec<u64>) {
        self.writes_text = offsets.iter().any(|&at| !self.is_writable(at));
        offsets.sort_unstable();
        let is_changed = |&(from, to): &(u64, u64)| {
            let first = offsets.partition_point(|&at| at + 8 <= from);
            offsets.get(first).is_some_and(|&at| at < to)
        };
        self.arrays.iter_mut().for_each(|arrays| arrays.retain(|array| !is_changed(array)));
    }

    fn fill(&mut self, program: &Program) {
        let mut writable = self.stride;
        for (object, module) in program.objects.iter().zip(&self.modules) {
            let at = module.base as usize;
            self.bytes[at..at + object.flat.len()].copy_from_slice(&object.flat);
            for s in object.segments.iter().filter(|s| s.writable && s.memory_bytes > 0) {
                let from = (module.base + s.vaddr) / PAGE * PAGE;
                self.writable.push((from, (module.base + s.vaddr + s.memory_bytes).next_multiple_of(PAGE)));
                writable = writable.min(from);
            }
            if let Some(tls) = object.tls {
                let to = (self.tls_at + self.tls_bytes - module.tls_below + module.tls_vaddr_bias) as usize;
                let file = tls.initialised(&object.flat);
                self.bytes[to..to + file.len()].copy_from_slice(file);
            }
        }
        match self.tls_at {
            0 => self.writable.push((0, (self.tls_bytes + EXTRA).next_multiple_of(PAGE))),
            at => self.writable.push((at / PAGE * PAGE, self.stride)),
        }
        self.writable_from = if self.tls_at == 0 { 0 } else { writable };
    }

    /// Whether an offset lies in a writable page.
    pub(crate) fn is_writable(&self, at: u64) -> bool {
        self.writable.iter().any(|&(from, to)| (from..to).contains(&at))
    }

    /// How many ranges the writable pages make.
    pub(crate) fn writable_ranges(&self) -> u64 {
        let mut ranges = self.writable.clone();
        ranges.sort_unstable();
        ranges.dedup_by(|next, last| {
            let joined = next.0 <= last.1;
            last.1 = if joined { last.1.max(next.1) } else { last.1 };
            joined
        });
        ranges.len() as u64
    }

    /// Writes a word that is the same in all images.
    pub(crate) fn write_word(&mut self, at: u64, value: u64) {
        let at = at as usize;
        self.bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
    }

    /// Reads a word.
    pub(crate) fn read_word(&self, at: u64) -> u64 {
        let at = at as usize;
        let mut word = [0; 8];
        word.copy_from_slice(&self.bytes[at..at + 8]);
        u64::from_le_bytes(word)
    }

    /// Copies a shared library's variable as it is now.
    pub(crate) fn write_foreign(&mut self, at: u64, address: usize, bytes: u64) {
        let (at, bytes) = (at as usize, bytes as usize);
        // SAFETY: the dynamic linker gave the address of a variable of that size.
        let source = unsafe { std::slice::from_raw_parts(std::ptr::with_exposed_provenance(address), bytes) };
        self.bytes[at..at + bytes].copy_from_slice(source);
    }

    pub(crate) fn copy_within(&mut self, from: u64, to: u64, bytes: u64) {
        self.bytes.copy_within(from as usize..(from + bytes) as usize, to as usize);
    }

    /// Room for a per-rank copy of a shared variable.
    pub(crate) fn reserve_extra(&mut self, bytes: u64) -> u64 {
        let at = self.extra_at + self.extra_used;
        self.extra_used += bytes.next_multiple_of(16);
        assert!(self.extra_used <= EXTRA, "the list of per-rank variables is fixed and fits");
        at
    }

    /// Distance of a thread-local variable from the thread pointer, as a word to be added.
    pub(crate) fn tls_distance(&self, object: usize, value: u64) -> u64 {
        value.wrapping_sub(self.modules[object].tls_below).wrapping_add(self.modules[object].tls_vaddr_bias)
    }

    pub(crate) fn thread_pointer(&self) -> usize {
        self.pad_end
    }
}

fn malformed(program: &Program) -> LoadError {
    LoadError::Malformed { path: program.objects[0].path.clone() }
}

/// End of the executable's COPY targets in its own addresses.
fn copies_end(program: &Program) -> Option<u64> {
    let object = &program.objects[0];
    object
        .relocations
        .iter()
        .filter(|r| r.kind == super::elf::R_COPY)
        .map(|r| r.offset + object.symbols.get(r.symbol as usize).map_or(0, |s| s.size))
        .max()
}

/// Places the thread-local blocks below the thread pointer, the executable's first; returns the bytes of all.
///
/// The executable's code has the distance built in: its block's size rounded up to its alignment.
fn place_tls(program: &Program, modules: &mut [Module], pad: (usize, usize)) -> Result<u64, LoadError> {
    let mut below = 0;
    let mut largest = 1;
    for (object, module) in program.objects.iter().zip(modules) {
        let Some(tls) = object.tls.filter(|t| t.memory_bytes > 0) else { continue };
        below = (below + tls.memory_bytes + tls.bias()).next_multiple_of(tls.align);
        largest = largest.max(tls.align);
        module.tls_below = below;
        module.tls_vaddr_bias = tls.bias();
    }
    let available = (pad.1 - pad.0) as u64;
    if below > available || largest > PAGE {
        let program = program.objects[0].path.clone();
        return Err(LoadError::TlsTooLarge { program, needed: below, align: largest, available });
    }
    Ok(below.next_multiple_of(8))
}
