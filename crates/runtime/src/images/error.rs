//! Errors of loading a program's ELF files as images (one copy in memory for each rank). Each cause has its own message, with a
//! remedy.

use std::path::{Path, PathBuf};

/// Why a program cannot be loaded as images.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be read.
    #[error("{}: cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The operating system's reason.
        source: std::io::Error,
    },
    /// Not an ELF file.
    #[error("{}: not an ELF executable{}", path.display(), if *script { " but a script; not supported yet: give the program that it starts" } else { "" })]
    NotElf {
        /// The file.
        path: PathBuf,
        /// It begins with `#!`.
        script: bool,
    },
    /// An ELF file for another machine.
    #[error("{}: built for another machine (ELF class {class}, machine {machine}); expected x86-64 (class 2, machine 62)", path.display())]
    WrongMachine {
        /// The file.
        path: PathBuf,
        /// ELF class: 1 = 32 bits, 2 = 64 bits.
        class: u8,
        /// e_machine.
        machine: u16,
    },
    /// Headers or tables point outside the file.
    #[error("{}: damaged ELF file: a header or table points outside the file", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
    },
    /// A fixed-address (non-PIE) executable.
    #[error("{}: linked at a fixed address (not position independent), which is not supported: rebuild it with wtcc, or with -fPIE -pie", path.display())]
    FixedAddress {
        /// The file.
        path: PathBuf,
    },
    /// A static executable.
    #[error("{}: statically linked, which is not supported: rebuild without -static (it contains its MPI library, which cannot be replaced)", path.display())]
    Static {
        /// The file.
        path: PathBuf,
    },
    /// A needed library was not found.
    #[error("{}: needs {library}, which was not found (searched {searched})", object.display())]
    MissingLibrary {
        /// The object that needs it.
        object: PathBuf,
        /// The soname.
        library: String,
        /// Where it was sought.
        searched: String,
    },
    /// A system library could not be opened.
    #[error("{library}: cannot be loaded: {reason}")]
    Library {
        /// Path or soname.
        library: String,
        /// The dynamic linker's words.
        reason: String,
    },
    /// An undefined symbol.
    #[error("{}: undefined symbol {symbol}: none of the libraries that it is linked with defines it; link it with the library that does", object.display())]
    UndefinedSymbol {
        /// The object that refers to it.
        object: PathBuf,
        /// Name, with `@version` if versioned.
        symbol: String,
    },
    /// The program replaces a function that shared libraries need.
    #[error("{}: it defines {symbol}, and {user}, a library that all ranks share, uses that symbol, too; supported only with `--mode processes`", object.display())]
    Interposes {
        /// The object.
        object: PathBuf,
        /// The symbol.
        symbol: String,
        /// The library that uses it.
        user: String,
    },
    /// The program uses threads.
    #[error("{}: uses OpenMP ({symbol}), but mode `images` supports one thread per rank (-x OMP_NUM_THREADS=1)", object.display())]
    Threads {
        /// The object.
        object: PathBuf,
        /// The symbol that shows it.
        symbol: String,
    },
    /// Two MPI libraries in one program.
    #[error("{}: needs two MPI libraries, {first} and {second}: link it with one", program.display())]
    TwoFaces {
        /// The program.
        program: PathBuf,
        /// One soname.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
    /// An MPI library that no face stands in for.
    #[error("{}: not supported: uses the MPI library {}: link it with libmpi_abi.so.1, libmpi.so.12, libmpich.so.12 or libmpi.so.40, or build it with wtcc", program.display(), library.display())]
    ForeignMpi {
        /// The program.
        program: PathBuf,
        /// The library.
        library: PathBuf,
    },
    /// An MPI library inside the program.
    #[error("{}: not supported: an MPI library is linked into it statically: link it with libmpi_abi.so.1, libmpi.so.12, libmpich.so.12 or libmpi.so.40, or build it with wtcc", program.display())]
    InsideMpi {
        /// The program.
        program: PathBuf,
    },
    /// A relocation type no loader of x86-64 programs of today should meet.
    #[error("{}: not supported in mode `images`, only in mode `processes`: relocation type {kind} at {offset:#x}", object.display())]
    Relocation {
        /// The object.
        object: PathBuf,
        /// R_X86_64_*.
        kind: u32,
        /// Where.
        offset: u64,
    },
    /// More thread-local bytes than the pad holds.
    #[error("{}: not supported in mode `images`, only in mode `processes`: {needed} bytes of thread-local variables aligned to {align}; there is room for {available} bytes aligned to 4096", program.display())]
    TlsTooLarge {
        /// The program.
        program: PathBuf,
        /// Bytes needed, all replicated objects together.
        needed: u64,
        /// Largest alignment.
        align: u64,
        /// Bytes of the pad.
        available: u64,
    },
    /// The number of mappings does not fit.
    #[error(
        "{ranks} ranks need {needed} memory mappings, but vm.max_map_count allows {limit}: raise it (sysctl vm.max_map_count={suggested}), \
         or use fewer ranks"
    )]
    TooManyMappings {
        /// Ranks.
        ranks: u32,
        /// Mappings needed.
        needed: u64,
        /// vm.max_map_count.
        limit: u64,
        /// A value that would do.
        suggested: u64,
    },
    /// The address space or memory was refused.
    #[error(
        "cannot reserve {bytes} bytes of address space for {what}: {source}; raise the limit (`ulimit -v`, or the container's)"
    )]
    Reserve {
        /// What for.
        what: &'static str,
        /// How much.
        bytes: u64,
        /// The operating system's reason.
        source: std::io::Error,
    },
    /// The folder that is to hold the ranks' memory can't.
    #[error("--memory-folder: {}: cannot hold the ranks' memory: {source}; expected a folder on a local disk, such as one with ext4 or XFS", folder.display())]
    MemoryFolder {
        /// The folder.
        folder: PathBuf,
        /// The operating system's reason.
        source: std::io::Error,
    },
    /// A system call of the loader failed.
    #[error("the program cannot be loaded: {what}: {source}")]
    System {
        /// The step.
        what: &'static str,
        /// The operating system's reason.
        source: std::io::Error,
    },
}

impl LoadError {
    /// Of a program with an MPI library that no face stands in for; maybe the program itself.
    pub(crate) fn foreign_mpi(program: &Path, library: &Path) -> Self {
        let (program, library) = (program.to_owned(), library.to_owned());
        if program == library { Self::InsideMpi { program } } else { Self::ForeignMpi { program, library } }
    }

    /// Whether a process of its own could still run the program.
    pub fn is_of_images_alone(&self) -> bool {
        matches!(
            self,
            Self::FixedAddress { .. }
                | Self::Interposes { .. }
                | Self::Threads { .. }
                | Self::TlsTooLarge { .. }
                | Self::Relocation { .. }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_relocation_says_where() {
        let error = LoadError::Relocation { object: "/opt/prog".into(), kind: 42, offset: 0x1238 };
        assert_eq!(
            error.to_string(),
            "/opt/prog: not supported in mode `images`, only in mode `processes`: relocation type 42 at 0x1238"
        );
    }
}
