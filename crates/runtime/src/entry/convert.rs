//! Entry points that convert handles between C and Fortran (`MPI_Comm_c2f` …, MPI 5.0 §19.3.4) and report the ABI's
//! constants for Fortran (§20.5).
//!
//! The Fortran integer of a handle is the value of the C handle, so a conversion needs no table. As the standard demands, even
//! a handle without an object can be converted.

use super::abi::{put, put_handle};
use super::{entry_anytime, handle};
use crate::call::Call;
use mpi_rank::datatype::PREDEFINED;
use mpi_rank::info::Info;
use mpi_rank::{Fault, Rank, datatype};
use ops::{ErrorClass, Function};
use std::ffi::{c_int, c_void};

macro_rules! conversions {
    ($($to:ident: fn $to_name:ident() $from:ident: fn $from_name:ident();)*) => {$(
        /// The integer of a handle.
        ///
        /// # Safety
        /// Called on the stack of a running rank.
        #[unsafe(no_mangle)]
        unsafe extern "C-unwind" fn $to_name(site: *const c_void, raw: usize) -> c_int {
            Call::enter_anytime(Function::$to, site).leave_with(raw as c_int)
        }

        /// The handle of an integer.
        ///
        /// # Safety
        /// Called on the stack of a running rank.
        #[unsafe(no_mangle)]
        unsafe extern "C-unwind" fn $from_name(site: *const c_void, number: c_int) -> usize {
            Call::enter_anytime(Function::$from, site).leave_with(number as isize as usize)
        }
    )*};
}

conversions! {
    CommToint: fn wt_MPI_Comm_toint() CommFromint: fn wt_MPI_Comm_fromint();
    ErrhandlerToint: fn wt_MPI_Errhandler_toint() ErrhandlerFromint: fn wt_MPI_Errhandler_fromint();
    FileToint: fn wt_MPI_File_toint() FileFromint: fn wt_MPI_File_fromint();
    GroupToint: fn wt_MPI_Group_toint() GroupFromint: fn wt_MPI_Group_fromint();
    InfoToint: fn wt_MPI_Info_toint() InfoFromint: fn wt_MPI_Info_fromint();
    MessageToint: fn wt_MPI_Message_toint() MessageFromint: fn wt_MPI_Message_fromint();
    OpToint: fn wt_MPI_Op_toint() OpFromint: fn wt_MPI_Op_fromint();
    RequestToint: fn wt_MPI_Request_toint() RequestFromint: fn wt_MPI_Request_fromint();
    SessionToint: fn wt_MPI_Session_toint() SessionFromint: fn wt_MPI_Session_fromint();
    TypeToint: fn wt_MPI_Type_toint() TypeFromint: fn wt_MPI_Type_fromint();
    WinToint: fn wt_MPI_Win_toint() WinFromint: fn wt_MPI_Win_fromint();
}

/// The sizes of Fortran's default kinds: those of the predefined datatypes.
const SIZES: [(&str, &str); 4] = [
    ("mpi_logical_size", "MPI_LOGICAL"),
    ("mpi_integer_size", "MPI_INTEGER"),
    ("mpi_real_size", "MPI_REAL"),
    ("mpi_double_precision_size", "MPI_DOUBLE_PRECISION"),
];

/// The optional kinds of which the ABI tells whether there are any.
const OPTIONAL: [&str; 19] = [
    "logical1",
    "logical2",
    "logical4",
    "logical8",
    "logical16",
    "integer1",
    "integer2",
    "integer4",
    "integer8",
    "integer16",
    "real2",
    "real4",
    "real8",
    "real16",
    "complex4",
    "complex8",
    "complex16",
    "complex32",
    "double_complex",
];

fn fortran_info() -> Info {
    let mut info = Info::default();
    for (key, name) in SIZES {
        let size = datatype::by_name(name).and_then(|datatype| datatype.size());
        info.set(key, &size.expect("a predefined datatype").to_string());
    }
    for kind in OPTIONAL {
        let name = format!("MPI_{}", kind.to_ascii_uppercase());
        let known = PREDEFINED.iter().any(|row| row.name == name);
        info.set(&format!("mpi_{kind}_supported"), if known { "true" } else { "false" });
    }
    info
}

entry_anytime! {
    AbiGetFortranInfo: fn wt_MPI_Abi_get_fortran_info(info: *mut usize) |call| {
        let made = call.rank().objects().infos.insert(fortran_info());
        put_handle(info, made)
    }
}

entry_anytime! {
    AbiSetFortranInfo: fn wt_MPI_Abi_set_fortran_info(info: usize) |call| {
        let given = call.rank().existing().and_then(|objects| objects.infos.get(handle(info)));
        let given = given.ok_or(Fault::Info(handle(info)))?;
        let known = fortran_info();
        if given.entries.iter().all(|(key, value)| known.get(key).is_none_or(|own| own == &**value)) {
            Ok(())
        } else {
            Err(Fault::Class(ErrorClass::Abi, "not supported: Fortran kinds of sizes other than GNU Fortran's"))
        }
    }
}

