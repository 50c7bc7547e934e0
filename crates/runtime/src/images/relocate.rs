//! Applies the ELF relocations of images (the ranks' copies of the program). Relocations with the same result for all ranks
//! are applied once, in the template of all images. Relocations that depend on an image's address are applied in each
//! image, from a list of (offset, target) pairs.
//!
//! Relocations inside the initialiser arrays are kept apart. The loader calls the initialisers itself, so the page with
//! these arrays need not be written for every rank. Programs linked before glibc 2.34 read the arrays themselves; for these
//! programs the relocations are applied at program start.
//!
//! Source: System V ABI, AMD64 supplement, §4.4 (relocation types) and §3.4.6 (thread-local storage, variant II).

use std::collections::BTreeMap;

use super::elf::{
    OWN_HANDLE, Object, R_64, R_COPY, R_DTPMOD64, R_DTPOFF64, R_GLOB_DAT, R_IRELATIVE, R_JUMP_SLOT, R_RELATIVE,
    R_TLSDESC, R_TPOFF64, Rela, STB_LOCAL, STB_WEAK, STT_GNU_IFUNC, Symbol,
};
use super::error::LoadError;
use super::resolve::{Definition, Program, RTLD_DL_SYMENT, dladdr1, is_tls};
use super::template::{Module, PAGE, Template};

/// Module number that tells `__tls_get_addr` that the variable lies in the pad; its second word is then the distance
/// from the pad's end, not from a block's start.
pub(crate) const PAD_MODULE: u64 = 1 << 32;

/// Data symbols of shared libraries of which every rank has its own copy, even where the program would use the
/// library's: their value is state of a process.
const PER_RANK: [&str; 19] = [
    "optarg",
    "optind",
    "opterr",
    "optopt",
    "environ",
    "__environ",
    "_environ",
    "stdin",
    "_ZSt3cin",
    "_ZSt4cout",
    "_ZSt4cerr",
    "_ZSt4clog",
    "_ZSt4wcin",
    "_ZSt5wcout",
    "_ZSt5wcerr",
    "_ZSt5wclog",
    "signgam",
    "getdate_err",
    "h_errno",
];

/// Functions of ours that replace those of system libraries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Replacements {
    /// The address of our version of a function of the C library, if there is one.
    pub(crate) find: fn(&str) -> Option<usize>,
    /// Whether a symbol starts threads, which ranks cannot have.
    pub(crate) starts_threads: fn(&str) -> bool,
    /// The address of the resolver of thread-local descriptors.
    pub(crate) tls_descriptor: fn() -> usize,
    /// The address by which images reach what is outside of them.
    pub(crate) through: fn(&str, usize) -> usize,
}

/// A word of the image that holds an address inside the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Relative {
    pub(crate) offset: u64,
    pub(crate) target: u64,
}

/// What has to be done to a fresh image.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) relative: Vec<Relative>,
    /// Entries of initialiser and finaliser arrays.
    pub(crate) arrays: Vec<Relative>,
    /// Words named `__dso_handle`, until it is known which of them are `relative` like others.
    handles: Vec<Relative>,
    /// Words that hold the address returned by the resolver at `target`; turned into `relative` in a first image.
    pub(crate) indirect: Vec<Relative>,
    /// Offsets of per-rank copies of C library variables by name.
    pub(crate) copies: BTreeMap<String, u64>,
    /// Variables of shared libraries that every rank has a copy of.
    moved: Vec<Moved>,
}

/// A variable of a shared library and its place in the image.
#[derive(Clone, Copy, Debug)]
struct Moved {
    from: u64,
    to: u64,
    bytes: u64,
}

/// Value of a relocation, or place of a symbol.
pub(crate) enum Value {
    /// The same in every image.
    Constant(u64),
    /// Base of the image plus this.
    Image(u64),
    /// Result of a resolver function at base plus this.
    Resolver(u64),
}

