//! Entry points that complete requests: `MPI_Wait`, `MPI_Test`, their `any`, `some` and `all` forms, `MPI_Request_free`,
//! `MPI_Cancel` (MPI 5.0 §3.7.3–§3.7.6, §3.8.4).
//!
//! When the engine reports that a request is complete, the completion is first stored in the request ([`State::Done`]); the MPI
//! function then returns it to the program. The functions differ in the requests for which they wait, and in the completed
//! requests that they return. Each function takes time linear in the length of its array of requests.

use super::abi::{MpiStatus, put, put_empty, put_status};
use super::message::{test_for, wait_for};
use super::{buffered, entry, generalised, handle, partitioned, poll};
use crate::call::Call;
use mpi_rank::checks::{self, UNDEFINED};
use mpi_rank::requests::{self, Outstanding, Special, State};
use mpi_rank::{Fault, Handle, handles};
use ops::{ErrorClass, Post, RequestSet, Status, WaitMode};
use std::ffi::c_int;

/// The program's array of requests.
#[derive(Clone, Copy, Debug)]
struct Array {
    first: *mut usize,
    count: usize,
}

impl Array {
    fn new(count: c_int, first: *mut usize) -> Result<Self, Fault> {
        let count = checks::count(count.into())? as usize;
        if count > 0 && first.is_null() {
            return Err(Fault::Arg("null pointer for an array of requests"));
        }
        Ok(Self { first, count })
    }

    /// # Safety
    /// The array holds that many handles.
    unsafe fn get(self, at: usize) -> Handle {
        // SAFETY: as the caller says.
        handle(unsafe { self.first.add(at).read() })
    }

    /// # Safety
    /// As [`Array::get`].
    unsafe fn set(self, at: usize, to: Handle) {
        // SAFETY: as the caller says.
        unsafe { self.first.add(at).write(to as usize) };
    }

    /// # Safety
    /// As [`Array::get`].
    unsafe fn handles(self) -> impl Iterator<Item = Handle> {
        // SAFETY: as the caller says.
        (0..self.count).map(move |at| unsafe { self.get(at) })
    }
}

/// The statuses of an array, or none.
#[derive(Clone, Copy, Debug)]
struct Statuses(*mut MpiStatus);

impl Statuses {
    /// The status of a place.
    fn at(self, place: usize) -> *mut MpiStatus {
        if self.0.is_null() { self.0 } else { self.0.wrapping_add(place) }
    }

    /// # Safety
    /// The array has that place, if it is there at all.
    unsafe fn error(self, place: usize, error: c_int) {
        if !self.0.is_null() {
            // SAFETY: as the caller says.
            unsafe { (*self.0.add(place)).error = error };
        }
    }
}

/// What a request is to a function that completes requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Completion {
    /// Null, or persistent and inactive: ignored.
    Idle,
    /// On its way.
    Active,
    /// Ended, to be taken off.
    Ended,
}

fn completion_of(call: &mut Call, request: Handle) -> Completion {
    if request == handles::REQUEST_NULL {
        return Completion::Idle;
    }
    let rank = call.rank();
    match rank.request(request).map(|request| request.state) {
        Ok(State::Inactive) | Err(_) => Completion::Idle,
        Ok(_) if rank.ended(request) => Completion::Ended,
        Ok(_) => Completion::Active,
    }
}

/// What an array holds, all handles being checked.
///
/// # Safety
/// The array holds that many handles.
unsafe fn outstanding(call: &mut Call, array: Array) -> Result<Outstanding, Fault> {
    // SAFETY: as the caller says.
    call.rank().outstanding(unsafe { array.handles() })
}

/// Takes an ended request off: writes its status but for the error, and the handle the program has from now on.
/// Returns what went wrong with it, and whose error handler hears of that.
///
/// # Safety
/// The array has that place; `status` is null or valid.
unsafe fn retire(call: &mut Call, array: Array, at: usize, status: *mut MpiStatus) -> (Option<Fault>, Handle) {
    // SAFETY: as the caller says.
    unsafe {
        let request = array.get(at);
        if call.rank().request(request).is_ok_and(|request| request.generalised()) {
            array.set(at, handles::REQUEST_NULL);
            let code = generalised::finish(call, request, status);
            return ((code != 0).then(|| fault(code)), handles::COMM_SELF);
        }
        let (left, outcome, comm) = call.rank().retire(request);
        put_status(status, &outcome);
        array.set(at, left);
        (Fault::of_status(&outcome), comm)
    }
}

