//! Entry points that synchronise windows: fence, post/start/complete/wait, locks, flushes (MPI 5.0 §12.5).

use super::abi::put;
use super::message::{complete, outcome, test_for};
use super::window::{barrier, number, tell};
use super::{entry, handle};
use crate::call::Call;
use mpi_rank::checks::PROC_NULL;
use mpi_rank::requests::{self, Request, State};
use mpi_rank::windows::{self, Epoch, NOCHECK, NOPRECEDE, NOPUT, NOSTORE, NOSUCCEED};
use mpi_rank::{Fault, Handle, handles};
use ops::{ErrorClass, Post, RequestSet, WaitMode, WindowCall};
use std::ffi::c_int;

/// What stands for `MPI_PROC_NULL` among locks: a rank that no window has.
const NO_COMM: u32 = u32::MAX;

/// A hidden request of a window's.
fn ask(call: &mut Call, win: Handle, what: WindowCall) -> Result<Handle, Fault> {
    let window = number(call, win)?;
    let request = call.rank().requests.insert(Request { hidden: true, ..Request::posted(handles::COMM_SELF) });
    call.post(Post::Window { request: Some(requests::id(request)), window, call: Box::new(what) });
    Ok(request)
}

/// Asks something of a window and waits for it.
fn ask_and_wait(call: &mut Call, win: Handle, what: WindowCall) -> Result<(), Fault> {
    let request = ask(call, win, what)?;
    let status = complete(call, request);
    outcome(&status)
}

/// Waits until accesses are complete.
fn flush(call: &mut Call, win: Handle, target: Option<u32>, local: bool) -> Result<(), Fault> {
    if target == Some(NO_COMM) {
        return Ok(());
    }
    ask_and_wait(call, win, WindowCall::Flush { target, local })
}

entry! {
    WinFence: fn wt_MPI_Win_fence(assert: c_int, win: usize) win = win |call| {
        let win = handle(win);
        let window = call.rank().window(win)?;
        windows::assertion(assert, NOSTORE | NOPUT | NOPRECEDE | NOSUCCEED)?;
        window.check_fence()?;
        let used = window.access == Epoch::Fence { used: true };
        if used && assert & NOPRECEDE != 0 {
            return Err(Fault::Class(ErrorClass::RmaSync, "MPI_MODE_NOPRECEDE, but accesses precede the fence"));
        }
        let completed = if used { flush(call, win, None, false) } else { Ok(()) };
        barrier(call, win)?;
        let after = if assert & NOSUCCEED == 0 { Epoch::Fence { used: false } } else { Epoch::None };
        call.rank().window_mut(win)?.access = after;
        completed
    }
}

/// The ranks in a window of a group's members, ascending.
fn members(call: &mut Call, win: Handle, group: Handle) -> Result<Vec<u32>, Fault> {
    let (whole, part) = (call.rank().window(win)?.group.clone(), call.rank().group(group)?);
    let outside = Fault::Class(ErrorClass::Group, "the group is not part of the window's");
    let ranks: Option<Vec<u32>> = part.actors().map(|actor| whole.rank_of(actor)).collect();
    let mut ranks = ranks.ok_or(outside)?;
    ranks.sort_unstable();
    Ok(ranks)
}

fn post(call: &mut Call, win: Handle, group: Handle, assert: c_int) -> Result<(), Fault> {
    windows::assertion(assert, NOCHECK | NOSTORE | NOPUT)?;
    call.rank().window_mut(win)?.check_post()?;
    let origins = members(call, win, group)?.into_boxed_slice();
    let request = ask(call, win, WindowCall::Expose { origins, no_check: assert & NOCHECK != 0 })?;
    call.rank().window_mut(win)?.exposure = Some(request);
    Ok(())
}

entry! {
    WinPost: fn wt_MPI_Win_post(group: usize, assert: c_int, win: usize) win = win |call| {
        call.rank().window(handle(win))?;
        post(call, handle(win), handle(group), assert)
    }
}

fn start(call: &mut Call, win: Handle, group: Handle, assert: c_int) -> Result<(), Fault> {
    windows::assertion(assert, NOCHECK)?;
    call.rank().window_mut(win)?.check_start()?;
    let targets = members(call, win, group)?;
    let asked: Box<[u32]> = targets.as_slice().into();
    // What is to be accessed is noted first: nothing that is owned lives across the wait.
    call.rank().window_mut(win)?.access = Epoch::Started(targets);
    if assert & NOCHECK != 0 {
        return Ok(());
    }
    ask_and_wait(call, win, WindowCall::Start { targets: asked })
}

entry! {
    WinStart: fn wt_MPI_Win_start(group: usize, assert: c_int, win: usize) win = win |call| {
        call.rank().window(handle(win))?;
        start(call, handle(win), handle(group), assert)
    }
}

