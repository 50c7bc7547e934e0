//! Entry points of attributes: keys, and values on communicators, datatypes and windows (MPI 5.0 §7.7).

use super::abi::{put, put_pointer};
use super::{address, entry, handle};
use crate::call::Call;
use crate::callbacks::{CallbackKind, trampoline};
use mpi_rank::attributes::{self, Attributes, KEYVAL_INVALID, Keyval, KeyvalKind};
use mpi_rank::{Fault, Handle};
use std::ffi::{c_int, c_void};

/// What an attribute is cached on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    /// A communicator.
    Comm(Handle),
    /// A datatype.
    Type(Handle),
    /// A window.
    Win(Handle),
}

impl Owner {
    fn kind(self) -> KeyvalKind {
        match self {
            Self::Comm(_) => KeyvalKind::Comm,
            Self::Type(_) => KeyvalKind::Type,
            Self::Win(_) => KeyvalKind::Win,
        }
    }

    /// The kinds of its copy and delete functions.
    fn callbacks(self) -> (CallbackKind, CallbackKind) {
        match self {
            Self::Comm(_) => (CallbackKind::CommCopy, CallbackKind::CommDelete),
            Self::Type(_) => (CallbackKind::TypeCopy, CallbackKind::TypeDelete),
            Self::Win(_) => (CallbackKind::WinCopy, CallbackKind::WinDelete),
        }
    }

    /// The handle as the program's functions get it.
    fn raw(self) -> usize {
        match self {
            Self::Comm(handle) | Self::Type(handle) | Self::Win(handle) => handle as usize,
        }
    }

    /// Its attributes in the order they were set.
    fn held(self, call: &mut Call) -> Result<&[(c_int, u64)], Fault> {
        Ok(match self {
            Self::Comm(comm) => {
                call.rank().comm(comm)?.extra.as_ref().map_or(&[], |extra| extra.attributes.as_slice())
            }
            Self::Type(datatype) => {
                call.rank().type_extra(datatype)?.map_or(&[], |extra| extra.attributes.as_slice())
            }
            Self::Win(win) => &call.rank().window(win)?.attributes,
        })
    }

    fn changed(self, call: &mut Call) -> Result<&mut Attributes, Fault> {
        Ok(match self {
            Self::Comm(comm) => &mut call.rank().comm_mut(comm)?.extra().attributes,
            Self::Type(datatype) => &mut call.rank().type_extra_mut(datatype)?.attributes,
            Self::Win(win) => &mut call.rank().window_mut(win)?.attributes,
        })
    }

    fn value(self, call: &mut Call, keyval: c_int) -> Result<Option<u64>, Fault> {
        Ok(self.held(call)?.iter().find(|&&(key, _)| key == keyval).map(|&(_, value)| value))
    }
}

/// The functions have the same form for communicators, `MPI_Comm_copy_attr_function`, and for datatypes.
type Copy = unsafe extern "C-unwind" fn(usize, c_int, *mut c_void, *mut c_void, *mut c_void, *mut c_int) -> c_int;
/// `MPI_Comm_delete_attr_function`.
type Delete = unsafe extern "C-unwind" fn(usize, c_int, *mut c_void, *mut c_void) -> c_int;

/// The copy function that copies the value itself (`MPI_COMM_DUP_FN`).
const COPY_VALUE: u64 = 1;

fn pointer(value: u64) -> *mut c_void {
    std::ptr::with_exposed_provenance_mut(value as usize)
}

fn returned(code: c_int) -> Result<(), Fault> {
    if code == 0 { Ok(()) } else { Err(Fault::Code(code)) }
}

/// What the copy function makes of one attribute: none if it is not copied.
fn copy(call: &mut Call, from: Owner, keyval: c_int, value: u64) -> Result<Option<u64>, Fault> {
    let key = call.rank().objects().keyvals.get(keyval as Handle).expect("an attribute keeps its key alive");
    let (function, extra_state) = (key.copy, key.extra_state);
    match function {
        0 => return Ok(None),
        COPY_VALUE => return Ok(Some(value)),
        _ => {}
    }
    let (mut copied, mut flag) = (pointer(value), 0);
    let code = call.callback(function, |function| {
        // SAFETY: the program gave this address to MPI_Comm_create_keyval or MPI_Type_create_keyval.
        let function: Copy = unsafe { std::mem::transmute(trampoline(from.callbacks().0, function)) };
        let into = (&raw mut copied).cast();
        // SAFETY: as above; results go to live values.
        unsafe { function(from.raw(), keyval, pointer(extra_state), pointer(value), into, &raw mut flag) }
    });
    returned(code)?;
    Ok((flag != 0).then(|| address(copied)))
}

