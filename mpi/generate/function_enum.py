"""Writes `crates/ops/src/function.rs`: the enum of all functions that posts, records and reports carry: MPI's and POSIX's."""

from text import BANNER, wrapped

# Functions of POSIX on modelled files; the others that there are count as one of these (`crates/runtime/launcher/posix.c`).
POSIX = ("close", "fsync", "ftruncate", "lseek", "mkdir", "open", "read", "rename", "rmdir", "stat", "unlink", "write")

TEMPLATE = """\
//! The functions of MPI's standard ABI and the POSIX functions on files, as small numbers. {banner}

use serde::{{Deserialize, Serialize}};

/// A function. Variants are the names of the C binding without `MPI_`, in the byte order of those names:
/// `Function::Isend` is `MPI_Isend`, `Function::BcastC` is `MPI_Bcast_c`, `Function::TCvarRead` is
/// `MPI_T_cvar_read`; behind them follow functions of POSIX: `Function::PosixWrite` is `write`. Ordering is the byte order of
/// the C names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a variant is the C name it stands for")]
#[rustfmt::skip]
#[repr(u16)]
pub enum Function {{
{variants}
}}

impl Function {{
    /// How many functions there are.
    pub const COUNT: usize = {count};

    /// The name of the C binding: `"MPI_Send"`.
    #[must_use]
    pub const fn name(self) -> &'static str {{
        NAMES[self as usize]
    }}

    /// Whether it is one of MPI's.
    #[must_use]
    pub const fn is_mpi(self) -> bool {{
        (self as u16) < Self::{first_posix} as u16
    }}

    /// The function with this index (`function as u16`), if there is one.
    #[must_use]
    pub const fn from_index(index: u16) -> Option<Self> {{
        if (index as usize) < Self::COUNT {{ Some(ALL[index as usize]) }} else {{ None }}
    }}

    /// The function of this C name, if there is one: `"MPI_Send"`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {{
        NAMES.binary_search(&name).ok().map(|index| ALL[index])
    }}

    /// All functions in order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {{
        ALL.iter().copied()
    }}
}}

impl std::fmt::Display for Function {{
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{
        f.pad(self.name())
    }}
}}

#[rustfmt::skip]
static NAMES: [&str; Function::COUNT] = [
{names}
];

#[rustfmt::skip]
static ALL: [Function; Function::COUNT] = {{
    use Function::*;
    [
{all}
    ]
}};

#[cfg(test)]
mod tests {{
    use super::*;

    #[test]
    fn index_and_name_lead_back_to_the_function() {{
        for (index, function) in Function::all().enumerate() {{
            assert_eq!(function as usize, index);
            assert_eq!(Function::from_index(function as u16), Some(function));
            assert_eq!(Function::from_name(function.name()), Some(function));
        }}
        assert_eq!(Function::from_index(Function::COUNT as u16), None);
        assert_eq!(Function::from_name("MPI_Sent"), None);
    }}

    #[test]
    fn variants_carry_their_own_c_names() {{
        assert_eq!(Function::Abort.name(), "MPI_Abort");
        assert_eq!(Function::BcastC.name(), "MPI_Bcast_c");
        assert_eq!(Function::TCvarRead.name(), "MPI_T_cvar_read");
        assert_eq!(Function::TypeCreateF90Real.to_string(), "MPI_Type_create_f90_real");
        assert_eq!(Function::Wtime.name(), "MPI_Wtime");
        assert_eq!(Function::PosixWrite.name(), "write");
        assert_eq!([Function::Wtime, Function::PosixClose].map(Function::is_mpi), [true, false]);
        assert!(Function::all().all(|function| function.is_mpi() == function.name().starts_with("MPI_")));
    }}
}}
"""


def variant(name: str) -> str:
    """The Rust variant of a C name: `MPI_Type_create_f90_real` is `TypeCreateF90Real`, `write` is `PosixWrite`."""
    if name in POSIX:
        return "Posix" + name.capitalize()
    return "".join(word[0].upper() + word[1:] for word in name.removeprefix("MPI_").split("_"))


def render(api) -> str:
    names = sorted(function.name for function in api.functions) + sorted(POSIX)
    variants = [variant(name) for name in names]
    assert len(set(variants)) == len(variants), "two functions have the same variant"
    return TEMPLATE.format(
        banner=BANNER,
        count=len(names),
        first_posix=variant(min(POSIX)),
        variants=wrapped((v + "," for v in variants), indent=4),
        names=wrapped((f'"{name}",' for name in names), indent=4),
        all=wrapped((v + "," for v in variants), indent=8),
    )