entry! {
    WinComplete: fn wt_MPI_Win_complete(win: usize) win = win |call| {
        let win = handle(win);
        if !matches!(call.rank().window(win)?.access, Epoch::Started(_)) {
            return Err(Fault::Class(ErrorClass::RmaSync, "MPI_Win_complete without MPI_Win_start"));
        }
        let completed = flush(call, win, None, false);
        let access = std::mem::take(&mut call.rank().window_mut(win)?.access);
        if let Epoch::Started(targets) = access {
            tell(call, win, WindowCall::Complete { targets: targets.into() })?;
        }
        completed
    }
}

/// The hidden request of the own exposure.
fn exposure(call: &mut Call, win: Handle) -> Result<Handle, Fault> {
    let fault = Fault::Class(ErrorClass::RmaSync, "no exposure is open: MPI_Win_post was not called");
    call.rank().window(win)?.exposure.ok_or(fault)
}

entry! {
    WinWait: fn wt_MPI_Win_wait(win: usize) win = win |call| {
        let win = handle(win);
        let request = exposure(call, win)?;
        if call.rank().requests.get(request).is_some_and(|request| request.state == State::Posted) {
            complete(call, request);
        } else {
            call.rank().retire(request);
        }
        call.rank().window_mut(win)?.exposure = None;
        Ok(())
    }
}

entry! {
    WinTest: fn wt_MPI_Win_test(win: usize, flag: *mut c_int) win = win |call| {
        let win = handle(win);
        let request = exposure(call, win)?;
        test_for(call, RequestSet::One(requests::id(request)), WaitMode::All);
        let ended = call.rank().requests.get(request).is_some_and(|request| request.state == State::Done);
        if ended {
            call.rank().retire(request);
            call.rank().window_mut(win)?.exposure = None;
        }
        put(flag, c_int::from(ended))
    }
}

/// A rank to be locked, unlocked or flushed. `MPI_PROC_NULL` is nobody.
fn peer(call: &mut Call, win: Handle, rank: c_int) -> Result<u32, Fault> {
    let window = call.rank().window(win)?;
    if rank == PROC_NULL { Ok(NO_COMM) } else { window.rank(rank) }
}

fn lock(call: &mut Call, win: Handle, target: Option<u32>, exclusive: bool, assert: c_int) -> Result<(), Fault> {
    windows::assertion(assert, NOCHECK)?;
    call.rank().window_mut(win)?.check_lock(target)?;
    let asked = assert & NOCHECK == 0 && target != Some(NO_COMM);
    if asked {
        ask_and_wait(call, win, WindowCall::Lock { target, exclusive })?;
    }
    call.rank().window_mut(win)?.locked(target, asked);
    Ok(())
}

fn unlock(call: &mut Call, win: Handle, target: Option<u32>) -> Result<(), Fault> {
    let asked = call.rank().window(win)?.held(target)?;
    let completed = flush(call, win, target, false);
    if asked {
        tell(call, win, WindowCall::Unlock { target })?;
    }
    call.rank().window_mut(win)?.unlocked(target);
    completed
}

entry! {
    WinLock: fn wt_MPI_Win_lock(lock_type: c_int, rank: c_int, assert: c_int, win: usize) win = win |call| {
        let win = handle(win);
        let target = peer(call, win, rank)?;
        lock(call, win, Some(target), windows::lock_type(lock_type)?, assert)
    }
}

entry! {
    WinUnlock: fn wt_MPI_Win_unlock(rank: c_int, win: usize) win = win |call| {
        let target = peer(call, handle(win), rank)?;
        unlock(call, handle(win), Some(target))
    }
}

entry! {
    WinLockAll: fn wt_MPI_Win_lock_all(assert: c_int, win: usize) win = win |call| {
        call.rank().window(handle(win))?;
        lock(call, handle(win), None, false, assert)
    }
}

entry! {
    WinUnlockAll: fn wt_MPI_Win_unlock_all(win: usize) win = win |call| { unlock(call, handle(win), None) }
}

fn flush_checked(call: &mut Call, win: Handle, target: Option<u32>, local: bool) -> Result<(), Fault> {
    if target != Some(NO_COMM) {
        call.rank().window(win)?.check_flush(target)?;
    }
    flush(call, win, target, local)
}

macro_rules! flushes {
    ($(($local:literal $one:ident: fn $one_name:ident() $all:ident: fn $all_name:ident());)*) => {$(
        entry! {
            $one: fn $one_name(rank: c_int, win: usize) win = win |call| {
                let target = peer(call, handle(win), rank)?;
                flush_checked(call, handle(win), Some(target), $local)
            }
        }
        entry! {
            $all: fn $all_name(win: usize) win = win |call| { flush_checked(call, handle(win), None, $local) }
        }
    )*};
}

flushes! {
    (false WinFlush: fn wt_MPI_Win_flush() WinFlushAll: fn wt_MPI_Win_flush_all());
    (true WinFlushLocal: fn wt_MPI_Win_flush_local() WinFlushLocalAll: fn wt_MPI_Win_flush_local_all());
}

entry! {
    // Public and private copy are one memory, so there is nothing to do but to let others run: a program may poll shared
    // memory in a loop of these.
    WinSync: fn wt_MPI_Win_sync(win: usize) win = win |call| {
        call.rank().window(handle(win))?;
        call.ask(Post::ReadClock);
        Ok(())
    }
}
