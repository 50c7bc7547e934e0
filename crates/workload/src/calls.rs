//! Collective calls as motifs and traces state them.

use ops::{Buffer, CollectiveCall, Operation};

/// A collective call without a root or a reduction, as [`CollectiveCall`] describes it.
pub(crate) fn collective(
    operation: Operation,
    count: u64,
    element_bytes: u64,
    send: Buffer,
    recv: Buffer,
) -> CollectiveCall {
    CollectiveCall {
        operation,
        root: 0,
        send,
        recv,
        count,
        element_bytes,
        in_place: false,
        reducer: None,
        vectors: None,
        signature: 0,
        signature_sent: 0,
    }
}

/// Where blocks of these bytes begin that lie one after the other, and the bytes of all.
pub(crate) fn one_after_the_other(blocks: &[u64]) -> (Box<[u64]>, u64) {
    let mut end = 0u64;
    let begin = |bytes: &u64| {
        let begin = end;
        end = end.saturating_add(*bytes);
        begin
    };
    let begins = blocks.iter().map(begin).collect();
    (begins, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_begin_where_those_before_end() {
        assert_eq!(one_after_the_other(&[5, 0, 3]), (Box::from([0, 5, 5]), 8));
        assert_eq!(one_after_the_other(&[u64::MAX, 7, 1]).1, u64::MAX);
        assert_eq!(one_after_the_other(&[]), (Box::from([]), 0));
    }
}
