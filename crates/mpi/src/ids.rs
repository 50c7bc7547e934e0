//! Typed numbers of the engine's objects in progress (messages, receives, schedules, accesses), each an index into a table
//! ([`crate::records`]). Each kind has a type of its own, so that they cannot be confused. A number is reused once its object
//! has ended.

/// A number of one kind.
pub(crate) trait Id: Copy + Eq + std::hash::Hash {
    fn new(number: u32) -> Self;
    fn number(self) -> u32;

    /// As an index of what is known of each.
    #[inline]
    fn index(self) -> usize {
        self.number() as usize
    }
}

macro_rules! ids {
    ($($(#[$doc:meta])* $visibility:vis $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $visibility struct $name(pub(crate) u32);

        impl Id for $name {
            #[inline]
            fn new(number: u32) -> Self {
                Self(number)
            }

            #[inline]
            fn number(self) -> u32 {
                self.0
            }
        }
    )*};
}

ids!(
    /// A message, from its send to its delivery.
    pub(crate) MessageId
    /// A receive, from its post to its completion.
    pub(crate) ReceiveId
    /// A message of a schedule's without contents.
    pub(crate) BareId
    /// A rank's side of a collective operation, or of a part of one.
    pub(crate) ScheduleId
    /// An access to a window, or a signal of its synchronisation.
    pub(crate) AccessId
    /// The two ends of a partitioned operation.
    pub(crate) PairId
    /// A message between the ends of a partitioned operation.
    pub(crate) PartitionMessageId
    /// A call on a file.
    pub FileOperationId
    /// A request to a file server.
    pub(crate) ServerRequestId
    /// Contents that a send has left where they are: see `contents::Lent`.
    pub(crate) LentId
    /// Data that follow a request to a file server.
    pub(crate) DataPartId
);
