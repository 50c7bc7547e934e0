//! Open files on the rank's side of MPI I/O: their views, file pointers and open modes (MPI 5.0 §14).
//!
//! For each open file, a rank keeps its view, its individual file pointer, and the mode in which the file was opened. From
//! these the rank computes the position of each access that does not use the shared file pointer. The engine has the contents,
//! the length and the shared file pointer.

use crate::info::Info;
use crate::{Fault, Handle};
use ops::{CommId, ErrorClass, FileAccess, OpenMode};
use std::collections::BTreeMap;
use std::sync::Arc;

mod view;

#[cfg(test)]
mod tests;

pub use view::{Representation, View};

/// `MPI_MODE_APPEND` of the standard ABI.
pub const APPEND: i32 = 1;
/// `MPI_MODE_CREATE`.
pub const CREATE: i32 = 2;
/// `MPI_MODE_DELETE_ON_CLOSE`.
pub const DELETE_ON_CLOSE: i32 = 4;
/// `MPI_MODE_EXCL`.
pub const EXCL: i32 = 8;
/// `MPI_MODE_RDONLY`.
pub const RDONLY: i32 = 16;
/// `MPI_MODE_RDWR`.
pub const RDWR: i32 = 32;
/// `MPI_MODE_SEQUENTIAL`.
pub const SEQUENTIAL: i32 = 64;
/// `MPI_MODE_UNIQUE_OPEN`.
pub const UNIQUE_OPEN: i32 = 128;
/// `MPI_MODE_WRONLY`.
pub const WRONLY: i32 = 256;
/// `MPI_SEEK_CUR`.
pub const SEEK_CUR: i32 = 401;
/// `MPI_SEEK_END`.
pub const SEEK_END: i32 = 402;
/// `MPI_SEEK_SET`.
pub const SEEK_SET: i32 = 403;
/// `MPI_DISPLACEMENT_CURRENT`.
pub const DISPLACEMENT_CURRENT: i64 = -1;
/// `MPI_MAX_DATAREP_STRING`, the final zero included.
pub const DATAREP_MAX: usize = 128;

/// The hints for files that the standard reserves (MPI 5.0 §14.2.8), and ROMIO's whose names do not begin with `romio_`. They are
/// kept and reported; [`ops::FILE_HINTS`] says which change what an access costs.
pub const HINTS: [&str; 19] = [
    "access_style",
    "collective_buffering",
    "cb_block_size",
    "cb_buffer_size",
    "cb_nodes",
    "cb_config_list",
    "ind_rd_buffer_size",
    "ind_wr_buffer_size",
    "chunked",
    "chunked_item",
    "chunked_size",
    "filename",
    "file_perm",
    "io_node_list",
    "nb_proc",
    "num_io_nodes",
    "striping_factor",
    "striping_unit",
    "mpi_minimum_memory_alignment",
];

/// Prefixes of file names that choose a kind of file system in ROMIO, and are no part of the name.
const KINDS: [&str; 10] = ["ufs", "nfs", "xfs", "pvfs2", "lustre", "panfs", "gpfs", "daos", "ime", "testfs"];

/// What `file_perm` of an info object is if it is not given.
const PERMISSIONS: u32 = 0o666;

/// One rank's view of an open file.
#[derive(Debug)]
pub struct File {
    /// The file's communicator, in the table of communicators; the program does not know it.
    pub comm: Handle,
    /// The file's number: that communicator's.
    pub id: CommId,
    /// Its absolute path, as the host's file system takes it.
    pub path: Arc<[u8]>,
    /// How it was opened: `MPI_MODE_…` bits.
    pub amode: i32,
    /// The error handler.
    pub errhandler: Handle,
    /// Hints that the program gave.
    pub info: Info,
    /// The view: that of a file that has just been opened is one for all ranks.
    pub view: Arc<View>,
    /// The individual file pointer, in etypes of the view.
    pub position: i64,
    /// Whether accesses are atomic.
    pub atomic: bool,
    /// Whether the I/O library may aggregate the accesses of all ranks: then ranks do not wait for each other before.
    pub aggregates: bool,
    /// The split collective access that has begun.
    pub split: Option<Split>,
}

/// A split collective access between its begin and its end (MPI 5.0 §14.4.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Split {
    /// Which.
    pub kind: SplitKind,
    /// Its hidden request.
    pub request: Handle,
}

