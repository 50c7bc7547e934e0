//! Reads an ELF object (ELF64, little endian, x86-64): segments, dynamic section, symbols, relocations.
//!
//! Only what a loader needs is read, and it is found by the program headers, because section headers may be stripped. Section
//! headers, if the file has them, serve only to find the static symbol table, which names large arrays and `__dso_handle`
//! ([`OWN_HANDLE`]). The file is *flattened*: `flat[v]` is the byte at virtual address `v` of an object linked at 0, so that
//! every later step works with addresses and never with file offsets.
//!
//! Source: System V ABI, chapters 4–5, and its AMD64 supplement; RELR: gABI proposal of 2017.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::error::LoadError;

const PT_LOAD: u32 = 1;
const PT_DYNAMIC: u32 = 2;
const PT_INTERP: u32 = 3;
const PT_TLS: u32 = 7;
const PT_GNU_EH_FRAME: u32 = 0x6474_e550;
const PT_GNU_STACK: u32 = 0x6474_e551;

const PF_X: u32 = 1;
const PF_W: u32 = 2;

/// The least size of a static variable that counts as large, bytes.
const ARRAY_LEAST: u64 = 128 << 10;

/// Addresses of a damaged file are cut to this, outside any file but safe to add to.
const FAR: u64 = 1 << 48;

pub(crate) const SHN_UNDEF: u16 = 0;
pub(crate) const STB_LOCAL: u8 = 0;
pub(crate) const STB_WEAK: u8 = 2;
const STT_OBJECT: u8 = 1;
const STT_COMMON: u8 = 5;
pub(crate) const STT_TLS: u8 = 6;
pub(crate) const STT_GNU_IFUNC: u8 = 10;

// Types of relocations.
pub(crate) const R_64: u32 = 1;
pub(crate) const R_COPY: u32 = 5;
pub(crate) const R_GLOB_DAT: u32 = 6;
pub(crate) const R_JUMP_SLOT: u32 = 7;
pub(crate) const R_RELATIVE: u32 = 8;
pub(crate) const R_DTPMOD64: u32 = 16;
pub(crate) const R_DTPOFF64: u32 = 17;
pub(crate) const R_TPOFF64: u32 = 18;
pub(crate) const R_TLSDESC: u32 = 36;
pub(crate) const R_IRELATIVE: u32 = 37;
/// Our own mark of the relocation of `__dso_handle`: a word that the compiler's start-up code gives each object, holds
/// its own address, and is only ever passed to `__cxa_finalize` and the like, as the object's name. It is local: the
/// static symbol table knows it, if it is there.
pub(crate) const OWN_HANDLE: u32 = u32::MAX;

/// One PT_LOAD segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    pub(crate) vaddr: u64,
    pub(crate) file_bytes: u64,
    pub(crate) memory_bytes: u64,
    pub(crate) writable: bool,
}

/// The thread-local image of an object (PT_TLS).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tls {
    pub(crate) vaddr: u64,
    pub(crate) file_bytes: u64,
    pub(crate) memory_bytes: u64,
    pub(crate) align: u64,
}

impl Tls {
    /// The remainder that a block whose address is no multiple of its alignment keeps.
    pub(crate) fn bias(&self) -> u64 {
        self.vaddr % self.align
    }

    /// Its initialised bytes among those of its object, [`Object::flat`].
    pub(crate) fn initialised<'a>(&self, flat: &'a [u8]) -> &'a [u8] {
        &flat[self.vaddr as usize..][..self.file_bytes as usize]
    }

    /// Whether it is one that a loader can place, its initialised bytes among the first `file` of the object.
    fn is_sound(&self, file: u64) -> bool {
        let inside = self.file_bytes == 0 || within(self.vaddr, self.file_bytes, file);
        self.file_bytes <= self.memory_bytes && self.align.is_power_of_two() && self.memory_bytes <= FAR && inside
    }
}

/// Whether so many bytes from `start` on end by `end`.
fn within(start: u64, bytes: u64, end: u64) -> bool {
    start.checked_add(bytes).is_some_and(|last| last <= end)
}

/// A relocation with addend; RELR entries are expanded into the same form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rela {
    pub(crate) offset: u64,
    pub(crate) kind: u32,
    pub(crate) symbol: u32,
    pub(crate) addend: i64,
}