/// Where a program finds a symbol that it looks up by name when it runs, from a place in the search order on. None for thread-local variables, whose place
/// `dlsym` would have to make for each thread.
pub(crate) fn by_name(
    program: &Program,
    modules: &[Module],
    plan: &Plan,
    name: &str,
    from: usize,
    replacements: &Replacements,
) -> Option<Value> {
    match program.lookup(name, None, from, None) {
        Some(Definition::Replicated { object, symbol }) => {
            let s = &program.objects[object].symbols[symbol];
            (!is_tls(s)).then(|| place(modules[object].base, s))
        }
        Some(Definition::Shared { address, face }) => Some(match plan.copies.get(name) {
            Some(&at) => Value::Image(at),
            None => {
                let own = if face { None } else { (replacements.find)(name) };
                outside(replacements, name, own.unwrap_or(address))
            }
        }),
        None => (replacements.find)(name).map(|own| outside(replacements, name, own)),
    }
}

/// Place of what is not in the image.
fn outside(replacements: &Replacements, name: &str, address: usize) -> Value {
    Value::Constant((replacements.through)(name, address) as u64)
}

/// Place of a symbol of a replicated object.
fn place(base: u64, symbol: &Symbol) -> Value {
    let at = base + symbol.value;
    if symbol.kind == STT_GNU_IFUNC { Value::Resolver(at) } else { Value::Image(at) }
}

/// Walks all relocations of all replicated objects.
pub(crate) fn relocate(
    program: &Program,
    template: &mut Template,
    replacements: &Replacements,
) -> Result<Plan, LoadError> {
    let mut plan = Plan::default();
    reserve_copies(program, template, &mut plan);
    for (index, object) in program.objects.iter().enumerate() {
        for r in object.relocations.iter().filter(|r| r.kind != R_COPY) {
            apply(program, template, &mut plan, index, r, replacements)?;
        }
    }
    for r in program.objects[0].relocations.iter().filter(|r| r.kind == R_COPY) {
        copy(program, template, &mut plan, r)?;
    }
    plan.move_pointers(template);
    plan.place_handles(template);
    plan.relative.sort_by_key(|r| r.offset);
    Ok(plan)
}

impl Plan {
    /// Pointers into copied variables point into the copies: a stream of C++ points to words of its own, and one to another.
    fn move_pointers(&mut self, template: &Template) {
        for copy in &self.moved {
            for offset in (0..copy.bytes / 8 * 8).step_by(8) {
                let pointer = template.read_word(copy.to + offset);
                let into = |other: &&Moved| pointer.wrapping_sub(other.from) < other.bytes;
                if let Some(other) = self.moved.iter().find(into) {
                    let target = other.to + (pointer - other.from);
                    self.relative.push(Relative { offset: copy.to + offset, target });
                }
            }
        }
    }

    /// An object's `__dso_handle` names it, whatever it holds. Where nothing else in its page is relocated, it holds its
    /// offset in the image (see `start::finalize`), so that a rank that writes no variable there needs no page of its
    /// own.
    fn place_handles(&mut self, template: &mut Template) {
        for handle in std::mem::take(&mut self.handles) {
            let in_page = |r: &Relative| r.offset / PAGE == handle.offset / PAGE;
            if self.relative.iter().chain(&self.indirect).any(in_page) {
                self.relative.push(handle);
            } else {
                template.write_word(handle.offset, handle.target);
            }
        }
    }
}

fn undefined(object: &Object, symbol: &Symbol) -> LoadError {
    let version = symbol.version.as_ref().map(|v| format!("@{v}")).unwrap_or_default();
    LoadError::UndefinedSymbol { object: object.path.clone(), symbol: format!("{}{version}", symbol.name) }
}

/// Gives each imported per-rank variable a place in the image, unless the executable has one by COPY.
fn reserve_copies(program: &Program, template: &mut Template, plan: &mut Plan) {
    for object in &program.objects {
        for s in object.symbols.iter().filter(|s| !s.is_defined() && PER_RANK.contains(&s.name.as_str())) {
            if let Some(Definition::Shared { address, .. }) = program.lookup(&s.name, s.version.as_deref(), 0, None)
                && !plan.copies.contains_key(&s.name)
            {
                let bytes = shared_size(address, s.size).max(8);
                let at = template.reserve_extra(bytes);
                template.write_foreign(at, address, bytes);
                plan.copies.insert(s.name.clone(), at);
                plan.moved.push(Moved { from: address as u64, to: at, bytes });
            }
        }
    }
}