/// The kinds of split collective accesses; the end has to fit the beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SplitKind {
    /// `…_at_all_begin`, and whether it writes.
    At(bool),
    /// `…_all_begin`.
    Individual(bool),
    /// `…_ordered_begin`.
    Ordered(bool),
}

/// A user-defined data representation (`MPI_Register_datarep`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Datarep {
    /// Its name.
    pub name: Box<str>,
    /// The function that says how far apart elements are, and its argument.
    pub extent: u64,
    /// See there.
    pub extra_state: u64,
}

/// The error handler of `MPI_FILE_NULL`, which files are opened with, the data representations that the program has
/// registered, and the files that it has used by functions of POSIX.
#[derive(Debug, Default)]
pub struct FileDefaults {
    pub(crate) errhandler: Option<Handle>,
    pub(crate) datareps: Vec<Datarep>,
    /// Absolute paths, and the numbers that the rank gives them.
    posix_numbers: BTreeMap<Arc<[u8]>, u32>,
    posix_paths: Vec<Arc<[u8]>>,
}

impl FileDefaults {
    /// The number of a path that a function of POSIX uses ([`ops::PosixCall`]), and whether it is new.
    pub fn number_of(&mut self, path: &[u8]) -> (u32, bool) {
        if let Some(&number) = self.posix_numbers.get(path) {
            return (number, false);
        }
        let (number, path) = (self.posix_paths.len() as u32, Arc::<[u8]>::from(path));
        self.posix_paths.push(Arc::clone(&path));
        self.posix_numbers.insert(path, number);
        (number, true)
    }

    /// The path of a number.
    ///
    /// # Panics
    /// [`FileDefaults::number_of`] has not given it.
    pub fn path_of(&self, number: u32) -> Arc<[u8]> {
        Arc::clone(&self.posix_paths[number as usize])
    }

    /// Sets the error handler of `MPI_FILE_NULL`.
    pub fn set_errhandler(&mut self, errhandler: Handle) {
        self.errhandler = Some(errhandler);
    }

    /// The index of the representation with a name.
    pub(crate) fn datarep(&self, name: &str) -> Option<usize> {
        self.datareps.iter().position(|own| &*own.name == name)
    }
}

/// An access that a rank may make, in the engine's words.
#[derive(Clone, Debug)]
pub struct PlannedAccess {
    /// Where its bytes lie. Where they are converted the memory is still to be named.
    pub access: FileAccess,
    /// How far it moves a file pointer, in etypes.
    pub etypes: i64,
    /// Whether the bytes in the file differ from those in memory (`external32`).
    pub converts: bool,
}

fn amode(text: &'static str) -> Fault {
    Fault::Class(ErrorClass::Amode, text)
}

/// Checks an access mode (MPI 5.0 §14.2.1).
///
/// # Errors
/// It is none.
pub fn check_amode(mode: i32) -> Result<(), Fault> {
    const ALL: i32 = APPEND | CREATE | DELETE_ON_CLOSE | EXCL | RDONLY | RDWR | SEQUENTIAL | UNIQUE_OPEN | WRONLY;
    if mode & !ALL != 0 {
        return Err(amode("an access mode that is none"));
    }
    if (mode & (RDONLY | RDWR | WRONLY)).count_ones() != 1 {
        return Err(amode("exactly one of MPI_MODE_RDONLY, MPI_MODE_RDWR and MPI_MODE_WRONLY is needed"));
    }
    if mode & RDONLY != 0 && mode & (CREATE | EXCL) != 0 {
        return Err(amode("MPI_MODE_CREATE or MPI_MODE_EXCL with MPI_MODE_RDONLY"));
    }
    if mode & RDWR != 0 && mode & SEQUENTIAL != 0 {
        return Err(amode("MPI_MODE_SEQUENTIAL with MPI_MODE_RDWR"));
    }
    Ok(())
}

/// The access mode and the hints as the engine takes them.
pub fn open_mode(mode: i32, info: &Info) -> OpenMode {
    let permissions = info.get("file_perm").and_then(|text| u32::from_str_radix(text, 8).ok());
    OpenMode {
        read: mode & WRONLY == 0,
        write: mode & RDONLY == 0,
        create: mode & CREATE != 0,
        exclusive: mode & EXCL != 0,
        delete_on_close: mode & DELETE_ON_CLOSE != 0,
        permissions: permissions.unwrap_or(PERMISSIONS) & 0o777,
    }
}

