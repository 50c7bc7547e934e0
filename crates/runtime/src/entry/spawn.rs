//! Entry points that start further ranks during the run (`MPI_Comm_spawn`, MPI 5.0 §11.8).

use super::abi::{put, put_handle};
use super::arguments::{array, length};
use super::making::{claimed, make, started};
use super::{entry, handle, info};
use crate::call::Call;
use mpi_rank::{Fault, Handle, handles};
use ops::{CommCall, ConnectRole, ErrorClass, Port, Post, SpawnCall, SpawnProgram};
use std::ffi::{CStr, c_char, c_int};
use units::Time;

/// Meets those who have started this rank, in `MPI_Init`.
pub(super) fn meet_parents(call: &mut Call) -> Result<(), Fault> {
    let parent = make(call, handles::COMM_WORLD, CommCall::Parent)?;
    call.rank().objects().dynamic.set_parent(parent);
    call.rank().comm_mut(parent)?.extra().name = Some("MPI_COMM_PARENT".into());
    Ok(())
}

entry! {
    CommGetParent: fn wt_MPI_Comm_get_parent(parent: *mut usize) |call| {
        let known = call.rank().existing().and_then(|objects| objects.dynamic.parent());
        put_handle(parent, known.unwrap_or(handles::COMM_NULL))
    }
}

/// A C string's bytes.
///
/// # Safety
/// The pointer is null or a C string.
unsafe fn bytes(text: *const c_char) -> Result<Box<[u8]>, Fault> {
    if text.is_null() {
        return Err(Fault::Arg("null pointer for a text"));
    }
    // SAFETY: as the caller says.
    Ok(unsafe { CStr::from_ptr(text) }.to_bytes().into())
}

/// The arguments of a program: texts up to a null pointer; `MPI_ARGV_NULL` is none.
///
/// # Safety
/// The array is null, or holds C strings and ends with a null pointer.
unsafe fn arguments(mut first: *const *const c_char) -> Result<Box<[Box<[u8]>]>, Fault> {
    let mut list = Vec::new();
    // SAFETY: as the caller says.
    unsafe {
        while !first.is_null() && !(*first).is_null() {
            list.push(bytes(*first)?);
            first = first.add(1);
        }
    }
    Ok(list.into())
}

/// One program as the root describes it.
///
/// # Safety
/// As [`bytes`] and [`arguments`].
unsafe fn program(
    call: &mut Call,
    command: *const c_char,
    argv: *const *const c_char,
    ranks: c_int,
    hints: Handle,
) -> Result<SpawnProgram, Fault> {
    info::check(call, hints)?;
    let ranks = u32::try_from(ranks).ok().filter(|&ranks| ranks > 0);
    let ranks = ranks.ok_or(Fault::Arg("a program is started in at least one process"))?;
    // SAFETY: as the caller says.
    let (command, arguments) = unsafe { (bytes(command)?, arguments(argv)?) };
    let mut hint = |key| info::value(call, hints, key).map(str::to_owned);
    Ok(SpawnProgram {
        command,
        arguments,
        ranks,
        host: hint("host").map(Into::into),
        folder: hint("wdir").map(|text| text.into_bytes().into()),
        path: hint("path").map(|text| text.into_bytes().into()),
    })
}

/// The working directory of the calling rank.
fn folder() -> Box<[u8]> {
    let path = std::env::current_dir().unwrap_or_default();
    std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str()).into()
}

/// The rank that says what is done for all of an intracommunicator, and whether it is the calling one.
pub(super) fn root(call: &mut Call, comm: Handle, root: c_int) -> Result<(u32, bool), Fault> {
    call.rank().comm(comm)?.intra()?;
    let comm = call.rank().comm(comm)?;
    let (own, size) = (comm.rank, comm.size);
    let rank = u32::try_from(root).ok().filter(|&rank| rank < size).ok_or(Fault::Root { root, size })?;
    Ok((rank, rank == own))
}

/// Starts programs, and tells what came of each of their ranks.
///
/// # Safety
/// The results are null or valid for one word for each rank started.
unsafe fn spawn(
    call: &mut Call,
    comm: Handle,
    root: u32,
    programs: Option<Vec<SpawnProgram>>,
    intercomm: *mut usize,
    errcodes: *mut c_int,
) -> Result<(), Fault> {
    call.rank().objects().dynamic.set_spawned_codes(0);
    let what = programs.map(|programs| Box::new(SpawnCall { programs: programs.into(), folder: folder() }));
    let status = started(call, comm, CommCall::Spawn { root, call: what })?;
    let made = claimed(call, &status, comm);
    let count = match &made {
        Ok(made) => call.rank().comm(*made)?.peers(),
        Err(_) => status.bytes as u32,
    };
    let code = if made.is_ok() { ErrorClass::Success } else { status.error };
    call.rank().objects().dynamic.set_spawned_codes(if errcodes.is_null() { 0 } else { count });
    // SAFETY: as the caller says.
    unsafe {
        if !errcodes.is_null() {
            for rank in 0..count as usize {
                put(errcodes.add(rank), code as c_int)?;
            }
        }
        put_handle(intercomm, *made.as_ref().unwrap_or(&handles::COMM_NULL))?;
    }
    made.map(|_| ())
}

