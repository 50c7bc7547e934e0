//! Entry points of info objects, which may be used before `MPI_Init` (MPI 5.0 §10), and of the hints of communicators, windows
//! and files.

use super::abi::{PROCESSOR_NAME_MAX, put, put_handle, put_text};
use super::arguments::{behind, text};
use super::{entry, entry_anytime, handle, making};
use crate::call::Call;
use mpi_rank::comms::HINTS;
use mpi_rank::info::{Info, KEY_MAX, VALUE_MAX};
use mpi_rank::{Fault, Handle, handles};
use ops::ErrorClass;
use std::borrow::Cow;
use std::ffi::{c_char, c_int};

/// An info object; `MPI_INFO_ENV` is one (MPI 5.0 §11.2.3).
fn info(call: &mut Call, object: Handle) -> Result<&Info, Fault> {
    if object == handles::INFO_ENV {
        return Ok(environment(call));
    }
    call.rank().existing().and_then(|objects| objects.infos.get(object)).ok_or(Fault::Info(object))
}

/// What is known of the start of the program.
fn environment(call: &mut Call) -> &Info {
    if call.rank().objects().infos.environment().is_none() {
        let mut name = [0u8; PROCESSOR_NAME_MAX - 1];
        let length = call.host_name(&mut name);
        let mut known = Info::default();
        known.set("maxprocs", &call.rank().world.size.max(1).to_string());
        known.set("host", &String::from_utf8_lossy(&name[..length]));
        known.set("arch", std::env::consts::ARCH);
        call.rank().objects().infos.set_environment(known);
    }
    call.rank().objects().infos.environment().expect("it was set above")
}

/// An info object of the program's own.
fn own(call: &mut Call, object: Handle) -> Result<&mut Info, Fault> {
    call.rank().existing_mut().and_then(|objects| objects.infos.get_mut(object)).ok_or(Fault::Info(object))
}

/// Checks an argument that may be `MPI_INFO_NULL`.
///
/// # Errors
/// It is no info object.
pub(super) fn check(call: &mut Call, object: Handle) -> Result<(), Fault> {
    if object == handles::INFO_NULL || object == handles::INFO_ENV {
        return Ok(());
    }
    info(call, object).map(|_| ())
}

/// The value of a key, if the object is one and has it.
pub(super) fn value<'a>(call: &'a mut Call, object: Handle, key: &str) -> Option<&'a str> {
    call.rank().existing()?.infos.get(object)?.get(key)
}

/// Keys with their values.
pub(super) type Hints = Vec<(Box<str>, Box<str>)>;

/// The hints among the keys of an object, with their values.
///
/// # Errors
/// As [`check`].
pub(super) fn hints_of(call: &mut Call, object: Handle, known: impl Fn(&str) -> bool) -> Result<Hints, Fault> {
    check(call, object)?;
    let given = call.rank().existing().and_then(|objects| objects.infos.get(object));
    let entries = given.into_iter().flat_map(|given| &given.entries);
    Ok(entries.filter(|(key, _)| known(key)).cloned().collect())
}

/// Gives the hints among the keys of an object to a communicator, which has been checked.
///
/// # Errors
/// It is no info object.
pub(super) fn give_hints(call: &mut Call, object: Handle, comm: Handle) -> Result<(), Fault> {
    let hints = hints_of(call, object, |key| HINTS.contains(&key))?;
    if !hints.is_empty() {
        let known = &mut call.rank().comm_mut(comm)?.extra().info;
        hints.iter().for_each(|(key, value)| known.set(key, value));
    }
    Ok(())
}

/// # Safety
/// The result is null or valid.
unsafe fn keep(call: &mut Call, object: Info, into: *mut usize) -> Result<(), Fault> {
    let made = call.rank().objects().infos.insert(object);
    // SAFETY: as the caller says.
    unsafe { put_handle(into, made) }
}

/// A key as the program names it.
///
/// # Safety
/// As [`text`].
unsafe fn key_text<'a>(key: *const c_char) -> Result<Cow<'a, str>, Fault> {
    let fault = |text| Fault::Class(ErrorClass::InfoKey, text);
    if key.is_null() {
        return Err(fault("null pointer for a key"));
    }
    // SAFETY: as the caller says.
    let key = unsafe { text(key)? };
    match key.len() {
        0 => Err(fault("empty key")),
        KEY_MAX.. => Err(fault("key longer than MPI_MAX_INFO_KEY")),
        _ => Ok(key),
    }
}

entry_anytime! {
    InfoCreate: fn wt_MPI_Info_create(info: *mut usize) |call| { keep(call, Info::default(), info) }
}

entry_anytime! {
    InfoCreateEnv: fn wt_MPI_Info_create_env(_argc: c_int, _argv: *const *const c_char, info: *mut usize) |call| {
        let known = environment(call).clone();
        keep(call, known, info)
    }
}

