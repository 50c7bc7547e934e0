//! The injection FIFOs of NICs that have them ([`platform::Fifos`]): memory queues, an engine, network FIFOs.
//!
//! A message that enters is appended to a memory queue, which serves one message after the other. The idle
//! engine serves memory queues round-robin: the first after the last one served whose next packet is there (that of a paced
//! message not before its time) and may enter a network FIFO, one of the queue's mask with space. Of these FIFOs it takes the
//! one with the fewest packets, ties going to the lowest number. The packet is in the FIFO
//!
//! ```text
//! per_packet + bytes/bandwidth, and for the first of a message + per_message
//! ```
//!
//! later. The head of a FIFO is routed at once, and leaves when its last byte is on its link; then the next packet is routed.
//! So a FIFO sends one packet at a time, at the rate of the links.
//!
//! At one instant messages enter first, then FIFOs drain, then engines run, so that they see everything.

use crate::Machine;
use crate::network::packet::nic::messages::Message;
use crate::network::packet::switching::link_rate::LinkRate;
use crate::network::scale::Scale;
use platform::QueueChoice;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The parameters of the FIFOs, the same for all NICs.
#[derive(Debug)]
pub(crate) struct FifoConfig {
    plan: platform::Fifos,
    /// Of the engine; None if unlimited.
    rate: Option<LinkRate>,
}

/// The injection FIFOs by NIC; created for its first message.
pub(crate) type InjectionFifosByNic = FxHashMap<u32, InjectionFifos>;

/// The injection FIFOs of one NIC.
#[derive(Debug)]
pub(crate) struct InjectionFifos {
    /// Messages of each memory queue.
    memory: Vec<VecDeque<u32>>,
    /// The memory queue that the engine tries first.
    first: usize,
    /// The memory queue of the next message, if they are used in turn.
    turn: usize,
    network: Vec<Fifo>,
    /// The packet that the engine is moving, and its FIFO.
    service: Option<(u32, u8)>,
    /// When the engine runs next; [`u64::MAX`] if that is not scheduled.
    runs_at: u64,
}

/// What the engine of a NIC does next.
#[derive(Clone, Copy, Debug)]
pub(crate) enum EngineStep {
    /// It moves a packet of a memory queue to a FIFO.
    Serve {
        /// The memory queue.
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
struct Fifo {
    /// Packets in it; the first is being sent.
    packets: VecDeque<u32>,
    /// Packets in it, and the one that the engine moves into it.
    taken: u32,
}

impl FifoConfig {
    /// None if the machine's NICs have no FIFOs.
    pub(crate) fn new(machine: &dyn Machine, scale: Scale) -> Option<Self> {
        let plan = machine.fifos()?.clone();
        let rate = plan.bandwidth.map(|rate| LinkRate::new(scale.steps(rate), scale.shift()));
        Some(Self { plan, rate })
    }

    pub(crate) fn stage(&self) -> InjectionFifos {
        InjectionFifos {
            memory: vec![VecDeque::new(); self.plan.masks.len()],
            first: 0,
            turn: 0,
            network: (0..self.plan.network).map(|_| Fifo::default()).collect(),
            service: None,
            runs_at: u64::MAX,
        }
    }

    /// Appends a message to its memory queue.
    pub(crate) fn enqueue(&self, nic: &mut InjectionFifos, index: u32, message: &Message) {
        let queues = self.plan.masks.len();
        let queue = match self.plan.choice {
            QueueChoice::Destination => message.destination.host.index() % queues,
            QueueChoice::InTurn => {
                nic.turn = (nic.turn + 1) % queues;
                (nic.turn + queues - 1) % queues
            }
        };
        nic.memory[queue].push_back(index);
    }

    /// What the engine does next.
    pub(crate) fn pick(&self, nic: &InjectionFifos, now: u64, messages: &[Message]) -> EngineStep {
        let queues = nic.memory.len();
        let mut later = None;
        for queue in (0..queues).map(|step| (nic.first + step) % queues) {
            let Some(message) = nic.memory[queue].front().map(|index| &messages[*index as usize]) else { continue };
            let open = (0..self.plan.network).filter(|fifo| self.plan.masks[queue] >> fifo & 1 == 1);
            let open = open.filter(|fifo| nic.network[usize::from(*fifo)].taken < self.plan.depth);
            let Some(fifo) = open.min_by_key(|fifo| (nic.network[usize::from(*fifo)].taken, *fifo)) else { continue };
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
        let moving = self.rate.as_ref().map_or(0, |rate| rate.transmission_time(bytes));
        let message = if first { self.plan.per_message.ps() } else { 0 };
        moving.saturating_add(message).saturating_add(self.plan.per_packet.ps())
    }
}

impl InjectionFifos {
    /// Schedules the engine, unless it is busy or runs by then anyway; says whether it did.
    pub(crate) fn schedule(&mut self, at: u64) -> bool {
        let earlier = self.service.is_none() && at < self.runs_at;
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
        let (packet, fifo) = self.service.take()?;
        let network_fifo = &mut self.network[usize::from(fifo)];
        network_fifo.packets.push_back(packet);
        (network_fifo.packets.len() == 1).then_some(packet)
    }

    /// The first message of a memory queue, which has one.
    pub(crate) fn head(&self, queue: usize) -> u32 {
        *self.memory[queue].front().expect("the engine has seen it")
    }

    /// The engine moves a packet of a memory queue into a FIFO until an instant; `last`: the last of its message.
    pub(crate) fn begin(&mut self, queue: usize, last: bool, packet: (u32, u8), until: u64) {
        if last {
            self.memory[queue].pop_front();
        }
        self.first = (queue + 1) % self.memory.len();
        self.network[usize::from(packet.1)].taken += 1;
        self.service = Some(packet);
        self.runs_at = until;
    }

    /// A FIFO has sent its packet: the next one.
    pub(crate) fn drain(&mut self, fifo: u8) -> Option<u32> {
        let network_fifo = &mut self.network[usize::from(fifo)];
        network_fifo.packets.pop_front();
        network_fifo.taken -= 1;
        network_fifo.packets.front().copied()
    }
}
