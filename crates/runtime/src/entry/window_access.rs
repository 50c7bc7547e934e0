//! The C entry points `MPI_Put`, `MPI_Get`, `MPI_Accumulate` and so on: one-sided accesses (MPI 5.0 §12.3). They check the
//! arguments on the rank's side and pass the access to the engine, which simulates it.

use super::abi::put_handle;
use super::send::data;
use super::window::number;
use super::{address, entry, handle, with_large_count};
use crate::call::Call;
use mpi_rank::requests::{self, NULL_PEER, Request};
use mpi_rank::windows::AccessRequest;
use mpi_rank::{Data, Fault, Handle, handles};
use ops::{AccessKind, Post, RequestId, WindowCall};
use std::ffi::{c_int, c_void};

/// No buffer of the caller's.
const NOTHING: Data = Data { address: 0, count: 0, datatype: handles::DATATYPE_NULL };

/// Starts an access; with a request's request, or without.
fn begin(
    call: &mut Call,
    win: Handle,
    wish: &AccessRequest,
    request: impl FnOnce(&mut Call) -> Option<RequestId>,
) -> Result<bool, Fault> {
    let Some(access) = call.rank().access(win, wish)? else { return Ok(false) };
    let window = number(call, win)?;
    let request = request(call);
    call.post(Post::Window { request, window, call: Box::new(WindowCall::Access(access)) });
    Ok(true)
}

fn run(call: &mut Call, win: Handle, wish: &AccessRequest) -> Result<(), Fault> {
    begin(call, win, wish, |_| None).map(|_| ())
}

/// Starts an access with a request of the program's.
fn start(call: &mut Call, win: Handle, wish: AccessRequest) -> Result<Handle, Fault> {
    let mut made = handles::REQUEST_NULL;
    let begun = begin(call, win, &AccessRequest { request: true, ..wish }, |call| {
        made = call.rank().requests.insert(Request::posted(handles::COMM_SELF));
        Some(requests::id(made))
    })?;
    if begun {
        return Ok(made);
    }
    Ok(call.rank().requests.insert(Request::done(handles::COMM_SELF, NULL_PEER)))
}

/// What all accesses have: the target's side.
#[derive(Clone, Copy)]
struct Remote {
    rank: c_int,
    displacement: isize,
    count: i64,
    datatype: usize,
}

impl Remote {
    fn wish(self, kind: AccessKind, origin: Data, result: Data, op: usize) -> AccessRequest {
        AccessRequest {
            kind,
            origin,
            result,
            compare: 0,
            target: self.rank,
            displacement: self.displacement as i64,
            count: self.count,
            datatype: handle(self.datatype),
            op: handle(op),
            request: false,
        }
    }
}

macro_rules! remote {
    ($rank:ident, $displacement:ident, $count:ident, $datatype:ident) => {
        Remote { rank: $rank, displacement: $displacement, count: $count.into(), datatype: $datatype }
    };
}

/// Makes the two forms of an access, without a request and with one, each with its large-count twin.
macro_rules! accesses {
    ({ $($plain:tt)* } { $($with_request:tt)* } ($($argument:ident: $type:ty),* $(,)?) $wish:block) => {
        with_large_count! {
            $($plain)* ($($argument: $type,)* win: usize) win = win |call| { run(call, handle(win), &$wish) }
        }
        with_large_count! {
            $($with_request)* ($($argument: $type,)* win: usize, request: *mut usize) win = win |call| {
                let started = start(call, handle(win), $wish)?;
                put_handle(request, started)
            }
        }
    };
}

accesses! {
    { [Put: fn wt_MPI_Put()] [PutC: fn wt_MPI_Put_c()] }
    { [Rput: fn wt_MPI_Rput()] [RputC: fn wt_MPI_Rput_c()] }
    (origin_addr: *const c_void, origin_count: Count, origin_datatype: usize, target_rank: c_int, target_disp: isize,
        target_count: Count, target_datatype: usize) {
        let remote = remote!(target_rank, target_disp, target_count, target_datatype);
        remote.wish(AccessKind::Put, data(origin_addr, origin_count, origin_datatype), NOTHING, 0)
    }
}

accesses! {
    { [Get: fn wt_MPI_Get()] [GetC: fn wt_MPI_Get_c()] }
    { [Rget: fn wt_MPI_Rget()] [RgetC: fn wt_MPI_Rget_c()] }
    (origin_addr: *mut c_void, origin_count: Count, origin_datatype: usize, target_rank: c_int, target_disp: isize,
        target_count: Count, target_datatype: usize) {
        let remote = remote!(target_rank, target_disp, target_count, target_datatype);
        remote.wish(AccessKind::Get, NOTHING, data(origin_addr, origin_count, origin_datatype), 0)
    }
}

accesses! {
    { [Accumulate: fn wt_MPI_Accumulate()] [AccumulateC: fn wt_MPI_Accumulate_c()] }
    { [Raccumulate: fn wt_MPI_Raccumulate()] [RaccumulateC: fn wt_MPI_Raccumulate_c()] }
    (origin_addr: *const c_void, origin_count: Count, origin_datatype: usize, target_rank: c_int, target_disp: isize,
        target_count: Count, target_datatype: usize, op: usize) {
        let remote = remote!(target_rank, target_disp, target_count, target_datatype);
        remote.wish(AccessKind::Accumulate, data(origin_addr, origin_count, origin_datatype), NOTHING, op)
    }
}

accesses! {
    { [GetAccumulate: fn wt_MPI_Get_accumulate()] [GetAccumulateC: fn wt_MPI_Get_accumulate_c()] }
    { [RgetAccumulate: fn wt_MPI_Rget_accumulate()] [RgetAccumulateC: fn wt_MPI_Rget_accumulate_c()] }
    (origin_addr: *const c_void, origin_count: Count, origin_datatype: usize, result_addr: *mut c_void,
        result_count: Count, result_datatype: usize, target_rank: c_int, target_disp: isize, target_count: Count,
        target_datatype: usize, op: usize) {
        let remote = remote!(target_rank, target_disp, target_count, target_datatype);
        let origin = data(origin_addr, origin_count, origin_datatype);
        remote.wish(AccessKind::GetAccumulate, origin, data(result_addr, result_count, result_datatype), op)
    }
}

entry! {
    FetchAndOp: fn wt_MPI_Fetch_and_op(origin_addr: *const c_void, result_addr: *mut c_void, datatype: usize,
        target_rank: c_int, target_disp: isize, op: usize, win: usize) win = win |call| {
        let remote = Remote { rank: target_rank, displacement: target_disp, count: 1, datatype };
        let (origin, result) = (data(origin_addr, 1, datatype), data(result_addr, 1, datatype));
        run(call, handle(win), &remote.wish(AccessKind::GetAccumulate, origin, result, op))
    }
}

entry! {
    CompareAndSwap: fn wt_MPI_Compare_and_swap(origin_addr: *const c_void, compare_addr: *const c_void,
        result_addr: *mut c_void, datatype: usize, target_rank: c_int, target_disp: isize, win: usize) win = win |call| {
        let remote = Remote { rank: target_rank, displacement: target_disp, count: 1, datatype };
        let (origin, result) = (data(origin_addr, 1, datatype), data(result_addr, 1, datatype));
        let wish = remote.wish(AccessKind::CompareAndSwap, origin, result, 0);
        run(call, handle(win), &AccessRequest { compare: address(compare_addr), ..wish })
    }
}