/// A dynamic symbol.
#[derive(Clone, Debug)]
pub(crate) struct Symbol {
    pub(crate) name: String,
    /// Version name, if the object is versioned.
    pub(crate) version: Option<String>,
    /// Not the default version (`name@version` rather than `name@@version`).
    pub(crate) hidden: bool,
    pub(crate) section: u16,
    pub(crate) kind: u8,
    pub(crate) binding: u8,
    pub(crate) value: u64,
    pub(crate) size: u64,
}

impl Symbol {
    pub(crate) fn is_defined(&self) -> bool {
        self.section != SHN_UNDEF
    }
}

/// A table of the file as (virtual address, bytes).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Table {
    pub(crate) vaddr: u64,
    pub(crate) bytes: u64,
}

impl Table {
    /// Whether a virtual address lies in it.
    pub(crate) fn contains(self, address: u64) -> bool {
        address.wrapping_sub(self.vaddr) < self.bytes
    }
}

/// What ends an object.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ending {
    pub(crate) fini: Option<u64>,
    pub(crate) fini_array: Table,
    /// `__dso_handle`, the object's name for `__cxa_finalize`, and the finaliser of the compiler's start-up code; if they are known.
    pub(crate) own_handle: Option<u64>,
    pub(crate) own_finaliser: Option<u64>,
}

impl Ending {
    /// The object's name for `__cxa_finalize`, if a finaliser does nothing else that matters: that of the start-up code.
    pub(crate) fn handle_of(&self, finaliser: u64) -> Option<u64> {
        if self.own_finaliser == Some(finaliser) { self.own_handle } else { None }
    }
}

/// One ELF object, flattened.
#[derive(Debug)]
pub(crate) struct Object {
    pub(crate) path: PathBuf,
    pub(crate) soname: Option<String>,
    pub(crate) needed: Vec<String>,
    pub(crate) rpath: Option<String>,
    pub(crate) runpath: Option<String>,
    pub(crate) segments: Vec<Segment>,
    /// Bytes by virtual address up to the end of the last file-backed byte.
    pub(crate) flat: Vec<u8>,
    /// Extent in memory, from address 0 to the last byte of bss.
    pub(crate) extent: u64,
    pub(crate) tls: Option<Tls>,
    pub(crate) eh_frame_hdr: Option<u64>,
    /// Program headers as (address, count), for `dl_iterate_phdr`.
    pub(crate) program_headers: (u64, u16),
    pub(crate) entry: u64,
    pub(crate) symbols: Vec<Symbol>,
    /// Large static variables as (address, bytes), if there is a symbol table.
    pub(crate) arrays: Option<Vec<(u64, u64)>>,
    pub(crate) relocations: Vec<Rela>,
    pub(crate) init: Option<u64>,
    /// DT_PREINIT_ARRAY, DT_INIT_ARRAY.
    pub(crate) init_arrays: [Table; 2],
    pub(crate) ending: Ending,
    pub(crate) has_interpreter: bool,
    /// Its code runs code on the stack: functions in functions whose address is taken (PT_GNU_STACK).
    pub(crate) executable_stack: bool,
}

