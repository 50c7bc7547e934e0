//! Resolves the libraries and symbols of a program. Finds the *objects* (ELF files) of the program, decides which objects are
//! copied for each rank, and finds the object that defines a symbol.
//!
//! Objects are searched in the dynamic linker's order: executable, preloaded objects, then needed objects breadth first. An
//! object is
//! - *replicated* if it is the executable, preloaded, outside the system's library folders, needs MPI itself, is known to hold
//!   state of a rank, has variables that the program uses (GSL's default seed), or needs a replicated library;
//! - a *face* if it is an MPI library: Windtunnel's library of the same name is opened instead, once for all ranks, with local
//!   scope;
//! - *system* otherwise: opened once, and shared by all ranks.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::elf::{Object, STB_LOCAL, STT_TLS, Symbol};
use super::error::LoadError;

/// Sonames of MPI libraries for which Windtunnel has a face.
pub(super) const FACES: [&str; 4] = ["libmpi_abi.so.1", "libmpi.so.12", "libmpich.so.12", "libmpi.so.40"];

/// The face of this name, if there is one.
pub fn face_of(soname: &str) -> Option<&'static str> {
    FACES.into_iter().find(|face| *face == soname)
}

/// The file that has a face: Debian gives MPICH's library another name, whose file is for the dynamic linker alone.
fn file_of(face: &str) -> &str {
    if face == "libmpich.so.12" { "libmpi.so.12" } else { face }
}

/// Whether two faces are of one ABI, so that a program may need both.
pub fn same_abi(one: &str, other: &str) -> bool {
    file_of(one) == file_of(other)
}

/// The function by which an MPI library is known: tools that stand between a program and MPI do not define it.
pub const SIGN_OF_MPI: &str = "PMPI_Init";

/// Libraries below an MPI library that programs may name besides it. Windtunnel's own, which do nothing, are taken.
const STAND_INS: [&str; 2] = ["libopen-rte.so.40", "libopen-pal.so.40"];

/// The Fortran libraries of MPI libraries. Windtunnel's own, which stand on the faces, are taken; they have a rank's state.
const FORTRAN: [&str; 5] = [
    "libmpi_mpifh.so.40",
    "libmpi_usempi_ignore_tkr.so.40",
    "libmpi_usempif08.so.40",
    "libmpichfort.so.12",
    "libmpifort.so.12",
];

/// Libraries that exist once per process, whatever folder they lie in: the C and C++ libraries, and those that refuse to be there twice. Each rank
/// has its own copy of all others, as a process would.
const CORE: [&str; 13] = [
    "libc.so.6",
    "libm.so.6",
    "libmvec.so.1",
    "libdl.so.2",
    "libpthread.so.0",
    "librt.so.1",
    "libutil.so.1",
    "libresolv.so.2",
    "ld-linux-x86-64.so.2",
    "libgcc_s.so.1",
    "libstdc++.so.6",
    "libomp.so.5",
    "libiomp5.so",
];

const SYSTEM_FOLDERS: [&str; 6] =
    ["/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64", "/lib", "/usr/lib"];

/// Symbol binding STB_GNU_UNIQUE.
const STB_GNU_UNIQUE: u8 = 10;

/// One object of the search order.
#[derive(Debug)]
pub(crate) enum Member {
    /// Replicated; index into `Program::objects`.
    Replicated(usize),
    /// Opened once, by its path; the handle is null before.
    Shared { handle: *mut c_void, path: PathBuf, name: String, face: bool },
}

/// A program's objects in search order.
#[derive(Debug)]
pub(crate) struct Program {
    /// Replicated objects; the executable is the first.
    pub(crate) objects: Vec<Object>,
    pub(crate) scope: Vec<Member>,
    tables: Vec<HashMap<String, Vec<usize>>>,
    /// Paths of system objects, for the check of interposed symbols.
    shared_paths: Vec<PathBuf>,
}

/// Where a symbol is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Definition {
    /// In a replicated object: object and symbol index.
    Replicated { object: usize, symbol: usize },
    /// At an address of a shared object.
    Shared { address: usize, face: bool },
}

