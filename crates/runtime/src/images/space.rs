//! Address space of the ranks: their images (loaded copies of the program) and stacks, by slot.
//!
//! A *slot* is a place in the address space where a rank can live, with one image and one stack. A rank takes a slot when it
//! first runs, and gives the slot back when it ends. So ranks that never overlap in time can share a slot. The regions for
//! images and for stacks are reserved whole, so the addresses of a slot can be computed from its number.
//!
//! Linux limits the number of mappings (`vm.max_map_count`). So a memory file holds K copies of the template image, one behind
//! the other, and each mapping of this file serves K slots: the number of mappings is slots / K. Code finds its data relative
//! to its own address, so each slot has its text at an address of its own, and copy-on-write data next to it. The physical
//! memory for text is K times its size, whatever the number of ranks.
//!
//! If the limit allows it, K is 1, and inaccessible memory separates the memory of different ranks ([`Guards`]): a rank that
//! writes beyond its own memory crashes there instead of changing another rank's memory. Text and literals are then read-only,
//! too.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::ptr::{null_mut, with_exposed_provenance_mut};

use super::backing::{Backing, MemoryFile};
use super::error::LoadError;
use super::relocate::Relative;
use super::statics::{self, SharedStatics};
use super::template::{PAGE, Template};
use crate::posix_io::read_by_us;

/// Slots per mapping where size allows.
const SLOTS_PER_MAPPING: u64 = 64;
/// Bytes of template copies at most.
const TEMPLATES_MAX: u64 = 256 << 20;
/// From here on no guard pages: each splits two mappings off.
const GUARDS_MAX: u32 = 10_000;
/// Slots at most for wide gaps, which are as wide as stray writes usually reach. A wide gap costs a rank up to two pages of the
/// system's tables.
const WIDE_GAPS_MAX: u32 = 1_024;
const WIDE_GAP: u64 = 64 << 20;
const GAP: u64 = 1 << 20;
/// Mappings of a slot's heap, with the gap before it.
const HEAP_MAPPINGS: u64 = 2;
/// Mappings of everything else in the process.
const OTHER_MAPPINGS: u64 = 1_000;

/// What keeps ranks from each other's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guards {
    /// This many inaccessible bytes on both sides of each image, stack and heap.
    Gaps(u64),
    /// A page below each stack.
    StackPages,
    /// Nothing.
    Off,
}

/// Choices that decide the mappings of each slot.
#[derive(Clone, Copy, Debug)]
struct Layout {
    guards: Guards,
    /// Large bss is mapped apart from the file. Else the file has room for it, which costs memory for what the first ranks touch.
    apart: bool,
    /// Ranks share static variables of at least this size.
    fold: Option<u64>,
    /// Worker processes see what ranks write.
    shared: bool,
}

impl Layout {
    /// The best first. To share variables, or to keep them in a file, is worth more than guards.
    fn choices(slots: u32, backing: &Backing) -> Vec<Layout> {
        let mut all = vec![Guards::Gaps(WIDE_GAP), Guards::Gaps(GAP), Guards::StackPages, Guards::Off];
        all.retain(|guards| match guards {
            Guards::Gaps(WIDE_GAP) => slots <= WIDE_GAPS_MAX,
            Guards::StackPages => slots < GUARDS_MAX,
            _ => true,
        });
        let mut choices = Vec::new();
        let fold = backing.fold();
        for fold in if fold.is_some() { vec![fold, None] } else { vec![None] } {
            let layout = |guards: Guards, apart| {
                let shared = matches!(backing, Backing::Shared) && guards.gap() > 0;
                Layout { guards, apart, fold, shared }
            };
            choices.extend(all.iter().map(|&guards| layout(guards, true)));
            if !matches!(backing, Backing::Folder(_)) {
                choices.push(layout(Guards::Off, false));
            }
        }
        choices
    }
}

impl Guards {
    /// Bytes between heaps and between images.
    pub(crate) fn gap(self) -> u64 {
        if let Guards::Gaps(bytes) = self { bytes } else { 0 }
    }

    /// Bytes below each stack.
    fn below_stack(self) -> u64 {
        if self == Guards::StackPages { PAGE } else { self.gap() }
    }
}

