//! Constructors of derived datatypes: contiguous, vector, indexed, struct, subarray and darray (MPI 4.1 §5.1.2 to §5.1.5),
//! resizing and duplication (§5.1.7 to §5.1.10), and Fortran's parametrised types (§19.1.9).

use super::contents::{Arguments, Combiner, Contents, TypeError, UNDEFINED, Width};
use super::definition::{Datatype, Sequence, Type, TypeParts};
use super::piece::{Bound, Piece};
use super::predefined::{Predefined, row_of};

impl Type {
    /// `MPI_Type_contiguous`.
    pub fn contiguous(width: Width, count: i64, old: &Datatype) -> Result<Datatype, TypeError> {
        let copies = non_negative("count", count)?;
        let contents = Arguments::new(width).sizes([count]).types([old.clone()]);
        uniform(Combiner::Contiguous, contents, old, copies.into(), old.piece().contiguous(copies))
    }

    /// `MPI_Type_vector`; `stride` in extents of `old`.
    pub fn vector(width: Width, count: i64, length: i64, stride: i64, old: &Datatype) -> Result<Datatype, TypeError> {
        let contents = Arguments::new(width).sizes([count, length, stride]).types([old.clone()]);
        let bytes = i128::from(stride).checked_mul(old.bounds.extent());
        strided(Combiner::Vector, contents, [count, length], bytes, old)
    }

    /// `MPI_Type_create_hvector`; `stride` in bytes.
    pub fn hvector(
        width: Width,
        count: i64,
        length: i64,
        stride: i64,
        old: &Datatype,
    ) -> Result<Datatype, TypeError> {
        let contents = Arguments::new(width).sizes([count, length]).displacements([stride]).types([old.clone()]);
        strided(Combiner::Hvector, contents, [count, length], Some(stride.into()), old)
    }

    /// `MPI_Type_indexed`; displacements in extents of `old`.
    ///
    /// # Panics
    /// Here and in the other indexed constructors if the arrays differ in length.
    pub fn indexed(width: Width, lengths: &[i64], displs: &[i64], old: &Datatype) -> Result<Datatype, TypeError> {
        let count = lengths.len() as i64;
        let contents = Arguments::new(width).sizes([count]).sizes(lengths.iter().copied());
        let contents = contents.sizes(displs.iter().copied()).types([old.clone()]);
        let extent = extent_within_reach(old)?;
        indexed(Combiner::Indexed, contents, Lengths::Each(lengths), displs, extent, old)
    }

    /// `MPI_Type_create_hindexed`; displacements in bytes.
    pub fn hindexed(width: Width, lengths: &[i64], displs: &[i64], old: &Datatype) -> Result<Datatype, TypeError> {
        let count = lengths.len() as i64;
        let contents = Arguments::new(width).sizes([count]).sizes(lengths.iter().copied());
        let contents = contents.displacements(displs.iter().copied()).types([old.clone()]);
        indexed(Combiner::Hindexed, contents, Lengths::Each(lengths), displs, 1, old)
    }

    /// `MPI_Type_create_indexed_block`; displacements in extents of `old`.
    pub fn indexed_block(width: Width, length: i64, displs: &[i64], old: &Datatype) -> Result<Datatype, TypeError> {
        let contents = Arguments::new(width).sizes([displs.len() as i64, length]);
        let contents = contents.sizes(displs.iter().copied()).types([old.clone()]);
        let extent = extent_within_reach(old)?;
        indexed(Combiner::IndexedBlock, contents, Lengths::All(length), displs, extent, old)
    }

    /// `MPI_Type_create_hindexed_block`; displacements in bytes.
    pub fn hindexed_block(width: Width, length: i64, displs: &[i64], old: &Datatype) -> Result<Datatype, TypeError> {
        let contents = Arguments::new(width).sizes([displs.len() as i64, length]);
        let contents = contents.displacements(displs.iter().copied()).types([old.clone()]);
        indexed(Combiner::HindexedBlock, contents, Lengths::All(length), displs, 1, old)
    }

