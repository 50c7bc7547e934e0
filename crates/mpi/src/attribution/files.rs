//! Wait attribution for file operations: divides the time of each step of an operation into waiting for locks, positioning of
//! the device, handling of requests, data transfer, and contention.
//!
//! A step sends requests to servers, and lasts until the last of its requests is answered. The server of this last request
//! reports what the request waited for ([`kernel::Service`]). The rest of the time is data transfer; what exceeds the
//! uncontended time of the transfer ([`alone`](super::alone)) counts as contention.

use super::alone::{Alone, StepAlone};
use super::by_number::ByNumber;
use super::notice::{Notice, Share};
use crate::actor::Actors;
use crate::event::Event;
use crate::ids::{FileOperationId, ServerRequestId};
use kernel::{Kernel, Service, StorageKind, Transfer};
use ops::FileTimes;
use std::collections::BTreeMap;
use units::{ActorId, Endpoint, Time};

/// A request to a file server.
#[derive(Clone, Copy, Debug)]
struct ServerRequest {
    actor: ActorId,
    server: u32,
    bytes: u64,
    service: Service,
    /// The other rank with the largest request at the server meanwhile, and its bytes.
    rival: Option<(u64, ActorId)>,
}

impl ServerRequest {
    /// Another request is at the same server: the largest counts, the first of equal ones.
    fn note_rival(&mut self, bytes: u64, actor: ActorId) {
        if self.rival.is_none_or(|(most, _)| bytes > most) {
            self.rival = Some((bytes, actor));
        }
    }
}

/// An operation under way.
#[derive(Clone, Copy, Debug, Default)]
struct FileOperation {
    times: FileTimes,
    /// The present step.
    step: Option<Step>,
    /// The request that was answered last.
    last: Option<ServerRequest>,
}

/// A step under way.
#[derive(Clone, Copy, Debug)]
struct Step {
    actor: ActorId,
    posted: Time,
    alone: StepAlone,
    /// How many of its requests have been answered, and how long they took together.
    answers: u32,
    sum: Time,
    /// Whether it moves data, and how much of it is for the holes of a window that is written.
    data: bool,
    of_holes: Share,
}

/// Histories, by number.
#[derive(Debug, Default)]
pub(super) struct Files {
    requests: ByNumber<ServerRequestId, ServerRequest>,
    /// Requests at each server.
    at_server: BTreeMap<u32, Vec<ServerRequestId>>,
    operations: ByNumber<FileOperationId, FileOperation>,
    alone: Alone,
}

impl Files {
    pub(super) fn on_notice(&mut self, notice: &Notice<'_>, kernel: &mut Kernel<Event>, actors: &Actors) {
        match *notice {
            Notice::FileStepPosted { operation, actor, of_holes, requests } => {
                let alone = self.alone.step(kernel, (actor, actors.vitals(actor).endpoint), requests);
                let data = |kind| matches!(kind, StorageKind::Read | StorageKind::Write | StorageKind::Flush);
                let data = requests.iter().any(|request| data(request.kind));
                let (posted, answers, sum) = (kernel.now(), 0, Time::ZERO);
                let step = Step { actor, posted, alone, answers, sum, data, of_holes };
                let known = self.operations.get(operation).unwrap_or_default();
                self.operations.put(operation, FileOperation { step: Some(step), ..known });
            }
            Notice::FileRequestPosted { request, actor, storage } => {
                let (server, bytes) = (storage.server, storage.bytes());
                let own = ServerRequest { actor, server, bytes, service: Service::default(), rival: None };
                self.requests.put(request, own);
            }
            Notice::FileRequestQueued { request } => self.queued(request),
            Notice::FileRequestServed { request, service } => self.served(request, service),
            Notice::FileRequestAnswered { request, operation } => {
                let Some(operation) = self.operations.get_mut(operation) else { return };
                operation.last = self.requests.get(request);
                if let Some(step) = &mut operation.step {
                    step.answers += 1;
                    step.sum = step.sum.saturating_add(kernel.now().saturating_sub(step.posted));
                }
            }
            Notice::FileStepAnswered { operation } => self.step_answered(operation, kernel, actors),
            _ => unreachable!("this notice is not about files"),
        }
    }

