//! Converts one rank's posts (its requests to the engine) to operations of Windtunnel's trace format.
//!
//! Some operations can be written only after the engine's answer: a receive with wildcards, a wait for some requests, a test or
//! probe, a call that starts ranks or asks which ranks are on the same host. Until the answer the operation is *open*, and the
//! later operations of the rank are held back.

use super::Sites;
use crate::numbers::Numbers;
use crate::traces::operation::Operation;
use ops::{
    ANY, AccessKind, Answer, Buffer, CollectiveCall, CommCall, CommId, Completion, Group, Layout, PartitionedCall,
    Post, Reducer, RequestId, RequestSet, SpawnCall, SpawnProgram, Status, WaitMode, WindowCall,
};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// An operation that is not known yet, and the bytes of those behind it.
struct Held {
    open: Open,
    behind: Vec<u8>,
}

enum Open {
    /// A receive with wildcards: until its request completes.
    Receive(Box<Post>),
    /// A call that makes a communicator ([`Operation::Create`]): until its request completes.
    Create(Box<Operation>),
    /// A wait, test or probe: until its thread has the answer.
    Answer(Box<Post>),
    /// Encoded bytes that are complete.
    Known(Vec<u8>),
}

/// A communicator being created.
struct Creating {
    index: u32,
    /// The held operation, if it needs the answer.
    held: Option<u64>,
}

/// A rank being recorded.
#[derive(Default)]
pub(super) struct Rank {
    /// Bytes that may be written.
    pub(super) out: Vec<u8>,
    pub(super) begun: bool,
    pub(super) ended: bool,
    /// The thread that had an answer since posts were taken last.
    pub(super) answered: Option<u32>,
    held: VecDeque<Held>,
    /// The number of the first one held.
    first_held: u64,
    /// The held receives with wildcards.
    wildcards: FxHashMap<RequestId, u64>,
    /// The held operation of each thread whose answer it needs.
    awaited: Vec<(u32, u64)>,
    creating: FxHashMap<RequestId, Creating>,
    comms: FxHashMap<CommId, u32>,
    /// The first actor of a communicator's group, and of an intercommunicator's other group.
    firsts: FxHashMap<CommId, [Option<u32>; 2]>,
    indices: Numbers,
    /// Messages that matched probes have taken.
    messages: FxHashMap<u64, u32>,
    messages_taken: u32,
}

impl Rank {
    /// Where the next operation goes.
    fn end(&mut self) -> &mut Vec<u8> {
        self.held.back_mut().map_or(&mut self.out, |held| &mut held.behind)
    }

    /// Appends an operation that is known.
    pub(super) fn operation(&mut self, operation: &Operation) {
        operation.write(self.end());
    }

    fn hold(&mut self, open: Open) -> u64 {
        self.held.push_back(Held { open, behind: Vec::new() });
        self.first_held + self.held.len() as u64 - 1
    }

    /// Takes a post of a thread that passes.
    pub(super) fn post(&mut self, thread: u32, post: &Post, sites: &mut Sites) {
        let mut post = post.clone();
        if let Some(site) = post.site_mut() {
            *site = sites.number(*site);
        }
        if let Post::CreateComm { request, comm, call } = post {
            self.create(request, comm, call);
            return;
        }
        let freed = match post {
            Post::FreeComm { comm } => Some(comm),
            _ => None,
        };
        forget_memory(&mut post);
        for_each_comm(&mut post, &mut |comm| *comm = self.index_of(*comm));
        match &mut post {
            Post::Recv { request, source, tag, .. } | Post::BlockingRecv { request, source, tag, .. }
                if *source == ANY || *tag == ANY =>
            {
                let request = *request;
                let held = self.hold(Open::Receive(Box::new(post)));
                self.wildcards.insert(request, held);
            }
            Post::Wait { mode: WaitMode::Any | WaitMode::Some, .. }
            | Post::Test { .. }
            | Post::Probe { .. }
            | Post::Parrived { .. } => {
                let held = self.hold(Open::Answer(Box::new(post)));
                self.awaited.push((thread, held));
            }
            Post::RecvMatched { message, .. } => {
                *message = self.messages.remove(message).map_or(u64::MAX, u64::from);
                super::write(&post, self.end());
            }
            Post::Release { request } => {
                // No answer says what it matches.
                if let Some(held) = self.wildcards.remove(request) {
                    self.known_as_posted(held);
                }
                super::write(&post, self.end());
            }
            _ => super::write(&post, self.end()),
        }
        if let Some(comm) = freed
            && let Some(index) = self.comms.remove(&comm)
        {
            self.firsts.remove(&comm);
            self.indices.give(index);
        }
    }

    fn index_of(&self, comm: CommId) -> CommId {
        self.comms.get(&comm).map_or(CommId::NULL, |&index| CommId(index))
    }

