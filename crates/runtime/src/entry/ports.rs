//! Entry points of ports and of the name server (MPI 5.0 §11.9).

use super::abi::{put_handle, put_text};
use super::arguments::text;
use super::making::make;
use super::message::{complete, outcome};
use super::spawn::root;
use super::{entry, handle, info};
use crate::call::Call;
use mpi_rank::requests::{self, Request};
use mpi_rank::{Fault, Handle, handles};
use ops::{Buffer, CommCall, ConnectRole, ErrorClass, Port, PortCall, Post, Status};
use std::ffi::{c_char, c_int};

/// `MPI_MAX_PORT_NAME` of MPICH's ABI, the smallest of all faces, the final zero included.
const PORT_NAME_MAX: usize = 256;

/// Asks the name server, or opens or closes a port.
fn ask(call: &mut Call, what: PortCall) -> Result<Status, Fault> {
    let request = Request { hidden: true, ..Request::posted(handles::COMM_SELF) };
    let request = call.rank().requests.insert(request);
    call.post(Post::Port { request: requests::id(request), call: Box::new(what) });
    let status = complete(call, request);
    outcome(&status).map(|()| status)
}

/// A port as the program names it.
///
/// # Safety
/// The name is null or a C string.
unsafe fn port(name: *const c_char) -> Result<Option<Port>, Fault> {
    // SAFETY: as the caller says.
    Ok(Port::parse(&unsafe { text(name) }?))
}

entry! {
    OpenPort: fn wt_MPI_Open_port(info: usize, port_name: *mut c_char) |call| {
        info::check(call, handle(info))?;
        let actor = call.rank().actor.0;
        let objects = call.rank().objects();
        let port = Port { actor, number: objects.dynamic.next_port() };
        ask(call, PortCall::Open(port))?;
        let mut length = 0;
        put_text(port_name, PORT_NAME_MAX, port.to_string().as_bytes(), &raw mut length)
    }
}

entry! {
    ClosePort: fn wt_MPI_Close_port(port_name: *const c_char) |call| {
        let port = port(port_name)?.ok_or(Fault::Class(ErrorClass::Port, "no port has such a name"))?;
        ask(call, PortCall::Close(port)).map(|_| ())
    }
}

/// # Safety
/// The names are null or C strings.
unsafe fn service(call: &mut Call, name: *const c_char, hints: usize) -> Result<Box<str>, Fault> {
    info::check(call, handle(hints))?;
    // SAFETY: as the caller says.
    Ok(unsafe { text(name) }?.into())
}

entry! {
    PublishName: fn wt_MPI_Publish_name(service_name: *const c_char, info: usize, port_name: *const c_char) |call| {
        let service = service(call, service_name, info)?;
        let port = text(port_name)?.into();
        ask(call, PortCall::Publish { service, port }).map(|_| ())
    }
}

entry! {
    UnpublishName: fn wt_MPI_Unpublish_name(service_name: *const c_char, info: usize, port_name: *const c_char) |call| {
        let service = service(call, service_name, info)?;
        text(port_name)?;
        ask(call, PortCall::Unpublish { service }).map(|_| ())
    }
}

entry! {
    LookupName: fn wt_MPI_Lookup_name(service_name: *const c_char, info: usize, port_name: *mut c_char) |call| {
        let service = service(call, service_name, info)?;
        if port_name.is_null() {
            return Err(Fault::Arg("null pointer for a text"));
        }
        let into = Buffer { address: super::address(port_name), bytes: PORT_NAME_MAX as u64 - 1 };
        let status = ask(call, PortCall::Lookup { service, into })?;
        port_name.add(status.bytes as usize).write(0);
        Ok(())
    }
}

/// Meets another group at a port.
///
/// # Safety
/// The name is null or a C string; the result is null or valid.
unsafe fn meet(
    call: &mut Call,
    side: ConnectRole,
    (port_name, hints): (*const c_char, usize),
    rank: c_int,
    comm: Handle,
    newcomm: *mut usize,
) -> Result<(), Fault> {
    let (root, own) = root(call, comm, rank)?;
    info::check(call, handle(hints))?;
    // SAFETY: as the caller says.
    let port = if own { unsafe { port(port_name)? } } else { None };
    let made = make(call, comm, CommCall::Connect { root, port, role: side })?;
    // SAFETY: as the caller says.
    unsafe { put_handle(newcomm, made) }
}

entry! {
    CommAccept: fn wt_MPI_Comm_accept(port_name: *const c_char, info: usize, root: c_int, comm: usize,
        newcomm: *mut usize) comm = comm |call| {
        meet(call, ConnectRole::Accept, (port_name, info), root, handle(comm), newcomm)
    }
}

entry! {
    CommConnect: fn wt_MPI_Comm_connect(port_name: *const c_char, info: usize, root: c_int, comm: usize,
        newcomm: *mut usize) comm = comm |call| {
        meet(call, ConnectRole::Connect, (port_name, info), root, handle(comm), newcomm)
    }
}