    /// A request has reached its server: it and those already there delay each other.
    fn queued(&mut self, request: ServerRequestId) {
        let Self { requests, at_server, .. } = self;
        let Some(mut own) = requests.get(request) else { return };
        let others = at_server.entry(own.server).or_default();
        for &other in others.iter() {
            if let Some(other) = requests.get_mut(other).filter(|other| other.actor != own.actor) {
                own.note_rival(other.bytes, other.actor);
                other.note_rival(own.bytes, own.actor);
            }
        }
        others.push(request);
        requests.put(request, own);
    }

    /// A server has served a request.
    fn served(&mut self, request: ServerRequestId, service: Service) {
        let Some(own) = self.requests.get_mut(request) else { return };
        own.service = service;
        if let Some(others) = self.at_server.get_mut(&own.server) {
            others.retain(|other| *other != request);
        }
    }

    fn step_answered(&mut self, operation: FileOperationId, kernel: &mut Kernel<Event>, actors: &Actors) {
        let Some(known) = self.operations.get_mut(operation) else { return };
        let (Some(step), Some(last)) = (known.step.take(), known.last) else { return };
        let took = kernel.now().saturating_sub(step.posted);
        self.alone.held_up(step.actor, took.saturating_sub(step.alone.took));
        let times = if step.data {
            let latencies = latencies(kernel, actors.vitals(step.actor).endpoint, last.server);
            data_times(took, &step.alone, last.service, latencies)
        } else {
            FileTimes { metadata: took, ..FileTimes::default() }
        };
        let sieving = step.of_holes.of(took);
        let times = FileTimes { sieving, ..times.within(took.saturating_sub(sieving)) };
        // Servers that answer alike are one as busy as the other.
        let alone_late = u128::from(took.ps()) * u128::from(step.answers) * 2 >= u128::from(step.sum.ps()) * 3;
        let server = (step.answers == 1 || alone_late).then_some(last.server);
        known.times = known.times.plus(&FileTimes { server, ..times });
    }

    /// What an operation that ends was spent on, and the rank with most requests at its last server.
    pub(super) fn ended(&mut self, operation: FileOperationId) -> (FileTimes, Option<ActorId>) {
        let known = self.operations.take(operation).unwrap_or_default();
        (known.times, known.last.and_then(|request| request.rival).map(|(_, actor)| actor))
    }
}

/// The latencies of a request's message and of its answer.
fn latencies(kernel: &mut Kernel<Event>, client: Endpoint, server: u32) -> Time {
    let Some(place) = kernel.storage().endpoint(server) else { return Time::ZERO };
    let mut of = |from, to| kernel.uncontended_time(&Transfer::new(0, from, to, 0)).unwrap_or_default();
    of(client, place).saturating_add(of(place, client))
}

/// What a step that moves data has spent its time on.
fn data_times(took: Time, alone: &StepAlone, service: Service, latencies: Time) -> FileTimes {
    let mut rest = took;
    let mut take = |part: Time| {
        let part = part.min(rest);
        rest = rest.saturating_sub(part);
        part
    };
    let (locks, seeks) = (take(service.locks), take(service.positioning));
    let requests = take(service.handling.saturating_add(latencies));
    let overheads = [alone.service.locks, alone.service.positioning, alone.service.handling, latencies];
    let data_alone = overheads.into_iter().fold(alone.took, Time::saturating_sub);
    let data = rest.min(data_alone);
    let contention = rest.saturating_sub(data);
    FileTimes { data, contention, requests, locks, seeks, ..FileTimes::default() }
}
