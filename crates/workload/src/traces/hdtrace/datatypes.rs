//! The MPI datatypes described in an HDTrace trace: which bytes of memory one element of a datatype covers.

use super::xml::{Tag, at_line};
use crate::traces::error::{LineProblem, TraceError};
use ops::Layout;
use std::collections::BTreeMap;

/// Datatypes within datatypes, at most.
const DEEPEST: u32 = 16;

/// Blocks of an access's memory, at most; beyond, it is taken as contiguous.
const BLOCKS: u64 = 1 << 20;

/// A datatype.
#[derive(Clone, Debug)]
enum Datatype {
    /// Opaque bytes.
    Named(u64),
    /// Equal blocks of elements at equal distances, in elements.
    Vector { count: u64, block: u64, stride: i64, of: i64 },
    /// Blocks: displacement in bytes, elements, their type.
    Struct(Vec<(i64, u64, i64)>),
    /// Another combiner, whose layout is not known.
    Unknown,
}

/// The datatypes of one rank.
#[derive(Clone, Debug, Default)]
pub(super) struct Datatypes {
    types: BTreeMap<i64, Datatype>,
    /// The `STRUCT` whose blocks come next.
    last: Option<i64>,
}

/// The bytes of a basic type by its name.
fn named(name: &str) -> Option<u64> {
    Some(match name {
        "MPI_CHAR" | "MPI_SIGNED_CHAR" | "MPI_UNSIGNED_CHAR" | "MPI_BYTE" | "MPI_PACKED" | "MPI_CHARACTER" => 1,
        "MPI_SHORT" | "MPI_UNSIGNED_SHORT" => 2,
        "MPI_INT" | "MPI_UNSIGNED" | "MPI_FLOAT" | "MPI_INTEGER" | "MPI_REAL" | "MPI_LOGICAL" | "MPI_WCHAR" => 4,
        "MPI_LONG"
        | "MPI_UNSIGNED_LONG"
        | "MPI_LONG_LONG_INT"
        | "MPI_LONG_LONG"
        | "MPI_DOUBLE"
        | "MPI_COMPLEX"
        | "MPI_DOUBLE_PRECISION" => 8,
        "MPI_LONG_DOUBLE" | "MPI_DOUBLE_COMPLEX" => 16,
        _ => return None,
    })
}

impl Datatypes {
    /// Takes a tag of the project's list of a rank's datatypes.
    pub(super) fn take(&mut self, file: &str, tag: &Tag) -> Result<(), TraceError> {
        self.read(tag).map_err(|problem| at_line(file, tag.line, problem))
    }

    fn read(&mut self, tag: &Tag) -> Result<(), LineProblem> {
        if tag.name == "Type" {
            let block = (tag.integer("displacement")?, tag.bytes("blocklen")?, tag.integer("id")?);
            if let Some(Datatype::Struct(blocks)) = self.last.and_then(|id| self.types.get_mut(&id)) {
                blocks.push(block);
            }
            return Ok(());
        }
        let datatype = match tag.name.as_str() {
            "NAMED" => tag.get("name").and_then(named).map_or(Datatype::Unknown, Datatype::Named),
            "VECTOR" => {
                let (count, block) = (tag.bytes("count")?, tag.bytes("blocklength")?);
                Datatype::Vector { count, block, stride: tag.integer("stride")?, of: tag.integer("oldType")? }
            }
            "STRUCT" => Datatype::Struct(Vec::new()),
            _ => Datatype::Unknown,
        };
        let id = tag.integer("id")?;
        self.types.insert(id, datatype);
        self.last = Some(id);
        Ok(())
    }

    /// The bytes of a basic type.
    pub(super) fn basic(&self, id: i64) -> Option<u64> {
        match self.types.get(&id)? {
            Datatype::Named(bytes) => Some(*bytes),
            _ => None,
        }
    }

    /// The memory of `count` elements of a type that hold `bytes` bytes, from the first of them; none if the type does not say it,
    /// or has too many blocks.
    pub(super) fn memory(&self, id: i64, count: u64, bytes: u64) -> Option<Layout> {
        if let Some(basic) = self.basic(id) {
            return (basic.checked_mul(count)? == bytes).then(|| Layout::block(0, bytes));
        }
        let mut walk = Walk { types: &self.types, blocks: Vec::new(), left: BLOCKS };
        let mut at = 0;
        for _ in 0..count.min(BLOCKS + 1) {
            at = walk.element(id, at, 0)?;
        }
        let low = walk.blocks.first()?.0;
        let held = walk.blocks.iter().try_fold(0u64, |sum, &(_, bytes)| sum.checked_add(bytes))?;
        let moved = walk.blocks.iter().map(|&(offset, bytes)| Some((offset.checked_sub(low)?, bytes)));
        let moved = moved.collect::<Option<Vec<_>>>()?;
        (held == bytes).then(|| Layout::of_blocks(moved.into_iter()))
    }
}

