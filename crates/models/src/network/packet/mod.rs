//! `packet`: a packet-level network model with virtual cut-through switching, virtual channels (VCs) and credit-based flow
//! control. Packets wait for links and buffers, and none is ever dropped (lossless network). Only with `transport=tcp`, a model
//! of its own, packets may be dropped.
//!
//! The equations are in `docs/models/packet.md`, those of TCP in `packet-tcp.md`. This table says where the code has each
//! symbol of the equations. All times are picoseconds in `u64`. An index equal to `packets::NONE` means none.
//!
//! | symbol | meaning | in the code |
//! |---|---|---|
//! | B, L | bandwidth and latency of a link | `LinkClass`: `rate`, `latency` |
//! | b; o | size of an input buffer; of an output buffer | `LinkClass`: `input_capacity`; `output_capacity` |
//! | s | size of a packet on the wire | `RouteState::wire_bytes` |
//! | t_h; t_t | arrival of a packet's first byte (head); of its last (tail) | the `ARRIVE` event's time; `Packet::tail` |
//! | d, e | start and end of a packet's transmission over a link | `start`, `end` in `Partition::depart` |
//! | m | entry of a packet into an output buffer | `enters` in `enter_output_buffer` |
//! | f_L, f_B | a message's latency and bandwidth factors | `Message`: `latency_factor`, `pace` |
//! | W, S | TCP: congestion window, slow start threshold | `tcp`: `Window::bytes`, `Window::threshold` |
//! | R, V; T | TCP: round-trip time and its variation; retransmission time-out | `tcp`: `RoundTrip`; `Sender::timeout` |
//! | R_h | TCP: round-trip time of the handshake | `tcp`: `TcpNetwork::establish` |
//! | e (TCP) | when a link's token bucket is full again | `tcp`: `Queue::full` |
//!
//! # Life of a packet
//! `impl Partition` is spread over the files of its subsystems. A packet takes this chain of calls (files in parentheses):
//!
//! ```text
//! start (simulator/packet_simulator) ── a message gets its record (nic/messages) and an INJECT event
//!   └ handle_inject, inject, create_packet (nic/scheduler; nic/fifo_engine for NICs with FIFOs)
//!       └ route (switching/routing) ── at the source, and at each ARRIVE event; asks platform's PacketRouting for the hop
//!           ├ assign_output (switching/routing) ── occupancies count the packet; enqueue now, or at a READY event
//!           │   └ enqueue (switching/service)
//!           │       └ depart_or_wait (switching/fcfs), or wait_for_arbitration (switching/arbitration)
//!           │           └ depart (switching/transmit) ── now, or decided ahead for later
//!           │               ├ release_buffer ── credit for the link before (switching/buffers)
//!           │               ├ leave_source ── INJECT of the next packet, or DRAINED of a FIFO
//!           │               ├ forward ── ARRIVE at the next vertex, or into an outbox (parallel/exchange)
//!           │               └ deliver_packet ── the last packet of a message makes its arrival certain
//!           └ deliver_here (switching/routing) ── it is at its destination
//! ```
//!
//! | file | responsibility | events |
//! |---|---|---|
//! | `options`, `parameters` | the parameters as values; their documentation and how they are read | |
//! | `config` | the constants of a run: capacities, footprints, link classes | |
//! | `uncontended` | a second, empty network, which gives the times of messages without contention | |
//! | `simulator::packet_simulator` | the network as a whole: its time and windows | |
//! | `simulator::partition` | the state of a partition (PDES: logical process); a run on one thread has one partition | |
//! | `simulator::event_loop` | dispatches events, receives packets and credits of other partitions | all |
//! | `simulator::arriving` | merges the message arrivals of all partitions in time order | |
//! | `simulator::events`, `calendar` | classes of events and their order; the event queue | |
//! | `simulator::shared_state` | shared by partitions: configuration, messages, tables | |
//! | `parallel::partitioning` | divides the network into partitions; their lookahead | |
//! | `parallel::exchange`, `worker_pool` | packets and credits between partitions; threads | |
//! | `nic::messages` | messages in flight | |
//! | `nic::scheduler`, `serial_queues` | creates packets; a message waits while its NIC sends the most messages that it can at once | `INJECT` |
//! | `nic::fifos`, `fifo_engine` | the same for NICs with FIFOs and an engine | `ENGINE`, `DRAINED` |
//! | `switching::packets` | packets, their inputs and flags | |
//! | `switching::routing`, `route_ahead`, `precomputed_routes` | choose the output port and VC, at the arrival of the head or ahead of it | `ARRIVE` |
//! | `switching::view`, `port_occupancy` | the input of adaptive routings | |
//! | `switching::ports` | links at their start, with VCs and queues | |
//! | `switching::link_class`, `link_rate` | parameters of equal links; transmission times | |
//! | `switching::service` | passes a ready packet, a wake-up or a returned credit to `fcfs` or `arbitration` | `READY`, `WAKE` |
//! | `switching::fcfs` | first come first served: decides departures, ahead of time if possible | |
//! | `switching::arbitration`, `arbiter` | other policies: decide when the link is free | |
//! | `switching::buffers`, `credits` | input and output buffers and their credits | |
//! | `switching::transmit` | occupies the link, sends the packet to its end, delivers it | |
//! | `switching::prefetch` | prefetches the memory of the next events | |
//! | `counters` | link counters (`link_counters`); counters by time bucket and phase, kept on request; counts of the model's own work (`totals`) | |
//! | `store_forward` | `switching=store-forward`: a model of its own | |
//! | `tcp` | `transport=tcp`: a model of its own | |
//!
//! # Numbers
//! An *index* is a position in a pool or table; positions in pools are reused (packet, port, message). A *sequence* is a
//! running number in the run, or in a message (`Message::sequence`, `Packet::sequence`). An *order* breaks ties
//! (`arrival_order`, `queue_order`). A *class* is an index into the table of link classes (`switching/link_class.rs`).
//!
//! # How it computes
//! A packet takes one event per hop. If no packet waits for its next link and the packet has credit, its departure is computed
//! at its arrival, however long the link is busy, as nothing can overtake it (proof: `switching/fcfs.rs`). A returning credit
//! takes no event: the time of its return is stored. Only a link whose packets lack credit has a wake-up event. The reference
//! implementation in `tests/reference.rs` has an event for everything and gives the same results to the picosecond.
//!
//! In large networks memory accesses limit the speed. So each packet, port and virtual channel takes one cache line
//! (`switching/packets.rs`, `switching/ports.rs`), events of 24 bytes lie side by side (`simulator/calendar.rs`), and the
//! memory that the next events need is prefetched (`switching/prefetch.rs`). Partitions of the network run in parallel
//! (`simulator/packet_simulator.rs`, `parallel/worker_pool.rs`).
//!
//! # What it leaves out
//! Flits and phits (wormhole routing), errors and retransmission, classes of service, crossbars without speedup. Switches have
//! virtual output queues, so nothing blocks at the head of a line; but packets for different outputs share an input buffer,
//! which a congested output can fill.
//!
//! # Cost
//! Memory: 4 bytes per link and NIC of the machine. Each link ever used takes 88 bytes, and 80 per VC. Adaptive routings add 16
//! bytes per link and 8 per VC; `output-buffer` adds 80 per VC. A packet under way takes 64 bytes beside its event, a message
//! 128 bytes. Time: see `benches/packet.rs`.