/// How libraries are looked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Search {
    pub(crate) faces: PathBuf,
    pub(crate) library_path: Vec<PathBuf>,
    pub(crate) preload: Vec<PathBuf>,
}

fn split_path(list: &str, origin: &Path) -> Vec<PathBuf> {
    let origin = origin.parent().unwrap_or(Path::new("/")).to_string_lossy().into_owned();
    list.split(':')
        .filter(|p| !p.is_empty())
        .map(|p| PathBuf::from(p.replace("${ORIGIN}", &origin).replace("$ORIGIN", &origin)))
        .collect()
}

/// Entries of /etc/ld.so.cache (format "glibc-ld.so.cache1.1"), soname → path.
fn read_cache() -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::new();
    let Ok(bytes) = std::fs::read("/etc/ld.so.cache") else { return found };
    let magic = b"glibc-ld.so.cache1.1";
    let Some(start) = bytes.windows(magic.len()).position(|w| w == magic) else { return found };
    let table = &bytes[start..];
    let word = |at: usize| table.get(at..at + 4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]) as usize);
    let text = |at: usize| {
        let tail = table.get(at..)?;
        let end = tail.iter().position(|&b| b == 0)?;
        Some(String::from_utf8_lossy(&tail[..end]).into_owned())
    };
    for i in 0..word(20).unwrap_or(0) {
        let at = 48 + 24 * i;
        // Flags 0x0303: ELF, x86-64.
        if word(at) != Some(0x0303) {
            continue;
        }
        if let (Some(key), Some(value)) = (word(at + 4).and_then(text), word(at + 8).and_then(text)) {
            found.entry(key).or_insert(PathBuf::from(value));
        }
    }
    found
}

struct Finder {
    cache: BTreeMap<String, PathBuf>,
    search: Search,
}

impl Finder {
    /// Path of `soname` as the dynamic linker would find it for `object`.
    fn find(&self, soname: &str, object: &Object, executable: &Object) -> Result<PathBuf, LoadError> {
        if soname.contains('/') {
            return Ok(PathBuf::from(soname));
        }
        let mut directories = Vec::new();
        if object.runpath.is_none() {
            for owner in [object, executable] {
                directories.extend(owner.rpath.iter().flat_map(|p| split_path(p, &owner.path)));
            }
        }
        directories.extend(self.search.library_path.iter().cloned());
        directories.extend(object.runpath.iter().flat_map(|p| split_path(p, &object.path)));
        if let Some(hit) = directories.iter().map(|f| f.join(soname)).find(|p| p.exists()) {
            return Ok(hit);
        }
        if let Some(hit) = self.cache.get(soname) {
            return Ok(hit.clone());
        }
        directories.extend(SYSTEM_FOLDERS.iter().map(PathBuf::from));
        directories.iter().map(|f| f.join(soname)).find(|p| p.exists()).ok_or_else(|| LoadError::MissingLibrary {
            object: object.path.clone(),
            library: soname.into(),
            searched: directories.iter().map(|f| f.display().to_string()).collect::<Vec<_>>().join(", "),
        })
    }
}

/// Refuses a program with an MPI library that no face stands in for.
fn refuse_mpi_library(program: &Path, library: &Path) -> Result<(), LoadError> {
    let defines = |symbol: &Symbol| symbol.name == SIGN_OF_MPI && symbol.is_defined();
    match Object::read(library) {
        Ok(object) if object.symbols.iter().any(defines) => Err(LoadError::foreign_mpi(program, library)),
        _ => Ok(()),
    }
}

/// Opens a shared object once.
fn open(path: &Path, face: bool) -> Result<*mut c_void, LoadError> {
    let fail = |reason: String| LoadError::Library { library: path.display().to_string(), reason };
    let name = CString::new(path.as_os_str().as_bytes()).map_err(|e| fail(e.to_string()))?;
    let flags = libc::RTLD_NOW | if face { libc::RTLD_LOCAL } else { libc::RTLD_GLOBAL };
    // SAFETY: `name` is a C string; initialisers of system libraries run here as they do in any program.
    let handle = unsafe { libc::dlopen(name.as_ptr(), flags) };
    if handle.is_null() {
        // SAFETY: after a failed dlopen, dlerror returns a C string.
        let words = unsafe { CStr::from_ptr(libc::dlerror()) };
        return Err(fail(words.to_string_lossy().into_owned()));
    }
    Ok(handle)
}

