//! The motif `random`: every rank sends messages to random partners, repeatedly.
//!
//! # Partners
//!
//! For every message of an iteration the ranks form a ring in random order, and each rank sends to the next one of the ring. So
//! each rank receives exactly as many messages as it sends, and can compute their sources. On average it sends to every other
//! rank equally often. It never sends to itself unless it is alone.
//!
//! The order is a permutation that is computed, not stored: a Feistel network over 2·k bits whose round functions are
//! SplitMix64's, keyed by seed, iteration and message; 2·k is the least even number of bits that holds all ranks. If the
//! result is not a rank, the network is applied to it again (*cycle walking*; Black and Rogaway, "Ciphers with arbitrary
//! finite domains", CT-RSA 2002), less than four times on average.
//!
//! # Program
//!
//! Each rank does what this program does:
//!
//! ```c
//! MPI_Init(&argc, &argv);
//! for (i = 0; i < iterations; i++) {
//!     for (m = 0; m < messages; m++)
//!         MPI_Irecv(in[m], bytes, MPI_BYTE, before(rank, i, m), m, MPI_COMM_WORLD, &requests[m]);
//!     for (m = 0; m < messages; m++)
//!         MPI_Isend(out[m], bytes, MPI_BYTE, after(rank, i, m), m, MPI_COMM_WORLD, &requests[messages + m]);
//!     MPI_Waitall(2 * messages, requests, MPI_STATUSES_IGNORE);
//!     compute();
//! }
//! MPI_Finalize();
//! ```

use super::iterated::{Calls, Iterated, Iteration};
use super::motif::Motif;
use super::parameter::{MotifError, Values, wrong};
use config::{Parameter, ParameterKind};
use ops::{Function, Work};

/// The motif in the list.
pub(super) const MOTIF: Motif = Motif {
    name: "random",
    doc: "Messages to random partners, then computation.",
    parameters: PARAMETERS,
    build: |ranks, values| Iterated::build(ranks, values, Random::new),
};

/// The largest number of messages of an iteration, each of which has a tag.
const MOST_MESSAGES: u32 = 32_767;

const MESSAGES: Parameter = Parameter::with_default(
    "messages",
    ParameterKind::Form("a whole number up to 32767"),
    "1",
    "",
    "messages that each sends in an iteration",
);

const PARAMETERS: &[Parameter] = &[
    MESSAGES,
    Parameter::with_default("bytes", ParameterKind::Size, "1 KiB", "", "the size of a message"),
    Parameter::with_default("iterations", ParameterKind::Whole, "10", "", "number of iterations"),
    Parameter::with_default("compute", ParameterKind::Work, "0", "", "computation per iteration"),
    Parameter::with_default("seed", ParameterKind::Whole, "1", "", "the partners are a function of it"),
];

struct Random {
    ranks: u32,
    messages: u32,
    bytes: u64,
    compute: Work,
    seed: u32,
}

impl Random {
    fn new(ranks: u32, values: &Values) -> Result<Self, MotifError> {
        let messages = values.number("messages")?.unwrap_or(0);
        if messages > MOST_MESSAGES {
            return Err(wrong(MESSAGES, &messages.to_string()));
        }
        let (bytes, compute) = (values.bytes("bytes")?.unwrap_or(0), values.work("compute")?);
        Ok(Self { ranks, messages, bytes, compute, seed: values.number("seed")?.unwrap_or(0) })
    }

    /// The order of ranks for a message.
    fn order(&self, iteration: u32, message: u32) -> Order {
        let key = mix(mix(u64::from(self.seed)) ^ (u64::from(iteration) << 32 | u64::from(message)));
        Order { ranks: self.ranks, half: half_bits(self.ranks), key }
    }
}

/// Half the bits, at least one, of numbers below `ranks`, rounded up.
fn half_bits(ranks: u32) -> u32 {
    (u32::BITS - (ranks - 1).leading_zeros()).div_ceil(2).max(1)
}

/// A random order of the ranks.
struct Order {
    ranks: u32,
    /// Bits of a half of the Feistel network.
    half: u32,
    key: u64,
}

/// Rounds of the Feistel network: four make a permutation that looks random (Luby and Rackoff, 1988), six also one of few bits.
const ROUNDS: u64 = 6;

impl Order {
    /// The rank after this one in the ring.
    fn after(&self, rank: u32) -> u32 {
        let place = self.place(rank);
        self.rank(if place + 1 == self.ranks { 0 } else { place + 1 })
    }

    /// The rank before this one in the ring.
    fn before(&self, rank: u32) -> u32 {
        self.rank(self.place(rank).checked_sub(1).unwrap_or(self.ranks - 1))
    }

    /// Where a rank stands.
    fn place(&self, rank: u32) -> u32 {
        self.walk(rank, |left, right, round| (right, left ^ self.round(right, round)), false)
    }

    /// The rank at a position.
    fn rank(&self, place: u32) -> u32 {
        self.walk(place, |left, right, round| (right ^ self.round(left, round), left), true)
    }

    fn walk(&self, from: u32, step: impl Fn(u64, u64, u64) -> (u64, u64), back: bool) -> u32 {
        let mask = (1 << self.half) - 1;
        let mut at = u64::from(from);
        loop {
            let (mut left, mut right) = (at >> self.half, at & mask);
            for round in 0..ROUNDS {
                (left, right) = step(left, right, if back { ROUNDS - 1 - round } else { round });
            }
            at = left << self.half | right;
            if at < u64::from(self.ranks) {
                return at as u32;
            }
        }
    }

    fn round(&self, half: u64, round: u64) -> u64 {
        mix(self.key ^ (round << 32 | half)) & ((1 << self.half) - 1)
    }
}

/// Step and finaliser of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
pub(super) fn mix(bits: u64) -> u64 {
    let mut bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

impl Iteration for Random {
    const NAME: &'static str = "random";
    const CALLS: &'static [Function] =
        &[Function::Init, Function::Irecv, Function::Isend, Function::Waitall, Function::Finalize];

    fn steps(&self) -> u32 {
        2
    }

    fn step(&self, rank: u32, iteration: u32, step: u32, calls: &mut Calls<'_>) {
        if step == 1 {
            calls.compute(self.compute);
            return;
        }
        for message in 0..self.messages {
            calls.irecv(1, self.order(iteration, message).before(rank), message as i32, self.bytes);
        }
        for message in 0..self.messages {
            calls.isend(2, self.order(iteration, message).after(rank), message as i32, self.bytes);
        }
        calls.waitall(3);
    }
}

#[cfg(test)]
mod tests;
