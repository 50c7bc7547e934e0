//! A rank of a trace: what its numbers mean in this run.

use super::super::check::{self, Checked, CreateContext, Groups, that};
use super::super::code::{Cursor, Operation};
use super::repeats::{Repeat, Repeats};
use super::threads::Threads;
use ops::{
    Answer, CallSite, CommCall, CommId, Enter, FileCall, NewComm, PartitionedCall, Port, PortCall, PosixCall, Post,
    RequestId, RequestSet, WaitMode,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use units::ActorId;

/// A request number of a rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RequestState {
    Free,
    /// Started.
    Pending,
    /// A wait for it has been posted.
    Awaited,
    /// Its completion is not reported; free once the engine says so.
    Released,
    /// Of a partitioned operation without a round: it stays when a round ends.
    Partitioned,
    /// Of a partitioned operation whose round has started.
    Round,
    /// A wait for its round has been posted.
    RoundAwaited,
}

/// A partitioned operation.
#[derive(Debug)]
struct Partitioned {
    sends: bool,
    partitions: u32,
    /// Those of the round that may be sent.
    ready: FxHashSet<u32>,
}

/// A communicator, window or file of the rank.
#[derive(Clone, Debug)]
struct Comm {
    id: CommId,
    groups: Groups,
    rank: u32,
    window: bool,
    open: bool,
}

/// A communicator that is being created, or a file opened.
#[derive(Clone, Copy, Debug)]
enum Creating {
    Comm { index: u32, window: bool },
    File { index: u32 },
}

/// A poll whose answer is to come.
#[derive(Debug)]
enum Polling {
    /// It is repeated until it finds something.
    Found {
        post: Post,
        message: u32,
    },
    Missed,
}

/// What a rank needs to know of the others.
pub(super) struct Context<'a> {
    pub(super) own: &'a [Option<u32>],
    pub(super) actors: u32,
    pub(super) id: ActorId,
}

impl Context<'_> {
    fn own(&self, recorded: u32) -> Option<u32> {
        self.own.get(recorded as usize).copied().flatten()
    }
}

/// A rank being replayed.
#[derive(Debug)]
pub(super) struct Actor {
    /// Its number in the recording.
    pub(super) recorded: u32,
    pub(super) part: usize,
    pub(super) bytes: Vec<u8>,
    pub(super) at: usize,
    pub(super) threads: Option<Box<Threads>>,
    comms: Vec<Option<Comm>>,
    /// Communicators that no request has brought yet.
    news: Vec<NewComm>,
    requests: Vec<RequestState>,
    /// Numbers of this run for requests whose own are not free yet: (recorded, own).
    aliases: Vec<(u32, u32)>,
    creating: Vec<(RequestId, Creating)>,
    polling: Vec<(u32, Polling)>,
    messages: FxHashMap<u32, u64>,
    partitioned: FxHashMap<RequestId, Partitioned>,
    sessions: u32,
    /// Files whose paths it has given to calls of POSIX's.
    posix_files: u32,
    repeats: Repeats,
}

/// So many posts are made at once, if no answer is needed: a rank that waits keeps them.
const AHEAD: usize = 12;

const NO_COMM: &str = "a communicator that the rank has not";
const NO_REQUEST: &str = "a request that is not pending";
const NO_PARTITIONED: &str = "a partitioned operation that there is not";

impl Actor {
    pub(super) fn new(recorded: u32) -> Self {
        Self {
            recorded,
            part: 0,
            bytes: Vec::new(),
            at: 0,
            threads: None,
            comms: Vec::new(),
            news: Vec::new(),
            requests: Vec::new(),
            aliases: Vec::new(),
            creating: Vec::new(),
            polling: Vec::new(),
            messages: FxHashMap::default(),
            partitioned: FxHashMap::default(),
            sessions: 0,
            posix_files: 0,
            repeats: Repeats::default(),
        }
    }