/// The fault of a code that a request ended with.
fn fault(code: c_int) -> Fault {
    ErrorClass::ALL.iter().find(|class| **class as c_int == code).map_or(Fault::Code(code), |c| Fault::Completed(*c))
}

/// Names whose error handler hears of a request's fault: a communicator's, or a file's.
fn errors_on_owner(call: &mut Call, owner: Handle) {
    match requests::file_blamed(owner) {
        Some(file) => call.errors_on_file(file),
        None => call.errors_on_comm(owner),
    }
}

/// A function that completes one request: its error is the function's own.
///
/// # Safety
/// As [`retire`].
unsafe fn retire_one(call: &mut Call, array: Array, at: usize, status: *mut MpiStatus) -> Result<(), Fault> {
    // SAFETY: as the caller says.
    let (fault, comm) = unsafe { retire(call, array, at, status) };
    let Some(fault) = fault else { return Ok(()) };
    errors_on_owner(call, comm);
    Err(fault)
}

/// Nobody but the rank itself completes a generalised request, so one that waits for it waits for ever.
#[cold]
fn report_deadlock(call: &mut Call) -> ! {
    let text = format!("{} waits for a generalised request that can no longer be completed", call.function());
    call.fatal(text)
}

/// Waits until all of an array have ended.
///
/// # Safety
/// The array holds that many handles.
unsafe fn wait_all(call: &mut Call, array: Array) -> Result<(), Fault> {
    // SAFETY: as the caller says.
    unsafe {
        let Outstanding { set, active, .. } = outstanding(call, array)?;
        if let Some(set) = set {
            wait_for(call, set, WaitMode::All);
        }
        if active && (0..array.count).any(|at| completion_of(call, array.get(at)) == Completion::Active) {
            report_deadlock(call);
        }
    }
    Ok(())
}

/// Takes off all that have ended, in order. `indices` hears of their places.
///
/// # Safety
/// The arrays have the places that are written.
unsafe fn retire_completed(
    call: &mut Call,
    array: Array,
    statuses: Statuses,
    indices: Option<*mut c_int>,
) -> Result<usize, Fault> {
    let mut taken = 0;
    let mut failed = None;
    // SAFETY: as the caller says.
    unsafe {
        for at in 0..array.count {
            let place = if indices.is_some() { taken } else { at };
            match completion_of(call, array.get(at)) {
                Completion::Ended => {
                    let (fault, comm) = retire(call, array, at, statuses.at(place));
                    statuses.error(place, fault.map_or(0, Fault::code));
                    failed = failed.or_else(|| Some((fault?, comm)));
                    if let Some(indices) = indices {
                        indices.add(taken).write(at as c_int);
                    }
                    taken += 1;
                }
                // Without indices every place has a status: the empty one for what was idle.
                _ if indices.is_none() => {
                    put_empty(statuses.at(at));
                }
                _ => {}
            }
        }
    }
    match failed {
        None => Ok(taken),
        Some((fault, comm)) => {
            errors_on_owner(call, comm);
            Err(if statuses.0.is_null() { fault } else { Fault::InStatus })
        }
    }
}

/// The first place that has ended.
///
/// # Safety
/// The array holds that many handles.
unsafe fn first_completed(call: &mut Call, array: Array) -> Option<usize> {
    // SAFETY: as the caller says.
    (0..array.count).find(|&at| completion_of(call, unsafe { array.get(at) }) == Completion::Ended)
}

/// What `MPI_Waitany` and its like say where there is nothing to complete.
///
/// # Safety
/// As [`put_empty`] and [`put`].
unsafe fn put_nothing_to_complete(index: *mut c_int, status: *mut MpiStatus) -> Result<(), Fault> {
    // SAFETY: as the caller says.
    unsafe {
        put_empty(status);
        put(index, UNDEFINED)
    }
}

entry! {
    Wait: fn wt_MPI_Wait(request: *mut usize, status: *mut MpiStatus) |call| {
        let array = Array::new(1, request)?;
        wait_all(call, array)?;
        if completion_of(call, array.get(0)) == Completion::Ended {
            return retire_one(call, array, 0, status);
        }
        put_empty(status);
        Ok(())
    }
}

entry! {
    Waitall: fn wt_MPI_Waitall(count: c_int, requests: *mut usize, statuses: *mut MpiStatus) |call| {
        let array = Array::new(count, requests)?;
        wait_all(call, array)?;
        retire_completed(call, array, Statuses(statuses), None)?;
        Ok(())
    }
}