entry! {
    CommSpawn: fn wt_MPI_Comm_spawn(command: *const c_char, argv: *const *const c_char, maxprocs: c_int, info: usize,
        root: c_int, comm: usize, intercomm: *mut usize, array_of_errcodes: *mut c_int) comm = comm |call| {
        let (root, own) = self::root(call, handle(comm), root)?;
        let programs = if own { Some(vec![program(call, command, argv, maxprocs, handle(info))?]) } else { None };
        spawn(call, handle(comm), root, programs, intercomm, array_of_errcodes)
    }
}

entry! {
    CommSpawnMultiple: fn wt_MPI_Comm_spawn_multiple(count: c_int, array_of_commands: *const *const c_char,
        array_of_argv: *const *const *const c_char, array_of_maxprocs: *const c_int, array_of_info: *const usize,
        root: c_int, comm: usize, intercomm: *mut usize, array_of_errcodes: *mut c_int) comm = comm |call| {
        let (root, own) = self::root(call, handle(comm), root)?;
        let mut programs = None;
        if own {
            let count = length(count)?;
            let (commands, ranks) = (array(array_of_commands, count)?, array(array_of_maxprocs, count)?);
            let hints = array(array_of_info, count)?;
            let mut list = Vec::with_capacity(count);
            for at in 0..count {
                let argv = if array_of_argv.is_null() { std::ptr::null() } else { *array_of_argv.add(at) };
                list.push(program(call, commands[at], argv, ranks[at], handle(hints[at]))?);
            }
            if list.is_empty() {
                return Err(Fault::Arg("no program to start"));
            }
            programs = Some(list);
        }
        spawn(call, handle(comm), root, programs, intercomm, array_of_errcodes)
    }
}

/// What a rank says and hears on a socket: that it is one of this run, who, and which of its joins it is.
const GREETING: [u8; 8] = *b"wtunnel1";
/// A message of it.
const MESSAGE: usize = GREETING.len() + 8;
/// How long a rank waits for the other end of a socket: simulated time, first and longest step, and all of them.
const STEPS: (u64, u64, u64) = (1_000_000, 1_000_000_000_000, 3_600_000_000_000_000);

/// Tells the other end of a socket who this rank is, and hears who is there.
fn greet(call: &mut Call, socket: c_int, own: Port) -> Result<Port, Fault> {
    let broken = Fault::Arg("the file descriptor is not a socket that connects two processes");
    let mut message = [0u8; MESSAGE];
    message[..8].copy_from_slice(&GREETING);
    message[8..12].copy_from_slice(&own.actor.to_le_bytes());
    message[12..].copy_from_slice(&own.number.to_le_bytes());
    // SAFETY: the buffer has that many bytes; the descriptor is the program's affair.
    let sent = unsafe { libc::send(socket, message.as_ptr().cast(), MESSAGE, libc::MSG_NOSIGNAL) };
    if sent != MESSAGE as isize {
        return Err(broken);
    }
    let (mut heard, mut step, mut waited) = (0, STEPS.0, 0);
    while heard < MESSAGE {
        // SAFETY: the rest of the buffer; without waiting, as the other end may be a rank that runs after us.
        let read = unsafe {
            let rest = &mut message[heard..];
            libc::recv(socket, rest.as_mut_ptr().cast(), rest.len(), libc::MSG_DONTWAIT)
        };
        match usize::try_from(read) {
            Ok(0) => return Err(broken),
            Ok(bytes) => heard += bytes,
            Err(_) if std::io::Error::last_os_error().kind() != std::io::ErrorKind::WouldBlock => return Err(broken),
            Err(_) if waited > STEPS.2 => {
                let text = format!("MPI_Comm_join: no rank joins at the other end of socket {socket}");
                call.fatal(text);
            }
            Err(_) => {
                call.post(Post::Sleep(Time::from_ps(step)));
                call.ask(Post::ReadClock);
                waited += step;
                step = (2 * step).min(STEPS.1);
            }
        }
    }
    let word = |at: usize| u32::from_le_bytes([message[at], message[at + 1], message[at + 2], message[at + 3]]);
    if message[..8] != GREETING {
        return Err(Fault::Class(
            ErrorClass::Other,
            "not supported: the other end of the socket is not a rank of this run",
        ));
    }
    Ok(Port { actor: word(8), number: word(12) })
}

entry! {
    CommJoin: fn wt_MPI_Comm_join(fd: c_int, intercomm: *mut usize) |call| {
        let number = call.rank().objects().dynamic.next_port();
        let own = Port { actor: call.rank().actor.0, number };
        let other = greet(call, fd, own)?;
        if other.actor == own.actor {
            return Err(Fault::Arg("both ends of the socket are the calling process"));
        }
        let port = Some(own.min(other));
        let made = make(call, handles::COMM_SELF, CommCall::Connect { root: 0, port, role: ConnectRole::Join })?;
        put_handle(intercomm, made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_end_with_a_null_pointer() {
        let words = [c"one".as_ptr(), c"".as_ptr(), std::ptr::null(), c"beyond".as_ptr()];
        // SAFETY: C strings and a null pointer.
        let list = unsafe { arguments(words.as_ptr()) }.expect("texts");
        assert_eq!(list.iter().map(|word| word.len()).collect::<Vec<_>>(), [3, 0]);
        // SAFETY: no array at all.
        assert!(unsafe { arguments(std::ptr::null()) }.expect("none").is_empty());
        // SAFETY: a null pointer is refused.
        assert!(unsafe { bytes(std::ptr::null()) }.is_err());
    }
}