    /// Takes an answer to a thread; whether it polls again.
    #[inline]
    pub(super) fn answer(&mut self, thread: u32, answer: &Answer, posts: &mut Vec<Post>) -> bool {
        if !answer.comms.is_empty() {
            self.learn(answer);
        }
        answer.released.iter().for_each(|request| self.set(*request, RequestState::Free));
        if !self.polling.is_empty()
            && let Some(at) = self.polling.iter().position(|(of, _)| *of == thread)
        {
            return self.polled(at, answer, posts);
        }
        answer.completions.iter().for_each(|completion| self.ended(completion.request));
        if !self.creating.is_empty() {
            self.created(answer);
        }
        false
    }

    #[cold]
    fn learn(&mut self, answer: &Answer) {
        for new in &answer.comms {
            if self.comms.is_empty() {
                self.comms.push(None);
                self.adopt(0, new.clone(), false);
            } else {
                self.news.push(new.clone());
            }
        }
    }

    fn adopt(&mut self, index: u32, new: NewComm, window: bool) {
        let NewComm { comm, group, remote } = new;
        let groups = Groups { own: group, remote };
        // Set by the first post that needs it.
        self.comms[index as usize] = Some(Comm { id: comm, groups, rank: u32::MAX, window, open: false });
    }

    /// The answer to a test or probe.
    #[cold]
    fn polled(&mut self, at: usize, answer: &Answer, posts: &mut Vec<Post>) -> bool {
        let thread = self.polling[at].0;
        let Polling::Found { post, message } = self.polling.swap_remove(at).1 else { return false };
        let Some(first) = answer.completions.first() else {
            posts.push(post.clone());
            self.polling.push((thread, Polling::Found { post, message }));
            return true;
        };
        match post {
            Post::Probe { matched: true, .. } => _ = self.messages.insert(message, first.status.handle),
            Post::Test { peek: false, .. } => {
                answer.completions.iter().for_each(|completion| self.ended(completion.request));
                self.created(answer);
            }
            _ => {}
        }
        false
    }

    /// Communicators may have been made, and files opened.
    #[cold]
    fn created(&mut self, answer: &Answer) {
        for completion in &answer.completions {
            let Some(at) = self.creating.iter().position(|(request, _)| *request == completion.request) else {
                continue;
            };
            match self.creating.swap_remove(at).1 {
                Creating::Comm { index, window } => {
                    let made = self.news.iter().position(|new| u64::from(new.comm.0) == completion.status.handle);
                    if let Some(new) = made.map(|at| self.news.swap_remove(at)) {
                        self.adopt(index, new, window);
                    }
                }
                Creating::File { index } => {
                    if let Some(Some(comm)) = self.comms.get_mut(index as usize) {
                        comm.open = completion.status.error == ops::ErrorClass::Success;
                    }
                }
            }
        }
    }

    fn set(&mut self, request: RequestId, state: RequestState) {
        if let Some(of) = self.requests.get_mut(request.0 as usize) {
            *of = state;
        }
    }

    /// A request's completion has been reported.
    #[inline]
    fn ended(&mut self, request: RequestId) {
        let Some(state) = self.requests.get_mut(request.0 as usize) else { return };
        if matches!(state, RequestState::Partitioned | RequestState::Round | RequestState::RoundAwaited) {
            *state = RequestState::Partitioned;
            return;
        }
        *state = RequestState::Free;
        if !self.aliases.is_empty() {
            self.aliases.retain(|&(_, own)| own != request.0);
        }
    }

    /// The number of a request that starts.
    #[inline]
    fn start(&mut self, request: &mut RequestId, state: RequestState) -> Checked {
        let at = request.0 as usize;
        if at >= self.requests.len() {
            that(at <= 2 * self.requests.len() + 1024, "a request number out of proportion")?;
            self.requests.resize(at + 1, RequestState::Free);
        }
        if self.requests[at] != RequestState::Free || !self.aliases.is_empty() {
            return self.start_alias(request, state);
        }
        self.requests[at] = state;
        Ok(())
    }

