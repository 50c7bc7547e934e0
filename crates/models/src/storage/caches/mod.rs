//! Write-back caches of file servers: a cache decides which written data it takes in and holds, and which access the
//! server's device serves next.

#[cfg(test)]
mod suite;
mod write_behind;

/// Contiguous bytes of a file that a request reads or writes, at most as many as one access to the device may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The request.
    pub token: u64,
    /// Whether it writes.
    pub write: bool,
    /// The file.
    pub file: u32,
    /// The first byte.
    pub offset: u64,
    /// How many.
    pub bytes: u64,
}

impl Piece {
    fn end(&self) -> u64 {
        self.offset.saturating_add(self.bytes)
    }
}

/// An access to the device, for one piece or several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// Whether it writes.
    pub write: bool,
    /// The file.
    pub file: u32,
    /// The first byte.
    pub offset: u64,
    /// How many.
    pub bytes: u64,
    /// The pieces that it serves.
    pub pieces: Vec<Piece>,
}

/// A server's cache.
pub trait Cache {
    /// Whether so many written bytes that have arrived are taken in, with so much memory free.
    fn accepts(&self, bytes: u64, free: u64) -> bool;

    /// A piece is to be read, or was taken in.
    fn push(&mut self, piece: Piece);

    /// The device's next access, which leaves the cache; one that reads has at most `free` bytes.
    fn pop(&mut self, free: u64) -> Option<Access>;

    /// The device has ended an access.
    fn ended(&mut self, access: &Access);

    /// The same cache as it is before its first piece.
    fn idle(&self) -> Box<dyn Cache>;
}

/// A kind of cache: an entry of [`CACHES`].
#[derive(Debug)]
pub struct CacheKind {
    /// The name in `server.cache` of a platform's `[storage]`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// Whether a write is answered when the device has written it, not when it is taken in.
    pub(crate) through: bool,
    /// Makes one whose accesses have at most so many bytes.
    pub(crate) build: fn(u64) -> Box<dyn Cache>,
}

/// All kinds of caches; the first is the default.
pub const CACHES: &[CacheKind] = &[
    CacheKind {
        name: "aggregation-reorder",
        doc: "Write-behind; accesses of one file and one direction follow one another by offset, adjacent ones merged.",
        through: false,
        build: write_behind::aggregation_reorder,
    },
    CacheKind {
        name: "aggregation",
        doc: "Write-behind; adjacent and overlapping pieces are merged with the one that is next.",
        through: false,
        build: write_behind::aggregation,
    },
    CacheKind {
        name: "write-behind",
        doc: "Written data are taken in while there is memory; accesses in order of arrival, reads first.",
        through: false,
        build: write_behind::write_behind,
    },
    CacheKind {
        name: "write-through",
        doc: "As `write-behind`, but a write is answered when the device has written it, as with direct I/O.",
        through: true,
        build: write_behind::write_behind,
    },
    CacheKind {
        name: "none",
        doc: "Written data are taken in when the device has written all before them.",
        through: false,
        build: write_behind::none,
    },
];
