//! Copies of large messages: zeros that are there already are not written, and non-temporal stores bypass the caches.
//!
//! A message larger than a core's share of the cache has been evicted when its receiver reads it. An ordinary store first reads
//! the destination's cache line; a store that goes straight to memory does not. So a copied byte crosses the memory bus twice
//! instead of three times.

/// From this many bytes on, a copy goes past the caches.
pub(super) const STREAM_FROM: usize = 256 << 10;

/// From this many bytes on, a copy begins with a look for zeros, in steps of as many: pages of the system.
pub(super) const ZEROS: usize = 4096;

/// How many bytes are zero in both from their starts on, in whole steps or all.
///
/// # Safety
/// Both can be read for `bytes` bytes.
pub(super) unsafe fn common_zeros(one: *const u8, other: *const u8, bytes: usize) -> usize {
    static PAGE: [u8; ZEROS] = [0; ZEROS];
    let is_zero = |stretch: *const u8, length: usize| {
        // SAFETY: as the caller says.
        unsafe { std::slice::from_raw_parts(stretch, length) == &PAGE[..length] }
    };
    let differs = |&at: &usize| {
        let length = ZEROS.min(bytes - at);
        !(is_zero(one.wrapping_add(at), length) && is_zero(other.wrapping_add(at), length))
    };
    (0..bytes).step_by(ZEROS).find(differs).unwrap_or(bytes)
}

/// Copies `bytes` bytes.
///
/// # Safety
/// As `copy_nonoverlapping`.
#[cfg(target_arch = "x86_64")]
pub(super) unsafe fn copy_past_caches(from: *const u8, to: *mut u8, bytes: usize) {
    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_sfence, _mm_stream_si128};
    const LINE: usize = 64;
    let head = to.align_offset(LINE).min(bytes);
    let lines = (bytes - head) / LINE;
    let tail = head + lines * LINE;
    // SAFETY: all stretches lie within what the caller names; stores are aligned to a line; every x86-64 has SSE2, and
    // the fence orders the stores before whatever reads them.
    unsafe {
        to.copy_from_nonoverlapping(from, head);
        for line in 0..lines {
            let (source, target) = (from.add(head + line * LINE), to.add(head + line * LINE));
            let parts: [__m128i; 4] = std::array::from_fn(|part| _mm_loadu_si128(source.cast::<__m128i>().add(part)));
            for (part, value) in parts.into_iter().enumerate() {
                _mm_stream_si128(target.cast::<__m128i>().add(part), value);
            }
        }
        _mm_sfence();
        to.add(tail).copy_from_nonoverlapping(from.add(tail), bytes - tail);
    }
}

/// Copies `bytes` bytes.
///
/// # Safety
/// As `copy_nonoverlapping`.
#[cfg(not(target_arch = "x86_64"))]
pub(super) unsafe fn copy_past_caches(from: *const u8, to: *mut u8, bytes: usize) {
    // SAFETY: as the caller says.
    unsafe { to.copy_from_nonoverlapping(from, bytes) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_of_both_are_counted_up_to_the_first_other_byte() {
        let zeros = [0u8; 10_000];
        // SAFETY: neither is longer than the other.
        let common = |one: &[u8], other: &[u8]| unsafe { common_zeros(one.as_ptr(), other.as_ptr(), one.len()) };
        for (place, expected) in [(0, 0), (4095, 0), (4096, 4096), (8191, 4096), (9999, 8192)] {
            let mut other = zeros;
            other[place] = 1;
            assert_eq!([common(&zeros, &other), common(&other, &zeros)], [expected; 2], "byte {place}");
        }
        assert_eq!([0, 1, 4096, 10_000].map(|length| common(&zeros[..length], &zeros)), [0, 1, 4096, 10_000]);
    }

    #[test]
    fn every_byte_arrives_and_no_other_changes() {
        let source: Vec<u8> = (0..2000u32).map(|i| (i * 7 + i / 256) as u8).collect();
        for (from, to, bytes) in
            [(0, 0, 0), (1, 3, 5), (0, 0, 64), (3, 1, 63), (5, 9, 1000), (0, 64, 1024), (7, 63, 1900)]
        {
            let mut target = vec![0xee; 2000];
            // SAFETY: both stretches lie in their vectors.
            unsafe { copy_past_caches(source.as_ptr().add(from), target.as_mut_ptr().add(to), bytes) };
            assert_eq!(target[to..to + bytes], source[from..from + bytes]);
            assert!(target[..to].iter().chain(&target[to + bytes..]).all(|&byte| byte == 0xee));
        }
    }
}