/// Regions of images and stacks.
#[derive(Debug)]
pub(crate) struct Space {
    file: OwnedFd,
    pub(crate) images: usize,
    pub(crate) image_bytes: u64,
    /// From one image to the next.
    pub(crate) image_stride: u64,
    slots: u32,
    per_mapping: u64,
    mapped: u64,
    /// Slots of each mapping that are not used any more.
    left: Vec<u64>,
    split: bool,
    /// If ranks' data lie in memory that worker processes share: the parts that are not zero at first.
    pub(crate) shared: Option<Vec<(u64, u64)>>,
    writable: Vec<(u64, u64)>,
    writable_from: u64,
    anonymous: (u64, u64),
    /// Holds large bss, one slot's after another's, if a file is to hold it.
    bss: Option<MemoryFile>,
    /// Static variables that all slots share.
    pub(crate) statics: Option<SharedStatics>,
    /// They were to be shared, and the system has not enough mappings.
    pub(crate) statics_refused: bool,
    pub(crate) stacks: Stacks,
    pub(crate) guards: Guards,
    /// Mappings that this takes at most, those of heaps among them.
    pub(crate) mappings: u64,
}

/// The stacks of all slots, one after another.
#[derive(Debug)]
pub(crate) struct Stacks {
    pub(crate) start: usize,
    /// From one stack to the next, with the bytes below it that cannot be accessed.
    pub(crate) stride: u64,
    protection: i32,
}

impl Stacks {
    /// The addresses of a slot's, and of the bytes below it.
    fn of(&self, slot: u32) -> (usize, usize) {
        let low = self.start + (u64::from(slot) * self.stride) as usize;
        (low, low + self.stride as usize)
    }
}

fn reserve(bytes: u64, protection: i32, shared: bool, what: &'static str) -> Result<usize, LoadError> {
    let length = usize::try_from(bytes).unwrap_or(usize::MAX);
    let flags = sharing(shared) | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: an anonymous mapping at an address of the kernel's choice touches nothing that exists.
    let p = unsafe { libc::mmap(null_mut(), length, protection, flags, -1, 0) };
    if p == libc::MAP_FAILED {
        return Err(LoadError::Reserve { what, bytes, source: io::Error::last_os_error() });
    }
    // SAFETY: the range was just mapped. One touched page must not cost 2 MiB.
    unsafe { libc::madvise(p, length, libc::MADV_NOHUGEPAGE) };
    Ok(p.expose_provenance())
}

/// How memory is mapped that worker processes see, and other.
pub(crate) fn sharing(shared: bool) -> i32 {
    if shared { libc::MAP_SHARED } else { libc::MAP_PRIVATE }
}

fn system(what: &'static str) -> LoadError {
    LoadError::System { what, source: io::Error::last_os_error() }
}

/// vm.max_map_count; the kernel's default where it cannot be read.
fn mapping_limit() -> u64 {
    std::fs::read_to_string("/proc/sys/vm/max_map_count").ok().and_then(|t| t.trim().parse().ok()).unwrap_or(65_530)
}

/// How many slots share a mapping, and how many mappings that makes, if they fit.
fn budget(template: &Template, slots: u32, layout: Layout, split: bool, limit: u64) -> Result<(u64, u64), LoadError> {
    let Layout { guards, apart, fold, .. } = layout;
    let anonymous = if apart { template.anonymous.1 - template.anonymous.0 } else { 0 };
    let file_bytes = template.stride - anonymous;
    let folded = fold.map_or(0, |least| statics::ranges(template, least).len() as u64);
    let mut per_mapping = SLOTS_PER_MAPPING.min(u64::from(slots).next_power_of_two());
    while per_mapping > 1 && per_mapping * file_bytes > TEMPLATES_MAX {
        per_mapping /= 2;
    }
    let n = u64::from(slots);
    let below = match guards {
        // The gaps below a stack and behind an image.
        Guards::Gaps(_) => 3 + HEAP_MAPPINGS,
        Guards::StackPages => 2,
        Guards::Off => 0,
    };
    let per_slot =
        below + 2 * (u64::from(anonymous > 0) + folded) + if split { 2 * template.writable_ranges() } else { 0 };
    let count = |per_mapping: u64| n.div_ceil(per_mapping) + n * per_slot + OTHER_MAPPINGS;
    if guards.gap() > 0 {
        per_mapping = 1;
    } else {
        while count(per_mapping) > limit && per_mapping < SLOTS_PER_MAPPING {
            per_mapping *= 2;
        }
    }
    let needed = count(per_mapping);
    if needed > limit {
        return Err(LoadError::TooManyMappings {
            ranks: slots,
            needed,
            limit,
            suggested: (needed + needed / 4).next_power_of_two(),
        });
    }
    Ok((per_mapping, needed))
}