/// Copies attributes to a duplicate, as their copy functions say (MPI 5.0 §7.7.2).
///
/// # Errors
/// The code that a function returned.
pub(super) fn copy_all(call: &mut Call, from: Owner, to: Owner) -> Result<(), Fault> {
    let mut at = 0;
    loop {
        let Some(&(keyval, value)) = from.held(call)?.get(at) else { return Ok(()) };
        at += 1;
        if let Some(copied) = copy(call, from, keyval, value)? {
            to.changed(call)?.push((keyval, copied));
            let key = call.rank().objects().keyvals.get_mut(keyval as Handle);
            key.expect("an attribute keeps its key alive").users += 1;
        }
    }
}

/// Hands a value to its delete function.
fn dispose(call: &mut Call, owner: Owner, keyval: c_int, value: u64) -> Result<(), Fault> {
    let key = call.rank().objects().keyvals.get(keyval as Handle).expect("an attribute keeps its key alive");
    let (function, extra_state) = (key.delete, key.extra_state);
    if function == 0 {
        return Ok(());
    }
    returned(call.callback(function, |function| {
        // SAFETY: the program gave this address to MPI_Comm_create_keyval or MPI_Type_create_keyval.
        let function: Delete = unsafe { std::mem::transmute(trampoline(owner.callbacks().1, function)) };
        // SAFETY: as above.
        unsafe { function(owner.raw(), keyval, pointer(value), pointer(extra_state)) }
    }))
}

/// Takes one attribute off, its delete function being called first.
///
/// # Errors
/// There is none of this key; the code that the function returned: the attribute stays then.
pub(super) fn delete(call: &mut Call, owner: Owner, keyval: c_int) -> Result<(), Fault> {
    let value = owner.value(call, keyval)?.ok_or(Fault::Keyval(keyval))?;
    dispose(call, owner, keyval, value)?;
    owner.changed(call)?.retain(|&(key, _)| key != keyval);
    call.rank().objects().keyvals.release(keyval);
    Ok(())
}

/// Takes all attributes off, the latest first.
///
/// # Errors
/// As [`delete`].
pub(super) fn delete_all(call: &mut Call, owner: Owner) -> Result<(), Fault> {
    loop {
        let Some(&(keyval, _)) = owner.held(call)?.last() else { return Ok(()) };
        delete(call, owner, keyval)?;
    }
}

fn set(call: &mut Call, owner: Owner, keyval: c_int, value: *mut c_void) -> Result<(), Fault> {
    let old = owner.value(call, keyval)?;
    if call.rank().keyval(keyval, owner.kind())?.freed {
        return Err(Fault::Keyval(keyval));
    }
    if let Some(old) = old {
        dispose(call, owner, keyval, old)?;
    }
    let value = address(value);
    let held = owner.changed(call)?;
    match held.iter_mut().find(|(key, _)| *key == keyval) {
        Some((_, place)) => *place = value,
        None => {
            held.push((keyval, value));
            let key = call.rank().objects().keyvals.get_mut(keyval as Handle);
            key.expect("it was found above").users += 1;
        }
    }
    Ok(())
}

/// A predefined attribute of a window (MPI 5.0 §12.2.6): its base itself, or a pointer to where a value stays as long as
/// the window lives. None if the key is not predefined.
fn window_value(call: &mut Call, win: Handle, keyval: c_int) -> Result<Option<*mut c_void>, Fault> {
    let window = call.rank().window(win)?;
    let values = &window.values;
    Ok(Some(match keyval {
        601 => pointer(window.base),
        602 => std::ptr::from_ref(&values.unit).cast_mut().cast(),
        603 => std::ptr::from_ref(&values.size).cast_mut().cast(),
        604 => std::ptr::from_ref(&values.flavor).cast_mut().cast(),
        605 => std::ptr::from_ref(&values.model).cast_mut().cast(),
        _ => return Ok(None),
    }))
}

/// # Safety
/// The results are null or valid.
unsafe fn get(
    call: &mut Call,
    owner: Owner,
    keyval: c_int,
    into: *mut c_void,
    flag: *mut c_int,
) -> Result<(), Fault> {
    let found = match (owner.value(call, keyval)?, owner) {
        (Some(value), _) => Some(pointer(value)),
        (None, Owner::Comm(_)) if attributes::predefined(keyval, 0, ops::RankSetting::default(), 0).is_some() => {
            call.rank().predefined_attribute(keyval).map(|place| std::ptr::from_ref(place).cast_mut().cast())
        }
        (None, Owner::Win(win)) if window_value(call, win, keyval)?.is_some() => window_value(call, win, keyval)?,
        (None, _) => {
            call.rank().keyval(keyval, owner.kind())?;
            None
        }
    };
    // SAFETY: as the caller says.
    unsafe {
        if let Some(value) = found {
            put_pointer(into, value)?;
        }
        put(flag, c_int::from(found.is_some()))
    }
}