    fn create(&mut self, request: RequestId, comm: CommId, mut call: Box<CommCall>) {
        let comm = self.index_of(comm);
        if let CommCall::InterCreate { peer: Some(peer), .. } = &mut *call {
            peer.comm = self.index_of(peer.comm);
        }
        let index = self.indices.take();
        match &mut *call {
            CommCall::Spawn { call: Some(call), .. } => forget_programs(call),
            CommCall::Window(part) => part.base = 0,
            _ => {}
        }
        let open = matches!(*call, CommCall::Spawn { call: Some(_), .. } | CommCall::SplitHost(_));
        let operation = Operation::Create { request, comm, call, index, first: None };
        let held = if open {
            Some(self.hold(Open::Create(Box::new(operation))))
        } else {
            self.operation(&operation);
            None
        };
        self.creating.insert(request, Creating { index, held });
    }

    /// An answer to a thread.
    pub(super) fn answer(&mut self, thread: u32, answer: &Answer) {
        self.answered = Some(thread);
        self.begun = true;
        for new in &answer.comms {
            if self.indices.is_unused() {
                let world = self.indices.take();
                self.comms.insert(new.comm, world);
            }
            let first = |group: &Group| (group.size() > 0).then(|| group.actor(0).0);
            self.firsts.insert(new.comm, [first(&new.group), new.remote.as_deref().and_then(first)]);
        }
        if let Some(at) = self.awaited.iter().position(|&(other, _)| other == thread) {
            let (_, held) = self.awaited.swap_remove(at);
            self.answered(held, &answer.completions);
        }
        if !self.wildcards.is_empty() {
            answer.completions.iter().for_each(|completion| self.matched(completion));
        }
        if !self.creating.is_empty() {
            answer.completions.iter().for_each(|completion| self.created(completion));
        }
    }

    /// The answer to a wait for some requests, a test or a probe.
    fn answered(&mut self, held: u64, completions: &[Completion]) {
        let Open::Answer(post) = self.take(held) else { return };
        let found = !completions.is_empty();
        let reported = || match completions {
            [one] => RequestSet::One(one.request),
            several => RequestSet::Many(several.iter().map(|completion| completion.request).collect()),
        };
        let mut message = 0;
        let post = match *post {
            Post::Wait { .. } => Post::Wait { set: reported(), mode: WaitMode::All },
            Post::Test { mode: WaitMode::All, set, peek } => {
                Post::Test { set, mode: WaitMode::All, peek: peek || !found }
            }
            Post::Test { peek, .. } if found => Post::Test { set: reported(), mode: WaitMode::All, peek },
            Post::Test { set, mode, .. } => Post::Test { set, mode, peek: true },
            Post::Probe { request, comm, matched, blocking, source, tag } => match completions.first() {
                Some(Completion { status, .. }) => {
                    if matched {
                        message = self.messages_taken;
                        self.messages_taken += 1;
                        self.messages.insert(status.handle, message);
                    }
                    Post::Probe { request, comm, matched, blocking, source: status.source, tag: status.tag }
                }
                None => Post::Probe { request, comm, matched: false, blocking, source, tag },
            },
            other => other,
        };
        let operation = match post {
            Post::Wait { .. } => Operation::Post(post),
            post if found => Operation::Found { post, message },
            post => Operation::Missed(post),
        };
        self.known(held, &operation);
    }

    /// A receive with wildcards may have ended.
    fn matched(&mut self, completion: &Completion) {
        let Some(held) = self.wildcards.remove(&completion.request) else { return };
        let Status { cancelled, source: from, tag: with, .. } = completion.status;
        let Open::Receive(mut post) = self.take(held) else { return };
        if let Post::Recv { source, tag, .. } | Post::BlockingRecv { source, tag, .. } = &mut *post
            && !cancelled
            && from >= 0
        {
            (*source, *tag) = (from, with);
        }
        self.known(held, &Operation::Post(*post));
    }

    /// A communicator may have been made.
    fn created(&mut self, completion: &Completion) {
        let Some(Creating { index, held }) = self.creating.remove(&completion.request) else { return };
        let comm = u32::try_from(completion.status.handle).map_or(CommId::NULL, CommId);
        if comm != CommId::NULL {
            self.comms.insert(comm, index);
        }
        let Some(held) = held else { return };
        let Open::Create(mut operation) = self.take(held) else { return };
        if let Operation::Create { call, first, .. } = &mut *operation {
            let firsts = self.firsts.get(&comm).copied().unwrap_or_default();
            match &mut **call {
                // A replay keeps the communicators of the recorded run, whose messages it repeats, wherever ranks are there.
                CommCall::SplitHost(key) => key.color = firsts.into_iter().flatten().min().map(|first| first + 1),
                _ => *first = firsts[1],
            }
        }
        self.known(held, &operation);
    }

