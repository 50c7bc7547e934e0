//! The canonical representation "external32" (MPI 4.1, I/O chapter, "External Data Representation"): big endian, IEEE
//! formats, no padding.
//!
//! `MPI_Pack_external` first packs the data, then converts them. Three element types change size or form. C `long` has 4 bytes
//! in external32: the upper half is dropped, as in MPICH. `wchar_t` has 2 bytes. `long double` becomes IEEE binary128; this
//! conversion is exact, and the one back to `long double` rounds to nearest even.

use super::definition::{Sequence, Type};
use super::predefined::Predefined;
use super::scalar::scalars;

impl Type {
    /// Bytes of `count` elements in `external32`; `None` if a `u64` cannot hold it.
    pub fn external_size(&self, count: u64) -> Option<u64> {
        self.external.checked_mul(count.into()).and_then(|size| u64::try_from(size).ok())
    }

    /// Converts the packed stream of `count` elements to `external32`, appending to `out`.
    ///
    /// # Panics
    /// If `native` is not [`Type::packed_size`] of `count` bytes long.
    pub fn to_external32(&self, count: u64, native: &[u8], out: &mut Vec<u8>) {
        assert_eq!(self.packed_size(count), Some(native.len() as u64), "length of a packed stream");
        let mut rest = native;
        runs(self, count, &mut |named, copies| {
            let (run, after) = rest.split_at(named.basic.size() * copies as usize);
            rest = after;
            for element in run.chunks_exact(named.basic.size()) {
                scalars(named, |at, scalar| scalar.write(&element[at..at + scalar.native], out));
            }
        });
    }

    /// Converts `count` elements from `external32` to the packed stream, appending to `out`.
    ///
    /// # Panics
    /// If `external` is not [`Type::external_size`] of `count` bytes long.
    pub fn from_external32(&self, count: u64, external: &[u8], out: &mut Vec<u8>) {
        assert_eq!(self.external_size(count), Some(external.len() as u64), "length of an external32 stream");
        let mut rest = external;
        runs(self, count, &mut |named, copies| {
            for _ in 0..copies {
                scalars(named, |_, scalar| {
                    let (bytes, after) = rest.split_at(scalar.external);
                    rest = after;
                    scalar.read(bytes, out);
                });
            }
        });
    }
}

/// Calls `f` with runs of equal elements, in order.
fn runs(ty: &Type, count: u64, f: &mut impl FnMut(&'static Predefined, u64)) {
    if ty.size == 0 || count == 0 {
        return;
    }
    if let (Some(named), Some(size)) = (ty.only, ty.packed_size(count)) {
        return f(named, size / named.basic.size() as u64);
    }
    match &ty.sequence {
        Sequence::Named(named) => f(named, count),
        Sequence::Copies(child, copies) => (0..count).for_each(|_| runs(child, *copies, f)),
        Sequence::List(items) => {
            (0..count).for_each(|_| items.iter().for_each(|(child, copies)| runs(child, *copies, f)));
        }
    }
}