    /// In this run the engine still needs the number.
    #[cold]
    fn start_alias(&mut self, request: &mut RequestId, state: RequestState) -> Checked {
        that(self.aliases.iter().all(|&(recorded, _)| recorded != request.0), "a request that is pending already")?;
        let found = self.requests[request.0 as usize];
        let used = matches!(found, RequestState::Awaited | RequestState::Released | RequestState::Free);
        that(used, "a request that is pending already")?;
        if found == RequestState::Free {
            self.requests[request.0 as usize] = state;
            return Ok(());
        }
        let own = self.requests.iter().rposition(|state| *state == RequestState::Free);
        let own = own.unwrap_or(self.requests.len());
        if own == self.requests.len() {
            self.requests.push(state);
        }
        self.requests[own] = state;
        self.aliases.push((request.0, own as u32));
        request.0 = own as u32;
        Ok(())
    }

    /// A pending request in this run.
    #[inline]
    fn pending(&self, request: &mut RequestId) -> Checked<RequestState> {
        match self.state(request) {
            state @ (RequestState::Pending | RequestState::Round) => Ok(state),
            _ => Err(NO_REQUEST),
        }
    }

    /// The state of a request, which gets its number in this run.
    #[inline]
    fn state(&self, request: &mut RequestId) -> RequestState {
        if !self.aliases.is_empty()
            && let Some(&(_, own)) = self.aliases.iter().find(|(recorded, _)| *recorded == request.0)
        {
            request.0 = own;
        }
        self.requests.get(request.0 as usize).copied().unwrap_or(RequestState::Free)
    }