/// A file name as the host's file system knows it: without the prefix that chooses a kind of file system.
///
/// # Errors
/// It is empty.
pub fn file_name(name: &[u8]) -> Result<&[u8], Fault> {
    let colon = name.iter().position(|&byte| byte == b':');
    let name = match colon {
        Some(at) if KINDS.iter().any(|kind| kind.as_bytes() == &name[..at]) => &name[at + 1..],
        _ => name,
    };
    if name.is_empty() { Err(Fault::Class(ErrorClass::BadFile, "empty file name")) } else { Ok(name) }
}

/// Whether a hint for files is known.
pub fn known_hint(key: &str) -> bool {
    HINTS.contains(&key) || key.starts_with("romio_")
}

impl File {
    /// A file that has just been opened.
    pub fn new(comm: Handle, id: CommId, path: Arc<[u8]>, amode: i32, errhandler: Handle) -> Self {
        let (info, view) = (Info::default(), Arc::clone(&view::BYTES));
        Self {
            comm,
            id,
            path,
            amode,
            errhandler,
            info,
            view,
            position: 0,
            atomic: false,
            aggregates: false,
            split: None,
        }
    }

    /// Checks that the file may be read or written so.
    ///
    /// # Errors
    /// It was opened otherwise; `shared` accesses are the only ones of a sequential file.
    pub fn check_access(&self, write: bool, shared: bool) -> Result<(), Fault> {
        if write && self.amode & RDONLY != 0 {
            return Err(Fault::Class(ErrorClass::ReadOnly, "the file was opened with MPI_MODE_RDONLY"));
        }
        if !write && self.amode & WRONLY != 0 {
            return Err(Fault::Class(ErrorClass::Access, "the file was opened with MPI_MODE_WRONLY"));
        }
        if shared { Ok(()) } else { self.check_not_sequential() }
    }

    /// Checks that the file is not a sequential one.
    ///
    /// # Errors
    /// It is.
    pub fn check_not_sequential(&self) -> Result<(), Fault> {
        let text = "the file was opened with MPI_MODE_SEQUENTIAL, which leaves the shared file pointer only";
        if self.amode & SEQUENTIAL == 0 { Ok(()) } else { Err(Fault::Class(ErrorClass::UnsupportedOperation, text)) }
    }

    /// Checks that the file may change its size.
    ///
    /// # Errors
    /// It was opened for reading only.
    pub fn check_writable(&self) -> Result<(), Fault> {
        self.check_access(true, true)
    }

    /// Where a file pointer is after a seek, in etypes; it was at `now`, and the file has `bytes` bytes.
    ///
    /// # Errors
    /// `whence` is none; before the beginning of the view.
    pub fn seek(&self, now: i64, offset: i64, whence: i32, bytes: u64) -> Result<i64, Fault> {
        let from = match whence {
            SEEK_SET => 0,
            SEEK_CUR => now,
            SEEK_END => self.view.etypes_below(bytes),
            _ => return Err(Fault::Arg("neither MPI_SEEK_SET nor MPI_SEEK_CUR nor MPI_SEEK_END")),
        };
        let to = from.checked_add(offset).filter(|&to| to >= 0);
        to.ok_or(Fault::Arg("a file pointer before the beginning of the view"))
    }

    /// Gives the file a new view, and sets the rank's pointer back.
    ///
    /// # Errors
    /// Its bytes overlap, and the file may be written.
    pub fn set_view(&mut self, view: View) -> Result<(), Fault> {
        if self.amode & RDONLY == 0 && view.overlaps() {
            let text = "an etype or filetype whose bytes overlap, of a file that may be written";
            return Err(Fault::Class(ErrorClass::Io, text));
        }
        (self.view, self.position) = (Arc::new(view), 0);
        Ok(())
    }

    /// Begins a split collective access.
    ///
    /// # Errors
    /// One has begun.
    pub fn check_no_split(&self) -> Result<(), Fault> {
        match self.split {
            None => Ok(()),
            Some(_) => Err(Fault::Class(ErrorClass::Io, "a split collective access has begun and not ended")),
        }
    }

    /// Ends a split collective access: its request.
    ///
    /// # Errors
    /// None of this kind has begun.
    pub fn end_split(&mut self, kind: SplitKind) -> Result<Handle, Fault> {
        match self.split {
            Some(split) if split.kind == kind => {
                self.split = None;
                Ok(split.request)
            }
            Some(_) => Err(Fault::Class(ErrorClass::Io, "the split collective access that has begun is another one")),
            None => Err(Fault::Class(ErrorClass::Io, "no split collective access has begun")),
        }
    }
}
