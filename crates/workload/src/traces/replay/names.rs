//! Maps the numbers of requests, communicators and files in a rank's trace to the numbers that they have in the replay.

use super::check::{self, Checked, CreateContext, Groups, that};
use crate::traces::operation::Operation;
use ops::{
    Answer, CallSite, CommCall, CommId, FileCall, NewComm, PartitionedCall, Port, PortCall, PosixCall, Post,
    RequestId, RequestSet, WaitMode,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use units::{ActorId, Time};

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
pub(crate) struct Context<'a> {
    /// The actor of this run for each rank of the trace, if it has begun.
    pub(super) own: &'a [Option<u32>],
    pub(super) id: ActorId,
    /// Whether the buffers of collective operations are as their counts say.
    pub(super) exact: bool,
}

impl Context<'_> {
    fn own(&self, recorded: u32) -> Option<u32> {
        self.own.get(recorded as usize).copied().flatten()
    }
}

/// The communicators, requests and files of a rank.
#[derive(Debug, Default)]
pub(crate) struct Names {
    comms: Vec<Option<Comm>>,
    requests: Vec<RequestState>,
    /// Numbers of this run for requests whose own are not free yet: (recorded, own).
    aliases: Vec<(u32, u32)>,
    creating: Vec<(RequestId, Creating)>,
    polling: Vec<(u32, Polling)>,
    rare: Option<Box<Rare>>,
    /// The rank's clock at the last answer, and at the last mark.
    now: Time,
    mark: Time,
}

/// What few ranks have.
#[derive(Debug, Default)]
struct Rare {
    /// Communicators that no request has brought yet.
    news: Vec<NewComm>,
    /// Messages that matched probes have taken.
    messages: FxHashMap<u32, u64>,
    partitioned: FxHashMap<RequestId, Partitioned>,
    sessions: u32,
    /// Files whose paths it has given to calls of POSIX's.
    posix_files: u32,
}

const NO_COMM: &str = "a communicator that the rank has not";
const NO_REQUEST: &str = "a request that is not pending";
const NO_PARTITIONED: &str = "a partitioned operation that there is not";

