//! Tests of entry points (the functions to which the program's MPI calls lead), with a simulated engine of one rank that sends
//! to itself.

use super::MpiStatus;
use crate::call::{POSTS_MAX, RankContext, Transport, Upcall};
use mpi_rank::datatype::{self, Type, Width};
use mpi_rank::{Handle, TypeEntry, handles};
use ops::{
    Answer, Buffer, CallSite, CollectiveCall, CommId, Completion, ErrorClass, Group, NewComm, Post, RequestId,
    RequestSet, Status, WaitMode,
};
use std::collections::BTreeMap;
use std::ffi::{c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::{Arc, Mutex, PoisonError};
use units::{ActorId, Time};

type Site = *const c_void;

unsafe extern "C-unwind" {
    fn wt_MPI_Init(site: Site, argc: *mut c_int, argv: *mut c_void) -> c_int;
    fn wt_MPI_Finalize(site: Site) -> c_int;
    fn wt_MPI_Wtime(site: Site) -> f64;
    fn wt_MPI_Comm_size(site: Site, comm: usize, size: *mut c_int) -> c_int;
    fn wt_MPI_Get_processor_name(site: Site, name: *mut c_char, length: *mut c_int) -> c_int;
    fn wt_MPI_Send(s: Site, b: *const c_void, n: c_int, t: usize, d: c_int, tag: c_int, c: usize) -> c_int;
    fn wt_MPI_Bsend(s: Site, b: *const c_void, n: c_int, t: usize, d: c_int, tag: c_int, c: usize) -> c_int;
    fn wt_MPI_Isend(
        s: Site,
        b: *const c_void,
        n: c_int,
        t: usize,
        d: c_int,
        tag: c_int,
        c: usize,
        r: *mut usize,
    ) -> c_int;
    fn wt_MPI_Send_init_c(
        s: Site,
        b: *const c_void,
        n: i64,
        t: usize,
        d: c_int,
        tag: c_int,
        c: usize,
        r: *mut usize,
    ) -> c_int;
    fn wt_MPI_Recv(
        s: Site,
        b: *mut c_void,
        n: c_int,
        t: usize,
        d: c_int,
        tag: c_int,
        c: usize,
        st: *mut MpiStatus,
    ) -> c_int;
    fn wt_MPI_Irecv(
        s: Site,
        b: *mut c_void,
        n: c_int,
        t: usize,
        d: c_int,
        tag: c_int,
        c: usize,
        r: *mut usize,
    ) -> c_int;
    fn wt_MPI_Isendrecv_replace(
        s: Site,
        b: *mut c_void,
        n: c_int,
        t: usize,
        d: c_int,
        stag: c_int,
        src: c_int,
        rtag: c_int,
        c: usize,
        r: *mut usize,
    ) -> c_int;
    fn wt_MPI_Start(s: Site, r: *mut usize) -> c_int;
    fn wt_MPI_Wait(s: Site, r: *mut usize, st: *mut MpiStatus) -> c_int;
    fn wt_MPI_Test(s: Site, r: *mut usize, flag: *mut c_int, st: *mut MpiStatus) -> c_int;
    fn wt_MPI_Waitall(s: Site, n: c_int, r: *mut usize, st: *mut MpiStatus) -> c_int;
    fn wt_MPI_Waitany(s: Site, n: c_int, r: *mut usize, i: *mut c_int, st: *mut MpiStatus) -> c_int;
    fn wt_MPI_Waitsome(s: Site, n: c_int, r: *mut usize, out: *mut c_int, i: *mut c_int, st: *mut MpiStatus)
    -> c_int;
    fn wt_MPI_Request_free(s: Site, r: *mut usize) -> c_int;
    fn wt_MPI_Cancel(s: Site, r: *mut usize) -> c_int;
    fn wt_MPI_Test_cancelled(s: Site, st: *const MpiStatus, flag: *mut c_int) -> c_int;
    fn wt_MPI_Get_count(s: Site, st: *const MpiStatus, t: usize, n: *mut c_int) -> c_int;
    fn wt_MPI_Get_elements(s: Site, st: *const MpiStatus, t: usize, n: *mut c_int) -> c_int;
    fn wt_MPI_Status_set_elements(s: Site, st: *mut MpiStatus, t: usize, n: c_int) -> c_int;
    fn wt_MPI_Buffer_attach(s: Site, b: *mut c_void, n: c_int) -> c_int;
    fn wt_MPI_Buffer_detach(s: Site, b: *mut c_void, n: *mut c_int) -> c_int;
    fn wt_MPI_Mprobe(s: Site, src: c_int, tag: c_int, c: usize, m: *mut usize, st: *mut MpiStatus) -> c_int;
    fn wt_MPI_Mrecv(s: Site, b: *mut c_void, n: c_int, t: usize, m: *mut usize, st: *mut MpiStatus) -> c_int;
    fn wt_MPI_Op_create(s: Site, f: *const c_void, commute: c_int, op: *mut usize) -> c_int;
    fn wt_MPI_Op_free(s: Site, op: *mut usize) -> c_int;
    fn wt_MPI_Reduce_local(s: Site, a: *const c_void, b: *mut c_void, n: c_int, t: usize, op: usize) -> c_int;
    fn wt_MPI_Allreduce(s: Site, a: *const c_void, b: *mut c_void, n: c_int, t: usize, op: usize, c: usize) -> c_int;
    fn wt_MPI_Iallreduce(
        s: Site,
        a: *const c_void,
        b: *mut c_void,
        n: c_int,
        t: usize,
        op: usize,
        c: usize,
        r: *mut usize,
    ) -> c_int;
    fn wt_MPI_Alltoallw(
        s: Site,
        a: *const c_void,
        n: *const c_int,
        d: *const c_int,
        t: *const usize,
        b: *mut c_void,
        rn: *const c_int,
        rd: *const c_int,
        rt: *const usize,
        c: usize,
    ) -> c_int;
    fn wt_MPI_Grequest_start(
        s: Site,
        q: *const c_void,
        f: *const c_void,
        c: *const c_void,
        x: *mut c_void,
        r: *mut usize,
    ) -> c_int;
    fn wt_MPI_Grequest_complete(s: Site, r: usize) -> c_int;
}

const WORLD: usize = handles::COMM_WORLD as usize;
const SELF: usize = handles::COMM_SELF as usize;
const NULL: usize = handles::REQUEST_NULL as usize;
const INT: usize = 0x209;
const DOUBLE_INT: usize = 0x229;
const ANY_TAG: c_int = -2;
const PROC_NULL: c_int = -3;
const HERE: Site = null();

/// One rank's engine: messages to itself, collectives of one.
#[derive(Default)]
struct Loopback {
    posts: Vec<Post>,
    answer: Answer,
    receives: Vec<(RequestId, i32, Buffer)>,
    messages: Vec<(i32, Vec<u8>)>,
    ended: BTreeMap<u32, Status>,
    matched: BTreeMap<u64, (i32, Vec<u8>)>,
    /// A reduction to run before the next answer.
    reduction: Option<(u64, u64, Vec<u8>, Vec<u8>)>,
    reduced: Vec<u8>,
    upcall: Option<Upcall>,
    comms: u32,
    /// The most posts that it was given at a time.
    most_posts: usize,
}

fn bytes<'a>(buffer: Buffer) -> &'a mut [u8] {
    let pointer = std::ptr::with_exposed_provenance_mut(buffer.address as usize);
    if buffer.bytes == 0 {
        &mut []
    } else {
        // SAFETY: tests post buffers that are there.
        unsafe { std::slice::from_raw_parts_mut(pointer, buffer.bytes as usize) }
    }
}

impl Loopback {
    fn deliver(&mut self, request: RequestId, tag: i32, into: Buffer, message: &[u8]) {
        let come = message.len().min(into.bytes as usize);
        bytes(into)[..come].copy_from_slice(&message[..come]);
        let error = if come < message.len() { ErrorClass::Truncate } else { ErrorClass::Success };
        self.ended.insert(request.0, Status { source: 0, tag, bytes: come as u64, error, ..Status::EMPTY });
    }

    fn collective(&mut self, request: RequestId, call: &CollectiveCall) {
        if !call.in_place {
            let part = |buffer: Buffer, bytes: &[u64], offsets: &[u64]| match (bytes.first(), offsets.first()) {
                (Some(&bytes), Some(&offset)) => buffer.part(offset, bytes),
                _ => buffer,
            };
            let vectors = call.vectors.as_deref().cloned().unwrap_or_default();
            let from = part(call.send, &vectors.send_bytes, &vectors.send_offsets);
            let to = part(call.recv, &vectors.recv_bytes, &vectors.recv_offsets);
            bytes(to).copy_from_slice(bytes(from));
        }
        self.ended.insert(request.0, Status::EMPTY);
    }

    fn take(&mut self, post: Post) {
        match post {
            Post::Send { request, tag, buffer, .. } => {
                let message = bytes(buffer).to_vec();
                self.ended.insert(request.0, Status::EMPTY);
                let found = self.receives.iter().position(|&(_, wanted, _)| wanted == ops::ANY || wanted == tag);
                match found.map(|at| self.receives.remove(at)) {
                    Some((receive, _, into)) => self.deliver(receive, tag, into, &message),
                    None => self.messages.push((tag, message)),
                }
            }
            Post::Recv { request, tag, buffer, .. } => {
                let found = self.messages.iter().position(|&(sent, _)| tag == ops::ANY || tag == sent);
                match found.map(|at| self.messages.remove(at)) {
                    Some((sent, message)) => self.deliver(request, sent, buffer, &message),
                    None => self.receives.push((request, tag, buffer)),
                }
            }
            Post::RecvMatched { request, message, buffer, .. } => {
                let (tag, message) = self.matched.remove(&message).expect("probed");
                self.deliver(request, tag, buffer, &message);
            }
            Post::Cancel { request } => {
                if let Some(at) = self.receives.iter().position(|&(receive, ..)| receive == request) {
                    self.receives.remove(at);
                    self.ended.insert(request.0, Status { cancelled: true, ..Status::EMPTY });
                }
            }
            Post::Collective { request, call, .. } => self.collective(request, &call),
            Post::CreateComm { request, .. } => {
                self.comms += 1;
                let comm = CommId(self.comms);
                self.answer.comms.push(NewComm { comm, group: Arc::new(Group::range(0, 1)), remote: None });
                self.ended.insert(request.0, Status { handle: comm.0.into(), ..Status::EMPTY });
            }
            _ => {}
        }
    }

    fn completions(&mut self, set: &RequestSet, mode: WaitMode) -> Vec<Completion> {
        let done: Vec<_> = set.ids().iter().filter(|request| self.ended.contains_key(&request.0)).copied().collect();
        let reported = match mode {
            WaitMode::All if done.len() < set.ids().len() => Vec::new(),
            WaitMode::Any => done.into_iter().take(1).collect(),
            _ => done,
        };
        let complete =
            |request: RequestId| Completion { request, status: self.ended.remove(&request.0).expect("ended") };
        reported.into_iter().map(complete).collect()
    }

    /// Works off the posts; true if the rank must run a reduction before it gets its answer.
    fn work(&mut self) -> bool {
        self.most_posts = self.most_posts.max(self.posts.len());
        let mut last = self.posts.pop();
        if let Some([enter, own, wait]) = last.as_ref().and_then(Post::parts) {
            self.posts.extend([enter, own]);
            last = Some(wait);
        }
        for post in std::mem::take(&mut self.posts) {
            self.take(post);
        }
        if let Some((op, count, input, inout)) = self.reduction.take() {
            self.posts.extend(last);
            self.reduced = inout;
            // The packed operands do not lie as malloc would put them.
            let input = input.leak();
            let bytes = self.reduced.len();
            let inout = self.reduced.as_mut_ptr();
            self.upcall = Some(Upcall { op, count, input: input.as_ptr(), inout, bytes });
            return true;
        }
        self.answer.now = Time::from_ps(self.answer.now.ps() + 500_000_000_000);
        self.answer.completions = match last.expect("a post that demands an answer") {
            Post::Wait { set, mode } => {
                let found = self.completions(&set, mode);
                assert!(!found.is_empty(), "deadlock");
                found
            }
            Post::Test { set, mode, .. } => self.completions(&set, mode),
            Post::Probe { request, tag, matched, .. } => self.probe(request, tag, matched),
            Post::Fatal { text } => panic!("{text}"),
            Post::Abort { code } => panic!("abort {code}"),
            _ => Vec::new(),
        };
        false
    }

    fn probe(&mut self, request: RequestId, tag: i32, matched: bool) -> Vec<Completion> {
        let Some(at) = self.messages.iter().position(|&(sent, _)| tag == ops::ANY || tag == sent) else {
            return Vec::new();
        };
        let (tag, bytes) = (self.messages[at].0, self.messages[at].1.len() as u64);
        if matched {
            let message = self.messages.remove(at);
            self.matched.insert(77, message);
        }
        vec![Completion { request, status: Status { source: 0, tag, bytes, handle: 77, ..Status::EMPTY } }]
    }
}

unsafe fn switch(context: *mut RankContext) {
    // SAFETY: the carrier is the test's engine, to which nothing else refers while the rank waits.
    let engine = unsafe { &mut *(*context).transport_data.cast::<Loopback>() };
    engine.answer.clear();
    if engine.work() {
        let upcall: *mut Upcall = engine.upcall.as_mut().expect("just made");
        // SAFETY: the rank waits, and runs the upcall when this returns.
        unsafe { RankContext::reduce_as(context, &mut *upcall, || {}) };
        return;
    }
    let comms = std::mem::take(&mut engine.answer.comms);
    // SAFETY: the rank waits.
    unsafe { (*context).rank.announce(&comms) };
}

unsafe fn intern_site(_: *mut RankContext, _: *const c_void) -> CallSite {
    CallSite(0)
}

unsafe fn host_name(_: *mut RankContext, into: &mut [u8]) -> usize {
    into[..6].copy_from_slice(b"node-7");
    6
}

/// One rank runs at a time, in tests too.
static ONE: Mutex<()> = Mutex::new(());

/// Runs a program as the only rank.
fn run(program: impl FnOnce(&mut RankContext, *mut Loopback)) {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let transport = Transport {
        switch,
        run_ahead: None,
        leave: None,
        enter: None,
        intern_site,
        host_name,
        own_memory: || None,
        meter: None,
    };
    let mut engine = Loopback::default();
    let first = NewComm { comm: CommId::WORLD, group: Arc::new(Group::range(0, 1)), remote: None };
    let answer = Answer { comms: vec![first], ..Answer::default() };
    let engine: *mut Loopback = &mut engine;
    // SAFETY: all of this outlives the rank; the engine and the rank take turns.
    unsafe {
        let mut context = RankContext::new(ActorId(0), &raw const transport);
        context.transport_data = engine.cast();
        let this: *mut RankContext = &mut context;
        (*this).rank.announce(&answer.comms);
        let (answer, posts) = (&(*engine).answer, &mut (*engine).posts);
        RankContext::run_as(this, answer, posts, || {
            wt_MPI_Init(HERE, null_mut(), null_mut());
            program(&mut *this, engine);
        });
    }
}

fn status() -> MpiStatus {
    MpiStatus::EMPTY
}

fn pointer<T>(values: &[T]) -> *const c_void {
    values.as_ptr().cast()
}

fn pointer_mut<T>(values: &mut [T]) -> *mut c_void {
    values.as_mut_ptr().cast()
}

/// A column of 3 ints in rows of 4.
fn column(context: &mut RankContext) -> usize {
    let int = datatype::by_handle(INT as Handle).expect("MPI_INT");
    let column = Type::vector(Width::Int, 3, 1, 4, &int).expect("valid");
    let entry = TypeEntry { committed: true, ..TypeEntry::new(column) };
    context.rank.objects().types.insert(entry) as usize
}

#[test]
fn a_message_to_oneself_arrives_with_its_status() {
    // SAFETY: the rank runs, and its arguments are as MPI wants them: each pointer leads to a live value of its type.
    run(|_, _| unsafe {
        let (sent, mut received) = ([1, 2, 3], [0; 5]);
        let (mut request, mut st, mut count, mut size) = (0, status(), 0, 0);
        assert_eq!(wt_MPI_Comm_size(HERE, WORLD, &raw mut size), 0);
        assert_eq!(size, 1);
        assert_eq!(wt_MPI_Isend(HERE, pointer(&sent), 3, INT, 0, 9, WORLD, &raw mut request), 0);
        assert!(request >= 0x400);
        wt_MPI_Recv(HERE, pointer_mut(&mut received), 5, INT, -1, ANY_TAG, WORLD, &raw mut st);
        assert_eq!(received, [1, 2, 3, 0, 0]);
        assert_eq!((st.source, st.tag), (0, 9));
        wt_MPI_Get_count(HERE, &raw const st, INT, &raw mut count);
        assert_eq!(count, 3);
        assert_eq!(wt_MPI_Wait(HERE, &raw mut request, null_mut()), 0);
        assert_eq!(request, NULL);
        assert_eq!(wt_MPI_Finalize(HERE), 0);
    });
}

#[test]
fn the_engine_takes_many_posts_in_parts() {
    const COUNT: usize = 5000;
    // SAFETY: the rank runs, and its arguments are as MPI wants them: each pointer leads to a live value of its type.
    run(|_, engine| unsafe {
        let (sent, mut received): (Vec<i32>, _) = ((0..COUNT as i32).collect(), vec![0; COUNT]);
        let mut requests = vec![0; 2 * COUNT];
        for i in 0..COUNT {
            let (into, tag) = (pointer_mut(&mut received[i..]), i as c_int);
            assert_eq!(wt_MPI_Irecv(HERE, into, 1, INT, 0, tag, WORLD, &raw mut requests[i]), 0);
        }
        for i in 0..COUNT {
            let (from, tag) = (pointer(&sent[i..]), i as c_int);
            assert_eq!(wt_MPI_Isend(HERE, from, 1, INT, 0, tag, WORLD, &raw mut requests[COUNT + i]), 0);
        }
        let wanted = 2 * COUNT as c_int;
        assert_eq!(wt_MPI_Waitall(HERE, wanted, requests.as_mut_ptr(), null_mut()), 0);
        assert_eq!(received, sent);
        // A call is two posts, and the post that waits for the engine is one more.
        assert!(((*engine).most_posts - POSTS_MAX) <= 2, "{}", (*engine).most_posts);
    });
}

#[test]
fn time_is_the_engines_and_names_are_the_machines() {
    // SAFETY: the rank runs, and its arguments are as MPI wants them: each pointer leads to a live value of its type.
    run(|_, _| unsafe {
        assert_eq!((wt_MPI_Wtime(HERE), wt_MPI_Wtime(HERE)), (0.5, 1.0));
        let (mut name, mut length) = ([1; 256], 0);
        wt_MPI_Get_processor_name(HERE, name.as_mut_ptr(), &raw mut length);
        assert_eq!((length, name[0], name[6]), (6, b'n' as c_char, 0));
    });
}

#[test]
fn columns_are_packed_and_unpacked() {
    // SAFETY: the rank runs, and its arguments are as MPI wants them: each pointer leads to a live value of its type.
    run(|context, _| unsafe {
        let column = column(context);
        let (from, mut to): (Vec<i32>, _) = ((0..12).collect(), vec![0; 12]);
        let mut requests = [0, 0];
        wt_MPI_Irecv(HERE, pointer_mut(&mut to), 1, column, 0, 0, WORLD, &raw mut requests[0]);
        wt_MPI_Isend(HERE, pointer(&from[1..]), 1, column, 0, 0, WORLD, &raw mut requests[1]);
        assert_eq!(wt_MPI_Waitall(HERE, 2, requests.as_mut_ptr(), null_mut()), 0);
        assert_eq!(to, [1, 0, 0, 0, 5, 0, 0, 0, 9, 0, 0, 0]);
        let displacements = [4];
        wt_MPI_Alltoallw(
            HERE,
            pointer(&from),
            &1,
            &0,
            &column,
            pointer_mut(&mut to),
            &1,
            displacements.as_ptr(),
            &column,
            WORLD,
        );
        assert_eq!(to, [1, 0, 0, 0, 5, 4, 0, 0, 9, 8, 0, 0]);
    });
}

#[test]
fn arrays_mix_null_peers_pairs_and_nulls() {
    // SAFETY: the rank runs, and its arguments are as MPI wants them: each pointer leads to a live value of its type.
    run(|_, _| unsafe {
        let mut value = [7];
        let mut requests = [NULL, 0, 0];
        wt_MPI_Irecv(HERE, null_mut(), 0, INT, PROC_NULL, 0, WORLD, &raw mut requests[1]);
        wt_MPI_Isendrecv_replace(HERE, pointer_mut(&mut value), 1, INT, 0, 3, 0, 3, SELF, &raw mut requests[2]);
        let (mut index, mut st) = (0, [status(), status(), status()]);
        wt_MPI_Waitany(HERE, 3, requests.as_mut_ptr(), &raw mut index, &raw mut st[0]);
        assert_eq!((index, st[0].source, requests[1]), (1, PROC_NULL, NULL));
        let (mut out, mut indices) = (0, [0; 3]);
        let st = st.as_mut_ptr();
        wt_MPI_Waitsome(HERE, 3, requests.as_mut_ptr(), &raw mut out, indices.as_mut_ptr(), st);
        assert_eq!((out, indices[0], requests), (1, 2, [NULL; 3]));
        wt_MPI_Waitsome(HERE, 3, requests.as_mut_ptr(), &raw mut out, indices.as_mut_ptr(), st);
        assert_eq!(out, -32766, "MPI_UNDEFINED where there is nothing");
        assert_eq!(wt_MPI_Waitall(HERE, 3, requests.as_mut_ptr(), st), 0);
        assert_eq!((value, (*st).tag), ([7], ANY_TAG), "the empty status");
    });
}

#[test]
fn truncation_is_an_error_of_the_call_or_in_the_status() {
    // SAFETY: the rank runs, and its arguments are as MPI wants them: each pointer leads to a live value of its type.
    run(|context, _| unsafe {
        context.rank.world.errhandler = handles::ERRORS_RETURN;
        let (sent, mut received) = ([1, 2, 3], [0; 2]);
        wt_MPI_Send(HERE, pointer(&sent), 3, INT, 0, 0, WORLD);
        let mut st = [status(), status()];
        assert_eq!(wt_MPI_Recv(HERE, pointer_mut(&mut received), 2, INT, 0, 0, WORLD, &raw mut st[0]), 15);
        let mut requests = [0, 0];
        wt_MPI_Isend(HERE, pointer(&sent), 3, INT, 0, 0, WORLD, &raw mut requests[0]);
        wt_MPI_Irecv(HERE, pointer_mut(&mut received), 2, INT, 0, 0, WORLD, &raw mut requests[1]);
        assert_eq!(wt_MPI_Waitall(HERE, 2, requests.as_mut_ptr(), st.as_mut_ptr()), 19);
        assert_eq!((st[0].error, st[1].error), (0, 15));
        assert_eq!(wt_MPI_Send(HERE, pointer(&sent), 1, INT, 4, 0, WORLD), 6);
        assert_eq!(wt_MPI_Send(HERE, pointer(&sent), -1, INT, 0, 0, WORLD), 2);
        assert_eq!(wt_MPI_Send(HERE, pointer(&sent), 1, 0x200, 0, 0, WORLD), 3);
        assert_eq!(wt_MPI_Send(HERE, pointer(&sent), 1, INT, 0, -7, WORLD), 4);
        assert_eq!(wt_MPI_Send(HERE, null(), 1, INT, 0, 0, WORLD), 1);
    });
}

#[test]
#[should_panic(expected = "MPI_Send: invalid rank 17 (communicator has 1 ranks) [MPI_ERR_RANK]")]
fn errors_are_fatal_by_default_and_named() {
    // SAFETY: the rank runs, and its arguments are as MPI wants them: each pointer leads to a live value of its type.
    run(|_, _| unsafe {
        wt_MPI_Send(HERE, pointer(&[1]), 1, INT, 17, 0, WORLD);
    });
}

#[test]
#[should_panic(expected = "MPI_Send was called after MPI_Finalize")]
fn nothing_goes_after_the_end() {
    // SAFETY: the rank runs, and its arguments are as MPI wants them: each pointer leads to a live value of its type.
    run(|_, _| unsafe {
        wt_MPI_Finalize(HERE);
        wt_MPI_Send(HERE, pointer(&[1]), 1, INT, 0, 0, WORLD);
    });
}

#[test]
fn persistent_requests_start_again_and_say_what_they_send_now() {
    // SAFETY: the rank runs, and its arguments are as MPI wants them: each pointer leads to a live value of its type.
    run(|_, _| unsafe {
        let (mut value, mut got, mut request) = ([5], [0], 0);
        wt_MPI_Send_init_c(HERE, pointer(&value), 1, INT, 0, 0, WORLD, &raw mut request);
        let kept = request;
        for round in 0..3 {
            pointer_mut(&mut value).cast::<i32>().write(round);
            assert_eq!(wt_MPI_Start(HERE, &raw mut request), 0);
            wt_MPI_Recv(HERE, pointer_mut(&mut got), 1, INT, 0, 0, WORLD, null_mut());
            assert_eq!(got, [round]);
            assert_eq!(wt_MPI_Wait(HERE, &raw mut request, null_mut()), 0);
            assert_eq!(request, kept);
        }
        assert_eq!(wt_MPI_Wait(HERE, &raw mut request, null_mut()), 0, "inactive requests are ignored");
        wt_MPI_Request_free(HERE, &raw mut request);
        assert_eq!(request, NULL);
    });
}

#[test]
fn buffered_sends_account_for_their_buffer() {
    // SAFETY: the rank runs, and its arguments are as MPI wants them: each pointer leads to a live value of its type.
    run(|context, _| unsafe {
        context.rank.world.errhandler = handles::ERRORS_RETURN;
        let (value, mut got, mut space) = ([5; 10], [0; 10], [0u8; 700]);
        assert_eq!(wt_MPI_Bsend(HERE, pointer(&value), 10, INT, 0, 0, WORLD), 1, "no buffer");
        let mut pretended = value;
        assert_eq!(wt_MPI_Buffer_attach(HERE, pointer_mut(&mut space), 700), 0);
        assert_eq!(wt_MPI_Bsend(HERE, pointer(&pretended), 10, INT, 0, 0, WORLD), 0);
        pointer_mut(&mut pretended).cast::<i32>().write(99);
        assert_eq!(wt_MPI_Bsend(HERE, pointer(&value), 10, INT, 0, 0, WORLD), 0, "the first has left");
        wt_MPI_Recv(HERE, pointer_mut(&mut got), 10, INT, 0, 0, WORLD, null_mut());
        assert_eq!(got, value, "the message was copied at once");
        let (mut address, mut size) = (null_mut::<c_void>(), 0);
        assert_eq!(wt_MPI_Buffer_detach(HERE, (&raw mut address).cast(), &raw mut size), 0);
        assert_eq!((address, size), (pointer_mut(&mut space), 700));
    });
}

#[test]
fn a_matched_probe_takes_its_message() {
    // SAFETY: the rank runs, and its arguments are as MPI wants them: each pointer leads to a live value of its type.
    run(|_, _| unsafe {
        let (mut message, mut st, mut got) = (0, status(), [0]);
        wt_MPI_Send(HERE, pointer(&[4]), 1, INT, 0, 2, WORLD);
        wt_MPI_Mprobe(HERE, -1, ANY_TAG, WORLD, &raw mut message, &raw mut st);
        assert_eq!((st.tag, st.bytes()), (2, 4));
        wt_MPI_Mrecv(HERE, pointer_mut(&mut got), 1, INT, &raw mut message, &raw mut st);
        assert_eq!((got, message), ([4], handles::MESSAGE_NULL as usize));
    });
}

#[test]
fn a_cancelled_receive_says_so() {
    // SAFETY: the rank runs, and its arguments are as MPI wants them: each pointer leads to a live value of its type.
    run(|_, _| unsafe {
        let (mut got, mut request, mut st, mut flag) = ([0], 0, status(), 7);
        wt_MPI_Irecv(HERE, pointer_mut(&mut got), 1, INT, 0, 0, WORLD, &raw mut request);
        wt_MPI_Test(HERE, &raw mut request, &raw mut flag, &raw mut st);
        assert_eq!(flag, 0);
        wt_MPI_Cancel(HERE, &raw mut request);
        wt_MPI_Wait(HERE, &raw mut request, &raw mut st);
        wt_MPI_Test_cancelled(HERE, &raw const st, &raw mut flag);
        assert_eq!(flag, 1);
    });
}

unsafe extern "C-unwind" fn subtract(input: *const i32, inout: *mut i32, len: *const c_int, datatype: *const usize) {
    // SAFETY: as MPI calls user functions.
    unsafe {
        assert!(*datatype >= 0x400 || *datatype == INT);
        let stride = if *datatype == INT { 1 } else { 4 };
        let elements = if *datatype == INT { *len as usize } else { 3 * *len as usize };
        for at in 0..elements {
            *inout.add(at * stride) = *input.add(at * stride) - *inout.add(at * stride);
        }
    }
}

#[test]
fn a_users_reduction_sees_elements_as_they_lie_in_memory() {
    // SAFETY: the rank runs, and its arguments are as MPI wants them: each pointer leads to a live value of its type.
    run(|context, engine| unsafe {
        let column = column(context);
        let mut op = 0;
        wt_MPI_Op_create(HERE, subtract as *const c_void, 0, &raw mut op);
        let (mut a, mut b) = ([10, 20], [1, 2]);
        assert_eq!(wt_MPI_Reduce_local(HERE, pointer(&a), pointer_mut(&mut b), 2, INT, op), 0);
        assert_eq!(b, [9, 18]);
        let packed = |values: [i32; 3]| values.iter().flat_map(|value| value.to_ne_bytes()).collect::<Vec<_>>();
        for datatype in [column, INT] {
            let number = (op as u64) << 32 | datatype as u64;
            let count = if datatype == INT { 3 } else { 1 };
            (*engine).reduction = Some((number, count, packed([10, 20, 30]), packed([1, 2, 3])));
            wt_MPI_Allreduce(HERE, pointer(&a), pointer_mut(&mut b), 1, INT, op, WORLD);
            assert_eq!((*engine).reduced, packed([9, 18, 27]));
        }
        pointer_mut(&mut a).cast::<i32>().write(0);
        wt_MPI_Op_free(HERE, &raw mut op);
        assert_eq!(op, handles::OP_NULL as usize);
    });
}

#[test]
fn predefined_reductions_refuse_derived_types() {
    // SAFETY: the rank runs, and its arguments are as MPI wants them: each pointer leads to a live value of its type.
    run(|context, _| unsafe {
        context.rank.world.errhandler = handles::ERRORS_RETURN;
        let column = column(context);
        let (a, mut b) = ([0; 12], [0; 12]);
        assert_eq!(wt_MPI_Allreduce(HERE, pointer(&a), pointer_mut(&mut b), 1, column, 0x21, WORLD), 10);
        assert_eq!(wt_MPI_Allreduce(HERE, pointer(&a), pointer_mut(&mut b), 1, INT, 0x21, WORLD), 0);
        let same = pointer(&b);
        assert_eq!(wt_MPI_Allreduce(HERE, same, pointer_mut(&mut b), 1, INT, 0x21, WORLD), 1, "aliased");
    });
}

#[test]
fn elements_of_pairs_are_counted_by_member() {
    // SAFETY: the rank runs, and its arguments are as MPI wants them: each pointer leads to a live value of its type.
    run(|_, _| unsafe {
        let (mut st, mut count) = (status(), 0);
        st.set_bytes(12 + 8);
        wt_MPI_Get_elements(HERE, &raw const st, DOUBLE_INT, &raw mut count);
        assert_eq!(count, 3);
        wt_MPI_Get_count(HERE, &raw const st, DOUBLE_INT, &raw mut count);
        assert_eq!(count, -32766);
        for elements in [0, 1, 2, 5] {
            wt_MPI_Status_set_elements(HERE, &raw mut st, DOUBLE_INT, elements);
            wt_MPI_Get_elements(HERE, &raw const st, DOUBLE_INT, &raw mut count);
            assert_eq!(count, elements);
        }
    });
}

unsafe extern "C-unwind" fn query(_: *mut c_int, status: *mut MpiStatus) -> c_int {
    // SAFETY: as MPI calls it.
    unsafe { (*status).tag = 42 };
    0
}

unsafe extern "C-unwind" fn free(state: *mut c_int) -> c_int {
    // SAFETY: the state is the test's.
    unsafe { *state += 1 };
    0
}

unsafe extern "C-unwind" fn cancel(_: *mut c_int, _: c_int) -> c_int {
    0
}

#[test]
fn a_generalised_request_ends_when_the_program_says_so() {
    // SAFETY: the rank runs, and its arguments are as MPI wants them: each pointer leads to a live value of its type.
    run(|_, _| unsafe {
        let (mut state, mut request, mut flag, mut st) = (0, 0, 9, status());
        let (q, f, c) = (query as *const c_void, free as *const c_void, cancel as *const c_void);
        wt_MPI_Grequest_start(HERE, q, f, c, (&raw mut state).cast(), &raw mut request);
        wt_MPI_Test(HERE, &raw mut request, &raw mut flag, &raw mut st);
        assert_eq!(flag, 0);
        wt_MPI_Grequest_complete(HERE, request);
        wt_MPI_Wait(HERE, &raw mut request, &raw mut st);
        assert_eq!((st.tag, state, request), (42, 1, NULL));
    });
}

/// How much stack is touched below this frame: filled with a pattern before, looked at after.
const WATCHED: usize = 64 << 10;
const PATTERN: u64 = 0x5741_5443_4845_4421;

#[inline(never)]
fn paint() -> usize {
    let area = [PATTERN; WATCHED / 8];
    std::hint::black_box(&area);
    area.as_ptr().addr()
}

#[inline(never)]
fn touched(low: usize) -> usize {
    let untouched = (0..WATCHED / 8).take_while(|&at| {
        let word = std::ptr::with_exposed_provenance::<u64>(low + 8 * at);
        // SAFETY: stack that this thread has used before and that holds nothing now.
        unsafe { word.read_volatile() == PATTERN }
    });
    WATCHED - 8 * untouched.count()
}

/// Entry points run on the stacks of ranks, of which one page is touched anyway. The engine of this test works on the
/// same stack, so it is painted over before each look: what is measured is an entry point that posts and does not
/// wait.
#[test]
#[cfg_attr(debug_assertions, ignore = "frames are small where the compiler optimises")]
fn entry_points_use_little_stack() {
    // SAFETY: the rank runs, and its arguments are as MPI wants them: each pointer leads to a live value of its type.
    run(|context, _| unsafe {
        let column = column(context);
        let (from, mut to, mut request) = ([1; 16], [0; 16], 0);
        let (from, to, request) = (pointer(&from), pointer_mut(&mut to), &raw mut request);
        let looks: [(&str, &dyn Fn()); 4] = [
            ("Isend", &|| _ = wt_MPI_Isend(HERE, from, 4, INT, 0, 0, WORLD, request)),
            ("Isend of a column", &|| _ = wt_MPI_Isend(HERE, from, 1, column, 0, 0, WORLD, request)),
            ("Irecv", &|| _ = wt_MPI_Irecv(HERE, to, 4, INT, 0, 5, WORLD, request)),
            ("Iallreduce", &|| _ = wt_MPI_Iallreduce(HERE, from, to, 4, INT, 0x21, WORLD, request)),
        ];
        for (name, call) in looks {
            call();
            let low = paint();
            call();
            let used = touched(low);
            assert!(used <= 2048, "{name}: {used} bytes");
        }
    });
}
