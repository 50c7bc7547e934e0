//! NICs with injection FIFOs, as `[nic.fifos]` and `[nic.engine]` of a platform file describe them: how packets get from memory
//! into the network.
//!
//! Software writes messages into *memory FIFOs*. A DMA engine moves packets from the memory FIFOs into *network FIFOs*.
//! Each network FIFO sends one packet at a time. A memory FIFO has a mask of the network FIFOs into which its packets may
//! go. So the number of bits set in the mask is the number of links that one message can keep busy at a time. The model is
//! taken from Blue Gene/P: 128 memory FIFOs with masks `ts_inj_map` over 8 torus FIFOs (IBM's system programming interface,
//! `DMA_InjFifo.h`).

use crate::error::PlatformError;
use crate::section::Section;
use config::{Parameter, ParameterKind};
use units::{Rate, Time};

/// How the memory FIFO of a message is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueChoice {
    /// Number (destination host mod queues).
    Destination,
    /// Each message of a NIC the next one.
    InTurn,
}

/// The injection stage of a NIC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fifos {
    /// Network FIFOs, from 1 to 32.
    pub network: u8,
    /// Packets that one of them holds, the one that is being sent included.
    pub depth: u32,
    /// Of each memory FIFO: bit j set if its packets may go into network FIFO j. Not empty, no mask is 0.
    pub masks: Vec<u32>,
    /// Which memory FIFO a message goes into.
    pub choice: QueueChoice,
    /// Bytes per second from memory into the network FIFOs, all together; None: no limit.
    pub bandwidth: Option<Rate>,
    /// Time of the engine for each message, before its first packet.
    pub per_message: Time,
    /// Time of the engine for each packet, beside its bytes.
    pub per_packet: Time,
}

/// The most network FIFOs: as many as a mask has bits.
const MAX_NETWORK: u32 = 32;

/// More memory FIFOs than this are a mistake in the file.
const MAX_QUEUES: usize = 1024;

/// The keys of `[nic]` that this stage has.
pub(crate) const PARAMETERS: [Parameter; 7] = [
    Parameter::optional(
        "fifos.masks",
        ParameterKind::Counts,
        "A mask for each memory FIFO: its packets may enter network FIFO j if bit j is 1. Without it, FIFOs are not modelled.",
    ),
    Parameter::with_default(
        "fifos.network",
        ParameterKind::Count,
        "8",
        "as many as the torus of Blue Gene/P has (IBM, DMA_InjFifo.h)",
        "Network FIFOs of a NIC; each sends one packet at a time.",
    ),
    Parameter::with_default(
        "fifos.depth",
        ParameterKind::Count,
        "4",
        "an assumption: enough for the engine never to keep a link waiting",
        "Capacity of a network FIFO, in packets.",
    ),
    Parameter::with_default(
        "fifos.choice",
        ParameterKind::Choice(&["destination", "in-turn"]),
        "destination",
        "as Blue Gene/P's library chooses (LLNL-CONF-587533, section IV)",
        "Memory FIFO of a message: number destination mod queues, or each in turn.",
    ),
    Parameter::with_default(
        "engine.bandwidth",
        ParameterKind::BandwidthOrUnlimited,
        "unlimited",
        "only the FIFOs and links limit bandwidth",
        "Bandwidth from memory into all network FIFOs of a NIC together.",
    ),
    Parameter::with_default(
        "engine.message",
        ParameterKind::Latency,
        "0 s",
        "the MPI library's overheads include it",
        "Time of the engine per message, for its descriptor.",
    ),
    Parameter::with_default(
        "engine.packet",
        ParameterKind::Latency,
        "0 s",
        "the engine's bandwidth includes it",
        "Time of the engine per packet, in addition to its bytes.",
    ),
];

/// Reads the stage from `[nic]`; None if the file has none.
pub(crate) fn read(nic: &Section<'_>) -> Result<Option<Fifos>, PlatformError> {
    if !nic.has("fifos") && !nic.has("engine") {
        return Ok(None);
    }
    let masks = nic.optional_counts("fifos.masks")?.ok_or_else(|| nic.missing("fifos.masks"))?;
    let network = nic.count("fifos.network")?;
    if network > MAX_NETWORK {
        return Err(nic.out_of_range("fifos.network", network.to_string(), format!("at most {MAX_NETWORK}")));
    }
    if masks.len() > MAX_QUEUES {
        let expected = format!("at most {MAX_QUEUES} memory FIFOs");
        return Err(nic.out_of_range("fifos.masks", format!("a list of {}", masks.len()), expected));
    }
    if let Some(mask) = masks.iter().find(|mask| u64::from(**mask) >> network != 0) {
        let expected = format!("masks of {network} bits, one for each network FIFO");
        return Err(nic.out_of_range("fifos.masks", format!("0x{mask:x}"), expected));
    }
    let choice = match nic.choice("fifos.choice", "choice of a memory FIFO")?.as_str() {
        "in-turn" => QueueChoice::InTurn,
        _ => QueueChoice::Destination,
    };
    Ok(Some(Fifos {
        network: network as u8,
        depth: nic.count("fifos.depth")?,
        masks,
        choice,
        bandwidth: nic.rate_or_unlimited("engine.bandwidth")?,
        per_message: nic.time("engine.message")?,
        per_packet: nic.time("engine.packet")?,
    }))
}