/// `.TRUE.` and `.FALSE.` of GNU Fortran, which operations on logical values assume.
const BOOLEANS: [i128; 2] = [1, 0];

/// The bytes of a logical of so many bytes.
fn logical_bytes(logical_size: c_int) -> Result<usize, Fault> {
    match logical_size {
        1 | 2 | 4 | 8 | 16 => Ok(logical_size as usize),
        _ => Err(Fault::Arg("no logical has this size")),
    }
}

entry_anytime! {
    AbiGetFortranBooleans: fn wt_MPI_Abi_get_fortran_booleans(logical_size: c_int, logical_true: *mut c_void,
        logical_false: *mut c_void, is_set: *mut c_int) |_call| {
        let bytes = logical_bytes(logical_size)?;
        for (value, into) in BOOLEANS.into_iter().zip([logical_true, logical_false]) {
            if into.is_null() {
                return Err(Fault::Arg("null pointer for a logical"));
            }
            into.cast::<u8>().copy_from_nonoverlapping(value.to_le_bytes().as_ptr(), bytes);
        }
        put(is_set, 1)
    }
}

entry_anytime! {
    AbiSetFortranBooleans: fn wt_MPI_Abi_set_fortran_booleans(logical_size: c_int, logical_true: *const c_void,
        logical_false: *const c_void) |_call| {
        let bytes = logical_bytes(logical_size)?;
        for (value, from) in BOOLEANS.into_iter().zip([logical_true, logical_false]) {
            let given = super::arguments::array(from.cast::<u8>(), bytes)?;
            if given != &value.to_le_bytes()[..bytes] {
                return Err(Fault::Class(ErrorClass::Abi, "not supported: logicals other than GNU Fortran's"));
            }
        }
        Ok(())
    }
}

// What faces of other ABIs ask for to convert arrays. They are no calls of MPI and take no time.

/// The rank that runs, if one does.
fn running() -> Option<&'static mut Rank> {
    let context = crate::call::RankContext::current_or_null();
    // SAFETY: the current context is valid while its rank runs, and no other reference to it lives in these functions.
    unsafe { context.as_mut() }.map(|context| &mut context.rank)
}

/// The entries of each array of datatypes of `MPI_Alltoallw`: the ranks on the other side; 0 if there is no such
/// communicator, which the call itself will find.
#[unsafe(no_mangle)]
extern "C" fn wt_peers(comm: usize) -> c_int {
    let Some(rank) = running() else { return 0 };
    let peers = |comm: &mpi_rank::comms::Comm| {
        let remote = comm.extra.as_ref().and_then(|extra| extra.remote.as_ref());
        remote.map_or(comm.size, |group| group.size())
    };
    rank.comm(handle(comm)).map_or(0, |comm| peers(comm) as c_int)
}

/// How many error codes the latest call that starts ranks has written, at a rank that need not know how many there are.
#[unsafe(no_mangle)]
extern "C" fn wt_spawned_codes() -> c_int {
    let Some(rank) = running() else { return 0 };
    rank.existing().map_or(0, |objects| c_int::try_from(objects.dynamic.spawned_codes()).unwrap_or(c_int::MAX))
}

/// The combiner of a datatype, negative if it was made with large counts; 0 if there is no such datatype.
#[unsafe(no_mangle)]
extern "C" fn wt_combiner(datatype: usize) -> c_int {
    let Some(rank) = running() else { return 0 };
    let Ok(datatype) = rank.datatype(handle(datatype)) else { return 0 };
    let combiner = datatype.envelope().combiner as c_int;
    if datatype.contents().counts.is_empty() { combiner } else { -combiner }
}

/// A place of the calling rank's own that holds a number from now on: a predefined attribute in another ABI.
#[unsafe(no_mangle)]
extern "C" fn wt_attribute_place(value: c_int) -> *const c_int {
    // The tables do not move while the rank lives.
    running().map_or(std::ptr::null(), |rank| rank.objects().keyvals.set_foreign_last_code(value))
}

/// The entries of an array of datatypes of `MPI_Neighbor_alltoallw`: of sent ones if `outgoing`; 0 where the
/// communicator has no topology, which the call itself will find.
#[unsafe(no_mangle)]
extern "C" fn wt_neighbours(comm: usize, outgoing: c_int) -> c_int {
    let Some(rank) = running() else { return 0 };
    let Ok(Some(topology)) = rank.topology(handle(comm)) else { return 0 };
    let neighbours = topology.neighbours();
    let edges = if outgoing != 0 { &neighbours.destinations } else { &neighbours.sources };
    edges.len() as c_int
}