impl Program {
    /// Reads the program and everything it needs; opens what is shared.
    pub(crate) fn read(path: &Path, search: Search) -> Result<Program, LoadError> {
        let mut program = Self::assemble(path, &Finder { cache: read_cache(), search })?;
        for member in &mut program.scope {
            if let Member::Shared { handle, path, face, .. } = member {
                *handle = open(path, *face)?;
            }
        }
        program.check_interposed()?;
        Ok(program)
    }

    /// Reads the program and everything it needs.
    fn assemble(path: &Path, finder: &Finder) -> Result<Program, LoadError> {
        let mut program =
            Program { objects: Vec::new(), scope: Vec::new(), tables: Vec::new(), shared_paths: Vec::new() };
        let shared = |path, name, face| Member::Shared { handle: std::ptr::null_mut(), path, name, face };
        let mut seen = BTreeSet::new();
        let mut queue = VecDeque::new();
        let mut face: Option<&str> = None;
        let executable = Object::read(path)?;
        if !executable.has_interpreter {
            return Err(LoadError::Static { path: path.into() });
        }
        refuse_mpi_library(path, path)?;
        program.add(executable, &mut queue);
        for preload in finder.search.preload.clone() {
            let object = Object::read(&preload)?;
            seen.extend(object.soname.clone());
            program.add(object, &mut queue);
        }
        while let Some((needer, soname)) = queue.pop_front() {
            if !seen.insert(soname.clone()) {
                continue;
            }
            if let Some(own) = face_of(&soname) {
                match face {
                    Some(first) if same_abi(first, own) => continue,
                    Some(first) => return Err(LoadError::TwoFaces { program: path.into(), first, second: own }),
                    None => face = Some(own),
                }
                program.scope.push(shared(finder.search.faces.join(file_of(own)), soname, true));
                continue;
            }
            let fortran = FORTRAN.contains(&soname.as_str());
            let found = if fortran || STAND_INS.contains(&soname.as_str()) {
                finder.search.faces.join(&soname)
            } else {
                finder.find(&soname, &program.objects[needer], &program.objects[0])?
            };
            if !CORE.contains(&soname.as_str()) {
                refuse_mpi_library(path, &found)?;
            }
            let core = CORE.contains(&soname.as_str());
            if !core && !STAND_INS.contains(&soname.as_str()) {
                program.add(Object::read(&found)?, &mut queue);
            } else {
                // Core libraries by soname: the copy this process already has, not a second one.
                let path = if core { PathBuf::from(&soname) } else { found.clone() };
                program.shared_paths.push(found);
                program.scope.push(shared(path, soname, false));
            }
        }
        Ok(program)
    }

    fn add(&mut self, object: Object, queue: &mut VecDeque<(usize, String)>) {
        let index = self.objects.len();
        queue.extend(object.needed.iter().map(|n| (index, n.clone())));
        let mut table: HashMap<String, Vec<usize>> = HashMap::new();
        for (i, s) in object.symbols.iter().enumerate() {
            if s.is_defined() && s.binding != STB_LOCAL {
                table.entry(s.name.clone()).or_default().push(i);
            }
        }
        self.tables.push(table);
        self.objects.push(object);
        self.scope.push(Member::Replicated(index));
    }

    /// The symbol of a replicated object that answers a reference, honouring versions.
    fn in_object(&self, object: usize, name: &str, version: Option<&str>) -> Option<usize> {
        let candidates = self.tables[object].get(name)?;
        let symbols = &self.objects[object].symbols;
        candidates.iter().copied().find(|&i| match (version, &symbols[i].version) {
            (Some(want), Some(have)) => want == have,
            (None, _) => !symbols[i].hidden,
            (Some(_), None) => true,
        })
    }