    /// `MPI_Type_create_struct`. Without an upper bound marker in any part, the extent is rounded up to the strictest
    /// alignment, as a C compiler does (MPI 4.1 §5.1.6).
    ///
    /// # Panics
    /// If the arrays differ in length.
    pub fn structure(
        width: Width,
        lengths: &[i64],
        displs: &[i64],
        types: &[Datatype],
    ) -> Result<Datatype, TypeError> {
        assert!(lengths.len() == displs.len() && lengths.len() == types.len(), "arrays of a struct differ in length");
        let contents = Arguments::new(width).sizes([lengths.len() as i64]).sizes(lengths.iter().copied());
        let contents = contents.displacements(displs.iter().copied()).types(types.iter().cloned());
        let (mut parts, mut items) = (Vec::new(), Vec::new());
        let mut alignment = 1;
        for (place, ((length, disp), ty)) in lengths.iter().zip(displs).zip(types).enumerate() {
            let copies = non_negative_at("array_of_blocklengths", place, *length)?;
            if copies > 0 {
                parts.push((i128::from(*disp), ty.piece().contiguous(copies).ok_or(TypeError::TooLarge)?));
                items.push((ty.clone(), copies));
                alignment = alignment.max(ty.alignment);
            }
        }
        let mut piece = Piece::sequence(parts).ok_or(TypeError::TooLarge)?;
        if let Bound { at: Some(ub), marked: false } = piece.bounds.upper {
            let over = piece.bounds.extent().rem_euclid(i128::from(alignment));
            let pad = if over == 0 { 0 } else { i128::from(alignment) - over };
            piece.bounds.upper.at = Some(ub.checked_add(pad).ok_or(TypeError::TooLarge)?);
        }
        items.retain(|(ty, _)| ty.size != 0);
        TypeParts { combiner: Combiner::Struct, contents, sequence: Sequence::list(items), piece }.finish()
    }

    /// `MPI_Type_create_resized`.
    pub fn resized(width: Width, lb: i64, extent: i64, old: &Datatype) -> Result<Datatype, TypeError> {
        let contents = Arguments::new(width).displacements([lb, extent]).types([old.clone()]);
        let lb = i128::from(lb);
        let piece = old.piece().marked(0, lb, lb + i128::from(extent));
        uniform(Combiner::Resized, contents, old, 1, piece)
    }

    /// `MPI_Type_dup`; the copy of a committed type counts as committed (the caller's table knows).
    pub fn dup(old: &Datatype) -> Datatype {
        let contents = Arguments::new(Width::Int).types([old.clone()]);
        Type::copy_of(old, Combiner::Dup, contents)
    }

    /// `MPI_Type_create_f90_real`: the type of `selected_real_kind(precision, range)` of GNU Fortran on x86-64, whose kind
    /// 10 is `long double`. An argument may be `MPI_UNDEFINED`. The same arguments should give the same handle: the caller
    /// keeps them.
    pub fn f90_real(precision: i32, range: i32) -> Result<Datatype, TypeError> {
        let named = float_kind("REAL", precision, range, [0x2d2, 0x2da, 0x220, 0x2e2])?;
        Ok(fortran(Combiner::F90Real, &[precision, range], named))
    }

    /// `MPI_Type_create_f90_complex`; as [`Type::f90_real`].
    pub fn f90_complex(precision: i32, range: i32) -> Result<Datatype, TypeError> {
        let named = float_kind("COMPLEX", precision, range, [0x2db, 0x2e3, 0x224, 0x2eb])?;
        Ok(fortran(Combiner::F90Complex, &[precision, range], named))
    }

    /// `MPI_Type_create_f90_integer`: the type of `selected_int_kind(range)`.
    pub fn f90_integer(range: i32) -> Result<Datatype, TypeError> {
        let kinds = [(2, 0x2c1), (4, 0x2c9), (9, 0x2d1), (18, 0x2d9), (38, 0x2e1)];
        let found = kinds.into_iter().find(|(digits, _)| range <= *digits).and_then(|(_, handle)| row_of(handle));
        let named = found.ok_or(TypeError::NoSuchKind { kind: "INTEGER", precision: UNDEFINED, range })?;
        Ok(fortran(Combiner::F90Integer, &[range], named))
    }
}

