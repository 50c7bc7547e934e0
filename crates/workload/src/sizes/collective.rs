//! Scales the sizes of collective operations (`--scale-bytes`).

use super::scale::Scale;
use crate::limits::BYTES_MAX;
use ops::{CollectiveCall, Operation, Vectors};

/// Why an operation can't be scaled, in words.
type Scaled<T = ()> = Result<T, &'static str>;

const TOO_LONG: &str = "a scaled message is longer than 2^48 bytes";

/// Scales what a rank gives to a collective operation and gets from it.
pub(super) fn scale(call: &mut CollectiveCall, scale: Scale) -> Scaled {
    if call.operation == Operation::Barrier {
        return Ok(());
    }
    if call.signature_sent != 0 {
        return Err("both groups of an intercommunicator send, and their sizes are not scaled");
    }
    match (call.operation, call.count) {
        (Operation::ReduceScatter, _) => reduce_scatter(call, scale),
        (_, 0) => blocks(call, scale),
        _ => counted(call, scale),
    }
}

/// All blocks have as many elements: everything is a multiple of it.
fn counted(call: &mut CollectiveCall, scale: Scale) -> Scaled {
    let (old, new) = (call.count, scale.of(call.count).ok_or(TOO_LONG)?);
    let number = |bytes: &mut u64| -> Scaled {
        if !bytes.is_multiple_of(old) {
            return Err("its buffers are not multiples of its count, and are not scaled");
        }
        *bytes = (*bytes / old).checked_mul(new).filter(|bytes| *bytes <= BYTES_MAX).ok_or(TOO_LONG)?;
        Ok(())
    };
    number(&mut call.send.bytes)?;
    number(&mut call.recv.bytes)?;
    if let Some(vectors) = &mut call.vectors {
        let Vectors { send_bytes, send_offsets, recv_bytes, recv_offsets, .. } = &mut **vectors;
        [send_bytes, send_offsets, recv_bytes, recv_offsets]
            .into_iter()
            .try_for_each(|list| list.iter_mut().try_for_each(number))?;
    }
    call.count = new;
    Ok(())
}

/// Every rank's block has elements of its own.
fn reduce_scatter(call: &mut CollectiveCall, scale: Scale) -> Scaled {
    let element = call.element_bytes.max(1);
    let scaled = |bytes: u64| scale.of(bytes / element)?.checked_mul(element);
    let own = scaled(call.recv.bytes).ok_or(TOO_LONG)?;
    let Some(vectors) = &mut call.vectors else { return Err("it does not say how long blocks are") };
    let whole = call.recv.bytes == vectors.recv_bytes.iter().sum::<u64>();
    for bytes in &mut vectors.recv_bytes {
        *bytes = scaled(*bytes).ok_or(TOO_LONG)?;
    }
    let all = offsets(&vectors.recv_bytes, &mut vectors.recv_offsets)?;
    // In place, all blocks lie where the own one goes.
    call.recv.bytes = if whole { all } else { own };
    if call.send.bytes > 0 {
        call.send.bytes = all;
    }
    call.count = all / element;
    Ok(())
}

/// Blocks of several sizes, in bytes.
fn blocks(call: &mut CollectiveCall, scale: Scale) -> Scaled {
    let side = |buffer: &mut u64, blocks: &mut [u64], starts: &mut [u64]| -> Scaled {
        if blocks.is_empty() {
            *buffer = scale.of(*buffer).ok_or(TOO_LONG)?;
            return Ok(());
        }
        for bytes in blocks.iter_mut() {
            *bytes = scale.of(*bytes).ok_or(TOO_LONG)?;
        }
        let all = offsets(blocks, starts)?;
        // A buffer that is not there stays so.
        if *buffer > 0 {
            *buffer = all;
        }
        Ok(())
    };
    let mut none = Vectors::default();
    let vectors = call.vectors.as_deref_mut().unwrap_or(&mut none);
    side(&mut call.send.bytes, &mut vectors.send_bytes, &mut vectors.send_offsets)?;
    side(&mut call.recv.bytes, &mut vectors.recv_bytes, &mut vectors.recv_offsets)
}

/// Where blocks start if they lie one after the other; the sum of all.
fn offsets(blocks: &[u64], starts: &mut [u64]) -> Scaled<u64> {
    let mut sum: u64 = 0;
    for (at, bytes) in blocks.iter().enumerate() {
        if let Some(start) = starts.get_mut(at) {
            *start = sum;
        }
        sum = sum.checked_add(*bytes).filter(|sum| *sum <= BYTES_MAX).ok_or(TOO_LONG)?;
    }
    Ok(sum)
}