    /// Looks a symbol up in search order from member `from` on, skipping the replicated object `except`.
    pub(crate) fn lookup(
        &self,
        name: &str,
        version: Option<&str>,
        from: usize,
        except: Option<usize>,
    ) -> Option<Definition> {
        for member in self.scope.iter().skip(from) {
            match member {
                Member::Replicated(object) if Some(*object) != except => {
                    let Some(symbol) = self.in_object(*object, name, version) else { continue };
                    // One instance for the whole process is what a unique symbol promises: if a shared library has
                    // it too, that one is taken.
                    if self.objects[*object].symbols[symbol].binding == STB_GNU_UNIQUE
                        && let Some(shared) = self.in_shared(name, version)
                    {
                        return Some(shared);
                    }
                    return Some(Definition::Replicated { object: *object, symbol });
                }
                Member::Replicated(_) => {}
                Member::Shared { handle, face, .. } => {
                    // A handle also answers for what its object needs; a face only speaks for itself.
                    if let Some(address) = symbol_of(*handle, name, version)
                        && (!face || owner(address) == *handle)
                    {
                        return Some(Definition::Shared { address, face: *face });
                    }
                }
            }
        }
        None
    }

    fn in_shared(&self, name: &str, version: Option<&str>) -> Option<Definition> {
        self.scope.iter().find_map(|m| match m {
            Member::Shared { handle, face: false, .. } => {
                symbol_of(*handle, name, version).map(|address| Definition::Shared { address, face: false })
            }
            _ => None,
        })
    }

    /// What it takes to look symbols up while ranks run; none if no object of the program does.
    pub(crate) fn into_symbols(mut self) -> Option<Program> {
        let looks_up = |o: &Object| o.symbols.iter().any(|s| s.name == "dlsym" && !s.is_defined());
        if !self.objects.iter().any(looks_up) {
            return None;
        }
        for object in &mut self.objects {
            object.flat = Vec::new();
            object.relocations = Vec::new();
        }
        Some(self)
    }

    /// Whether an object of the program, or a library that this process has loaded for it, runs code on the stack.
    pub(crate) fn needs_executable_stack(&self) -> bool {
        unsafe extern "C" fn is_asked_for(info: *mut libc::dl_phdr_info, _: usize, _: *mut c_void) -> c_int {
            // SAFETY: the C library's description of an object.
            let headers = unsafe {
                let info = &*info;
                if info.dlpi_phdr.is_null() {
                    return 0;
                }
                std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum))
            };
            let asks =
                |header: &libc::Elf64_Phdr| header.p_type == libc::PT_GNU_STACK && header.p_flags & libc::PF_X != 0;
            c_int::from(headers.iter().any(asks))
        }
        // SAFETY: the function looks at what the C library shows it.
        let shared = || unsafe { libc::dl_iterate_phdr(Some(is_asked_for), std::ptr::null_mut()) };
        self.objects.iter().any(|object| object.executable_stack) || shared() != 0
    }

    /// Whether a shared library of this name is part of the program.
    pub(crate) fn shares(&self, soname: &str) -> bool {
        self.scope.iter().any(|m| matches!(m, Member::Shared { name, .. } if name == soname))
    }

    /// Refuses a program that replaces a function shared libraries call: they would use the C library's, the program
    /// its own, on the same memory.
    fn check_interposed(&self) -> Result<(), LoadError> {
        const FAMILY: [&str; 19] = [
            "malloc",
            "calloc",
            "realloc",
            "free",
            "memalign",
            "aligned_alloc",
            "posix_memalign",
            "valloc",
            "pvalloc",
            "malloc_usable_size",
            "_Znwm",
            "_Znam",
            "_ZnwmRKSt9nothrow_t",
            "_ZnamRKSt9nothrow_t",
            "_ZdlPv",
            "_ZdaPv",
            "_ZdlPvm",
            "_ZdaPvm",
            "_ZnwmSt11align_val_t",
        ];
        for (object, table) in self.objects.iter().zip(&self.tables) {
            if let Some(symbol) = FAMILY.iter().find(|s| table.contains_key(**s)) {
                let user = if symbol.starts_with("_Z") { "libstdc++.so.6" } else { "libc.so.6" };
                return Err(interposes(object, symbol, user));
            }
        }
        for path in &self.shared_paths {
            let Ok(shared) = Object::read(path) else { continue };
            for symbol in shared.symbols.iter().filter(|s| !s.is_defined() && !s.name.is_empty()) {
                let version = symbol.version.as_deref();
                for (index, object) in self.objects.iter().enumerate() {
                    if let Some(i) = self.in_object(index, &symbol.name, version)
                        && !is_copied(object, i)
                        && !self.is_elsewhere(&symbol.name)
                    {
                        return Err(interposes(object, &symbol.name, &path.display().to_string()));
                    }
                }
            }
        }
        Ok(())
    }

    /// A symbol a shared library also finds without the program (weak duplicates of inline functions and the like):
    /// harmless unless it is one of the allocator's, which are checked apart.
    fn is_elsewhere(&self, name: &str) -> bool {
        self.in_shared(name, None).is_some()
    }
}