fn fortran(combiner: Combiner, arguments: &[i32], named: &'static Predefined) -> Datatype {
    let contents = Arguments::new(Width::Int).integers(arguments.iter().map(|a| i64::from(*a))).types([]);
    Type::unnamed(named, combiner, contents)
}

/// The first of four kinds (decimal digits, exponent range) that is enough.
fn float_kind(
    kind: &'static str,
    precision: i32,
    range: i32,
    handles: [u32; 4],
) -> Result<&'static Predefined, TypeError> {
    let none = TypeError::NoSuchKind { kind, precision, range };
    if precision == UNDEFINED && range == UNDEFINED {
        return Err(none);
    }
    let kinds = [(6, 37), (15, 307), (18, 4931), (33, 4931)];
    let found =
        kinds.into_iter().zip(handles).find(|((digits, exponent), _)| precision <= *digits && range <= *exponent);
    found.and_then(|(_, handle)| row_of(handle)).ok_or(none)
}

/// Block lengths of an indexed type.
#[derive(Clone, Copy)]
enum Lengths<'a> {
    Each(&'a [i64]),
    All(i64),
}

fn indexed(
    combiner: Combiner,
    contents: Contents,
    lengths: Lengths,
    displs: &[i64],
    unit: i128,
    old: &Datatype,
) -> Result<Datatype, TypeError> {
    let mut copies = 0i128;
    match lengths {
        Lengths::All(length) => {
            copies = i128::from(non_negative("blocklength", length)?) * displs.len() as i128;
        }
        Lengths::Each(lengths) => {
            assert_eq!(lengths.len(), displs.len(), "arrays of an indexed type differ in length");
            for (place, length) in lengths.iter().enumerate() {
                copies += i128::from(non_negative_at("array_of_blocklengths", place, *length)?);
            }
        }
    }
    let blocks = displs.iter().enumerate().map(|(place, disp)| {
        let length = match lengths {
            Lengths::All(length) => length,
            Lengths::Each(lengths) => lengths[place],
        };
        (i128::from(*disp) * unit, length as u64)
    });
    uniform(combiner, contents, old, copies, old.piece().indexed(blocks))
}

/// The extent, if it can be multiplied with any displacement.
fn extent_within_reach(old: &Datatype) -> Result<i128, TypeError> {
    let extent = old.bounds.extent();
    if extent.unsigned_abs() < 1 << 63 { Ok(extent) } else { Err(TypeError::TooLarge) }
}

fn strided(
    combiner: Combiner,
    contents: Contents,
    [count, length]: [i64; 2],
    stride: Option<i128>,
    old: &Datatype,
) -> Result<Datatype, TypeError> {
    let (count, length) = (non_negative("count", count)?, non_negative("blocklength", length)?);
    let stride = stride.ok_or(TypeError::TooLarge)?;
    let piece = old.piece().contiguous(length).and_then(|block| block.strided(count, stride));
    uniform(combiner, contents, old, i128::from(count) * i128::from(length), piece)
}

/// A type that holds nothing but `copies` of `old`.
pub(super) fn uniform(
    combiner: Combiner,
    contents: Contents,
    old: &Datatype,
    copies: i128,
    piece: Option<Piece>,
) -> Result<Datatype, TypeError> {
    let piece = piece.ok_or(TypeError::TooLarge)?;
    let copies = u64::try_from(copies).map_err(|_| TypeError::TooLarge)?;
    let sequence = Sequence::copies(old, copies).ok_or(TypeError::TooLarge)?;
    TypeParts { combiner, contents, sequence, piece }.finish()
}

pub(super) fn non_negative(what: &str, value: i64) -> Result<u64, TypeError> {
    u64::try_from(value).map_err(|_| TypeError::Negative { what: what.to_owned(), value })
}

fn non_negative_at(what: &str, place: usize, value: i64) -> Result<u64, TypeError> {
    u64::try_from(value).map_err(|_| TypeError::Negative { what: format!("{what}[{place}]"), value })
}