/// A memory file with `copies` copies of the template; zero pages stay holes.
fn template_file(template: &Template, copies: u64) -> Result<OwnedFd, LoadError> {
    // SAFETY: a C string and flags; the descriptor is owned below.
    let fd = unsafe { libc::memfd_create(c"windtunnel-images".as_ptr(), libc::MFD_CLOEXEC) };
    if fd < 0 {
        return Err(system("memfd_create"));
    }
    // SAFETY: `fd` was just created and is owned by nobody else.
    let file = unsafe { OwnedFd::from_raw_fd(fd) };
    // SAFETY: plain system call on an owned descriptor.
    if unsafe { libc::ftruncate(fd, (copies * template.stride) as i64) } != 0 {
        return Err(system("ftruncate of the images' file"));
    }
    for (from, to) in filled_ranges(template) {
        for copy in 0..copies {
            let bytes = &template.bytes[from as usize..to as usize];
            let at = (copy * template.stride + from) as i64;
            // SAFETY: the slice is valid for its length.
            let written = unsafe { libc::pwrite(fd, bytes.as_ptr().cast(), bytes.len(), at) };
            if written != bytes.len() as isize {
                return Err(system("writing the images' file"));
            }
        }
    }
    Ok(file)
}

/// Maximal ranges of pages that are not all zero.
fn filled_ranges(template: &Template) -> Vec<(u64, u64)> {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    let mut at = 0;
    while at < template.stride {
        if at == template.anonymous.0 && template.anonymous.1 > at {
            at = template.anonymous.1;
            continue;
        }
        let page = &template.bytes[at as usize..(at + PAGE) as usize];
        if page.iter().any(|&b| b != 0) {
            match ranges.last_mut() {
                Some(last) if last.1 == at => last.1 += PAGE,
                _ => ranges.push((at, at + PAGE)),
            }
        }
        at += PAGE;
    }
    ranges
}

impl Space {
    /// Reserves images and stacks for `slots` slots, in a process that has `taken` mappings of other slots. `split` never maps
    /// memory both writable and executable; `backing` says where static variables lie. They are shared where mappings suffice.
    ///
    /// # Errors
    /// The system does not grant the addresses or mappings that ranks need at least.
    pub(crate) fn new(
        template: &Template,
        slots: u32,
        stack: u64,
        split: bool,
        backing: &Backing,
        taken: u64,
    ) -> Result<Space, LoadError> {
        let mut last = None;
        for layout in Layout::choices(slots, backing) {
            match Self::with_layout(template, slots, (stack, layout), split, mapping_limit().saturating_sub(taken)) {
                Err(error) if matches!(error, LoadError::TooManyMappings { .. } | LoadError::Reserve { .. }) => {
                    last = Some(error);
                }
                done => {
                    let mut space = done?;
                    let wanted = backing.fold().is_some_and(|least| !statics::ranges(template, least).is_empty());
                    space.statics_refused = wanted && space.statics.is_none();
                    space.bss = if space.bss_bytes() > 0 { backing.file()? } else { None };
                    return Ok(space);
                }
            }
        }
        Err(last.unwrap_or_else(|| system("no way to guard memory")))
    }