    /// The requests of a wait or test.
    #[inline]
    fn await_set(&mut self, set: &mut RequestSet, consumes: bool) -> Checked {
        let ids = match set {
            RequestSet::One(request) => std::slice::from_mut(request),
            RequestSet::Many(requests) => requests,
        };
        for request in &mut *ids {
            let state = self.pending(request)?;
            // So that it is not pending if it comes again.
            self.requests[request.0 as usize] =
                if state == RequestState::Pending { RequestState::Awaited } else { RequestState::RoundAwaited };
        }
        if !consumes {
            for request in ids {
                let state = &mut self.requests[request.0 as usize];
                match *state {
                    RequestState::Awaited => *state = RequestState::Pending,
                    RequestState::RoundAwaited => *state = RequestState::Round,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn comm(&self, comm: CommId) -> Checked<&Comm> {
        self.comms.get(comm.0 as usize).and_then(Option::as_ref).ok_or(NO_COMM)
    }

    /// Makes frequent posts up to one whose answer is needed, or some more than [`AHEAD`] (then true), or to another operation
    /// (then false).
    #[inline]
    pub(super) fn make_frequent(&mut self, context: &Context<'_>, posts: &mut Vec<Post>) -> Checked<bool> {
        loop {
            let begin = self.at;
            let stops = match self.repeated() {
                Some((known, call, length)) => {
                    let (post, request) = (known.post_in(call), known.request());
                    let demands = post.demands_answer();
                    posts.push(post);
                    self.at += length;
                    let stops = demands && posts.len() > AHEAD;
                    if stops {
                        self.requests[request] = RequestState::Awaited;
                    } else if !demands {
                        self.requests[request] = RequestState::Pending;
                    }
                    stops
                }
                None => {
                    let mut cursor = Cursor::new(&self.bytes[begin..]);
                    let Some(mut post) = cursor.frequent_post() else { return Ok(false) };
                    self.at += cursor.at;
                    self.admit(&mut post, context)?;
                    if self.aliases.is_empty() {
                        self.repeats.learn(&self.bytes[begin..], self.at - begin, &post);
                    }
                    let stops = post.demands_answer() && (posts.len() >= AHEAD || !self.runs_ahead(&post));
                    posts.push(post);
                    stops
                }
            };
            if stops {
                return Ok(true);
            }
        }
    }

    /// The next operation, if it is a message that the rank has posted before and whose request is free, with its call and the
    /// number of its bytes.
    #[inline]
    fn repeated(&self) -> Option<(&Repeat, Enter, usize)> {
        let found = self.repeats.find(&self.bytes[self.at..])?;
        let free = self.aliases.is_empty() && self.requests.get(found.0.request()) == Some(&RequestState::Free);
        free.then_some(found)
    }

    /// Whether nothing of the answer to a post is needed: then its requests count as ended.
    #[inline]
    fn runs_ahead(&mut self, post: &Post) -> bool {
        match *post {
            Post::BlockingSend { request, .. } | Post::BlockingRecv { request, .. } => self.ended(request),
            Post::Wait { ref set, mode: WaitMode::All } if self.creating.is_empty() => {
                set.ids().iter().for_each(|&request| self.ended(request));
            }
            _ => return false,
        }
        true
    }

    /// Posts what an operation says; whether the thread stops there.
    pub(super) fn step(
        &mut self,
        thread: u32,
        operation: Operation,
        context: &Context<'_>,
        posts: &mut Vec<Post>,
    ) -> Checked<bool> {
        match operation {
            Operation::Post(mut post) => {
                self.admit(&mut post, context)?;
                let stops = post.demands_answer();
                posts.push(post);
                Ok(stops)
            }
            Operation::Found { .. } | Operation::Missed(_) => self.poll(thread, operation, posts).map(|()| true),
            Operation::Create { .. } => self.create(operation, context, posts).map(|()| false),
            _ => Err("threads or an end where there can be none"),
        }
    }

    /// Checks a post, and names communicators and requests as this run does.
    #[inline]
    fn admit(&mut self, post: &mut Post, context: &Context<'_>) -> Checked {
        match post {
            Post::Enter { .. } | Post::Compute(_) | Post::Sleep(_) | Post::ReadClock | Post::AwaitClock => Ok(()),
            Post::Send { request, comm, peer, tag, buffer, .. } => {
                let known = self.comm(*comm)?;
                check::message(&known.groups, *peer, *tag, *buffer)?;
                *comm = known.id;
                self.start(request, RequestState::Pending)
            }
            Post::BlockingSend { request, comm, peer, tag, buffer, .. } => {
                let known = self.comm(*comm)?;
                check::message(&known.groups, *peer, *tag, *buffer)?;
                *comm = known.id;
                self.start(request, RequestState::Awaited)
            }
            Post::Recv { request, comm, source, tag, buffer, .. } => {
                let known = self.comm(*comm)?;
                check::envelope(&known.groups, *source, *tag)?;
                check::bytes(*buffer)?;
                *comm = known.id;
                self.start(request, RequestState::Pending)
            }
            Post::BlockingRecv { request, comm, source, tag, buffer, .. } => {
                let known = self.comm(*comm)?;
                check::envelope(&known.groups, *source, *tag)?;
                check::bytes(*buffer)?;
                *comm = known.id;
                self.start(request, RequestState::Awaited)
            }
            Post::Wait { set, mode } => {
                that(*mode == WaitMode::All, "a wait for some of several requests")?;
                self.await_set(set, true)
            }
            Post::Collective { request, comm, call, .. } => {
                let actor = context.id;
                let Some(Some(known)) = self.comms.get_mut(comm.0 as usize) else { return Err(NO_COMM) };
                if known.rank == u32::MAX {
                    known.rank = known.groups.own.rank_of(actor).ok_or(NO_COMM)?;
                }
                check::collective(&known.groups, known.rank, call)?;
                *comm = known.id;
                self.start(request, RequestState::Pending)
            }
            _ => self.admit_rare(post, context),
        }
    }

    #[cold]
    fn admit_rare(&mut self, post: &mut Post, context: &Context<'_>) -> Checked {
        match post {
            Post::RecvMatched { request, message, buffer, .. } => {
                check::bytes(*buffer)?;
                let index = u32::try_from(*message).ok();
                let handle = index.and_then(|index| self.messages.remove(&index));
                *message = handle.ok_or("a message that no probe has taken")?;
                self.start(request, RequestState::Pending)
            }
            Post::Cancel { request } => that(self.pending(request)? == RequestState::Pending, NO_REQUEST),
            Post::Release { request } => {
                let state = self.pending(request)?;
                that(state == RequestState::Pending, NO_REQUEST)?;
                self.aliases.retain(|&(_, own)| own != request.0);
                self.set(*request, RequestState::Released);
                Ok(())
            }
            Post::FreeComm { comm } => {
                let index = comm.0 as usize;
                *comm = self.comm(*comm)?.id;
                that(index > 0 && self.creating.is_empty(), NO_COMM)?;
                self.comms[index] = None;
                self.repeats.forget();
                Ok(())
            }
            Post::Port { request, call } => {
                self.start(request, RequestState::Pending)?;
                rename_ports(call, context)
            }
            Post::Window { request, window, call } => {
                let known = self.comm(*window)?;
                that(known.window, "a window that the rank has not")?;
                check::window(known.groups.own.size(), call, request.is_some())?;
                *window = known.id;
                request.as_mut().map_or(Ok(()), |request| self.start(request, RequestState::Pending))
            }
            Post::File { request, file, call } => self.admit_file(request, file, call),
            Post::Partitioned { request, call } => self.admit_partitioned(request, call),
            Post::SessionInit => {
                self.sessions += 1;
                Ok(())
            }
            Post::SessionFinalize => {
                self.sessions = self.sessions.checked_sub(1).ok_or("a session that is not open")?;
                Ok(())
            }
            Post::ExitCall { site, .. } => {
                *site = CallSite(site.0);
                Ok(())
            }
            Post::Init | Post::Finalize | Post::Abort { .. } | Post::Phase { .. } => Ok(()),
            Post::Block { name, parameters } => check::block(name, parameters),
            Post::Warning { .. } | Post::Fatal { .. } => Ok(()),
            _ => Err("an operation in a form that it has not"),
        }
    }

    fn admit_file(&mut self, request: &mut RequestId, file: &mut CommId, call: &FileCall) -> Checked {
        check::file(call)?;
        self.start(request, RequestState::Pending)?;
        match call {
            FileCall::Delete { .. } if *file == CommId::NULL => return Ok(()),
            FileCall::Posix(call) => return self.admit_posix(call),
            _ => {}
        }
        let index = file.0;
        let Some(Some(known)) = self.comms.get_mut(index as usize) else { return Err(NO_COMM) };
        *file = known.id;
        match call {
            FileCall::Open { .. } => {
                that(!known.open, "a file that is open already")?;
                self.creating.push((*request, Creating::File { index }));
            }
            FileCall::Close => {
                that(known.open, "a file that is not open")?;
                known.open = false;
            }
            _ => that(known.open, "a file that is not open")?,
        }
        Ok(())
    }

    fn admit_posix(&mut self, call: &PosixCall) -> Checked {
        let new = call.file == self.posix_files;
        that(call.path.is_some() == new && call.file <= self.posix_files, "a file that has no path")?;
        self.posix_files += u32::from(new);
        Ok(())
    }

    fn admit_partitioned(&mut self, request: &mut RequestId, call: &mut PartitionedCall) -> Checked {
        if let PartitionedCall::Init { comm, .. } = call {
            let known = self.comm(*comm)?;
            let (id, groups) = (known.id, known.groups.clone());
            check::partitioned(Some(&groups), call)?;
            if let PartitionedCall::Init { comm, .. } = call {
                *comm = id;
            }
            self.start(request, RequestState::Partitioned)?;
            if let PartitionedCall::Init { sends, partitions, .. } = *call {
                let of = Partitioned { sends, partitions, ready: FxHashSet::default() };
                self.partitioned.insert(*request, of);
            }
            return Ok(());
        }
        check::partitioned(None, call)?;
        let state = self.state(request);
        let Some(known) = self.partitioned.get_mut(request) else { return Err(NO_PARTITIONED) };
        let under_way = matches!(state, RequestState::Round | RequestState::RoundAwaited);
        match *call {
            PartitionedCall::Start { .. } => {
                that(!under_way, "a partitioned operation that is started twice")?;
                known.ready.clear();
                self.set(*request, RequestState::Round);
            }
            PartitionedCall::Ready { first, last } => {
                that(under_way && known.sends, "partitions of a send that is not under way")?;
                that(last < known.partitions, "a partition that there is not")?;
                that(
                    (first..=last).all(|partition| known.ready.insert(partition)),
                    "a partition that is ready twice",
                )?;
            }
            PartitionedCall::Free | PartitionedCall::Init { .. } => {
                that(!under_way, "a partitioned operation that is freed while it is under way")?;
                self.partitioned.remove(request);
                self.set(*request, RequestState::Free);
                self.aliases.retain(|&(_, own)| own != request.0);
            }
        }
        Ok(())
    }

    #[cold]
    fn poll(&mut self, thread: u32, operation: Operation, posts: &mut Vec<Post>) -> Checked {
        let (mut post, message) = match operation {
            Operation::Found { post, message } => (post, Some(message)),
            Operation::Missed(post) => (post, None),
            _ => return Err("a poll that is none"),
        };
        match &mut post {
            Post::Test { set, peek, .. } => {
                *peek |= message.is_none();
                that(!set.ids().is_empty() || message.is_none(), "a test of nothing that has found something")?;
                self.await_set(set, !*peek)?;
            }
            Post::Probe { request, comm, source, tag, matched, .. } => {
                let known = self.comm(*comm)?;
                check::envelope(&known.groups, *source, *tag)?;
                *comm = known.id;
                *matched &= message.is_some();
                self.start(request, RequestState::Free)?;
            }
            Post::Parrived { request, partition } => {
                self.state(request);
                let known = self.partitioned.get(request).ok_or(NO_PARTITIONED)?;
                that(!known.sends && *partition < known.partitions, "a partition that there is not")?;
            }
            _ => return Err("a poll that is none"),
        }
        let polling = match message {
            Some(message) => Polling::Found { post: post.clone(), message },
            None => Polling::Missed,
        };
        self.polling.push((thread, polling));
        posts.push(post);
        Ok(())
    }

    #[cold]
    fn create(&mut self, operation: Operation, context: &Context<'_>, posts: &mut Vec<Post>) -> Checked {
        let Operation::Create { mut request, comm, mut call, index, first } = operation else {
            return Err("a communicator that is none");
        };
        let parent = if comm == CommId::NULL { None } else { Some(self.comm(comm)?.clone()) };
        if let CommCall::InterCreate { peer: Some(peer), .. } = &mut *call {
            let known = self.comm(peer.comm)?;
            check::leader(&known.groups, peer)?;
            peer.comm = known.id;
        }
        match &mut *call {
            CommCall::Spawn { call: Some(call), .. } => {
                let text = first.map_or_else(String::new, |first| first.to_string());
                call.folder = text.into_bytes().into();
            }
            CommCall::Connect { port: Some(port), .. } => rename_port(port, context),
            _ => {}
        }
        let groups = parent.as_ref().map(|parent| &parent.groups);
        let own = |recorded| context.own(recorded);
        let actors = context.actors.max(context.own.len() as u32);
        check::create(&mut call, &CreateContext { parent: groups, actors, own: &own, actor: context.id })?;
        that(index as usize <= self.comms.len(), "a communicator's number out of proportion")?;
        if index as usize == self.comms.len() {
            self.comms.push(None);
        }
        that(self.comms[index as usize].is_none(), "a communicator that there is already")?;
        self.start(&mut request, RequestState::Pending)?;
        let window = matches!(*call, CommCall::Window(_));
        self.creating.push((request, Creating::Comm { index, window }));
        posts.push(Post::CreateComm { request, comm: parent.map_or(CommId::NULL, |parent| parent.id), call });
        Ok(())
    }
}

fn rename_port(port: &mut Port, context: &Context<'_>) {
    if let Some(own) = context.own(port.actor) {
        port.actor = own;
    }
}

fn rename_ports(call: &mut PortCall, context: &Context<'_>) -> Checked {
    match call {
        PortCall::Open(port) | PortCall::Close(port) => rename_port(port, context),
        PortCall::Publish { port: text, .. } => {
            if let Some(mut port) = Port::parse(text) {
                rename_port(&mut port, context);
                *text = port.to_string().into();
            }
        }
        PortCall::Lookup { into, .. } => return check::bytes(*into),
        PortCall::Unpublish { .. } => {}
    }
    Ok(())
}

/// Groups are shared by all ranks.
const _: fn(&Groups) -> &Arc<ops::Group> = |groups| &groups.own;
