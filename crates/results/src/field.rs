//! From the cells of a table to the fields of a row.

use observe::Kind;
use ops::{CallSite, CommId, Function, IoOperation, Protocol, WaitCause};
use std::collections::HashMap;
use std::sync::Arc;
use units::{ActorId, LinkId, Time};

/// A cell as the file has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell<'a> {
    /// A picosecond, byte or other count.
    Long(u64),
    /// An identifier.
    Id(u32),
    /// A signed number.
    Int(i32),
    /// A truth value.
    Flag(bool),
    /// Text.
    Text(&'a str),
}

/// Texts met so far, each once.
#[derive(Debug, Default)]
pub struct Texts {
    numbers: HashMap<Arc<str>, u64>,
    texts: Vec<Arc<str>>,
}

impl Texts {
    fn number(&mut self, text: &Arc<str>) -> u64 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.texts.len() as u64;
        self.numbers.insert(Arc::clone(text), number);
        self.texts.push(Arc::clone(text));
        number
    }

    fn text(&self, number: u64) -> Arc<str> {
        Arc::clone(&self.texts[number as usize])
    }
}

/// What numbers a column can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    /// Any, or others than numbers.
    Any,
    /// A count or a time: below 2^63.
    Count,
    /// A rank of the run.
    Rank,
}

/// What a field of a row can be.
pub trait Field: Sized {
    /// The kind of its column.
    const KIND: Kind;

    /// What numbers it can have. Looked after by the batch, where tables are read.
    const RANGE: Range = Range::Any;

    /// From a cell of that kind; none if the cell can't be such a thing.
    fn of(cell: Cell<'_>) -> Option<Self>;

    /// As a number, to be kept on disk for a while.
    fn pack(&self, texts: &mut Texts) -> u64;

    /// From what [`Field::pack`] gave.
    fn unpack(word: u64, texts: &Texts) -> Self;
}

macro_rules! numbers {
    ($($type:ty, $kind:ident, $range:ident, $inner:ty, |$value:ident| $make:expr, |$field:ident| $word:expr;)*) => { $(
        impl Field for $type {
            const KIND: Kind = Kind::$kind;
            const RANGE: Range = Range::$range;

            #[inline]
            fn of(cell: Cell<'_>) -> Option<Self> {
                match cell {
                    Cell::$kind($value) => Some($make),
                    _ => None,
                }
            }

            #[inline]
            fn pack(&self, _: &mut Texts) -> u64 {
                let $field = self;
                $word
            }

            #[inline]
            fn unpack(word: u64, _: &Texts) -> Self {
                let $value = word as $inner;
                $make
            }
        }
    )* };
}

numbers! {
    u64, Long, Count, u64, |value| value, |field| *field;
    Time, Long, Count, u64, |value| Time::from_ps(value), |field| field.ps();
    u32, Id, Any, u32, |value| value, |field| u64::from(*field);
    ActorId, Id, Rank, u32, |value| ActorId(value), |field| u64::from(field.0);
    CallSite, Id, Any, u32, |value| CallSite(value), |field| u64::from(field.0);
    LinkId, Id, Any, u32, |value| LinkId(value), |field| u64::from(field.0);
    CommId, Id, Any, u32, |value| CommId(value), |field| u64::from(field.0);
    i32, Int, Any, i32, |value| value, |field| u64::from(*field as u32);
}

impl Field for bool {
    const KIND: Kind = Kind::Flag;

    fn of(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Flag(value) => Some(value),
            _ => None,
        }
    }

    fn pack(&self, _: &mut Texts) -> u64 {
        u64::from(*self)
    }

    fn unpack(word: u64, _: &Texts) -> Self {
        word != 0
    }
}

impl Field for Arc<str> {
    const KIND: Kind = Kind::Text;

    fn of(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Text(text) => Some(text.into()),
            _ => None,
        }
    }

    fn pack(&self, texts: &mut Texts) -> u64 {
        texts.number(self)
    }

    fn unpack(word: u64, texts: &Texts) -> Self {
        texts.text(word)
    }
}

/// What a rank does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum State {
    /// It runs its own code.
    Compute,
    /// It is in an MPI call.
    Call(Function),
}

impl State {
    /// `compute`, or the function's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Compute => "compute",
            Self::Call(function) => function.name(),
        }
    }

    /// A number for each state: 0 is computation, 1 + f function f.
    pub fn index(self) -> usize {
        match self {
            Self::Compute => 0,
            Self::Call(function) => 1 + function as usize,
        }
    }
}

/// The protocol of a message, where there is one.
impl Field for Option<Protocol> {
    const KIND: Kind = Kind::Text;

    fn of(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Text("none") => Some(None),
            cell => Protocol::of(cell).map(Some),
        }
    }

    fn pack(&self, texts: &mut Texts) -> u64 {
        self.map_or(u64::MAX, |protocol| protocol.pack(texts))
    }

    fn unpack(word: u64, texts: &Texts) -> Self {
        (word != u64::MAX).then(|| Protocol::unpack(word, texts))
    }
}

/// A link, where there is one: no link has the highest number.
impl Field for Option<LinkId> {
    const KIND: Kind = Kind::Id;

    fn of(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Id(u32::MAX) => Some(None),
            cell => LinkId::of(cell).map(Some),
        }
    }

    fn pack(&self, _: &mut Texts) -> u64 {
        self.map_or(u64::MAX, |link| link.0.into())
    }

    fn unpack(word: u64, _: &Texts) -> Self {
        (word != u64::MAX).then_some(LinkId(word as u32))
    }
}

/// A field whose values have names and numbers.
macro_rules! named {
    ($($type:ty, |$name:ident| $parse:expr, |$field:ident| $word:expr, |$number:ident| $make:expr;)*) => { $(
        impl Field for $type {
            const KIND: Kind = Kind::Text;

            #[inline]
            fn of(cell: Cell<'_>) -> Option<Self> {
                match cell {
                    Cell::Text($name) => $parse,
                    _ => None,
                }
            }

            fn pack(&self, _: &mut Texts) -> u64 {
                let $field = *self;
                ($word) as u64
            }

            fn unpack(word: u64, _: &Texts) -> Self {
                let $number = word as usize;
                $make
            }
        }
    )* };
}

fn function(number: usize) -> Function {
    Function::from_index(number as u16).expect("a function was packed")
}

/// The value of a name in a list.
fn listed<T: Copy>(list: &[(T, &str)], name: &str) -> Option<T> {
    list.iter().find(|(_, known)| *known == name).map(|(value, _)| *value)
}

named! {
    Function, |name| Function::from_name(name), |field| field as u16, |number| function(number);
    State,
        |name| if name == "compute" { Some(State::Compute) } else { Function::from_name(name).map(State::Call) },
        |field| field.index(),
        |number| number.checked_sub(1).map_or(State::Compute, |number| State::Call(function(number)));
    Protocol,
        |name| listed(&observe::PROTOCOLS, name),
        |field| field as usize,
        |number| observe::PROTOCOLS[number].0;
    WaitCause,
        |name| listed(&observe::WAIT_CAUSES, name),
        |field| field as usize,
        |number| observe::WAIT_CAUSES[number].0;
    IoOperation,
        |name| listed(&observe::IO_OPERATIONS, name),
        |field| field as usize,
        |number| observe::IO_OPERATIONS[number].0;
}
