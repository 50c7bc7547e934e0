//! Messages between a rank's host and a file server for one request: the request itself, the data that follow it, and the
//! reply.
//!
//! The storage model decides whether data to be written are part of the request's message or follow it in several messages.
//! Data that are read are sent as they become ready. A server that is attached to the host, not on the network, gets and sends
//! everything without delay.

use super::Files;
use super::request::{DataPart, RequestStage, ServerRequest};
use crate::attribution::Notice;
use crate::engine_core::EngineCore;
use crate::ids::{DataPartId, FileOperationId, ServerRequestId};
use crate::token::Token;
use kernel::{DeviceAccess, Progress, Service, StorageEvent, StorageKind, StorageRequest, Transfer};
use ops::{DeviceRecord, IoOperation, Record, RequestRecord};
use units::{Endpoint, Time};

/// Which of a request's times.
const ARRIVED: usize = 1;
const SERVED: usize = 2;

impl Files {
    /// Sends the requests of a step.
    pub(super) fn send_requests(
        &mut self,
        core: &mut EngineCore<'_>,
        operation: FileOperationId,
        requests: Vec<StorageRequest>,
    ) {
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
            let number = self.server_requests.insert(request);
            // What a device does for a request may outlast it: its number may be another's then, not its serial.
            self.server_requests[number].storage.token = serial << 32 | u64::from(number.0);
            self.send_request(core, number);
        }
    }

    /// A request goes to its server, and what it writes.
    fn send_request(&mut self, core: &mut EngineCore<'_>, number: ServerRequestId) {
        let request = &mut self.server_requests[number];
        let protocol = core.kernel.storage().protocol();
        let mut bytes =
            protocol.request.saturating_add(protocol.extent.saturating_mul(request.storage.extents.len() as u64));
        if protocol.parts.is_none() {
            bytes += std::mem::take(&mut request.unsent);
        }
        let (operation, server) = (request.operation, request.storage.server);
        let actor = self.operations[operation].actor;
        core.notify(|| Notice::FileRequestPosted {
            request: number,
            actor,
            storage: &self.server_requests[number].storage,
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
    fn send_part(&mut self, core: &mut EngineCore<'_>, number: ServerRequestId, most: u64) {
        let Some(request) = self.server_requests.get_mut(number) else { return };
        let bytes = request.unsent.min(most);
        request.unsent -= bytes;
        if bytes > 0 {
            let (operation, server) = (request.operation, request.storage.server);
            let place = core.kernel.storage().endpoint(server);
            let rank = self.endpoint_of(core, operation);
            self.carry_part(core, number, place.map(|place| (rank, place)), bytes);
        }
    }

    fn endpoint_of(&self, core: &EngineCore<'_>, operation: FileOperationId) -> Endpoint {
        let actor = self.operations[operation].actor;
        core.actors.vitals(actor).endpoint
    }

    fn transfer(
        &self,
        core: &EngineCore<'_>,
        number: ServerRequestId,
        token: Token,
        ends: (Endpoint, Endpoint),
        bytes: u64,
    ) -> Transfer {
        let operation = self.server_requests[number].operation;
        let actor = self.operations[operation].actor;
        Transfer { phase: core.actors.vitals(actor).phase, ..Transfer::new(token.pack(), ends.0, ends.1, bytes) }
    }

    /// A request or its answer is sent.
    fn carry(
        &mut self,
        core: &mut EngineCore<'_>,
        number: ServerRequestId,
        source: Endpoint,
        destination: Endpoint,
        bytes: u64,
    ) {
        let transfer = self.transfer(core, number, Token::File(number), (source, destination), bytes);
        core.kernel.transfer(&transfer);
    }

    /// Data are sent from one end to the other; without ends they are there at once.
    fn carry_part(
        &mut self,
        core: &mut EngineCore<'_>,
        number: ServerRequestId,
        ends: Option<(Endpoint, Endpoint)>,
        bytes: u64,
    ) {
        let part = self.parts.insert(DataPart { server_request: number, bytes });
        let Some(ends) = ends else {
            self.part_arrived(core, part);
            return;
        };
        let transfer = self.transfer(core, number, Token::FileData(part), ends, bytes);
        core.kernel.transfer(&transfer);
    }

    /// A request has reached its server, or the answer the rank.
    pub(crate) fn request_arrived(&mut self, core: &mut EngineCore<'_>, number: ServerRequestId) {
        let request = &mut self.server_requests[number];
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
    pub(crate) fn part_arrived(&mut self, core: &mut EngineCore<'_>, part: DataPartId) {
        let DataPart { server_request: number, bytes } = self.parts.remove(part);
        let request = &mut self.server_requests[number];
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
    fn read_arrived(&mut self, core: &mut EngineCore<'_>, number: ServerRequestId, bytes: u64) {
        let request = &mut self.server_requests[number];
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
        let number = ServerRequestId(event.token as u32);
        match event.progress {
            Progress::Ready(bytes) => {
                let ServerRequest { operation, ref storage, .. } = self.server_requests[number];
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
    fn served(&mut self, core: &mut EngineCore<'_>, number: ServerRequestId, service: Service) {
        core.notify(|| Notice::FileRequestServed { request: number, service });
        self.server_requests[number].times[SERVED] = core.kernel.now();
        let ServerRequest { operation: at, ref storage, missing, .. } = self.server_requests[number];
        let (server, reads) = (storage.server, storage.kind == StorageKind::Read);
        self.step_served(core, at);
        self.server_requests[number].stage = RequestStage::Back;
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

    fn answered(&mut self, core: &mut EngineCore<'_>, number: ServerRequestId) {
        let request = self.server_requests.remove(number);
        let actor = self.operations[request.operation].actor;
        self.decided.add(core.kernel.storage(), actor, &request, core.kernel.now());
        core.notify(|| Notice::FileRequestAnswered { request: number, operation: request.operation });
        if core.interest.requests {
            core.observe(Record::Request(self.record_of(&request, core.kernel.now())));
        }
        self.step_answered(core, request.operation);
    }

    fn record_of(&self, request: &ServerRequest, answered: Time) -> RequestRecord {
        let ServerRequest { operation, serial, ref storage, times: [posted, arrived, served], .. } = *request;
        let operation = &self.operations[operation];
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