entry! {
    Waitany: fn wt_MPI_Waitany(count: c_int, requests: *mut usize, index: *mut c_int, status: *mut MpiStatus) |call| {
        let array = Array::new(count, requests)?;
        loop {
            let found = outstanding(call, array)?;
            let ended = match (found.ended, found.active, found.set) {
                (Some(at), ..) => Some(at),
                (None, false, _) => return put_nothing_to_complete(index, status),
                (None, true, Some(set)) => {
                    wait_for(call, set, WaitMode::Any);
                    first_completed(call, array)
                }
                (None, true, None) => report_deadlock(call),
            };
            if let Some(at) = ended {
                put(index, at as c_int)?;
                return retire_one(call, array, at, status);
            }
        }
    }
}

entry! {
    Waitsome: fn wt_MPI_Waitsome(count: c_int, requests: *mut usize, outcount: *mut c_int, indices: *mut c_int,
        statuses: *mut MpiStatus) |call| {
        let array = Array::new(count, requests)?;
        loop {
            let found = outstanding(call, array)?;
            match (found.ended, found.active, found.set) {
                (None, false, _) => return put(outcount, UNDEFINED),
                (Some(_), _, set) => {
                    if let Some(set) = set {
                        test_for(call, set, WaitMode::Some);
                    }
                    return retire_some(call, array, outcount, indices, Statuses(statuses));
                }
                (None, true, Some(set)) => {
                    wait_for(call, set, WaitMode::Some);
                    if first_completed(call, array).is_some() {
                        return retire_some(call, array, outcount, indices, Statuses(statuses));
                    }
                }
                (None, true, None) => report_deadlock(call),
            }
        }
    }
}

/// Takes off all that have ended and says how many and which.
///
/// # Safety
/// As [`retire_completed`].
unsafe fn retire_some(
    call: &mut Call,
    array: Array,
    outcount: *mut c_int,
    indices: *mut c_int,
    statuses: Statuses,
) -> Result<(), Fault> {
    // SAFETY: as the caller says.
    unsafe {
        let ended = array.handles().filter(|&request| completion_of(call, request) == Completion::Ended).count();
        put(outcount, ended as c_int)?;
        retire_completed(call, array, statuses, Some(indices))?;
    }
    Ok(())
}

poll! {
    Test: fn wt_MPI_Test(request: *mut usize, flag: *mut c_int, status: *mut MpiStatus) as test
    replay "mov dword ptr [rdx], 0" |call| {
        let array = Array::new(1, request)?;
        if let Some(set) = outstanding(call, array)?.set {
            test_for(call, set, WaitMode::All);
        }
        let standing = completion_of(call, array.get(0));
        put(flag, c_int::from(standing != Completion::Active))?;
        match standing {
            Completion::Ended => retire_one(call, array, 0, status),
            Completion::Active => Ok(()),
            Completion::Idle => {
                put_empty(status);
                Ok(())
            }
        }
    }
}

poll! {
    Testall: fn wt_MPI_Testall(count: c_int, requests: *mut usize, flag: *mut c_int,
        statuses: *mut MpiStatus) as testall replay "mov dword ptr [rcx], 0" |call| {
        let array = Array::new(count, requests)?;
        let all = test_all(call, array)?;
        put(flag, c_int::from(all))?;
        if all {
            retire_completed(call, array, Statuses(statuses), None)?;
        }
        Ok(())
    }
}

/// Looks whether all of an array have ended.
///
/// # Safety
/// The array holds that many handles.
unsafe fn test_all(call: &mut Call, array: Array) -> Result<bool, Fault> {
    // SAFETY: as the caller says.
    unsafe {
        let Outstanding { set, active, .. } = outstanding(call, array)?;
        if let Some(set) = set {
            test_for(call, set, WaitMode::All);
        }
        Ok(!active || !(0..array.count).any(|at| completion_of(call, array.get(at)) == Completion::Active))
    }
}

/// Looks for one that has ended: its place, and whether any was active at all.
///
/// # Safety
/// The array holds that many handles.
unsafe fn test_any(call: &mut Call, array: Array) -> Result<(Option<usize>, bool), Fault> {
    // SAFETY: as the caller says.
    unsafe {
        let found = outstanding(call, array)?;
        if found.ended.is_some() {
            return Ok((found.ended, true));
        }
        let Some(set) = found.set else { return Ok((None, found.active)) };
        test_for(call, set, WaitMode::Any);
        Ok((first_completed(call, array), found.active))
    }
}

