//! The dimensions of a regular topology: reduces their sizes if a drawing has no room for the whole machine, and prints them
//! (`8 × 8 × 4`).

/// Makes the largest of `sizes` smaller, the first of equals, until their product is at most `most`.
pub(super) fn shrunk(sizes: &[u32], most: u32) -> Vec<u32> {
    let mut sizes = sizes.to_vec();
    let product = |sizes: &[u32]| sizes.iter().map(|size| u64::from(*size)).fold(1, u64::saturating_mul);
    while product(&sizes) > u64::from(most) {
        let largest = sizes.iter().copied().max().unwrap_or(1);
        let Some(size) = sizes.iter_mut().find(|size| **size == largest && largest > 1) else { break };
        // In steps, so that a dimension of millions is soon done.
        *size -= (largest / 16).max(1);
    }
    sizes
}

/// `8 × 8 × 4`.
pub(super) fn times(sizes: &[u32]) -> String {
    sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(" × ")
}