impl Names {
    fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    /// Takes an answer to a thread; whether it polls again.
    #[inline]
    pub(super) fn answer(&mut self, thread: u32, answer: &Answer, posts: &mut Vec<Post>) -> bool {
        self.now = answer.now;
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
                self.rare().news.push(new.clone());
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
            Post::Probe { matched: true, .. } => _ = self.rare().messages.insert(message, first.status.handle),
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
                    let news = &mut self.rare().news;
                    let made = news.iter().position(|new| u64::from(new.comm.0) == completion.status.handle);
                    if let Some(new) = made.map(|at| news.swap_remove(at)) {
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

    /// Whether a request's number is free, and all others are this run's own, too.
    #[inline]
    pub(crate) fn is_free(&self, request: usize) -> bool {
        self.aliases.is_empty() && self.requests.get(request) == Some(&RequestState::Free)
    }

    /// Whether requests have their own numbers in this run.
    #[inline]
    pub(crate) fn are_own(&self) -> bool {
        self.aliases.is_empty()
    }

    /// A message has been posted whose request [`Names::is_free`]; whether it is waited for.
    #[inline]
    pub(crate) fn begin(&mut self, request: usize, awaited: bool) {
        self.requests[request] = if awaited { RequestState::Awaited } else { RequestState::Pending };
    }

    /// Whether nothing of the answer to a post is needed: then its requests count as ended.
    #[inline]
    pub(crate) fn runs_ahead(&mut self, post: &Post) -> bool {
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
            Operation::Mark => {
                self.mark = self.now;
                Ok(false)
            }
            Operation::Hold(time) => {
                let left = time.saturating_sub(self.now.saturating_sub(self.mark));
                posts.extend((left > Time::ZERO).then_some(Post::Sleep(left)));
                Ok(false)
            }
            Operation::Create { .. } => self.create(operation, context, posts).map(|()| false),
            _ => Err("threads or an end where there can be none"),
        }
    }

    /// Checks a post, and names communicators and requests as this run does.
    #[inline]
    pub(crate) fn admit(&mut self, post: &mut Post, context: &Context<'_>) -> Checked {
        let state = if post.demands_answer() { RequestState::Awaited } else { RequestState::Pending };
        match post {
            Post::Enter { .. } | Post::Compute(_) | Post::Sleep(_) | Post::ReadClock | Post::AwaitClock => Ok(()),
            Post::Send { request, comm, peer, tag, buffer, .. }
            | Post::BlockingSend { request, comm, peer, tag, buffer, .. } => {
                let known = self.comm(*comm)?;
                check::message(&known.groups, *peer, *tag, *buffer)?;
                *comm = known.id;
                self.start(request, state)
            }
            Post::Recv { request, comm, source, tag, buffer, .. }
            | Post::BlockingRecv { request, comm, source, tag, buffer, .. } => {
                let known = self.comm(*comm)?;
                check::envelope(&known.groups, *source, *tag)?;
                check::bytes(*buffer)?;
                *comm = known.id;
                self.start(request, state)
            }
            Post::Wait { set, mode } => {
                let all = *mode == WaitMode::All;
                that(all || !set.ids().is_empty(), NO_REQUEST)?;
                self.await_set(set, all)
            }
            Post::Collective { request, comm, call, .. } => {
                let Some(Some(known)) = self.comms.get_mut(comm.0 as usize) else { return Err(NO_COMM) };
                if context.exact {
                    if known.rank == u32::MAX {
                        known.rank = known.groups.own.rank_of(context.id).ok_or(NO_COMM)?;
                    }
                    check::collective(&known.groups, known.rank, call)?;
                }
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
                let handle = index.and_then(|index| self.rare().messages.remove(&index));
                *message = handle.ok_or("a message that no probe has taken")?;
                self.start(request, RequestState::Pending)
            }
            Post::Test { set, peek, .. } => {
                that(!*peek && !set.ids().is_empty(), NO_REQUEST)?;
                self.await_set(set, false)
            }
            Post::Probe { request, comm, source, tag, matched: false, .. } => {
                self.admit_probe((request, comm), *source, *tag)
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
                self.rare().sessions += 1;
                Ok(())
            }
            Post::SessionFinalize => {
                let open = &mut self.rare().sessions;
                *open = open.checked_sub(1).ok_or("a session that is not open")?;
                Ok(())
            }
            Post::ExitCall { site, .. } => {
                *site = CallSite(site.0);
                Ok(())
            }
            Post::Init | Post::Finalize | Post::Abort { .. } | Post::Phase { .. } => Ok(()),
            Post::Block { name, parameters } => check::block(name, parameters),
            Post::Warning { .. } | Post::WaitsOutside { .. } | Post::Fatal { .. } => Ok(()),
            _ => Err("an operation in a form that it has not"),
        }
    }

    fn admit_probe(&mut self, (request, comm): (&mut RequestId, &mut CommId), source: i32, tag: i32) -> Checked {
        let known = self.comm(*comm)?;
        check::envelope(&known.groups, source, tag)?;
        *comm = known.id;
        self.start(request, RequestState::Free)
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
        let known = &mut self.rare().posix_files;
        let new = call.file == *known;
        that(call.path.is_some() == new && call.file <= *known, "a file that has no path")?;
        *known += u32::from(new);
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
                self.rare().partitioned.insert(*request, of);
            }
            return Ok(());
        }
        check::partitioned(None, call)?;
        let state = self.state(request);
        let Some(known) = self.rare().partitioned.get_mut(request) else { return Err(NO_PARTITIONED) };
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
                self.rare().partitioned.remove(request);
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
                *matched &= message.is_some();
                self.admit_probe((request, comm), *source, *tag)?;
            }
            Post::Parrived { request, partition } => {
                self.state(request);
                let known = self.rare().partitioned.get(request).ok_or(NO_PARTITIONED)?;
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
        let actors = context.own.len() as u32;
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