entry_anytime! {
    InfoDup: fn wt_MPI_Info_dup(info: usize, newinfo: *mut usize) |call| {
        let copy = self::info(call, handle(info))?.clone();
        keep(call, copy, newinfo)
    }
}

entry_anytime! {
    InfoFree: fn wt_MPI_Info_free(info: *mut usize) |call| {
        let freed = behind(info)?;
        let removed = call.rank().existing_mut().and_then(|objects| objects.infos.remove(freed));
        removed.ok_or(Fault::Info(freed))?;
        put_handle(info, handles::INFO_NULL)
    }
}

entry_anytime! {
    InfoSet: fn wt_MPI_Info_set(info: usize, key: *const c_char, value: *const c_char) |call| {
        let object = own(call, handle(info))?;
        let key = key_text(key)?;
        let fault = |text| Fault::Class(ErrorClass::InfoValue, text);
        if value.is_null() {
            return Err(fault("null pointer for a value"));
        }
        let value = text(value)?;
        if value.len() >= VALUE_MAX {
            return Err(fault("value longer than MPI_MAX_INFO_VAL"));
        }
        object.set(&key, &value);
        Ok(())
    }
}

entry_anytime! {
    InfoDelete: fn wt_MPI_Info_delete(info: usize, key: *const c_char) |call| {
        let object = own(call, handle(info))?;
        if object.delete(&key_text(key)?) {
            Ok(())
        } else {
            Err(Fault::Class(ErrorClass::InfoNokey, "the info object has no such key"))
        }
    }
}

entry_anytime! {
    InfoGetNkeys: fn wt_MPI_Info_get_nkeys(info: usize, nkeys: *mut c_int) |call| {
        let keys = self::info(call, handle(info))?.entries.len();
        put(nkeys, keys as c_int)
    }
}

entry_anytime! {
    InfoGetNthkey: fn wt_MPI_Info_get_nthkey(info: usize, n: c_int, key: *mut c_char) |call| {
        let entries = &self::info(call, handle(info))?.entries;
        let entry = usize::try_from(n).ok().and_then(|n| entries.get(n));
        let (name, _) = entry.ok_or(Fault::Arg("the info object has no key of this number"))?;
        copy_out(name, key, KEY_MAX)
    }
}

/// Copies a text with a final zero, cut to the room there is.
///
/// # Safety
/// The pointer is null or there is so much room.
pub(super) unsafe fn copy_out(text: &str, into: *mut c_char, room: usize) -> Result<(), Fault> {
    let mut length = 0;
    // SAFETY: as the caller says.
    unsafe { put_text(into, room, text.as_bytes(), &raw mut length) }
}

entry_anytime! {
    InfoGetString: fn wt_MPI_Info_get_string(info: usize, key: *const c_char, buflen: *mut c_int,
        value: *mut c_char, flag: *mut c_int) |call| {
        let key = key_text(key)?;
        let found = self::info(call, handle(info))?.get(&key);
        put(flag, c_int::from(found.is_some()))?;
        let Some(found) = found else { return Ok(()) };
        let room = buflen.as_ref().copied().ok_or(Fault::Arg("null pointer for a length"))?;
        match usize::try_from(room) {
            Err(_) => return Err(Fault::Arg("negative buffer length")),
            Ok(0) => {}
            Ok(room) => copy_out(found, value, room)?,
        }
        put(buflen, found.len() as c_int + 1)
    }
}

entry_anytime! {
    InfoGet: fn wt_MPI_Info_get(info: usize, key: *const c_char, valuelen: c_int, value: *mut c_char,
        flag: *mut c_int) |call| {
        let key = key_text(key)?;
        let room = usize::try_from(valuelen).map_err(|_| Fault::Arg("negative value length"))?;
        let found = self::info(call, handle(info))?.get(&key);
        if let Some(found) = found {
            copy_out(found, value, room + 1)?;
        }
        put(flag, c_int::from(found.is_some()))
    }
}

entry_anytime! {
    InfoGetValuelen: fn wt_MPI_Info_get_valuelen(info: usize, key: *const c_char, valuelen: *mut c_int,
        flag: *mut c_int) |call| {
        let key = key_text(key)?;
        let found = self::info(call, handle(info))?.get(&key);
        if let Some(found) = found {
            put(valuelen, found.len() as c_int)?;
        }
        put(flag, c_int::from(found.is_some()))
    }
}

entry! {
    GetHwResourceInfo: fn wt_MPI_Get_hw_resource_info(hw_info: *mut usize) |call| {
        // A rank runs on one host, and hosts are what MPI_Comm_split_type can split by.
        let mut kinds = Info::default();
        kinds.set(making::HOST, "true");
        keep(call, kinds, hw_info)
    }
}
