//! Where the ranks' large data lie: in memory of their own, in memory that they share (folding), in files of a folder
//! (out-of-core, as BigSim's), or in memory that worker processes see.
//!
//! The pages of such a file are the system's to keep or to write back: it needs neither swap nor a pager of ours. One of our own
//! was tried, which read ahead what the next rank needs: it was 1.0 to 2.0 times
//! as fast, too little for its size.
//!
//! A file has no name, so nothing is left of it however the process ends. Its space is reserved before a rank gets the memory: a
//! full disk shows when a rank asks for memory, and not as a signal when it writes to it.

use std::fs::{File, OpenOptions};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::ptr::{null_mut, with_exposed_provenance_mut};

use super::error::LoadError;
use super::template::PAGE;

/// See the module.
#[derive(Clone, Debug, Default)]
pub enum Backing {
    /// Each rank's own memory.
    #[default]
    Memory,
    /// Ranks share the pages of blocks and static variables of at least this size.
    Folded(u64),
    /// Heaps and large static variables lie in files of this folder.
    Folder(PathBuf),
    /// All that ranks write lies in memory that worker processes see.
    Shared,
}

impl Backing {
    /// From which size on ranks share memory, if they do.
    pub(crate) fn fold(&self) -> Option<u64> {
        if let Self::Folded(least) = self { Some(*least) } else { None }
    }

    /// The same for programs that others start: their ranks do not compute in worker processes.
    pub(crate) fn of_spawned(&self) -> Self {
        if let Self::Shared = self { Self::Memory } else { self.clone() }
    }

    /// Memory for heaps; `shared` says whether worker processes see the images.
    pub(crate) fn heaps(&self, shared: bool) -> Result<HeapMemory, LoadError> {
        Ok(match self.file()? {
            Some(file) => HeapMemory::File(file),
            None if shared => HeapMemory::Shared,
            None => HeapMemory::Private,
        })
    }

    /// A new file, where data lie in files.
    pub(crate) fn file(&self) -> Result<Option<MemoryFile>, LoadError> {
        let Self::Folder(folder) = self else { return Ok(None) };
        let file =
            MemoryFile::new(folder).map_err(|source| LoadError::MemoryFolder { folder: folder.clone(), source })?;
        Ok(Some(file))
    }
}

/// The memory that heaps are mapped from.
#[derive(Debug)]
pub(crate) enum HeapMemory {
    /// Memory of this process alone.
    Private,
    /// Memory that processes forked from this one see, too.
    Shared,
    /// A file.
    File(MemoryFile),
}

impl HeapMemory {
    /// The advice by which pages are given back to the system, to read as zero again; none: that takes the file.
    pub(crate) fn clearing(&self) -> Option<i32> {
        match self {
            Self::Private => Some(libc::MADV_DONTNEED),
            Self::Shared => Some(libc::MADV_REMOVE),
            Self::File(_) => None,
        }
    }
}

/// A file without a name, whose pages are mapped as memory.
#[derive(Debug)]
pub(crate) struct MemoryFile(File);

impl MemoryFile {
    /// An empty one in a folder.
    ///
    /// # Errors
    /// There is no such folder, it is in memory, or its file system can't reserve space.
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).custom_flags(libc::O_TMPFILE).open(folder)?;
        let mut system = MaybeUninit::<libc::statfs>::zeroed();
        // SAFETY: fills the struct, for which zeroes are valid.
        let (done, system) = unsafe { (libc::fstatfs(file.as_raw_fd(), system.as_mut_ptr()), system.assume_init()) };
        if done == 0 && [libc::TMPFS_MAGIC, RAMFS_MAGIC].contains(&system.f_type) {
            return Err(io::Error::other("its files are in memory (tmpfs)"));
        }
        let file = Self(file);
        file.provide(0, PAGE as usize)?;
        Ok(file)
    }

    /// Maps `bytes` bytes from `offset` on; at an address of the system's choice for 0.
    ///
    /// # Safety
    /// Nothing else is in the way at the address, or what is there is not used.
    pub(crate) unsafe fn map(&self, at: usize, bytes: usize, protection: i32, offset: u64) -> io::Result<usize> {
        let (at, fixed) = if at == 0 { (null_mut(), 0) } else { (with_exposed_provenance_mut(at), libc::MAP_FIXED) };
        let flags = libc::MAP_SHARED | libc::MAP_NORESERVE | fixed;
        // SAFETY: as the caller says.
        let there = unsafe { libc::mmap(at, bytes, protection, flags, self.0.as_raw_fd(), offset as i64) };
        if there == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(there.expose_provenance()) }
    }

    /// Reserves space on the disk: what is mapped there may be written from now on.
    ///
    /// # Errors
    /// The disk is full, or the system refuses.
    pub(crate) fn provide(&self, offset: u64, bytes: usize) -> io::Result<()> {
        self.change(0, offset, bytes)
    }

    /// Makes the bytes zero, and gives their space back.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn clear(&self, offset: u64, bytes: usize) -> io::Result<()> {
        self.change(libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE, offset, bytes)
    }

    fn change(&self, how: i32, offset: u64, bytes: usize) -> io::Result<()> {
        loop {
            // SAFETY: a system call on a descriptor of ours.
            if unsafe { libc::fallocate(self.0.as_raw_fd(), how, offset as i64, bytes as i64) } == 0 {
                return Ok(());
            }
            let error = io::Error::last_os_error();
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
    }
}

/// Of `statfs(2)`; the C library's binding lacks it.
const RAMFS_MAGIC: i64 = 0x8584_58f6;