/// The blocks of elements that are being laid out.
struct Walk<'a> {
    types: &'a BTreeMap<i64, Datatype>,
    blocks: Vec<(i64, u64)>,
    /// Blocks and elements that may still come.
    left: u64,
}

impl Walk<'_> {
    fn block(&mut self, at: i64, bytes: u64) -> Option<i64> {
        self.left = self.left.checked_sub(1)?;
        match self.blocks.last_mut() {
            Some((offset, length)) if offset.checked_add_unsigned(*length) == Some(at) => {
                *length = length.checked_add(bytes)?;
            }
            _ => self.blocks.push((at, bytes)),
        }
        at.checked_add_unsigned(bytes)
    }

    /// Appends the blocks of an element; the end of its extent. None if its type does not say them, or there are too many.
    fn element(&mut self, id: i64, at: i64, depth: u32) -> Option<i64> {
        self.left = self.left.checked_sub(1).filter(|_| depth <= DEEPEST)?;
        let types = self.types;
        match types.get(&id)? {
            Datatype::Named(bytes) => self.block(at, *bytes),
            &Datatype::Vector { count, block, stride, of } => {
                let Some(Datatype::Named(old)) = types.get(&of) else { return None };
                let length = old.checked_mul(block)?;
                let mut end = at;
                for number in 0..i64::try_from(count).ok()? {
                    let jump = stride.checked_mul(*old as i64)?.checked_mul(number)?;
                    end = end.max(self.block(at.checked_add(jump)?, length)?);
                }
                Some(end)
            }
            Datatype::Struct(parts) => {
                // Displacements may be addresses.
                let first = parts.first()?.0;
                let mut end = at;
                for &(displacement, elements, of) in parts {
                    let mut place = at.checked_add(displacement.checked_sub(first)?)?;
                    for _ in 0..elements {
                        place = self.element(of, place, depth + 1)?;
                    }
                    end = end.max(place);
                }
                Some(end)
            }
            Datatype::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::traces::hdtrace::xml::{Item, Tags};

    fn types(text: &str) -> Datatypes {
        let (mut types, text) = (Datatypes::default(), format!("<R>{text}</R>"));
        let mut tags = Tags::new("project", &text);
        loop {
            match tags.next().unwrap() {
                Item::Start(tag) | Item::Empty(tag) if tag.name != "R" => types.take("project", &tag).unwrap(),
                Item::Over => return types,
                _ => {}
            }
        }
    }

    #[test]
    fn memory_has_the_holes_of_the_type() {
        let types = types(
            "<NAMED id='4' name='MPI_DOUBLE'/><VECTOR id='5' name='' count='3' blocklength='2' stride='10' oldType='4'/>\
             <STRUCT id='6' name='' count='2'><Type id='4' displacement='-100' blocklen='1'/><Type id='5' displacement='-60' blocklen='1'/></STRUCT>\
             <NAMED id='7' name='MPI_UNHEARD_OF'/><INDEXED id='8' name=''/>",
        );
        let blocks =
            |id, count, bytes| types.memory(id, count, bytes).map(|layout| layout.blocks().collect::<Vec<_>>());
        assert_eq!(blocks(4, 3, 24), Some(vec![(0, 24)]));
        assert_eq!(blocks(5, 1, 48), Some(vec![(0, 16), (80, 16), (160, 16)]));
        // The second element begins where the first one's last block ends.
        assert_eq!(blocks(5, 2, 96).unwrap()[2..], [(160, 32), (256, 16), (336, 16)]);
        assert_eq!(blocks(6, 1, 56), Some(vec![(0, 8), (40, 16), (120, 16), (200, 16)]));
        for (id, count, bytes) in [(5, 1, 47), (4, 1, 7), (7, 1, 8), (8, 1, 8), (99, 1, 8), (5, u64::MAX, 48)] {
            assert_eq!(blocks(id, count, bytes), None, "{id}");
        }
    }
}
