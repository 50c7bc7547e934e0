//! The measuring loops of `windtunnel calibrate`: the speed of a core, copies, memory bandwidth, the latency between cores,
//! and noise.
//!
//! These loops are a crate of their own so that every build optimises them: `calibrate` stores the measured speed, and later
//! runs scale computation by it, so a speed from a debug build would make them wrong. The functions for core speed, copies,
//! bandwidth and latency each return a closure that takes one measurement, so that the arrays are allocated only once.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may fail so"))]

mod detours;

pub use detours::{DETOURS_MAX, Recording, THRESHOLD, record};

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

const SIDE: usize = 64;
const PRODUCTS: usize = 200;
/// Elements of each large array: 128 MiB of doubles.
const LARGE: usize = 16 << 20;

/// One measurement: floating-point operations per second of matrix products.
pub fn matrix_products() -> impl FnMut() -> f64 {
    let a = vec![[1.000_1f64; SIDE]; SIDE];
    let b = vec![[0.999_9f64; SIDE]; SIDE];
    let mut c = vec![[0.0f64; SIDE]; SIDE];
    move || {
        let start = Instant::now();
        for _ in 0..PRODUCTS {
            multiply_add(black_box(&a), black_box(&b), black_box(&mut c));
        }
        (2 * SIDE * SIDE * SIDE * PRODUCTS) as f64 / start.elapsed().as_secs_f64()
    }
}

/// `c += a b`, four rows at a time so that sums stay in registers.
fn multiply_add(a: &[[f64; SIDE]], b: &[[f64; SIDE]], c: &mut [[f64; SIDE]]) {
    const COLUMNS: usize = 4;
    for (rows, out) in a.chunks_exact(4).zip(c.chunks_exact_mut(4)) {
        for column in (0..SIDE).step_by(COLUMNS) {
            let mut sums = [[0.0f64; COLUMNS]; 4];
            for (k, line) in b.iter().enumerate() {
                for (sum, row) in sums.iter_mut().zip(rows) {
                    for (s, &value) in sum.iter_mut().zip(&line[column..column + COLUMNS]) {
                        *s += row[k] * value;
                    }
                }
            }
            for (row, sum) in out.iter_mut().zip(&sums) {
                for (place, s) in row[column..column + COLUMNS].iter_mut().zip(sum) {
                    *place += s;
                }
            }
        }
    }
}

/// One measurement: bytes copied per second.
pub fn copies() -> impl FnMut() -> f64 {
    let from = vec![1.0f64; LARGE];
    let mut to = vec![0.0f64; LARGE];
    move || {
        let start = Instant::now();
        black_box(&mut to).copy_from_slice(black_box(&from));
        (LARGE * 8) as f64 / start.elapsed().as_secs_f64()
    }
}

/// One measurement: bytes read and written per second.
pub fn triads() -> impl FnMut() -> f64 {
    let b = vec![1.0f64; LARGE];
    let c = vec![2.0f64; LARGE];
    let mut a = vec![0.0f64; LARGE];
    move || {
        let start = Instant::now();
        let scale = black_box(3.0);
        for ((a, b), c) in black_box(&mut a).iter_mut().zip(black_box(&b)).zip(black_box(&c)) {
            *a = b + scale * c;
        }
        black_box(&a);
        (LARGE * 8 * 3) as f64 / start.elapsed().as_secs_f64()
    }
}

/// One measurement: seconds from one core to another.
pub fn handovers() -> impl FnMut() -> f64 {
    const TRIPS: u64 = 200;
    move || {
        let word = AtomicU64::new(0);
        std::thread::scope(|scope| {
            scope.spawn(|| (0..TRIPS).for_each(|trip| pass_on(&word, 2 * trip + 1)));
            let start = Instant::now();
            for trip in 0..TRIPS {
                word.store(2 * trip + 1, Ordering::Release);
                await_word(&word, 2 * trip + 2);
            }
            start.elapsed().as_secs_f64() / (2 * TRIPS) as f64
        })
    }
}

/// Waits for a number and answers with the next.
fn pass_on(word: &AtomicU64, number: u64) {
    await_word(word, number);
    word.store(number + 1, Ordering::Release);
}

fn await_word(word: &AtomicU64, number: u64) {
    let mut turns = 0u32;
    while word.load(Ordering::Acquire) != number {
        turns += 1;
        // Both may share one core.
        if turns.is_multiple_of(4096) {
            std::thread::yield_now();
        }
        std::hint::spin_loop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_matrix_product_is_one() {
        let a: Vec<[f64; SIDE]> = (0..SIDE).map(|i| std::array::from_fn(|k| (i * 3 + k) as f64)).collect();
        let b: Vec<[f64; SIDE]> = (0..SIDE).map(|k| std::array::from_fn(|j| (k + 2 * j) as f64)).collect();
        let mut c = vec![[1.0; SIDE]; SIDE];
        multiply_add(&a, &b, &mut c);
        for (i, row) in c.iter().enumerate() {
            for (j, &value) in row.iter().enumerate() {
                let expected: f64 = (0..SIDE).map(|k| a[i][k] * b[k][j]).sum();
                assert_eq!(value, expected + 1.0, "{i}, {j}");
            }
        }
    }

    #[test]
    fn a_word_goes_from_core_to_core() {
        assert!(handovers()() > 0.0);
    }
}