poll! {
    Testany: fn wt_MPI_Testany(count: c_int, requests: *mut usize, index: *mut c_int, flag: *mut c_int,
        status: *mut MpiStatus) as testany replay "" |call| {
        let array = Array::new(count, requests)?;
        let (found, active) = test_any(call, array)?;
        put(flag, c_int::from(found.is_some() || !active))?;
        match found {
            Some(at) => {
                put(index, at as c_int)?;
                retire_one(call, array, at, status)
            }
            None if active => put(index, UNDEFINED),
            None => put_nothing_to_complete(index, status),
        }
    }
}

poll! {
    Testsome: fn wt_MPI_Testsome(count: c_int, requests: *mut usize, outcount: *mut c_int, indices: *mut c_int,
        statuses: *mut MpiStatus) as testsome replay "" |call| {
        let array = Array::new(count, requests)?;
        if !test_some(call, array)? {
            return put(outcount, UNDEFINED);
        }
        retire_some(call, array, outcount, indices, Statuses(statuses))
    }
}

/// Looks for all that have ended; whether any was active at all.
///
/// # Safety
/// The array holds that many handles.
unsafe fn test_some(call: &mut Call, array: Array) -> Result<bool, Fault> {
    // SAFETY: as the caller says.
    unsafe {
        let found = outstanding(call, array)?;
        if let Some(set) = found.set {
            test_for(call, set, WaitMode::Some);
        }
        Ok(found.ended.is_some() || found.active)
    }
}

/// The status of a request that stays, without its error.
///
/// # Safety
/// `status` is null or valid.
unsafe fn peek_status(call: &mut Call, request: Handle, status: *mut MpiStatus) -> c_int {
    if completion_of(call, request) != Completion::Ended {
        // SAFETY: as the caller says.
        unsafe { put_empty(status) };
        return 0;
    }
    if call.rank().request(request).is_ok_and(|request| request.generalised()) {
        // SAFETY: as the caller says.
        return unsafe { generalised::query(call, request, status) };
    }
    let outcome = call.rank().requests.get(request).map_or(Status::EMPTY, |request| request.status);
    // SAFETY: as the caller says.
    unsafe { put_status(status, &outcome) };
    outcome.error as c_int
}

entry! {
    RequestGetStatus: fn wt_MPI_Request_get_status(request: usize, flag: *mut c_int, status: *mut MpiStatus) |call| {
        let mut request = request;
        let array = Array::new(1, &raw mut request)?;
        let ended = test_all(call, array)?;
        put(flag, c_int::from(ended))?;
        if ended {
            peek_status(call, array.get(0), status);
        }
        Ok(())
    }
}

entry! {
    RequestGetStatusAll: fn wt_MPI_Request_get_status_all(count: c_int, requests: *const usize, flag: *mut c_int,
        statuses: *mut MpiStatus) |call| {
        let array = Array::new(count, requests.cast_mut())?;
        let ended = test_all(call, array)?;
        put(flag, c_int::from(ended))?;
        for at in 0..if ended { array.count } else { 0 } {
            let error = peek_status(call, array.get(at), Statuses(statuses).at(at));
            Statuses(statuses).error(at, error);
        }
        Ok(())
    }
}

entry! {
    RequestGetStatusAny: fn wt_MPI_Request_get_status_any(count: c_int, requests: *const usize, index: *mut c_int,
        flag: *mut c_int, status: *mut MpiStatus) |call| {
        let array = Array::new(count, requests.cast_mut())?;
        let (found, active) = test_any(call, array)?;
        put(flag, c_int::from(found.is_some() || !active))?;
        match found {
            Some(at) => {
                peek_status(call, array.get(at), status);
                put(index, at as c_int)
            }
            None if active => put(index, UNDEFINED),
            None => put_nothing_to_complete(index, status),
        }
    }
}

entry! {
    RequestGetStatusSome: fn wt_MPI_Request_get_status_some(count: c_int, requests: *const usize,
        outcount: *mut c_int, indices: *mut c_int, statuses: *mut MpiStatus) |call| {
        let array = Array::new(count, requests.cast_mut())?;
        if !test_some(call, array)? {
            return put(outcount, UNDEFINED);
        }
        let mut found = 0;
        for at in 0..array.count {
            if completion_of(call, array.get(at)) == Completion::Ended {
                let error = peek_status(call, array.get(at), Statuses(statuses).at(found));
                Statuses(statuses).error(found, error);
                indices.add(found).write(at as c_int);
                found += 1;
            }
        }
        put(outcount, found as c_int)
    }
}

