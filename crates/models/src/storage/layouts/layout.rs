//! The trait of file layouts: on which server each byte of a file is.

use kernel::{Extent, Stripes};

/// Where the bytes of files are.
pub trait Layout {
    /// Calls `each(server, extent)` for every server that holds part of an extent of a file, in ascending order of the servers;
    /// what a server holds ascends. Bytes of a file on a server are numbered from 0 without gaps.
    fn spread(&self, file: u32, offset: u64, bytes: u64, each: &mut dyn FnMut(u32, Extent));

    /// The stripes of a file, if that is how its bytes are dealt.
    fn stripes(&self) -> Option<Stripes> {
        None
    }
}