    fn with_layout(
        template: &Template,
        slots: u32,
        (stack, layout): (u64, Layout),
        split: bool,
        limit: u64,
    ) -> Result<Space, LoadError> {
        let guards = layout.guards;
        let gap = guards.gap();
        // Text that has to be relocated can't be read-only.
        let mut split = split || gap > 0 && !template.writes_text;
        let (mut per_mapping, mut mappings) = budget(template, slots, layout, split, limit)?;
        let file = template_file(template, per_mapping)?;
        if !split && !may_write_and_execute(&file) {
            split = true;
            let (fewer, needed) = budget(template, slots, layout, split, limit)?;
            (per_mapping, mappings) = (fewer.min(per_mapping), needed);
        }
        let (image_stride, stack_bytes) = (template.stride + gap, stack.next_multiple_of(PAGE));
        let stack_stride = stack_bytes + if gap > 0 { gap } else { 0 };
        let rank_entries = u64::from(slots).next_multiple_of(per_mapping);
        let shared = layout.shared && split && !template.writes_text;
        let images = reserve(gap + rank_entries * image_stride, libc::PROT_NONE, false, "images")? + gap as usize;
        let (stack_protection, what) = match template.executable_stack {
            true => {
                (libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC, "executable stacks, which the program needs")
            }
            false => (libc::PROT_READ | libc::PROT_WRITE, "stacks"),
        };
        let reserved = if gap > 0 { libc::PROT_NONE } else { stack_protection };
        let stacks = reserve(u64::from(slots) * stack_stride + gap, reserved, shared, what)?;
        let folded = layout.fold.map(|least| statics::ranges(template, least)).filter(|ranges| !ranges.is_empty());
        let statics = folded.map(|ranges| SharedStatics::new(template, ranges)).transpose();
        let statics =
            statics.map_err(|source| LoadError::System { what: "making a file in memory for --fold", source })?;
        Ok(Space {
            file,
            images,
            image_bytes: template.stride,
            image_stride,
            slots,
            per_mapping,
            mapped: 0,
            left: Vec::new(),
            split,
            shared: shared.then(|| filled_ranges(template)),
            writable: template.writable.clone(),
            writable_from: template.writable_from,
            anonymous: if layout.apart { template.anonymous } else { (0, 0) },
            bss: None,
            statics,
            statics_refused: false,
            stacks: Stacks { start: stacks, stride: stack_stride, protection: stack_protection },
            guards,
            mappings,
        })
    }

    /// Memory that the files of images and of what they share take, bytes.
    pub(crate) fn file_bytes(&self) -> u64 {
        let statics = self.statics.as_ref().map_or(0, SharedStatics::bytes);
        statics + memory_of(&self.file)
    }

    /// Extent of the image region, bytes.
    pub(crate) fn images_bytes(&self) -> usize {
        (u64::from(self.slots).next_multiple_of(self.per_mapping) * self.image_stride) as usize
    }

    /// First byte of a slot's image.
    pub(crate) fn image(&self, slot: u32) -> usize {
        self.images + (u64::from(slot) * self.image_stride) as usize
    }

    /// Stack of a slot as [lowest usable byte, one past the highest); what guards it lies below.
    pub(crate) fn stack(&self, slot: u32) -> (usize, usize) {
        let (low, top) = self.stacks.of(slot);
        (low + self.below_stack() as usize, top)
    }

    /// Bytes below each stack that cannot be accessed.
    pub(crate) fn below_stack(&self) -> u64 {
        self.guards.below_stack()
    }

    /// Slot and offset of an address inside the images.
    pub(crate) fn image_slot(&self, address: usize) -> Option<(u32, u64)> {
        let offset = address.checked_sub(self.images)? as u64;
        let slot = offset / self.image_stride;
        (slot < u64::from(self.slots)).then_some((slot as u32, offset % self.image_stride))
    }

    /// Bytes of a slot's large bss, which is mapped apart.
    pub(crate) fn bss_bytes(&self) -> u64 {
        self.anonymous.1 - self.anonymous.0
    }