/// Size of a shared library's variable: from its own symbol table if that tells, else from the reference.
fn shared_size(address: usize, reference: u64) -> u64 {
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::uninit();
    let mut symbol: *const libc::Elf64_Sym = std::ptr::null();
    // SAFETY: dladdr1 fills both out-parameters or returns 0; RTLD_DL_SYMENT asks for the symbol's entry.
    let found = unsafe {
        dladdr1(
            std::ptr::with_exposed_provenance(address),
            info.as_mut_ptr(),
            (&raw mut symbol).cast(),
            RTLD_DL_SYMENT,
        )
    };
    // SAFETY: a non-null entry points into the library's loaded symbol table.
    if found != 0 && !symbol.is_null() { unsafe { (*symbol).st_size.max(reference) } } else { reference }
}

/// Value of the symbol a relocation names.
fn value_of(
    program: &Program,
    template: &Template,
    plan: &Plan,
    index: usize,
    r: &Rela,
    replacements: &Replacements,
) -> Result<Value, LoadError> {
    let object = &program.objects[index];
    let Some(symbol) = object.symbols.get(r.symbol as usize) else {
        return Err(LoadError::Malformed { path: object.path.clone() });
    };
    let local = symbol.is_defined() && symbol.binding == STB_LOCAL;
    let definition = if local {
        Some(Definition::Replicated { object: index, symbol: r.symbol as usize })
    } else {
        program.lookup(&symbol.name, symbol.version.as_deref(), 0, None)
    };
    // A library that starts threads calls its own functions, too.
    if !matches!(definition, Some(Definition::Replicated { object, .. }) if object == index)
        && (replacements.starts_threads)(&symbol.name)
    {
        return Err(LoadError::Threads { object: object.path.clone(), symbol: symbol.name.clone() });
    }
    match definition {
        Some(Definition::Replicated { object, symbol }) => {
            Ok(place(template.modules[object].base, &program.objects[object].symbols[symbol]))
        }
        Some(Definition::Shared { address, face }) => {
            if let Some(&at) = plan.copies.get(&symbol.name) {
                return Ok(Value::Image(at));
            }
            let own = if face { None } else { (replacements.find)(&symbol.name) };
            Ok(outside(replacements, &symbol.name, own.unwrap_or(address)))
        }
        None => match (replacements.find)(&symbol.name) {
            Some(own) => Ok(outside(replacements, &symbol.name, own)),
            None if symbol.binding == STB_WEAK || r.symbol == 0 => Ok(Value::Constant(0)),
            None => Err(undefined(object, symbol)),
        },
    }
}

fn apply(
    program: &Program,
    template: &mut Template,
    plan: &mut Plan,
    index: usize,
    r: &Rela,
    replacements: &Replacements,
) -> Result<(), LoadError> {
    let object = &program.objects[index];
    let base = template.modules[index].base;
    let offset = base + r.offset;
    match r.kind {
        0 => {}
        R_RELATIVE => {
            let entry = Relative { offset, target: base.wrapping_add_signed(r.addend) };
            let in_array = [object.init_arrays[0], object.init_arrays[1], object.ending.fini_array]
                .iter()
                .any(|table| table.contains(r.offset));
            if in_array { &mut plan.arrays } else { &mut plan.relative }.push(entry);
        }
        OWN_HANDLE => plan.handles.push(Relative { offset, target: offset }),
        R_64 | R_GLOB_DAT | R_JUMP_SLOT => {
            let addend = if r.kind == R_64 { r.addend } else { 0 };
            match value_of(program, template, plan, index, r, replacements)? {
                Value::Constant(value) => template.write_word(offset, value.wrapping_add_signed(addend)),
                Value::Image(at) => plan.relative.push(Relative { offset, target: at.wrapping_add_signed(addend) }),
                Value::Resolver(at) => plan.indirect.push(Relative { offset, target: at }),
            }
        }
        R_IRELATIVE => plan.indirect.push(Relative { offset, target: base.wrapping_add_signed(r.addend) }),
        R_DTPMOD64 | R_DTPOFF64 | R_TPOFF64 | R_TLSDESC => thread_local(program, template, index, r, replacements)?,
        kind => return Err(LoadError::Relocation { object: object.path.clone(), kind, offset: r.offset }),
    }
    Ok(())
}

