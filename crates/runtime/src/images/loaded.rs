//! A program after loading and relocation: the master copy from which the ranks' images (copies of the program, one for each
//! rank) are made.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::elf::Table;
use super::error::LoadError;
use super::relocate::{Plan, Relative, Replacements, relocate};
use super::resolve::{Program, symbol_of};
use super::space::Space;
use super::template::{Module, Template};

/// See the module. Nothing of it changes once it is bound.
#[derive(Debug)]
pub(crate) struct LoadedProgram {
    pub(crate) path: PathBuf,
    pub(crate) template: Template,
    pub(crate) plan: Plan,
    /// Where an image has the variables that the face numbered.
    pub(crate) face_objects: Vec<u64>,
    /// For programs that look symbols up.
    pub(crate) symbols: Option<Program>,
    /// Initialisers and finalisers in order, as offsets in the image.
    pub(crate) initialisers: Vec<u64>,
    pub(crate) executable_initialisers: Vec<u64>,
    pub(crate) finalisers: Vec<Finaliser>,
    pub(crate) entry: u64,
    /// The number of its first object among those of all programs.
    pub(crate) first_object: u32,
    /// The C++ exception state of this thread, if the program uses the C++ library.
    pub(crate) exceptions: Option<*mut [usize; 2]>,
}

impl LoadedProgram {
    /// Binds a program that has been read; `pad` is the launcher's thread-local pad [start, end). Variables of the C library
    /// that the program has copies of get the values that they have now.
    pub(crate) fn of(
        file: &Path,
        program: Program,
        pad: (usize, usize),
        first_object: u32,
        replacements: &Replacements,
    ) -> Result<Self, LoadError> {
        prepare_cxx(&program);
        let mut template = Template::new(&program, pad)?;
        let plan = relocate(&program, &mut template, replacements)?;
        let changed = plan.relative.iter().chain(&plan.arrays).chain(&plan.indirect);
        template.note_relocated(changed.map(|entry| entry.offset).collect());
        let orders = InitOrder::new(&program, &template, &plan);
        // A damaged file may have any number in their place.
        let ends = orders.finalisers.iter().map(|&(Finaliser::Call(at) | Finaliser::Handlers(at))| at);
        let mut all = orders.libraries.iter().chain(&orders.executable).copied().chain(ends);
        if all.any(|at| at >= template.stride) {
            return Err(LoadError::Malformed { path: file.to_owned() });
        }
        let entry = template.modules[0].base + program.objects[0].entry;
        Ok(Self {
            path: file.to_owned(),
            face_objects: super::objects::copies(&program, &template),
            template,
            plan,
            initialisers: orders.libraries,
            executable_initialisers: orders.executable,
            finalisers: orders.finalisers,
            entry,
            first_object,
            exceptions: exception_state(&program),
            symbols: program.into_symbols(),
        })
    }

    /// Calls the resolvers of indirect functions in a first image of a space in which nobody lives yet: their answers,
    /// relative to the image, hold for all.
    ///
    /// # Errors
    /// There is no memory for that image.
    pub(crate) fn bind(&mut self, space: &mut Space) -> Result<(), LoadError> {
        if self.plan.indirect.is_empty() {
            return Ok(());
        }
        space.open(0)?;
        let base = space.image(0) as u64;
        // SAFETY: the place has just been opened.
        unsafe { space.relocate(0, &self.plan.relative) };
        for entry in std::mem::take(&mut self.plan.indirect) {
            // SAFETY: `target` is a resolver in a relocated image; resolvers take no arguments on x86-64.
            let address = unsafe {
                let resolver: extern "C" fn() -> u64 = std::mem::transmute((base + entry.target) as usize);
                resolver()
            };
            self.plan.relative.push(Relative { offset: entry.offset, target: address.wrapping_sub(base) });
        }
        space.reset(0).map_err(|source| LoadError::System { what: "releasing an image", source })
    }

    /// Object at an offset of an image, and its index.
    pub(crate) fn module_at(&self, offset: u64) -> Option<(usize, &Module)> {
        self.template.modules.iter().enumerate().find(|(_, m)| offset.wrapping_sub(m.base) < m.extent)
    }
}

/// Initialises the C++ library's streams, so that copies of `std::cout` are copies of a stream that works.
fn prepare_cxx(program: &Program) {
    static mut INIT: [u8; 16] = [0; 16];
    if !program.shares("libstdc++.so.6") {
        return;
    }
    if let Some(constructor) = symbol_of(libc::RTLD_DEFAULT, "_ZNSt8ios_base4InitC1Ev", None) {
        // SAFETY: the constructor of an empty class writes at most its size, one byte; the object is never destroyed, so
        // the streams are not closed before the process ends.
        unsafe {
            let constructor: extern "C" fn(*mut u8) = std::mem::transmute(constructor);
            constructor((&raw mut INIT).cast());
        }
    }
}

/// The C++ exception state of this thread; none for programs without C++.
fn exception_state(program: &Program) -> Option<*mut [usize; 2]> {
    if !program.shares("libstdc++.so.6") {
        return None;
    }
    // SAFETY: the Itanium C++ ABI gives the function this type; the state is two words, of which the second has four
    // bytes in use.
    symbol_of(libc::RTLD_DEFAULT, "__cxa_get_globals", None).map(|getter| unsafe {
        let getter: extern "C" fn() -> *mut [usize; 2] = std::mem::transmute(getter);
        getter()
    })
}

/// What ends an object, by offsets in the image.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Finaliser {
    /// A function.
    Call(u64),
    /// The handlers that name the object by this address. Nothing else that matters does the finaliser of the compiler's start-up
    /// code, which would also note in a variable that it has run: a page copied for each rank that ends.
    Handlers(u64),
}

/// Initialisers and finalisers as offsets in the image, in the order they are called.
struct InitOrder {
    libraries: Vec<u64>,
    executable: Vec<u64>,
    finalisers: Vec<Finaliser>,
}

impl InitOrder {
    fn new(program: &Program, template: &Template, plan: &Plan) -> InitOrder {
        let targets: HashMap<u64, u64> =
            plan.arrays.iter().chain(&plan.relative).map(|r| (r.offset, r.target)).collect();
        let array = |index: usize, table: Table| -> Vec<u64> {
            let base = template.modules[index].base;
            (0..table.bytes / 8).filter_map(|i| targets.get(&(base + table.vaddr + 8 * i)).copied()).collect()
        };
        let initialisers = |index: usize| -> Vec<u64> {
            let object = &program.objects[index];
            let init = object.init.map(|v| template.modules[index].base + v);
            init.into_iter().chain(array(index, object.init_arrays[1])).collect()
        };
        let mut orders = InitOrder {
            libraries: array(0, program.objects[0].init_arrays[0]),
            executable: vec![],
            finalisers: vec![],
        };
        // Needed objects come later in search order, and are initialised first.
        for index in (1..program.objects.len()).rev() {
            orders.libraries.extend(initialisers(index));
        }
        orders.executable = initialisers(0);
        for (index, object) in program.objects.iter().enumerate() {
            let base = template.modules[index].base;
            let finaliser = |at: u64| match object.ending.handle_of(at.wrapping_sub(base)) {
                Some(handle) => Finaliser::Handlers(base.wrapping_add(handle)),
                None => Finaliser::Call(at),
            };
            orders.finalisers.extend(array(index, object.ending.fini_array).into_iter().rev().map(finaliser));
            orders.finalisers.extend(object.ending.fini.map(|v| Finaliser::Call(base + v)));
        }
        orders
    }
}
