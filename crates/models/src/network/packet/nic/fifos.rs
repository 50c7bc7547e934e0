//! Simulates NICs with injection FIFOs ([`platform::Fifos`]). Such a NIC has memory FIFOs, which hold messages; network FIFOs,
//! which hold packets; and an engine that moves packets from memory FIFOs to network FIFOs. On Blue Gene/P these are the memory
//! injection FIFOs, the torus injection FIFOs and the DMA engine.
//!
//! Each new message is appended to a memory FIFO, and each memory FIFO sends its messages one after another. The engine serves
//! the memory FIFOs round-robin. When the engine is idle, it begins behind the memory FIFO served last, and takes the first one
//! whose next packet is ready and can enter a network FIFO. (The packets of a paced message become ready at times of their
//! own.) Each memory FIFO has a mask of the network FIFOs that its packets may enter. A packet enters the one with the fewest
//! packets among those that have space; ties go to the lowest number. To move a packet, the engine needs
//!
//! ```text
//! per_packet + bytes/bandwidth, and for the first packet of a message + per_message
//! ```
//!
//! The first packet of a network FIFO is routed at once, and leaves when its last byte is on its link. Then the next packet is
//! routed. So each network FIFO sends one packet at a time, at the rate of the links.
//!
//! Among the events of one instant, messages enter first, then network FIFOs drain, then engines run. So engines see all
//! messages and all free space of that instant.

use crate::Machine;
use crate::network::packet::nic::messages::{Message, Messages};
use crate::network::packet::switching::link_rate::LinkRate;
use crate::network::scale::Scale;
use platform::QueueChoice;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The parameters of the FIFOs, the same for all NICs.
#[derive(Debug)]
pub(crate) struct FifoConfig {
    parameters: platform::Fifos,
    /// Of the engine; None if unlimited.
    rate: Option<LinkRate>,
}

/// The injection FIFOs by NIC; created for its first message.
pub(crate) type InjectionFifosByNic = FxHashMap<u32, InjectionFifos>;

/// The injection FIFOs of one NIC.
#[derive(Debug)]
pub(crate) struct InjectionFifos {
    /// Messages of each memory FIFO.
    memory_fifos: Vec<VecDeque<u32>>,
    /// The memory FIFO that the engine tries first.
    first: usize,
    /// The memory FIFO of the next message, if they are used in turn.
    turn: usize,
    /// Of the torus, on Blue Gene.
    network_fifos: Vec<NetworkFifo>,
    /// The packet that the engine is moving, and its FIFO.
    moving: Option<(u32, u8)>,
    /// When the engine runs next; [`u64::MAX`] if that is not scheduled.
    runs_at: u64,
}

/// What the engine of a NIC does next.
#[derive(Clone, Copy, Debug)]
pub(crate) enum EngineStep {
    /// It moves a packet of a memory FIFO to a FIFO.
    Serve {
        /// The memory FIFO.
        queue: usize,
        /// The FIFO.
        fifo: u8,
    },
    /// Only paced messages are to be served: the earliest at this instant.
    WaitUntil(u64),
    /// It has nothing to do, or no FIFO has space.
    Idle,
}

#[derive(Debug, Default)]
struct NetworkFifo {
    /// Packets in it; the first is being sent.
    packets: VecDeque<u32>,
    /// Packets in it, and the one that the engine moves into it.
    taken: u32,
}

impl FifoConfig {
    /// None if the machine's NICs have no FIFOs.
    pub(crate) fn new(machine: &dyn Machine, scale: Scale) -> Option<Self> {
        let parameters = machine.fifos()?.clone();
        let rate = parameters.bandwidth.map(|rate| LinkRate::new(scale.steps(rate), scale.shift()));
        Some(Self { parameters, rate })
    }

    pub(crate) fn new_fifos(&self) -> InjectionFifos {
        InjectionFifos {
            memory_fifos: vec![VecDeque::new(); self.parameters.masks.len()],
            first: 0,
            turn: 0,
            network_fifos: (0..self.parameters.network).map(|_| NetworkFifo::default()).collect(),
            moving: None,
            runs_at: u64::MAX,
        }
    }