    /// Takes the open operation; its bytes are to follow.
    fn take(&mut self, held: u64) -> Open {
        let held = &mut self.held[(held - self.first_held) as usize];
        std::mem::replace(&mut held.open, Open::Known(Vec::new()))
    }

    fn known(&mut self, held: u64, operation: &Operation) {
        let mut bytes = Vec::new();
        operation.write(&mut bytes);
        self.held[(held - self.first_held) as usize].open = Open::Known(bytes);
        while let Some(Held { open: Open::Known(bytes), behind }) = self.held.front_mut() {
            self.out.append(bytes);
            self.out.append(behind);
            self.held.pop_front();
            self.first_held += 1;
        }
    }

    fn known_as_posted(&mut self, held: u64) {
        if let Open::Receive(post) = self.take(held) {
            self.known(held, &Operation::Post(*post));
        }
    }

    /// The end of the recording: receives that are still open are written as they were posted. So are waits of a program that
    /// is `complete`, because a rank aborted it; else they are left out.
    pub(super) fn close(&mut self, complete: bool) {
        for Held { open, behind } in std::mem::take(&mut self.held) {
            match open {
                Open::Known(bytes) => self.out.extend(bytes),
                Open::Receive(post) => super::write(&post, &mut self.out),
                Open::Answer(post) if complete => match *post {
                    Post::Wait { set, .. } => super::write(&Post::Wait { set, mode: WaitMode::All }, &mut self.out),
                    Post::Probe { matched: false, .. } => {
                        Operation::Found { post: *post, message: 0 }.write(&mut self.out);
                    }
                    post => Operation::Missed(post).write(&mut self.out),
                },
                Open::Create(_) | Open::Answer(_) => {}
            }
            self.out.extend(behind);
        }
    }
}

/// Calls `with` for every communicator that a post names.
pub(crate) fn for_each_comm(post: &mut Post, with: &mut dyn FnMut(&mut CommId)) {
    match post {
        Post::Send { comm, .. }
        | Post::Recv { comm, .. }
        | Post::BlockingSend { comm, .. }
        | Post::BlockingRecv { comm, .. }
        | Post::Probe { comm, .. }
        | Post::Collective { comm, .. }
        | Post::CreateComm { comm, .. }
        | Post::FreeComm { comm }
        | Post::Window { window: comm, .. }
        | Post::File { file: comm, .. } => with(comm),
        Post::Partitioned { call, .. } => {
            if let PartitionedCall::Init { comm, .. } = &mut **call {
                with(comm);
            }
        }
        _ => {}
    }
}

/// Addresses and computed data mean nothing in a replay.
fn forget_memory(post: &mut Post) {
    match post {
        Post::Send { buffer, .. }
        | Post::Recv { buffer, .. }
        | Post::BlockingSend { buffer, .. }
        | Post::BlockingRecv { buffer, .. }
        | Post::RecvMatched { buffer, .. } => buffer.address = 0,
        Post::Collective { call, .. } => forget_call(call),
        Post::Partitioned { call, .. } => {
            if let PartitionedCall::Start { buffer } = &mut **call {
                buffer.address = 0;
            }
        }
        Post::Port { call, .. } => {
            if let ops::PortCall::Lookup { into, .. } = &mut **call {
                into.address = 0;
            }
        }
        Post::Window { call, .. } => forget_window(call),
        Post::File { call, .. } => {
            if let Some(access) = call.access_mut() {
                // Its holes decide what the I/O library asks for.
                let low = access.memory.span().map_or(0, |(low, _)| low);
                access.memory = std::mem::take(&mut access.memory).moved(low.wrapping_neg());
            }
        }
        _ => {}
    }
}

fn forget_call(call: &mut CollectiveCall) {
    call.send = Buffer::of_bytes(call.send.bytes);
    call.recv = Buffer::of_bytes(call.recv.bytes);
    (call.signature, call.signature_sent) = (0, 0);
    if let Some(Reducer::User { op, .. }) = &mut call.reducer {
        *op = 0;
    }
}

fn forget_window(call: &mut WindowCall) {
    if let WindowCall::Access(access) = call {
        for layout in [&mut access.origin_layout, &mut access.compare_layout, &mut access.result_layout] {
            *layout = Layout::block(0, layout.bytes());
        }
        debug_assert!(access.kind != AccessKind::Get || access.origin_layout.bytes() == 0);
    }
}

/// Of programs that are started only their names, ranks and hosts matter.
fn forget_programs(call: &mut SpawnCall) {
    call.folder = Box::default();
    for SpawnProgram { arguments, folder, path, .. } in &mut call.programs {
        (*arguments, *folder, *path) = (Box::default(), None, None);
    }
}