/// # Safety
/// The result is null or valid.
unsafe fn create(
    call: &mut Call,
    kind: KeyvalKind,
    [copy, delete]: [*const c_void; 2],
    keyval: *mut c_int,
    extra_state: *mut c_void,
) -> Result<(), Fault> {
    let (copy, delete, extra_state) = (address(copy), address(delete), address(extra_state));
    let key = Keyval { kind, copy, delete, extra_state, users: 0, freed: false };
    let made = call.rank().objects().keyvals.insert(key);
    // SAFETY: as the caller says.
    unsafe { put(keyval, made as c_int) }
}

/// # Safety
/// The pointer is null or valid.
unsafe fn free(call: &mut Call, kind: KeyvalKind, keyval: *mut c_int) -> Result<(), Fault> {
    // SAFETY: as the caller says.
    let key = *unsafe { keyval.as_ref() }.ok_or(Fault::Arg("null pointer for an attribute key"))?;
    call.rank().free_keyval(key, kind)?;
    // SAFETY: as the caller says.
    unsafe { put(keyval, KEYVAL_INVALID) }
}

/// The functions that make and free a key for a kind of objects, and set, get and delete an attribute of one.
macro_rules! attributes {
    ($($kind:ident $(($target:ident))? { $create:ident: fn $create_name:ident() } { $free:ident: fn $free_name:ident() }
        { $set:ident: fn $set_name:ident() } { $get:ident: fn $get_name:ident() }
        { $delete:ident: fn $delete_name:ident() })*) => {$(
        entry! {
            $create: fn $create_name(copy: *const c_void, delete: *const c_void, keyval: *mut c_int,
                extra_state: *mut c_void) |call| {
                create(call, KeyvalKind::$kind, [copy, delete], keyval, extra_state)
            }
        }
        entry! {
            $free: fn $free_name(keyval: *mut c_int) |call| { free(call, KeyvalKind::$kind, keyval) }
        }
        entry! {
            $set: fn $set_name(object: usize, keyval: c_int, value: *mut c_void) $($target = object)? |call| {
                set(call, Owner::$kind(handle(object)), keyval, value)
            }
        }
        entry! {
            $get: fn $get_name(object: usize, keyval: c_int, value: *mut c_void, flag: *mut c_int) $($target = object)?
            |call| {
                get(call, Owner::$kind(handle(object)), keyval, value, flag)
            }
        }
        entry! {
            $delete: fn $delete_name(object: usize, keyval: c_int) $($target = object)? |call| {
                delete(call, Owner::$kind(handle(object)), keyval)
            }
        }
    )*};
}

// The second row are the names of MPI-1.
attributes! {
    Comm (comm) { CommCreateKeyval: fn wt_MPI_Comm_create_keyval() } { CommFreeKeyval: fn wt_MPI_Comm_free_keyval() }
        { CommSetAttr: fn wt_MPI_Comm_set_attr() } { CommGetAttr: fn wt_MPI_Comm_get_attr() }
        { CommDeleteAttr: fn wt_MPI_Comm_delete_attr() }
    Comm (comm) { KeyvalCreate: fn wt_MPI_Keyval_create() } { KeyvalFree: fn wt_MPI_Keyval_free() }
        { AttrPut: fn wt_MPI_Attr_put() } { AttrGet: fn wt_MPI_Attr_get() } { AttrDelete: fn wt_MPI_Attr_delete() }
    Type { TypeCreateKeyval: fn wt_MPI_Type_create_keyval() } { TypeFreeKeyval: fn wt_MPI_Type_free_keyval() }
        { TypeSetAttr: fn wt_MPI_Type_set_attr() } { TypeGetAttr: fn wt_MPI_Type_get_attr() }
        { TypeDeleteAttr: fn wt_MPI_Type_delete_attr() }
    Win (win) { WinCreateKeyval: fn wt_MPI_Win_create_keyval() } { WinFreeKeyval: fn wt_MPI_Win_free_keyval() }
        { WinSetAttr: fn wt_MPI_Win_set_attr() } { WinGetAttr: fn wt_MPI_Win_get_attr() }
        { WinDeleteAttr: fn wt_MPI_Win_delete_attr() }
}