/// So many released requests with packed buffers are kept before one looks which have ended.
const ORPHANS: usize = 64;

entry! {
    RequestFree: fn wt_MPI_Request_free(request: *mut usize) |call| {
        let array = Array::new(1, request)?;
        let request = array.get(0);
        let (state, collective, persistent) = {
            let request = call.rank().request(request)?;
            (request.state, request.collective, request.persistent())
        };
        if collective && !persistent && state != State::Inactive {
            return Err(Fault::Request { handle: request, why: "a non-blocking collective operation is not freed" });
        }
        partitioned::release(call, request)?;
        array.set(0, handles::REQUEST_NULL);
        if call.rank().request(request)?.generalised() {
            return generalised::release(call, request);
        }
        let last = call.rank().given_up(request);
        release(call, request);
        if let Some(comm) = last {
            call.post(Post::FreeComm { comm });
        }
        Ok(())
    }
}

/// Lets the engine and the table forget a request, as far as it has ended.
fn release(call: &mut Call, request: Handle) {
    let entry = call.rank().requests.get_mut(request).expect("the request was checked");
    let (state, partner) = (entry.state, std::mem::take(&mut entry.partner));
    if partner != 0 {
        release(call, partner);
    }
    let entry = call.rank().requests.get_mut(request).expect("the request was checked");
    entry.hidden = true;
    if let Some(Special::Collective { plan, .. }) = entry.special.take().as_deref()
        && let Some(reducer) = plan.call.reducer
    {
        call.rank().pin_reduction(reducer, false);
    }
    if state != State::Posted {
        call.rank().requests.remove(request);
        return;
    }
    let entry = call.rank().requests.get_mut(request).expect("the request was checked");
    if entry.transfer.is_none() {
        // Its number may not be used again before the engine says that it has ended.
        call.post(Post::Release { request: requests::id(request) });
        return;
    }
    // Its packed buffer must live as long as the operation, so it is kept and looked at from time to time.
    call.rank().objects().released_requests.push(request);
    if call.rank().objects().released_requests.len() >= ORPHANS {
        release_completed(call);
    }
}

/// The released requests that are kept.
fn released_requests(call: &mut Call) -> Option<RequestSet> {
    let rank = call.rank();
    let posted = |orphan: &&Handle| rank.requests.get(**orphan).is_some_and(|request| request.state == State::Posted);
    let ids: Vec<_> =
        rank.existing()?.released_requests.iter().filter(posted).map(|&orphan| requests::id(orphan)).collect();
    match ids[..] {
        [] => None,
        [one] => Some(RequestSet::One(one)),
        _ => Some(RequestSet::Many(ids.into())),
    }
}

/// Looks which released requests have ended, and forgets those.
fn release_completed(call: &mut Call) {
    if let Some(set) = released_requests(call) {
        test_for(call, set, WaitMode::Some);
    }
    remove_completed(call);
}

/// Takes the released requests off that have ended.
fn remove_completed(call: &mut Call) {
    let mut released_requests = std::mem::take(&mut call.rank().objects().released_requests);
    released_requests.retain(|&orphan| {
        let ended = call.rank().requests.get(orphan).is_some_and(|request| request.state == State::Done);
        if ended {
            call.rank().requests.remove(orphan);
        }
        !ended
    });
    call.rank().objects().released_requests = released_requests;
}

/// Waits for released requests whose packed buffers are ours: the rank may go after this.
pub(super) fn wait_for_released(call: &mut Call) {
    if let Some(set) = released_requests(call) {
        wait_for(call, set, WaitMode::All);
        remove_completed(call);
    }
}

entry! {
    Cancel: fn wt_MPI_Cancel(request: *mut usize) |call| {
        let array = Array::new(1, request)?;
        let request = array.get(0);
        let entry = call.rank().request(request)?;
        if entry.collective || entry.partner != 0 || entry.partitioned() {
            return Err(Fault::Request { handle: request, why: "only sends and receives are cancelled" });
        }
        let (state, generalised) = (entry.state, entry.generalised());
        if generalised {
            return generalised::cancel(call, request);
        }
        match state {
            State::Inactive => Err(Fault::Request { handle: request, why: "it is not active" }),
            State::Done => {
                buffered::cancel(call, request);
                Ok(())
            }
            State::Posted => {
                call.post(Post::Cancel { request: requests::id(request) });
                Ok(())
            }
        }
    }
}
