//! Requests to servers: their messages, and the data that follow them.
//!
//! Written data are part of the request's message, or follow it in parts, as the storage model says; what is read is sent as it
//! becomes ready. What goes to an attached server is there at once.

use super::Files;
use super::request::{DataPart, RequestStage, ServerRequest};
use crate::attribution::Notice;
use crate::engine_core::EngineCore;
use crate::token::Token;
use kernel::{DeviceAccess, Progress, Service, StorageEvent, StorageKind, StorageRequest, Transfer};
use ops::{DeviceRecord, IoOperation, Record, RequestRecord};
use units::{Endpoint, Time};

/// Which of a request's times.
const ARRIVED: usize = 1;
const SERVED: usize = 2;

impl Files {
    /// Sends the requests of a step.
    pub(super) fn send_requests(&mut self, core: &mut EngineCore<'_>, operation: u32, requests: Vec<StorageRequest>) {
        for storage in requests {
            let bytes = storage.bytes();
            let (unsent, missing) = match storage.kind {
                StorageKind::Write => (bytes, 0),
                StorageKind::Read => (0, bytes),
                _ => (0, 0),
            };
            let stage = RequestStage::Out;
            let (serial, times) = (self.requests, [core.kernel.now(); 3]);
            self.requests += 1;
            let request =
                ServerRequest { operation, serial, storage, stage, unsent, early: Vec::new(), missing, times };
            let number = u32::try_from(self.server_requests.insert(request)).expect("fewer than 2^32 requests");
            // What a device does for a request may outlast it: its number may be another's then, not its serial.
            self.server_requests[number as usize].storage.token = serial << 32 | u64::from(number);
            self.send_request(core, number);
        }
    }

    /// A request goes to its server, and what it writes.
    fn send_request(&mut self, core: &mut EngineCore<'_>, number: u32) {
        let request = &mut self.server_requests[number as usize];
        let protocol = core.kernel.storage().protocol();
        let mut bytes =
            protocol.request.saturating_add(protocol.extent.saturating_mul(request.storage.extents.len() as u64));
        if protocol.parts.is_none() {
            bytes += std::mem::take(&mut request.unsent);
        }
        let (operation, server) = (request.operation, request.storage.server);
        let actor = self.operations[operation as usize].actor;
        core.notify(|| Notice::FileRequestPosted {
            request: number,
            actor,
            storage: &self.server_requests[number as usize].storage,
        });
        match core.kernel.storage().endpoint(server) {
            None => self.request_arrived(core, number),
            Some(place) => {
                let rank = self.endpoint_of(core, operation);
                self.carry(core, number, rank, place, bytes);
            }
        }
        if let Some(parts) = protocol.parts {
            (0..parts.window).for_each(|_| self.send_part(core, number, parts.bytes));
        }
    }

    /// The next part of a write goes to its server, if there is one.
    fn send_part(&mut self, core: &mut EngineCore<'_>, number: u32, most: u64) {
        let Some(request) = self.server_requests.get_mut(number as usize) else { return };
        let bytes = request.unsent.min(most);
        request.unsent -= bytes;
        if bytes > 0 {
            let (operation, server) = (request.operation, request.storage.server);
            let place = core.kernel.storage().endpoint(server);
            let rank = self.endpoint_of(core, operation);
            self.carry_part(core, number, place.map(|place| (rank, place)), bytes);
        }
    }

    fn endpoint_of(&self, core: &EngineCore<'_>, operation: u32) -> Endpoint {
        let actor = self.operations[operation as usize].actor;
        core.actors.vitals(actor).endpoint
    }

    fn transfer(
        &self,
        core: &EngineCore<'_>,
        number: u32,
        token: Token,
        ends: (Endpoint, Endpoint),
        bytes: u64,
    ) -> Transfer {
        let operation = self.server_requests[number as usize].operation;
        let actor = self.operations[operation as usize].actor;
        Transfer { phase: core.actors.vitals(actor).phase, ..Transfer::new(token.pack(), ends.0, ends.1, bytes) }
    }

    /// A request or its answer is sent.
    fn carry(&mut self, core: &mut EngineCore<'_>, number: u32, source: Endpoint, destination: Endpoint, bytes: u64) {
        let transfer = self.transfer(core, number, Token::File(number), (source, destination), bytes);
        core.kernel.transfer(&transfer);
    }

    /// Data are sent from one end to the other; without ends they are there at once.
    fn carry_part(&mut self, core: &mut EngineCore<'_>, number: u32, ends: Option<(Endpoint, Endpoint)>, bytes: u64) {
        let part = u32::try_from(self.parts.insert(DataPart { server_request: number, bytes }))
            .expect("fewer than 2^32 parts");
        let Some(ends) = ends else {
            self.part_arrived(core, part);
            return;
        };
        let transfer = self.transfer(core, number, Token::FileData(part), ends, bytes);
        core.kernel.transfer(&transfer);
    }