mod config;
mod counters;
mod nic;
mod options;
mod parallel;
mod parameters;
mod simulator;
mod store_forward;
mod switching;
mod tcp;
mod uncontended;

#[cfg(test)]
mod tests;

pub use counters::totals::Totals;
pub use options::{Arbitration, Options, Order, OutputBufferSize};
pub use parameters::PARAMETERS;

use crate::settings::Settings;
use crate::{Machine, ModelError, Setting};
use kernel::{Completion, LinkCounters, Network, Transfer};
use simulator::packet_simulator::PacketSimulator;
use std::sync::Arc;
use uncontended::UncontendedNetwork;
use units::Time;

/// The packet-level network model.
pub struct PacketNetwork {
    simulator: PacketSimulator,
    machine: Arc<dyn Machine>,
    options: Options,
    /// Built when it is first asked for.
    uncontended: Option<Box<UncontendedNetwork>>,
}

pub(super) fn build(machine: Arc<dyn Machine>, settings: &[Setting<'_>]) -> Result<Box<dyn Network>, ModelError> {
    let read = Settings::new("packet", PARAMETERS, settings)?;
    if read.choice("switching", &parameters::SWITCHINGS)? == 1 {
        return Ok(Box::new(store_forward::build(machine, settings)?));
    }
    if read.choice("transport", &parameters::TRANSPORTS)? == 1 {
        return Ok(Box::new(tcp::build(machine, settings)?));
    }
    let options = parameters::read(&*machine, &read)?;
    Ok(Box::new(PacketNetwork::new(machine, options)))
}

impl PacketNetwork {
    /// The model on a machine whose topology routes packets.
    ///
    /// # Panics
    /// If it does not.
    pub fn new(machine: Arc<dyn Machine>, options: Options) -> Self {
        Self { simulator: PacketSimulator::new(Arc::clone(&machine), options), machine, options, uncontended: None }
    }

    /// Totals of the run so far.
    pub fn totals(&self) -> Totals {
        self.simulator.totals()
    }

    /// Whether no packet is under way: all buffers are empty.
    pub fn is_empty(&self) -> bool {
        self.simulator.is_empty()
    }

    /// Checks that no credit is lost: on every (link, VC), free, returning and occupied bytes add up to the buffer.
    ///
    /// # Panics
    /// If one is.
    pub fn check_credits(&self) {
        self.simulator.check_credits();
    }
}

impl Network for PacketNetwork {
    /// `now` may be later than the next event.
    fn start(&mut self, now: Time, transfer: &Transfer) {
        self.simulator.start(now, transfer);
    }

    fn next_event(&mut self) -> Time {
        self.simulator.next_event()
    }

    fn advance(&mut self, to: Time, completions: &mut Vec<Completion>) {
        if to < Time::MAX {
            self.simulator.advance(to, completions);
        }
    }

    fn sync_counters(&mut self, now: Time) {
        if now < Time::MAX {
            self.simulator.process(now);
        }
    }

    fn idle(&self) -> Box<dyn Network> {
        Box::new(Self::new(Arc::clone(&self.machine), Options { threads: 1, ..self.options }))
    }

    fn uncontended_time(&mut self, transfer: &Transfer) -> Option<Time> {
        let uncontended =
            self.uncontended.get_or_insert_with(|| Box::new(UncontendedNetwork::new(&self.machine, self.options)));
        uncontended.time(transfer)
    }

    fn keeps_order(&self) -> bool {
        matches!(self.options.order, Order::Connection { .. })
    }

    fn counters(&self) -> Option<&dyn LinkCounters> {
        Some(&self.simulator)
    }

    fn count_links(&mut self, by_phase: bool) {
        if by_phase {
            self.simulator.count_link_use();
        }
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let Totals { completions, packets, hops, .. } = self.totals();
        vec![("transfers", completions), ("packets", packets), ("packet_hops", hops)]
    }
}
