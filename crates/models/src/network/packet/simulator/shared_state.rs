//! The state that the partitions of the packet model share: the configuration of the network, and tables. While partitions run,
//! each table entry is read and written by one partition alone.

use crate::network::packet::config::NetworkConfig;
use crate::network::packet::nic::messages::{Message, Messages, Particulars};
use crate::network::packet::parallel::exchange::Mailboxes;
use crate::network::packet::switching::packets::NONE;
use platform::RouteState;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use units::LinkId;

/// The state that partitions share.
pub(crate) struct SharedState {
    pub(crate) config: NetworkConfig,
    /// By link: its port in the partition of its start; [`NONE`] if it was never used.
    ports: Vec<AtomicU32>,
    pub(crate) messages: Messages,
    pub(crate) mailboxes: Mailboxes,
    /// By NIC: messages that it sends at present. Belongs to the partition of its host.
    active_messages: Vec<AtomicU32>,
}

/// The state that partitions share: lent to threads for a window, and in between of one owner, who need not ask whether others hold it
/// whenever a message starts (an atomic operation waits until all that was written before is in the cache).
pub(crate) struct LentState(Option<SharedState>);

impl LentState {
    pub(crate) fn new(state: SharedState) -> Self {
        Self(Some(state))
    }

    #[inline]
    pub(crate) fn get(&self) -> &SharedState {
        self.0.as_ref().expect("it is lent during windows only")
    }

    #[inline]
    pub(crate) fn get_mut(&mut self) -> &mut SharedState {
        self.0.as_mut().expect("it is lent during windows only")
    }

    /// Lends it to so many as clone what is returned; nothing can be asked of it until it is taken back.
    pub(crate) fn lend(&mut self) -> Arc<SharedState> {
        Arc::new(self.0.take().expect("it is here"))
    }

    /// Takes it back, after all others have dropped theirs.
    pub(crate) fn take_back(&mut self, lent: Arc<SharedState>) {
        self.0 = Arc::into_inner(lent);
    }
}

impl SharedState {
    pub(crate) fn new(config: NetworkConfig, partitions: u16) -> Self {
        let ports = (0..config.machine.links()).map(|_| AtomicU32::new(NONE)).collect();
        Self {
            config,
            ports,
            messages: Messages::default(),
            mailboxes: Mailboxes::new(partitions),
            active_messages: Vec::new(),
        }
    }

    /// The port of a link, or [`NONE`].
    #[inline]
    pub(crate) fn port_of(&self, link: LinkId) -> u32 {
        self.ports[link.index()].load(Relaxed)
    }

    pub(crate) fn set_port(&self, link: LinkId, port: u32) {
        self.ports[link.index()].store(port, Relaxed);
    }

    /// Makes sure that a NIC has its counter.
    pub(crate) fn add_nic(&mut self, nic: u32) {
        if self.active_messages.len() <= nic as usize {
            self.active_messages.resize_with(nic as usize + 1, AtomicU32::default);
        }
    }

    /// Messages that a NIC sends at present.
    #[inline]
    pub(crate) fn active_messages(&self, nic: u32) -> &AtomicU32 {
        &self.active_messages[nic as usize]
    }

    #[inline]
    pub(crate) fn message(&self, index: u32) -> &Message {
        self.messages.get(index)
    }

    /// See [`Messages::particulars`].
    pub(crate) fn particulars(&self, message: &Message) -> &Particulars {
        self.messages.particulars(message)
    }

    /// Index of the next packet of a message, and the state of its route at injection.
    #[inline]
    pub(crate) fn next_packet(&self, message: &Message) -> (u32, RouteState) {
        let payload = message.sender.unsent_bytes.get().min(u64::from(self.config.options.mtu)) as u32;
        let bytes = self.config.options.wire_bytes(payload);
        let route = RouteState::new(message.source.host, message.destination.host, bytes);
        (message.sender.packets_created.get() as u32, RouteState { ordered: message.ordered, ..route })
    }

    /// Whether a message goes through the FIFOs of its NIC.
    #[inline]
    pub(crate) fn uses_injection_fifos(&self, message: &Message) -> bool {
        self.config.fifos.is_some() && !message.is_intra_host()
    }
}