    /// Maps a slot's large bss.
    fn map_bss(&self, slot: u32) -> io::Result<()> {
        let (at, bytes) = (self.image(slot) + self.anonymous.0 as usize, self.bss_bytes() as usize);
        let access = libc::PROT_READ | libc::PROT_WRITE;
        if let Some(file) = &self.bss {
            let place = u64::from(slot) * self.bss_bytes();
            file.provide(place, bytes)?;
            // SAFETY: replaces zero pages of this slot's own image that nobody has used yet.
            return unsafe { file.map(at, bytes, access, place) }.map(|_| ());
        }
        let flags = sharing(self.shared.is_some()) | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED;
        // SAFETY: as above.
        let p = unsafe { libc::mmap(with_exposed_provenance_mut(at), bytes, access, flags, -1, 0) };
        if p == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(()) }
    }

    /// Makes a slot's large bss zero again, where a file holds it.
    fn clear_bss(&self, slot: u32) -> io::Result<()> {
        let Some(file) = &self.bss else { return Ok(()) };
        let (place, bytes) = (u64::from(slot) * self.bss_bytes(), self.bss_bytes() as usize);
        file.clear(place, bytes)?;
        file.provide(place, bytes)
    }

    /// Bytes of a slot's large static variables that it has written or read, and how many of these lie in `large` parts of the
    /// image. In a file all of them have their place.
    pub(crate) fn statics_written(&self, slot: u32, large: &[(u64, u64)]) -> (u64, u64) {
        let (from, to) = self.anonymous;
        let mut pages = vec![0_u8; ((to - from) / PAGE) as usize];
        let at = with_exposed_provenance_mut(self.image(slot) + from as usize);
        if self.bss.is_some() {
            pages.fill(1);
        // SAFETY: the slot is open; the kernel writes one byte for each page.
        } else if pages.is_empty() || unsafe { libc::mincore(at, (to - from) as usize, pages.as_mut_ptr()) } != 0 {
            return (0, 0);
        }
        let there = (from..to).step_by(PAGE as usize).zip(&pages).filter(|(_, page)| **page & 1 != 0);
        let (mut all, mut in_large) = (0, 0);
        for (at, _) in there {
            all += PAGE;
            in_large += if large.iter().any(|range| (range.0..range.1).contains(&at)) { PAGE } else { 0 };
        }
        (all, in_large)
    }

    /// Makes a slot's address space usable for the first time.
    pub(crate) fn open(&mut self, slot: u32) -> Result<(), LoadError> {
        if u64::from(slot) >= self.mapped * self.per_mapping {
            self.map_group()?;
        }
        let image = self.image(slot);
        if self.split {
            for &(from, to) in &self.writable {
                if let Some(filled) = &self.shared {
                    self.share(image, (from, to), filled)?;
                    continue;
                }
                let at = with_exposed_provenance_mut(image + from as usize);
                // SAFETY: the range lies in this slot's own mapping; no code is in it.
                let rc = unsafe { libc::mprotect(at, (to - from) as usize, libc::PROT_READ | libc::PROT_WRITE) };
                if rc != 0 {
                    return Err(system("making an image's data writable"));
                }
            }
        }
        if self.bss_bytes() > 0 {
            self.map_bss(slot).map_err(|source| LoadError::System { what: "mapping a rank's bss", source })?;
        }
        if let Some(statics) = &self.statics {
            statics
                .map(image)
                .map_err(|source| LoadError::System { what: "mapping static variables for --fold", source })?;
        }
        let (low, top) = self.stack(slot);
        let protect = |from: usize, bytes: usize, protection| {
            // SAFETY: of this slot's own stack region, which is not in use yet.
            match unsafe { libc::mprotect(with_exposed_provenance_mut(from), bytes, protection) } {
                0 => Ok(()),
                _ => Err(system("guarding a stack")),
            }
        };
        match self.guards {
            Guards::Gaps(_) => protect(low, top - low, self.stacks.protection),
            Guards::StackPages => protect(low - PAGE as usize, PAGE as usize, libc::PROT_NONE),
            Guards::Off => Ok(()),
        }
    }

    /// Maps what a rank writes of its image as memory that worker processes see.
    fn share(&self, image: usize, (from, to): (u64, u64), filled: &[(u64, u64)]) -> Result<(), LoadError> {
        let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED;
        let at = with_exposed_provenance_mut(image + from as usize);
        // SAFETY: the range lies in this slot's own mapping; no code is in it.
        let p = unsafe { libc::mmap(at, (to - from) as usize, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
        if p == libc::MAP_FAILED || !self.fill(image, (from, to), filled) {
            return Err(system("mapping an image's data for workers"));
        }
        Ok(())
    }

    /// Copies what is not zero of the template into a part of an image.
    fn fill(&self, image: usize, (from, to): (u64, u64), filled: &[(u64, u64)]) -> bool {
        filled.iter().map(|part| (part.0.max(from), part.1.min(to))).filter(|(from, to)| from < to).all(
            |(from, to)| {
                let (at, bytes): (*mut u8, _) =
                    (with_exposed_provenance_mut(image + from as usize), (to - from) as usize);
                // SAFETY: a part of the image, which is writable and not in use. Not `pread`: the launcher's one is for the ranks' files.
                let read = unsafe { libc::syscall(libc::SYS_pread64, self.file.as_raw_fd(), at, bytes, from) };
                read_by_us(bytes as u64);
                read == bytes as i64
            },
        )
    }

    fn map_group(&mut self) -> Result<(), LoadError> {
        let bytes = (self.per_mapping * self.image_bytes) as usize;
        let at = self.image((self.mapped * self.per_mapping) as u32);
        let execute = libc::PROT_READ | libc::PROT_EXEC;
        let protection = if self.split { execute } else { execute | libc::PROT_WRITE };
        let flags = libc::MAP_PRIVATE | libc::MAP_FIXED | libc::MAP_NORESERVE;
        // SAFETY: replaces a part of the reservation that belongs to this region and was never mapped.
        let p = unsafe {
            libc::mmap(with_exposed_provenance_mut(at), bytes, protection, flags, self.file.as_raw_fd(), 0)
        };
        if p == libc::MAP_FAILED {
            return Err(system("mapping images"));
        }
        self.mapped += 1;
        Ok(())
    }

    /// Puts a slot's image back to the template and gives its pages, and those of the stack below its top page, back.
    ///
    /// # Errors
    /// The system refuses: nobody must live there any more.
    pub(crate) fn reset(&self, slot: u32) -> io::Result<()> {
        let (low, top) = self.stack(slot);
        if let Some(filled) = &self.shared {
            let image = self.image(slot);
            let forget = |from: usize, bytes: usize| {
                // SAFETY: as below; the pages of shared memory are zero again.
                unsafe { libc::madvise(with_exposed_provenance_mut(from), bytes, libc::MADV_REMOVE) == 0 }
            };
            let whole = self.writable.iter().chain([&self.anonymous]).filter(|part| part.0 < part.1);
            let mut done = forget(low, top - low);
            for part in whole {
                let begin = image + part.0 as usize;
                done &= forget(begin, (part.1 - part.0) as usize) && self.fill(image, *part, filled);
            }
            return if done { Ok(()) } else { Err(io::Error::last_os_error()) };
        }
        let image = self.image(slot) + self.writable_from as usize;
        // SAFETY: the slot's rank has ended, so nothing lives in its image or on its stack; private pages are dropped
        // and read as the template (image) or zero (stack) again.
        let done = unsafe {
            let bytes = (self.image_bytes - self.writable_from) as usize;
            let image = libc::madvise(with_exposed_provenance_mut(image), bytes, libc::MADV_DONTNEED);
            let stack = with_exposed_provenance_mut(low);
            image | libc::madvise(stack, top - low - PAGE as usize, libc::MADV_DONTNEED)
        };
        if done == 0 { self.clear_bss(slot) } else { Err(io::Error::last_os_error()) }
    }

    /// A slot is not used again. Once none of a mapping's is, their images go back to the template at one go: ranks that
    /// end together each write a page in their last steps.
    pub(crate) fn leave(&mut self, slot: u32) {
        let group = u64::from(slot) / self.per_mapping;
        if self.left.is_empty() {
            self.left = vec![0; self.mapped as usize];
        }
        let Some(left) = self.left.get_mut(group as usize) else { return };
        *left += 1;
        let first = group * self.per_mapping;
        let slots = self.per_mapping.min(u64::from(self.slots) - first);
        // Memory that workers share is given back with the run.
        if *left == slots && self.shared.is_none() {
            let image = with_exposed_provenance_mut(self.image(first as u32));
            // SAFETY: the ranks of all these slots have ended; private pages are dropped and read as the template again.
            unsafe { libc::madvise(image, (slots * self.image_bytes) as usize, libc::MADV_DONTNEED) };
        }
    }

    /// Applies relocations to a slot's image.
    ///
    /// # Safety
    /// The slot is open, and the entries were made for this template.
    pub(crate) unsafe fn relocate(&self, slot: u32, entries: &[Relative]) {
        let base = self.image(slot);
        for r in entries {
            let at: *mut u64 = with_exposed_provenance_mut(base + r.offset as usize);
            // SAFETY: offsets were checked against the object's extent when it was read.
            unsafe { at.write_unaligned((base as u64).wrapping_add(r.target)) };
        }
    }
}

/// Memory that a file in memory takes, bytes: holes take none.
fn memory_of(file: &OwnedFd) -> u64 {
    let mut status = MaybeUninit::<libc::stat>::zeroed();
    // SAFETY: fills the struct, for which zeroes are valid.
    let (done, status) = unsafe { (libc::fstat(file.as_raw_fd(), status.as_mut_ptr()), status.assume_init()) };
    if done == 0 { status.st_blocks as u64 * 512 } else { 0 }
}

/// Whether the system lets a private file mapping be writable and executable.
fn may_write_and_execute(file: &OwnedFd) -> bool {
    let all = libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC;
    // SAFETY: a fresh private mapping of one page, removed at once.
    unsafe {
        let p = libc::mmap(null_mut(), PAGE as usize, all, libc::MAP_PRIVATE, file.as_raw_fd(), 0);
        p != libc::MAP_FAILED && libc::munmap(p, PAGE as usize) == 0
    }
}