    /// A request has reached its server, or the answer the rank.
    pub(crate) fn request_arrived(&mut self, core: &mut EngineCore<'_>, number: u32) {
        let request = &mut self.server_requests[number as usize];
        if request.stage == RequestStage::Back {
            self.answered(core, number);
            return;
        }
        request.stage = RequestStage::Serving;
        request.times[ARRIVED] = core.kernel.now();
        core.notify(|| Notice::FileRequestQueued { request: number });
        core.kernel.store(&request.storage);
        let token = request.storage.token;
        for bytes in std::mem::take(&mut request.early) {
            core.kernel.stored_moved(token, bytes);
        }
    }

    /// Data have arrived.
    pub(crate) fn part_arrived(&mut self, core: &mut EngineCore<'_>, part: u32) {
        let DataPart { server_request: number, bytes } = self.parts.remove(part as usize);
        let request = &mut self.server_requests[number as usize];
        match (request.storage.kind, request.stage) {
            (StorageKind::Write, RequestStage::Out) => request.early.push(bytes),
            (StorageKind::Write, _) => core.kernel.stored_moved(request.storage.token, bytes),
            _ => {
                core.kernel.stored_moved(request.storage.token, bytes);
                self.read_arrived(core, number, bytes);
            }
        }
    }

    /// What a read has sent is there.
    fn read_arrived(&mut self, core: &mut EngineCore<'_>, number: u32, bytes: u64) {
        let request = &mut self.server_requests[number as usize];
        request.missing -= bytes;
        if request.missing == 0 && request.stage == RequestStage::Back {
            self.answered(core, number);
        }
    }

    /// Tells the observer what devices have done.
    pub(crate) fn tell_devices(core: &mut EngineCore<'_>) {
        let mut accesses = Vec::new();
        core.kernel.take_accesses(&mut accesses);
        for access in accesses {
            let DeviceAccess { job, token, server, write, offset, bytes, start, end, positioning, waiting, memory } =
                access;
            let (request, operation) = (token >> 32, if write { IoOperation::Write } else { IoOperation::Read });
            core.observe(Record::Device(DeviceRecord {
                job,
                request,
                server,
                operation,
                offset,
                bytes,
                start,
                end,
                positioning,
                waiting,
                memory,
            }));
        }
    }

    /// The storage model reports progress.
    pub(crate) fn storage_progressed(&mut self, core: &mut EngineCore<'_>, event: StorageEvent) {
        if core.interest.devices {
            Self::tell_devices(core);
        }
        let number = event.token as u32;
        match event.progress {
            Progress::Ready(bytes) => {
                let ServerRequest { operation, ref storage, .. } = self.server_requests[number as usize];
                let place = core.kernel.storage().endpoint(storage.server);
                let rank = self.endpoint_of(core, operation);
                self.carry_part(core, number, place.map(|place| (place, rank)), bytes);
            }
            Progress::Accepted(_) => {
                let parts = core.kernel.storage().protocol().parts;
                self.send_part(core, number, parts.map_or(u64::MAX, |parts| parts.bytes));
            }
            Progress::Done(service) => self.served(core, number, service),
        }
    }

    /// A server has served a request.
    fn served(&mut self, core: &mut EngineCore<'_>, number: u32, service: Service) {
        core.notify(|| Notice::FileRequestServed { request: number, service });
        self.server_requests[number as usize].times[SERVED] = core.kernel.now();
        let ServerRequest { operation: at, ref storage, missing, .. } = self.server_requests[number as usize];
        let (server, reads) = (storage.server, storage.kind == StorageKind::Read);
        self.step_served(core, at);
        self.server_requests[number as usize].stage = RequestStage::Back;
        match core.kernel.storage().endpoint(server) {
            // What was read is the answer.
            _ if missing > 0 => {}
            Some(place) if !reads => {
                let rank = self.endpoint_of(core, at);
                let bytes = core.kernel.storage().protocol().reply;
                self.carry(core, number, place, rank, bytes);
            }
            _ => self.answered(core, number),
        }
    }

    fn answered(&mut self, core: &mut EngineCore<'_>, number: u32) {
        let request = self.server_requests.remove(number as usize);
        let actor = self.operations[request.operation as usize].actor;
        self.decided.add(core.kernel.storage(), actor, &request, core.kernel.now());
        core.notify(|| Notice::FileRequestAnswered { request: number, operation: request.operation });
        if core.interest.requests {
            core.observe(Record::Request(self.record_of(&request, core.kernel.now())));
        }
        self.step_answered(core, request.operation);
    }

    fn record_of(&self, request: &ServerRequest, answered: Time) -> RequestRecord {
        let ServerRequest { operation, serial, ref storage, times: [posted, arrived, served], .. } = *request;
        let operation = &self.operations[operation as usize];
        RequestRecord {
            request: serial,
            call: operation.number(),
            rank: operation.actor,
            server: storage.server,
            operation: match storage.kind {
                StorageKind::Read => IoOperation::Read,
                StorageKind::Write => IoOperation::Write,
                StorageKind::Flush => IoOperation::Sync,
                StorageKind::Open => IoOperation::Open,
                StorageKind::Metadata => IoOperation::Metadata,
            },
            offset: storage.extents.first().map_or(0, |extent| extent.offset),
            bytes: storage.bytes(),
            extents: storage.extents.len() as u64,
            posted,
            arrived,
            served,
            answered,
        }
    }
}
