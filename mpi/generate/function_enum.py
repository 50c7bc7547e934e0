"""Writes `crates/ops/src/function.rs`: the enum of all MPI functions that posts, records and reports carry."""

from text import BANNER, wrapped

TEMPLATE = """\
//! All functions of MPI's standard ABI, as small numbers. {banner}

use serde::{{Deserialize, Serialize}};

/// An MPI function. Variants are the names of the C binding without `MPI_`, in the byte order of those names:
/// `Function::Isend` is `MPI_Isend`, `Function::BcastC` is `MPI_Bcast_c`, `Function::TCvarRead` is
/// `MPI_T_cvar_read`. Ordering is the alphabetical order of the C names.
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
    }}
}}
"""


def variant(name: str) -> str:
    """The Rust variant of a C name: `MPI_Type_create_f90_real` is `TypeCreateF90Real`."""
    return "".join(word[0].upper() + word[1:] for word in name.removeprefix("MPI_").split("_"))


def render(api) -> str:
    names = sorted(function.name for function in api.functions)
    variants = [variant(name) for name in names]
    assert len(set(variants)) == len(variants), "two functions have the same variant"
    return TEMPLATE.format(
        banner=BANNER,
        count=len(names),
        variants=wrapped((v + "," for v in variants), indent=4),
        names=wrapped((f'"{name}",' for name in names), indent=4),
        all=wrapped((v + "," for v in variants), indent=8),
    )