    /// Appends a message to its memory FIFO.
    pub(crate) fn enqueue(&self, nic: &mut InjectionFifos, index: u32, message: &Message) {
        let queues = self.parameters.masks.len();
        let queue = match self.parameters.choice {
            QueueChoice::Destination => message.destination.host.index() % queues,
            QueueChoice::InTurn => {
                nic.turn = (nic.turn + 1) % queues;
                (nic.turn + queues - 1) % queues
            }
        };
        nic.memory_fifos[queue].push_back(index);
    }

    /// What the engine does next.
    pub(crate) fn pick(&self, nic: &InjectionFifos, now: u64, messages: &Messages) -> EngineStep {
        let queues = nic.memory_fifos.len();
        let mut later = None;
        for queue in (0..queues).map(|step| (nic.first + step) % queues) {
            let Some(message) = nic.memory_fifos[queue].front().map(|index| messages.get(*index)) else {
                continue;
            };
            let open = (0..self.parameters.network).filter(|fifo| self.parameters.masks[queue] >> fifo & 1 == 1);
            let open = open.filter(|fifo| nic.network_fifos[usize::from(*fifo)].taken < self.parameters.depth);
            let Some(fifo) = open.min_by_key(|fifo| (nic.network_fifos[usize::from(*fifo)].taken, *fifo)) else {
                continue;
            };
            let clock = message.sender.next_send_at.get();
            if !message.paced || clock <= now {
                return EngineStep::Serve { queue, fifo };
            }
            later = later.into_iter().chain([clock]).min();
        }
        later.map_or(EngineStep::Idle, EngineStep::WaitUntil)
    }

    /// Picoseconds of the engine for a packet.
    pub(crate) fn cost(&self, bytes: u32, first: bool) -> u64 {
        let transmission = self.rate.as_ref().map_or(0, |rate| rate.transmission_time(bytes));
        let message = if first { self.parameters.per_message.ps() } else { 0 };
        transmission.saturating_add(message).saturating_add(self.parameters.per_packet.ps())
    }
}

impl InjectionFifos {
    /// Schedules the engine, unless it is busy or runs by then anyway; says whether it did.
    pub(crate) fn schedule(&mut self, at: u64) -> bool {
        let earlier = self.moving.is_none() && at < self.runs_at;
        if earlier {
            self.runs_at = at;
        }
        earlier
    }

    /// Whether the engine is to run now; if so, that is no longer scheduled.
    pub(crate) fn starts(&mut self, now: u64) -> bool {
        let due = self.runs_at == now;
        if due {
            self.runs_at = u64::MAX;
        }
        due
    }

    /// The engine has moved its packet, if any, into the FIFO: the packet, if it is the first there.
    pub(crate) fn finish(&mut self) -> Option<u32> {
        let (packet, fifo) = self.moving.take()?;
        let network_fifo = &mut self.network_fifos[usize::from(fifo)];
        network_fifo.packets.push_back(packet);
        (network_fifo.packets.len() == 1).then_some(packet)
    }

    /// The first message of a memory FIFO, which has one.
    pub(crate) fn head(&self, queue: usize) -> u32 {
        *self.memory_fifos[queue].front().expect("the engine has seen it")
    }

    /// The engine moves a packet of a memory FIFO into a FIFO until an instant; `last`: the last of its message.
    pub(crate) fn begin(&mut self, queue: usize, last: bool, packet: (u32, u8), until: u64) {
        if last {
            self.memory_fifos[queue].pop_front();
        }
        self.first = (queue + 1) % self.memory_fifos.len();
        self.network_fifos[usize::from(packet.1)].taken += 1;
        self.moving = Some(packet);
        self.runs_at = until;
    }

    /// A FIFO has sent its packet: the next one.
    pub(crate) fn drain(&mut self, fifo: u8) -> Option<u32> {
        let network_fifo = &mut self.network_fifos[usize::from(fifo)];
        network_fifo.packets.pop_front();
        network_fifo.taken -= 1;
        network_fifo.packets.front().copied()
    }
}