fn interposes(object: &Object, symbol: &str, user: &str) -> LoadError {
    LoadError::Interposes { object: object.path.clone(), symbol: symbol.into(), user: user.into() }
}

/// Whether the definition is only the target of a COPY relocation.
fn is_copied(object: &Object, symbol: usize) -> bool {
    let value = object.symbols[symbol].value;
    object.relocations.iter().any(|r| r.kind == super::elf::R_COPY && r.offset == value)
}

/// Address of `name` in an opened object or its dependencies.
pub(crate) fn symbol_of(handle: *mut c_void, name: &str, version: Option<&str>) -> Option<usize> {
    let name = CString::new(name).ok()?;
    let mut address = std::ptr::null_mut();
    if let Some(version) = version.and_then(|v| CString::new(v).ok()) {
        // SAFETY: a handle from dlopen (or RTLD_DEFAULT) and two C strings.
        address = unsafe { dlvsym(handle, name.as_ptr(), version.as_ptr()) };
    }
    if address.is_null() {
        // SAFETY: as above.
        address = unsafe { libc::dlsym(handle, name.as_ptr()) };
    }
    (!address.is_null()).then(|| address.expose_provenance())
}

/// Handle of the object that holds an address; null if none does.
fn owner(address: usize) -> *mut c_void {
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::uninit();
    let mut map = std::ptr::null_mut();
    // SAFETY: dladdr1 fills both out-parameters or returns 0; 2 asks for the link map, which is what a handle is.
    unsafe { dladdr1(std::ptr::with_exposed_provenance(address), info.as_mut_ptr(), &mut map, RTLD_DL_LINKMAP) };
    map
}

/// `extra` of `dladdr1` is the symbol's entry.
pub(crate) const RTLD_DL_SYMENT: c_int = 1;
const RTLD_DL_LINKMAP: c_int = 2;

unsafe extern "C" {
    pub(crate) fn dladdr1(
        address: *const c_void,
        info: *mut libc::Dl_info,
        extra: *mut *mut c_void,
        flags: c_int,
    ) -> c_int;
    fn dlvsym(handle: *mut c_void, symbol: *const c_char, version: *const c_char) -> *mut c_void;
}

/// Whether a reference is to a thread-local variable.
pub(crate) fn is_tls(symbol: &Symbol) -> bool {
    symbol.kind == STT_TLS
}

/// Names that an object defines, or refers to.
///
/// # Errors
/// It cannot be read, or not as an image.
pub(crate) fn symbols(path: &Path) -> Result<Vec<String>, LoadError> {
    Ok(Object::read(path)?.symbols.into_iter().map(|symbol| symbol.name).collect())
}

/// Whether a library stands between a program and MPI: it defines functions of MPI's.
pub(crate) fn is_mpi_tool(path: &Path) -> bool {
    let of_mpi =
        |symbol: &Symbol| symbol.is_defined() && (symbol.name.starts_with("MPI_") || symbol.name.starts_with("mpi_"));
    Object::read(path).is_ok_and(|object| object.symbols.iter().any(of_mpi))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origin_is_the_folder_of_the_object() {
        let paths = split_path("$ORIGIN/../lib::${ORIGIN}:/opt", Path::new("/a/b/prog"));
        assert_eq!(paths, ["/a/b/../lib", "/a/b", "/opt"].map(PathBuf::from));
    }

    #[test]
    fn the_cache_names_the_c_library() {
        let cache = read_cache();
        assert!(cache.is_empty() || cache.get("libc.so.6").is_some_and(|p| p.exists()));
    }
}
