//! The types that fields of tables can have. For each type: how a value is stored in a file, and how it is kept as a 64-bit
//! word in memory until then.

use super::column::{ColumnType, Range, Vocabulary};
use super::names::State;
use super::texts::Texts;
use ops::{CallSite, CollectivePart, CommId, Function, IoOperation, Operation, Protocol, WaitCause};
use std::sync::Arc;
use units::{ActorId, LinkId, Time};

/// A cell as the file has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell<'a> {
    /// A time in picoseconds, bytes or another count.
    Int64(u64),
    /// An identifier.
    UInt32(u32),
    /// A signed number.
    Int32(i32),
    /// True or false.
    Bool(bool),
    /// Text.
    Text(&'a str),
}

/// A type that fields of rows can have.
pub trait Field: Sized {
    /// The type of its column.
    const KIND: ColumnType;

    /// The numbers that its column may hold.
    const RANGE: Range = Range::Any;

    /// The texts that its column may hold.
    const VOCABULARY: Vocabulary = Vocabulary::None;

    /// From a cell; none if no value is written so.
    fn from_cell(cell: Cell<'_>) -> Option<Self>;

    /// The value as a word: the number, the bits of an `i32`, 0 or 1, or the number of its text.
    fn word(&self, texts: &mut Texts) -> u64;

    /// From what [`Field::word`] gave.
    fn from_word(word: u64, texts: &Texts) -> Self;
}

macro_rules! numbers {
    ($($type:ty: $kind:ident, $range:ident, |$value:ident: $inner:ty| $make:expr, |$field:ident| $number:expr;)*) => { $(
        impl Field for $type {
            const KIND: ColumnType = ColumnType::$kind;
            const RANGE: Range = Range::$range;

            #[inline]
            fn from_cell(cell: Cell<'_>) -> Option<Self> {
                match cell {
                    Cell::$kind($value) => Some($make),
                    _ => None,
                }
            }

            #[inline]
            fn word(&self, _: &mut Texts) -> u64 {
                let $field = self;
                $number
            }

            #[inline]
            fn from_word(word: u64, _: &Texts) -> Self {
                let $value = word as $inner;
                $make
            }
        }
    )* };
}

numbers! {
    u64: Int64, Count, |value: u64| value, |field| *field;
    Time: Int64, Count, |value: u64| Time::from_ps(value), |field| field.ps();
    u32: UInt32, Any, |value: u32| value, |field| u64::from(*field);
    ActorId: UInt32, Rank, |value: u32| ActorId(value), |field| u64::from(field.0);
    CallSite: UInt32, Any, |value: u32| CallSite(value), |field| u64::from(field.0);
    LinkId: UInt32, Any, |value: u32| LinkId(value), |field| u64::from(field.0);
    CommId: UInt32, Any, |value: u32| CommId(value), |field| u64::from(field.0);
    i32: Int32, Any, |value: i32| value, |field| u64::from(*field as u32);
}

/// A number, if any: the highest one stands for none.
impl Field for Option<u32> {
    const KIND: ColumnType = ColumnType::UInt32;

    #[inline]
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        u32::from_cell(cell).map(|number| Some(number).filter(|number| *number != u32::MAX))
    }

    #[inline]
    fn word(&self, _: &mut Texts) -> u64 {
        self.unwrap_or(u32::MAX).into()
    }

    #[inline]
    fn from_word(word: u64, _: &Texts) -> Self {
        Some(word as u32).filter(|number| *number != u32::MAX)
    }
}

/// A link, if any: the highest number stands for none.
impl Field for Option<LinkId> {
    const KIND: ColumnType = ColumnType::UInt32;

    #[inline]
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::UInt32(u32::MAX) => Some(None),
            cell => LinkId::from_cell(cell).map(Some),
        }
    }

    #[inline]
    fn word(&self, _: &mut Texts) -> u64 {
        self.map_or(u32::MAX, |link| link.0).into()
    }

    #[inline]
    fn from_word(word: u64, _: &Texts) -> Self {
        (word != u64::from(u32::MAX)).then_some(LinkId(word as u32))
    }
}

impl Field for bool {
    const KIND: ColumnType = ColumnType::Bool;