fn u16_at(bytes: &[u8], at: u64) -> Option<u16> {
    let at = usize::try_from(at).ok()?;
    Some(u16::from_le_bytes(bytes.get(at..at.checked_add(2)?)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: u64) -> Option<u32> {
    let at = usize::try_from(at).ok()?;
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

fn u64_at(bytes: &[u8], at: u64) -> Option<u64> {
    let at = usize::try_from(at).ok()?;
    Some(u64::from_le_bytes(bytes.get(at..at.checked_add(8)?)?.try_into().ok()?))
}

fn string_at(bytes: &[u8], at: u64) -> Option<String> {
    let tail = bytes.get(usize::try_from(at).ok()?..)?;
    let end = tail.iter().position(|&b| b == 0)?;
    Some(String::from_utf8_lossy(&tail[..end]).into_owned())
}

/// Where the static symbol table of a file begins, its bytes, and where the names are; none if there is no such table.
fn static_symbols(file: &[u8]) -> Option<(u64, u64, u64)> {
    let headers = u64_at(file, 40)?.min(FAR);
    let header = |index: u64| headers + 64 * index;
    let symbols = (0..u64::from(u16_at(file, 60)?)).map(header).find(|&at| u32_at(file, at + 4) == Some(2))?;
    let (offset, bytes) = (u64_at(file, symbols + 24)?.min(FAR), u64_at(file, symbols + 32)?.min(file.len() as u64));
    let strings = u64_at(file, header(u32_at(file, symbols + 40)?.into()) + 24)?.min(FAR);
    Some((offset, bytes, strings))
}

/// Address of a symbol, by its name with the byte that ends it; none if there is none, or no static symbol table.
fn static_symbol(file: &[u8], sought: &[u8]) -> Option<u64> {
    let (offset, bytes, strings) = static_symbols(file)?;
    let is_named = |at: u64| {
        let name = u32_at(file, at).and_then(|name| usize::try_from(strings + u64::from(name)).ok());
        name.and_then(|name| file.get(name..)).is_some_and(|text| text.starts_with(sought))
    };
    let symbol = (0..bytes / 24).map(|i| offset + 24 * i).find(|&at| is_named(at))?;
    u64_at(file, symbol + 8)
}

/// Variables of at least [`ARRAY_LEAST`] bytes as (address, bytes), by address; none without a static symbol table.
fn static_arrays(file: &[u8]) -> Option<Vec<(u64, u64)>> {
    let (offset, bytes, _) = static_symbols(file)?;
    let symbols = (0..bytes / 24).map(|i| offset + 24 * i);
    let array = |at: u64| {
        let info = *file.get(usize::try_from(at + 4).ok()?)?;
        let (section, value, size) = (u16_at(file, at + 6)?, u64_at(file, at + 8)?, u64_at(file, at + 16)?);
        let is_variable = matches!(info & 15, STT_OBJECT | STT_COMMON) && section != SHN_UNDEF;
        (is_variable && size >= ARRAY_LEAST && value < FAR).then_some((value, size.min(FAR)))
    };
    let mut arrays: Vec<(u64, u64)> = symbols.filter_map(array).collect();
    arrays.sort_unstable();
    Some(arrays)
}

/// What the dynamic section says, by tag.
struct Dynamic {
    entries: Vec<(u64, u64)>,
}

impl Dynamic {
    fn get(&self, tag: u64) -> Option<u64> {
        self.entries.iter().find(|e| e.0 == tag).map(|e| e.1)
    }

    fn table(&self, address: u64, size: u64) -> Table {
        Table { vaddr: self.get(address).unwrap_or(0), bytes: self.get(size).unwrap_or(0) }
    }
}

impl Object {
    /// Reads the object at `path`, which must be position independent.
    pub(crate) fn read(path: &Path) -> Result<Object, LoadError> {
        let file = std::fs::read(path).map_err(|source| LoadError::Read { path: path.into(), source })?;
        check_header(path, &file)?;
        Self::parse(path, &file).ok_or_else(|| LoadError::Malformed { path: path.into() })
    }

    fn parse(path: &Path, file: &[u8]) -> Option<Object> {
        let mut object = Object {
            path: path.into(),
            soname: None,
            needed: Vec::new(),
            rpath: None,
            runpath: None,
            segments: Vec::new(),
            flat: Vec::new(),
            extent: 0,
            tls: None,
            eh_frame_hdr: None,
            program_headers: (0, u16_at(file, 56)?),
            entry: u64_at(file, 24)?,
            symbols: Vec::new(),
            arrays: static_arrays(file),
            relocations: Vec::new(),
            init: None,
            init_arrays: [Table::default(); 2],
            ending: Ending {
                own_handle: static_symbol(file, b"__dso_handle\0"),
                own_finaliser: static_symbol(file, b"__do_global_dtors_aux\0"),
                ..Ending::default()
            },
            has_interpreter: false,
            executable_stack: false,
        };
        let dynamic = object.read_segments(file)?;
        let Some(dynamic) = dynamic else { return Some(object) };
        object.read_dynamic(dynamic)?;
        if let Some(handle) = object.ending.own_handle {
            let relocations = object.relocations.iter_mut().filter(|r| r.offset == handle && r.kind == R_RELATIVE);
            relocations.filter(|r| r.addend as u64 == handle).for_each(|r| r.kind = OWN_HANDLE);
        }
        object.lies_within_itself().then_some(object)
    }

    /// Whether what a loader reads, writes and calls lies in the object: later steps take it for granted.
    fn lies_within_itself(&self) -> bool {
        let (file, extent) = (self.flat.len() as u64, self.extent);
        let called = [Some(self.entry), self.init, self.ending.fini];
        let arrays = [self.init_arrays[0], self.init_arrays[1], self.ending.fini_array];
        self.tls.is_none_or(|tls| tls.is_sound(file))
            && called.into_iter().flatten().all(|at| at <= extent)
            && arrays.iter().all(|table| table.bytes == 0 || within(table.vaddr, table.bytes, extent))
            && self.eh_frame_hdr.is_none_or(|at| within(at, 8, file))
            && self.relocations.iter().all(|relocation| relocation.kind == 0 || within(relocation.offset, 1, extent))
    }

    /// Flattens the segments; returns the dynamic section's table.
    fn read_segments(&mut self, file: &[u8]) -> Option<Option<Table>> {
        let (table, count) = (u64_at(file, 32)?.min(FAR), self.program_headers.1);
        let mut dynamic = None;
        let mut loads = Vec::new();
        for i in 0..u64::from(count) {
            let at = table + 56 * i;
            let (kind, flags, offset) = (u32_at(file, at)?, u32_at(file, at + 4)?, u64_at(file, at + 8)?);
            let (vaddr, file_bytes) = (u64_at(file, at + 16)?.min(FAR), u64_at(file, at + 32)?);
            let (memory_bytes, align) = (u64_at(file, at + 40)?.min(FAR), u64_at(file, at + 48)?.min(FAR));
            match kind {
                PT_LOAD => {
                    let segment = Segment { vaddr, file_bytes, memory_bytes, writable: flags & PF_W != 0 };
                    self.segments.push(segment);
                    loads.push((offset, segment));
                    if offset == 0 {
                        self.program_headers.0 = vaddr + table;
                    }
                }
                PT_DYNAMIC => dynamic = Some(Table { vaddr, bytes: memory_bytes }),
                PT_INTERP => self.has_interpreter = true,
                PT_TLS => self.tls = Some(Tls { vaddr, file_bytes, memory_bytes, align: align.max(1) }),
                PT_GNU_EH_FRAME => self.eh_frame_hdr = Some(vaddr),
                PT_GNU_STACK => self.executable_stack = flags & PF_X != 0,
                _ => {}
            }
        }
        let end = loads.iter().map(|(_, s)| s.vaddr.checked_add(s.file_bytes)).max()??;
        self.extent = loads.iter().map(|(_, s)| s.vaddr.checked_add(s.memory_bytes)).max()??;
        // An address space of an object beyond 1 TiB is a damaged file, not a program.
        if end > self.extent || self.extent > 1 << 40 || end > (file.len() as u64).saturating_add(1 << 32) {
            return None;
        }
        self.flat = vec![0; usize::try_from(end).ok()?];
        for (offset, segment) in loads {
            let from = usize::try_from(offset).ok()?;
            let size = usize::try_from(segment.file_bytes).ok()?;
            let to = usize::try_from(segment.vaddr).ok()?;
            self.flat.get_mut(to..to.checked_add(size)?)?.copy_from_slice(file.get(from..from.checked_add(size)?)?);
        }
        Some(dynamic)
    }

    fn read_dynamic(&mut self, table: Table) -> Option<()> {
        let mut entries = Vec::new();
        for i in 0..table.bytes / 16 {
            let at = table.vaddr + 16 * i;
            let (tag, value) = (u64_at(&self.flat, at)?, u64_at(&self.flat, at + 8)?);
            if tag == 0 {
                break;
            }
            entries.push((tag, value.min(FAR)));
        }
        let d = Dynamic { entries };
        let strings = d.get(5).unwrap_or(0);
        let text = |offset: u64| string_at(&self.flat, strings.checked_add(offset)?);
        self.needed = d.entries.iter().filter(|e| e.0 == 1).map(|e| text(e.1)).collect::<Option<Vec<_>>>()?;
        self.soname = d.get(14).and_then(text);
        self.rpath = d.get(15).and_then(text);
        self.runpath = d.get(29).and_then(text);
        self.init = d.get(12);
        self.ending.fini = d.get(13);
        self.init_arrays[1] = d.table(25, 27);
        self.ending.fini_array = d.table(26, 28);
        self.init_arrays[0] = d.table(32, 33);
        self.read_symbols(&d, strings)?;
        self.read_relocations(&d)
    }

    fn read_symbols(&mut self, d: &Dynamic, strings: u64) -> Option<()> {
        let Some(table) = d.get(6) else { return Some(()) };
        let versions = self.read_versions(d, strings)?;
        let versym = d.get(0x6fff_fff0);
        for i in 0..self.count_symbols(d)? {
            let at = table + 24 * i;
            let info = *self.flat.get(usize::try_from(at + 4).ok()?)?;
            let name = string_at(&self.flat, strings + u64::from(u32_at(&self.flat, at)?))?;
            let index = match versym {
                Some(v) => u16_at(&self.flat, v + 2 * i)?,
                None => 1,
            };
            self.symbols.push(Symbol {
                name,
                version: versions.get(&(index & 0x7fff)).cloned(),
                hidden: index & 0x8000 != 0,
                section: u16_at(&self.flat, at + 6)?,
                kind: info & 15,
                binding: info >> 4,
                value: u64_at(&self.flat, at + 8)?,
                size: u64_at(&self.flat, at + 16)?,
            });
        }
        Some(())
    }

    /// Number of dynamic symbols: from DT_HASH, or by walking the longest chain of DT_GNU_HASH; at least what
    /// relocations name (an object that defines nothing has an empty GNU table).
    fn count_symbols(&self, d: &Dynamic) -> Option<u64> {
        if let Some(hash) = d.get(4) {
            return u32_at(&self.flat, hash + 4).map(u64::from);
        }
        let mut count = 0;
        if let Some(hash) = d.get(0x6fff_fef5) {
            let (buckets, first) = (u64::from(u32_at(&self.flat, hash)?), u32_at(&self.flat, hash + 4)?);
            let bloom = u64::from(u32_at(&self.flat, hash + 8)?);
            let table = hash + 16 + 8 * bloom;
            let chains = table + 4 * buckets;
            count = u64::from(first);
            for b in 0..buckets {
                let mut symbol = u64::from(u32_at(&self.flat, table + 4 * b)?);
                if symbol < u64::from(first) {
                    continue;
                }
                while u32_at(&self.flat, chains + 4 * (symbol - u64::from(first)))? & 1 == 0 {
                    symbol += 1;
                }
                count = count.max(symbol + 1);
            }
        }
        for table in [d.table(7, 8), d.table(23, 2)] {
            for i in 0..table.bytes / 24 {
                count = count.max(u64::from(u32_at(&self.flat, table.vaddr + 24 * i + 12)?) + 1);
            }
        }
        Some(count)
    }

    /// Version names by index, from DT_VERDEF and DT_VERNEED.
    fn read_versions(&self, d: &Dynamic, strings: u64) -> Option<BTreeMap<u16, String>> {
        let mut names = BTreeMap::new();
        let flat = &self.flat;
        if let (Some(mut at), Some(count)) = (d.get(0x6fff_fffc), d.get(0x6fff_fffd)) {
            for _ in 0..count {
                let index = u16_at(flat, at + 4)?;
                let aux = at + u64::from(u32_at(flat, at + 12)?);
                // The base definition (flag 1) names the file, not a version.
                if u16_at(flat, at + 2)? & 1 == 0 {
                    names.insert(index & 0x7fff, string_at(flat, strings + u64::from(u32_at(flat, aux)?))?);
                }
                let step = u64::from(u32_at(flat, at + 16)?);
                if step == 0 {
                    break;
                }
                at += step;
            }
        }
        if let (Some(mut at), Some(count)) = (d.get(0x6fff_fffe), d.get(0x6fff_ffff)) {
            for _ in 0..count {
                let mut aux = at + u64::from(u32_at(flat, at + 8)?);
                for _ in 0..u16_at(flat, at + 2)? {
                    let name = string_at(flat, strings + u64::from(u32_at(flat, aux + 8)?))?;
                    names.insert(u16_at(flat, aux + 6)? & 0x7fff, name);
                    aux += u64::from(u32_at(flat, aux + 12)?);
                }
                let step = u64::from(u32_at(flat, at + 12)?);
                if step == 0 {
                    break;
                }
                at += step;
            }
        }
        Some(names)
    }

    fn read_relocations(&mut self, d: &Dynamic) -> Option<()> {
        let mut out = Vec::new();
        let relr = d.table(36, 35);
        let mut next = 0;
        for i in 0..relr.bytes / 8 {
            let word = u64_at(&self.flat, relr.vaddr + 8 * i)?;
            if word & 1 == 0 {
                out.push(self.relative(word)?);
                next = word + 8;
            } else {
                for bit in (0..63).filter(|b| (word >> (b + 1)) & 1 == 1) {
                    out.push(self.relative(next + 8 * bit)?);
                }
                next += 8 * 63;
            }
        }
        for table in [d.table(7, 8), d.table(23, 2)] {
            for i in 0..table.bytes / 24 {
                let at = table.vaddr + 24 * i;
                out.push(Rela {
                    offset: u64_at(&self.flat, at)?,
                    kind: u32_at(&self.flat, at + 8)?,
                    symbol: u32_at(&self.flat, at + 12)?,
                    addend: u64_at(&self.flat, at + 16)? as i64,
                });
            }
        }
        if out.iter().any(|r| r.offset.checked_add(8).is_none_or(|end| end > self.extent)) {
            return None;
        }
        self.relocations = out;
        Some(())
    }

    /// A RELR entry: relative, with its addend in place.
    fn relative(&self, offset: u64) -> Option<Rela> {
        let addend = u64_at(&self.flat, offset)? as i64;
        Some(Rela { offset, kind: R_RELATIVE, symbol: 0, addend })
    }
}

/// Checks magic, class, machine and type.
fn check_header(path: &Path, file: &[u8]) -> Result<(), LoadError> {
    let path = path.to_path_buf();
    if file.get(..4) != Some(b"\x7fELF") || file.len() < 64 {
        let script = file.starts_with(b"#!");
        return Err(LoadError::NotElf { path, script });
    }
    let machine = u16_at(file, 18).unwrap_or(0);
    if file[4] != 2 || file[5] != 1 || machine != 62 {
        return Err(LoadError::WrongMachine { path, class: file[4], machine });
    }
    match u16_at(file, 16) {
        Some(3) => Ok(()),
        Some(2) if has_interpreter(file) => Err(LoadError::FixedAddress { path }),
        Some(2) => Err(LoadError::Static { path }),
        _ => Err(LoadError::Malformed { path }),
    }
}

/// Whether a program header asks for a dynamic linker: without one an executable is static.
fn has_interpreter(file: &[u8]) -> bool {
    let (at, size, count) = (u64_at(file, 32), u16_at(file, 54), u16_at(file, 56));
    let (Some(at), Some(size), Some(count)) = (at, size, count) else { return false };
    (0..u64::from(count)).any(|index| {
        let header = at.checked_add(index * u64::from(size));
        header.and_then(|header| u32_at(file, header)) == Some(PT_INTERP)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rejects(bytes: &[u8]) -> LoadError {
        check_header(Path::new("prog"), bytes).expect_err("must be rejected")
    }

    fn header(class: u8, kind: u16, machine: u16) -> Vec<u8> {
        let mut h = vec![0u8; 64];
        h[..4].copy_from_slice(b"\x7fELF");
        h[4] = class;
        h[5] = 1;
        h[16..18].copy_from_slice(&kind.to_le_bytes());
        h[18..20].copy_from_slice(&machine.to_le_bytes());
        h
    }

    #[test]
    fn headers_that_cannot_run_are_named() {
        assert!(matches!(rejects(b"#!/bin/sh\n"), LoadError::NotElf { script: true, .. }));
        assert!(matches!(rejects(b"int main"), LoadError::NotElf { script: false, .. }));
        assert!(matches!(rejects(&header(1, 3, 3)), LoadError::WrongMachine { class: 1, machine: 3, .. }));
        assert!(matches!(rejects(&header(2, 3, 183)), LoadError::WrongMachine { machine: 183, .. }));
        assert!(matches!(rejects(&header(2, 2, 62)), LoadError::Static { .. }));
        assert!(check_header(Path::new("prog"), &header(2, 3, 62)).is_ok());
    }

    #[test]
    fn a_real_object_is_read() {
        let me = std::env::current_exe().expect("own path");
        let object = Object::read(&me).expect("test binaries are position independent");
        assert!(object.needed.iter().any(|n| n == "libc.so.6"));
        assert!(object.symbols.iter().any(|s| s.name == "malloc" && !s.is_defined() && s.version.is_some()));
        assert!(object.relocations.iter().any(|r| r.kind == R_RELATIVE));
        assert!(object.eh_frame_hdr.is_some() && object.entry != 0 && object.has_interpreter);
    }

    #[test]
    fn damaged_files_never_panic() {
        let me = std::env::current_exe().expect("own path");
        let file = std::fs::read(me).expect("own bytes");
        // Damage the headers and the program header table only: the rest of the file is data to the parser.
        for at in 16..600 {
            for value in [0x00, 0x7f, 0xff] {
                let mut bad = file[..file.len().min(200_000)].to_vec();
                bad[at] = value;
                let _ = Object::parse(Path::new("prog"), &bad);
            }
        }
    }
}