/// Thread-local relocations: all variables of replicated objects lie at fixed distances below the thread pointer.
fn thread_local(
    program: &Program,
    template: &mut Template,
    index: usize,
    r: &Rela,
    replacements: &Replacements,
) -> Result<(), LoadError> {
    let object = &program.objects[index];
    let offset = template.modules[index].base + r.offset;
    let Some(symbol) = object.symbols.get(r.symbol as usize) else {
        return Err(LoadError::Malformed { path: object.path.clone() });
    };
    let definition = if r.symbol == 0 || (symbol.is_defined() && symbol.binding == STB_LOCAL) {
        Some(Definition::Replicated { object: index, symbol: r.symbol as usize })
    } else {
        program.lookup(&symbol.name, symbol.version.as_deref(), 0, None)
    };
    let addend = r.addend;
    // Distance from the thread pointer (negative, as unsigned word), where the variable is one of ours.
    let distance = match definition {
        Some(Definition::Replicated { object, symbol }) => {
            let value = if r.symbol == 0 { 0 } else { program.objects[object].symbols[symbol].value };
            Some(template.tls_distance(object, value))
        }
        Some(Definition::Shared { address, .. }) if is_tls(symbol) || r.symbol != 0 => {
            // The shared library's variable at its address in the thread that runs all ranks.
            Some((address as u64).wrapping_sub(template.thread_pointer() as u64))
        }
        _ if symbol.binding == STB_WEAK => Some(0),
        _ => None,
    };
    let Some(distance) = distance else { return Err(undefined(object, symbol)) };
    match r.kind {
        R_DTPMOD64 => template.write_word(offset, PAD_MODULE),
        R_DTPOFF64 | R_TPOFF64 => template.write_word(offset, distance.wrapping_add_signed(addend)),
        _ => {
            template.write_word(offset, (replacements.tls_descriptor)() as u64);
            template.write_word(offset + 8, distance.wrapping_add_signed(addend));
        }
    }
    // A pair without symbol (local-dynamic, or a local variable) has only its first word relocated; the second holds an
    // offset within the module's block and must make up for the block's start.
    if r.kind == R_DTPMOD64 && r.symbol == 0 {
        let within = template.read_word(offset + 8);
        let start = template.tls_distance(index, 0);
        template.write_word(offset + 8, start.wrapping_add(within));
    }
    Ok(())
}

fn copy(program: &Program, template: &mut Template, plan: &mut Plan, r: &Rela) -> Result<(), LoadError> {
    let object = &program.objects[0];
    let Some(symbol) = object.symbols.get(r.symbol as usize) else {
        return Err(LoadError::Malformed { path: object.path.clone() });
    };
    let to = template.modules[0].base + r.offset;
    match program.lookup(&symbol.name, symbol.version.as_deref(), 0, Some(0)) {
        Some(Definition::Shared { address, .. }) => {
            template.write_foreign(to, address, symbol.size);
            if PER_RANK.contains(&symbol.name.as_str()) {
                plan.copies.insert(symbol.name.clone(), to);
                plan.moved.push(Moved { from: address as u64, to, bytes: symbol.size });
            }
        }
        Some(Definition::Replicated { object: from, symbol: s }) => {
            let source = template.modules[from].base + program.objects[from].symbols[s].value;
            template.copy_within(source, to, symbol.size);
            let moved: Vec<Relative> = plan
                .relative
                .iter()
                .filter(|e| e.offset.wrapping_sub(source) < symbol.size)
                .map(|e| Relative { offset: e.offset - source + to, target: e.target })
                .collect();
            plan.relative.extend(moved);
        }
        None => return Err(undefined(object, symbol)),
    }
    Ok(())
}
