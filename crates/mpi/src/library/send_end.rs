//! The key `send_end` of a library file: when a send completes, by the size of its message.

use super::document::{Item, Node, only};
use super::error::LibraryError;
use super::protocol::{ends, out_of_range};
use units::named_enum;

named_enum! {
    /// When a standard send ends, and with it `MPI_Send` or the request of an `MPI_Isend`.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum SendEnd as name {
        /// Once its CPU time is paid: the library has a copy.
        #[default]
        AtOnce = "at-once",
        /// Once the transport has taken all bytes: all but its `send_buffer` have arrived.
        HandedOver = "handed-over",
        /// Once a receive has matched and, of a rendezvous, the data have started.
        Matched = "matched",
        /// Once the receiver's library has taken the last byte: it has arrived, and the receiver is inside MPI.
        Delivered = "delivered",
    }
}

impl SendEnd {
    fn read(node: &Node, key: &str) -> Result<Self, LibraryError> {
        let text = node.text(key)?;
        Self::named(text).ok_or_else(|| {
            out_of_range(node, key, &format!("`{text}`"), "`at-once`, `handed-over`, `matched` or `delivered`")
        })
    }
}

/// Ends of sends by message size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SendEnds {
    // (the largest message, its end), ascending; the last has no limit.
    classes: Vec<(u64, SendEnd)>,
}

impl SendEnds {
    /// The same for every size.
    pub fn constant(end: SendEnd) -> Self {
        Self { classes: vec![(u64::MAX, end)] }
    }

    /// Sends of up to `bytes` bytes end at once, longer ones when they are delivered.
    pub fn at_once_up_to(bytes: u64) -> Self {
        Self { classes: vec![(bytes, SendEnd::AtOnce), (u64::MAX, SendEnd::Delivered)] }
    }

    /// When the send of a message of this size ends.
    #[inline]
    pub fn at(&self, bytes: u64) -> SendEnd {
        self.classes.iter().find(|(up_to, _)| bytes <= *up_to).expect("the last class has no end").1
    }

    /// The size up to which all sends end at once; none if those of empty messages don't.
    pub fn at_once_max(&self) -> Option<u64> {
        let ends_at_once = |class: &&(u64, SendEnd)| class.1 == SendEnd::AtOnce;
        self.classes.iter().take_while(ends_at_once).last().map(|(up_to, _)| *up_to)
    }

    /// The value as it would be written.
    pub(super) fn text(&self) -> String {
        let class = |(up_to, end): &(u64, SendEnd)| super::protocol::bounded(end.name().to_owned(), *up_to);
        self.classes.iter().map(class).collect::<Vec<_>>().join(", ")
    }

    /// Reads `"delivered"` or `[{ up_to = "64 KiB", when = "at-once" }, { when = "delivered" }]`.
    pub(super) fn read(key: &str, node: &Node) -> Result<Self, LibraryError> {
        let Item::List(list) = &node.item else { return Ok(Self::constant(SendEnd::read(node, key)?)) };
        for class in list {
            only(class.table(key)?, &["up_to", "when"], "a size class")?;
        }
        let mut classes = Vec::with_capacity(list.len());
        for (class, up_to) in list.iter().zip(ends(key, node, list)?) {
            classes.push((up_to, SendEnd::read(class.required("when", "a size class")?, "when")?));
        }
        Ok(Self { classes })
    }
}