    #[inline]
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Bool(value) => Some(value),
            _ => None,
        }
    }

    #[inline]
    fn word(&self, _: &mut Texts) -> u64 {
        u64::from(*self)
    }

    #[inline]
    fn from_word(word: u64, _: &Texts) -> Self {
        word != 0
    }
}

impl Field for Arc<str> {
    const KIND: ColumnType = ColumnType::Text;
    const VOCABULARY: Vocabulary = Vocabulary::Open;

    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Text(text) => Some(text.into()),
            _ => None,
        }
    }

    fn word(&self, texts: &mut Texts) -> u64 {
        texts.number(self).into()
    }

    fn from_word(word: u64, texts: &Texts) -> Self {
        Arc::clone(texts.text(word as u32))
    }
}

/// Types whose values have names and numbers.
macro_rules! named {
    ($($type:ty: |$name:ident| $parse:expr, |$field:ident| $number:expr, |$index:ident| $make:expr, |$value:ident| $text:expr;)*) => { $(
        impl Field for $type {
            const KIND: ColumnType = ColumnType::Text;
            const VOCABULARY: Vocabulary = Vocabulary::Fixed(|number| {
                let $index = number as usize;
                let made: Option<$type> = $make;
                made.map(|$value| $text)
            });

            #[inline]
            fn from_cell(cell: Cell<'_>) -> Option<Self> {
                match cell {
                    Cell::Text($name) => $parse,
                    _ => None,
                }
            }

            #[inline]
            fn word(&self, _: &mut Texts) -> u64 {
                let $field = *self;
                ($number) as u64
            }

            fn from_word(word: u64, _: &Texts) -> Self {
                let $index = word as usize;
                let made: Option<$type> = $make;
                made.expect("the word of a value")
            }
        }
    )* };
}

/// Enumerations made by `units::named_enum`.
macro_rules! named_enums {
    ($($type:ty),*) => {
        named! { $(
            $type: |name| <$type>::named(name), |field| field as usize, |at| <$type>::ALL.get(at).copied(), |value| value.name();
        )* }
    };
}

named_enums! { Protocol, WaitCause, IoOperation, CollectivePart, Operation }

named! {
    Function: |name| super::names::function(name), |field| field as u16,
        |at| Function::from_index(at as u16), |value| value.name();
    State: |name| State::from_name(name), |field| field.index(), |at| State::from_index(at), |value| value.name();
    Option<Protocol>:
        |name| if name == "none" { Some(None) } else { Protocol::named(name).map(Some) },
        |field| field.map_or(Protocol::ALL.len(), |protocol| protocol as usize),
        |at| if at == Protocol::ALL.len() { Some(None) } else { Protocol::ALL.get(at).copied().map(Some) },
        |value| value.map_or("none", Protocol::name);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<F: Field + PartialEq + std::fmt::Debug>(field: F) {
        let mut texts = Texts::default();
        let word = field.word(&mut texts);
        assert_eq!(F::from_word(word, &texts), field);
        if let Vocabulary::Fixed(text) = F::VOCABULARY {
            let text = text(word as u32).expect("a text for each number");
            assert_eq!(F::from_cell(Cell::Text(text)), Some(field));
        }
    }

    #[test]
    fn every_field_survives_as_a_word_and_as_text() {
        round_trip(-3i32);
        round_trip(true);
        round_trip(7u32);
        round_trip(u64::MAX);
        round_trip(Function::Wtime);
        round_trip(State::Compute);
        round_trip(State::Call(Function::Abort));
        Protocol::ALL.iter().for_each(|protocol| round_trip::<Protocol>(*protocol));
        WaitCause::ALL.iter().for_each(|cause| round_trip::<WaitCause>(*cause));
        [None, Some(Protocol::OneSided)].into_iter().for_each(round_trip::<Option<Protocol>>);
        [None, Some(LinkId(3))].into_iter().for_each(round_trip::<Option<LinkId>>);
        IoOperation::ALL.iter().for_each(|operation| round_trip::<IoOperation>(*operation));
        CollectivePart::ALL.iter().for_each(|part| round_trip::<CollectivePart>(*part));
        Operation::ALL.iter().for_each(|operation| round_trip::<Operation>(*operation));
        round_trip(Arc::<str>::from("text"));
    }
}
