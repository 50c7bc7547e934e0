//! Entry points of the tools interface, `MPI_T` (MPI 5.0 §15.3). Programs may use it at any time, also before `MPI_Init`.
//! Its functions return error codes and call no error handler. A caller who does not need a result passes null for it.

use super::handle;
use crate::call::Call;
use mpi_rank::Handle;
use mpi_rank::tools::{CATEGORIES, CVARS, PVARS, PvarClass, ToolError, Value, index_of};
use ops::Post;
use std::ffi::{CStr, c_char, c_int, c_void};

// Of the standard ABI (MPI 5.0 §20.3).
const VERBOSITY_USER_BASIC: c_int = 9;
const BIND_NO_OBJECT: c_int = 1;
const SCOPE_CONSTANT: c_int = 1;
const SOURCE_ORDERED: c_int = 1;
const TYPE_INT: Handle = 0x209;
const TYPE_UNSIGNED: Handle = 0x20d;
const TYPE_UNSIGNED_LONG_LONG: Handle = 0x20f;
const TYPE_DOUBLE: Handle = 0x214;

/// Simulated time is counted in picoseconds.
const TICKS_PER_SECOND: i64 = 1_000_000_000_000;

/// Makes the entry point of a function of the tools interface.
macro_rules! tool {
    ($function:ident: fn $name:ident($($argument:ident: $type:ty),* $(,)?) |$call:ident| $body:block) => {
        #[unsafe(no_mangle)]
        unsafe extern "C-unwind" fn $name(site: *const c_void, $($argument: $type),*) -> c_int {
            let mut call = Call::enter_anytime(ops::Function::$function, site);
            let $call = &mut call;
            // SAFETY: the program passes what the standard demands of this function's arguments.
            #[allow(unused_unsafe, clippy::redundant_closure_call, reason = "bodies differ: some touch no memory")]
            let result = (|| -> Result<(), ToolError> { unsafe { $body } })();
            call.leave_with(result.map_or_else(|error| error as c_int, |()| 0))
        }
    };
}

/// Writes a result that may be left out.
///
/// # Safety
/// The pointer is null or valid.
unsafe fn give<T>(pointer: *mut T, value: T) {
    if !pointer.is_null() {
        // SAFETY: as the caller says.
        unsafe { pointer.write(value) };
    }
}

/// Writes a result that has to be there.
///
/// # Safety
/// As [`give`].
unsafe fn put<T>(pointer: *mut T, value: T) -> Result<(), ToolError> {
    if pointer.is_null() {
        return Err(ToolError::Invalid);
    }
    // SAFETY: as the caller says.
    unsafe { pointer.write(value) };
    Ok(())
}

/// Writes a text into room for `length` characters, and its length with the final zero (MPI 5.0 §15.3.3).
///
/// # Safety
/// Both are null or valid.
unsafe fn give_text(text: &str, into: *mut c_char, length: *mut c_int) {
    if length.is_null() {
        return;
    }
    // SAFETY: as the caller says; what is written fits the room.
    unsafe {
        let room = usize::try_from(length.read()).unwrap_or(0);
        if !into.is_null() && room > 0 {
            let bytes = text.len().min(room - 1);
            into.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), bytes);
            into.cast::<u8>().add(bytes).write(0);
        }
        length.write(text.len() as c_int + 1);
    }
}

/// The position of a name.
///
/// # Safety
/// The name is null or a C string.
unsafe fn find<'a>(name: *const c_char, names: impl Iterator<Item = &'a str>) -> Result<c_int, ToolError> {
    if name.is_null() {
        return Err(ToolError::Invalid);
    }
    // SAFETY: as the caller says.
    let name = unsafe { CStr::from_ptr(name) };
    let found = { names.into_iter().position(|known| known.as_bytes() == name.to_bytes()) };
    found.map(|at| at as c_int).ok_or(ToolError::Name)
}

/// Writes the first `room` of the indices of what belongs to a category.
///
/// # Safety
/// The array has room for `room` numbers.
unsafe fn give_indices(members: impl Iterator<Item = usize>, room: c_int, into: *mut c_int) -> Result<(), ToolError> {
    let room = usize::try_from(room).map_err(|_| ToolError::Invalid)?;
    if into.is_null() && room > 0 {
        return Err(ToolError::Invalid);
    }
    for (place, index) in members.take(room).enumerate() {
        // SAFETY: as the caller says.
        unsafe { into.add(place).write(index as c_int) };
    }
    Ok(())
}

fn pvars_of(category: usize) -> impl Iterator<Item = usize> {
    (0..PVARS.len()).filter(move |&index| PVARS[index].category == category)
}

fn cvars_of(category: usize) -> impl Iterator<Item = usize> {
    (0..CVARS.len()).filter(move |&index| CVARS[index].category == category)
}

/// The index of something there is none of.
fn none_there(call: &mut Call, error: ToolError) -> Result<(), ToolError> {
    call.rank().tools()?;
    Err(error)
}

tool! {
    TInitThread: fn wt_MPI_T_init_thread(required: c_int, provided: *mut c_int) |call| {
        call.rank().start_tools();
        let level = super::environment::provide(required);
        give(provided, level);
        Ok(())
    }
}

tool! {
    TFinalize: fn wt_MPI_T_finalize() |call| { call.rank().end_tools() }
}

// ---- enumerations: no variable has one ----

tool! {
    TEnumGetInfo: fn wt_MPI_T_enum_get_info(_enumtype: usize, _num: *mut c_int, _name: *mut c_char,
        _name_len: *mut c_int) |call| { none_there(call, ToolError::Handle) }
}

tool! {
    TEnumGetItem: fn wt_MPI_T_enum_get_item(_enumtype: usize, _index: c_int, _value: *mut c_int, _name: *mut c_char,
        _name_len: *mut c_int) |call| { none_there(call, ToolError::Handle) }
}

// ---- control variables ----

tool! {
    TCvarGetNum: fn wt_MPI_T_cvar_get_num(num_cvar: *mut c_int) |call| {
        call.rank().tools()?;
        put(num_cvar, CVARS.len() as c_int)
    }
}

tool! {
    TCvarGetInfo: fn wt_MPI_T_cvar_get_info(cvar_index: c_int, name: *mut c_char, name_len: *mut c_int,
        verbosity: *mut c_int, datatype: *mut usize, enumtype: *mut usize, desc: *mut c_char, desc_len: *mut c_int,
        bind: *mut c_int, scope: *mut c_int) |call| {
        call.rank().tools()?;
        let cvar = &CVARS[index_of(cvar_index, CVARS.len())?];
        give_text(cvar.name, name, name_len);
        give_text(cvar.description, desc, desc_len);
        give(verbosity, VERBOSITY_USER_BASIC);
        give(datatype, TYPE_INT as usize);
        give(enumtype, 0);
        give(bind, BIND_NO_OBJECT);
        give(scope, SCOPE_CONSTANT);
        Ok(())
    }
}

tool! {
    TCvarGetIndex: fn wt_MPI_T_cvar_get_index(name: *const c_char, cvar_index: *mut c_int) |call| {
        call.rank().tools()?;
        let found = find(name, CVARS.iter().map(|cvar| cvar.name))?;
        put(cvar_index, found)
    }
}

tool! {
    TCvarHandleAlloc: fn wt_MPI_T_cvar_handle_alloc(cvar_index: c_int, _obj_handle: *mut c_void,
        cvar_handle: *mut usize, count: *mut c_int) |call| {
        let made = call.rank().tools()?.allocate_cvar(cvar_index)?;
        give(count, 1);
        put(cvar_handle, made as usize)
    }
}

tool! {
    TCvarHandleFree: fn wt_MPI_T_cvar_handle_free(cvar_handle: *mut usize) |call| {
        let freed = *cvar_handle.as_ref().ok_or(ToolError::Invalid)?;
        call.rank().tools()?.free_cvar(handle(freed))?;
        put(cvar_handle, 0)
    }
}

tool! {
    TCvarRead: fn wt_MPI_T_cvar_read(cvar_handle: usize, buf: *mut c_void) |call| {
        let value = call.rank().tools()?.cvar(handle(cvar_handle))?.value;
        put(buf.cast(), value)
    }
}

tool! {
    TCvarWrite: fn wt_MPI_T_cvar_write(cvar_handle: usize, _buf: *const c_void) |call| {
        call.rank().tools()?.cvar(handle(cvar_handle))?;
        Err(ToolError::SetNever)
    }
}

// ---- performance variables ----

tool! {
    TPvarGetNum: fn wt_MPI_T_pvar_get_num(num_pvar: *mut c_int) |call| {
        call.rank().tools()?;
        put(num_pvar, PVARS.len() as c_int)
    }
}

tool! {
    TPvarGetInfo: fn wt_MPI_T_pvar_get_info(pvar_index: c_int, name: *mut c_char, name_len: *mut c_int,
        verbosity: *mut c_int, var_class: *mut c_int, datatype: *mut usize, enumtype: *mut usize, desc: *mut c_char,
        desc_len: *mut c_int, bind: *mut c_int, readonly: *mut c_int, continuous: *mut c_int, atomic: *mut c_int)
    |call| {
        call.rank().tools()?;
        let pvar = &PVARS[index_of(pvar_index, PVARS.len())?];
        give_text(pvar.name, name, name_len);
        give_text(pvar.description, desc, desc_len);
        give(verbosity, VERBOSITY_USER_BASIC);
        give(var_class, pvar.class() as c_int);
        give(datatype, match pvar.class() {
            PvarClass::Counter => TYPE_UNSIGNED_LONG_LONG,
            PvarClass::Level => TYPE_UNSIGNED,
            PvarClass::Timer => TYPE_DOUBLE,
        } as usize);
        give(enumtype, 0);
        give(bind, BIND_NO_OBJECT);
        give(readonly, c_int::from(pvar.continuous()));
        give(continuous, c_int::from(pvar.continuous()));
        give(atomic, 0);
        Ok(())
    }
}

tool! {
    TPvarGetIndex: fn wt_MPI_T_pvar_get_index(name: *const c_char, var_class: c_int, pvar_index: *mut c_int) |call| {
        call.rank().tools()?;
        let found = find(name, PVARS.iter().map(|pvar| pvar.name))?;
        if PVARS[found as usize].class() as c_int != var_class {
            return Err(ToolError::Name);
        }
        put(pvar_index, found)
    }
}

tool! {
    TPvarSessionCreate: fn wt_MPI_T_pvar_session_create(pe_session: *mut usize) |call| {
        let made = call.rank().tools()?.create_session();
        put(pe_session, made as usize)
    }
}

tool! {
    TPvarSessionFree: fn wt_MPI_T_pvar_session_free(pe_session: *mut usize) |call| {
        let freed = *pe_session.as_ref().ok_or(ToolError::Invalid)?;
        call.rank().tools()?.free_session(handle(freed))?;
        put(pe_session, 0)
    }
}

tool! {
    TPvarHandleAlloc: fn wt_MPI_T_pvar_handle_alloc(pe_session: usize, pvar_index: c_int, _obj_handle: *mut c_void,
        pvar_handle: *mut usize, count: *mut c_int) |call| {
        let made = call.rank().tools()?.allocate(handle(pe_session), pvar_index)?;
        give(count, 1);
        put(pvar_handle, made as usize)
    }
}

tool! {
    TPvarHandleFree: fn wt_MPI_T_pvar_handle_free(pe_session: usize, pvar_handle: *mut usize) |call| {
        let freed = *pvar_handle.as_ref().ok_or(ToolError::Invalid)?;
        call.rank().tools()?.free_handle(handle(pe_session), handle(freed))?;
        put(pvar_handle, 0)
    }
}

tool! {
    TPvarStart: fn wt_MPI_T_pvar_start(pe_session: usize, pvar_handle: usize) |call| {
        call.rank().tools()?.run(handle(pe_session), handle(pvar_handle), true)
    }
}

tool! {
    TPvarStop: fn wt_MPI_T_pvar_stop(pe_session: usize, pvar_handle: usize) |call| {
        call.rank().tools()?.run(handle(pe_session), handle(pvar_handle), false)
    }
}

/// `MPI_T_pvar_read`.
///
/// # Safety
/// The buffer is null or holds a value of the variable's datatype.
unsafe fn read(call: &mut Call, session: usize, pvar: usize, into: *mut c_void) -> Result<(), ToolError> {
    let value = call.rank().read_pvar(handle(session), handle(pvar))?;
    // SAFETY: as the caller says.
    unsafe {
        match value {
            Value::Count(count) => put(into.cast(), count),
            Value::Level(level) => put(into.cast(), level),
            Value::Clock => {
                let now = call.ask(Post::ReadClock).now.as_secs_f64();
                put(into.cast(), now)
            }
        }
    }
}

tool! {
    TPvarRead: fn wt_MPI_T_pvar_read(pe_session: usize, pvar_handle: usize, buf: *mut c_void) |call| {
        read(call, pe_session, pvar_handle, buf)
    }
}

tool! {
    TPvarReadreset: fn wt_MPI_T_pvar_readreset(pe_session: usize, pvar_handle: usize, buf: *mut c_void) |call| {
        call.rank().tools()?.may_set(handle(pe_session), handle(pvar_handle))?;
        // Counters cannot be read and reset in one step that no other thread comes between.
        read(call, pe_session, pvar_handle, buf)?;
        call.rank().tools()?.set(handle(pe_session), handle(pvar_handle), 0)
    }
}

tool! {
    TPvarReset: fn wt_MPI_T_pvar_reset(pe_session: usize, pvar_handle: usize) |call| {
        call.rank().tools()?.set(handle(pe_session), handle(pvar_handle), 0)
    }
}

tool! {
    TPvarWrite: fn wt_MPI_T_pvar_write(pe_session: usize, pvar_handle: usize, buf: *const c_void) |call| {
        call.rank().tools()?.may_set(handle(pe_session), handle(pvar_handle))?;
        let value = *buf.cast::<u64>().as_ref().ok_or(ToolError::Invalid)?;
        call.rank().tools()?.set(handle(pe_session), handle(pvar_handle), value)
    }
}

// ---- categories ----

tool! {
    TCategoryGetNum: fn wt_MPI_T_category_get_num(num_cat: *mut c_int) |call| {
        call.rank().tools()?;
        put(num_cat, CATEGORIES.len() as c_int)
    }
}

tool! {
    TCategoryGetInfo: fn wt_MPI_T_category_get_info(cat_index: c_int, name: *mut c_char, name_len: *mut c_int,
        desc: *mut c_char, desc_len: *mut c_int, num_cvars: *mut c_int, num_pvars: *mut c_int,
        num_categories: *mut c_int) |call| {
        call.rank().tools()?;
        let category = index_of(cat_index, CATEGORIES.len())?;
        give_text(CATEGORIES[category].0, name, name_len);
        give_text(CATEGORIES[category].1, desc, desc_len);
        give(num_cvars, cvars_of(category).count() as c_int);
        give(num_pvars, pvars_of(category).count() as c_int);
        give(num_categories, 0);
        Ok(())
    }
}

tool! {
    TCategoryGetNumEvents: fn wt_MPI_T_category_get_num_events(cat_index: c_int, num_events: *mut c_int) |call| {
        call.rank().tools()?;
        index_of(cat_index, CATEGORIES.len())?;
        put(num_events, 0)
    }
}

tool! {
    TCategoryGetIndex: fn wt_MPI_T_category_get_index(name: *const c_char, cat_index: *mut c_int) |call| {
        call.rank().tools()?;
        let found = find(name, CATEGORIES.iter().map(|&(name, _)| name))?;
        put(cat_index, found)
    }
}

tool! {
    TCategoryGetCvars: fn wt_MPI_T_category_get_cvars(cat_index: c_int, len: c_int, indices: *mut c_int) |call| {
        call.rank().tools()?;
        give_indices(cvars_of(index_of(cat_index, CATEGORIES.len())?), len, indices)
    }
}

tool! {
    TCategoryGetPvars: fn wt_MPI_T_category_get_pvars(cat_index: c_int, len: c_int, indices: *mut c_int) |call| {
        call.rank().tools()?;
        give_indices(pvars_of(index_of(cat_index, CATEGORIES.len())?), len, indices)
    }
}

tool! {
    TCategoryGetEvents: fn wt_MPI_T_category_get_events(cat_index: c_int, len: c_int, indices: *mut c_int) |call| {
        call.rank().tools()?;
        index_of(cat_index, CATEGORIES.len())?;
        give_indices(std::iter::empty(), len, indices)
    }
}

tool! {
    TCategoryGetCategories: fn wt_MPI_T_category_get_categories(cat_index: c_int, len: c_int, indices: *mut c_int)
    |call| {
        call.rank().tools()?;
        index_of(cat_index, CATEGORIES.len())?;
        give_indices(std::iter::empty(), len, indices)
    }
}

tool! {
    TCategoryChanged: fn wt_MPI_T_category_changed(update_number: *mut c_int) |call| {
        call.rank().tools()?;
        put(update_number, 0)
    }
}

// ---- sources: the simulated clock ----

tool! {
    TSourceGetNum: fn wt_MPI_T_source_get_num(num_sources: *mut c_int) |call| {
        call.rank().tools()?;
        put(num_sources, 1)
    }
}

tool! {
    TSourceGetInfo: fn wt_MPI_T_source_get_info(source_index: c_int, name: *mut c_char, name_len: *mut c_int,
        desc: *mut c_char, desc_len: *mut c_int, ordering: *mut c_int, ticks_per_second: *mut i64,
        max_ticks: *mut i64, info: *mut usize) |call| {
        call.rank().tools()?;
        index_of(source_index, 1)?;
        give_text("simulated_clock", name, name_len);
        give_text("Simulated time since the begin of the run", desc, desc_len);
        give(ordering, SOURCE_ORDERED);
        give(ticks_per_second, TICKS_PER_SECOND);
        give(max_ticks, i64::MAX);
        if !info.is_null() {
            let empty = call.rank().objects().infos.insert(mpi_rank::info::Info::default());
            give(info, empty as usize);
        }
        Ok(())
    }
}

tool! {
    TSourceGetTimestamp: fn wt_MPI_T_source_get_timestamp(source_index: c_int, timestamp: *mut i64) |call| {
        call.rank().tools()?;
        index_of(source_index, 1)?;
        let now = call.ask(Post::ReadClock).now.ps();
        put(timestamp, i64::try_from(now).unwrap_or(i64::MAX))
    }
}

// ---- events: there are none ----

tool! {
    TEventGetNum: fn wt_MPI_T_event_get_num(num_events: *mut c_int) |call| {
        call.rank().tools()?;
        put(num_events, 0)
    }
}

tool! {
    TEventGetInfo: fn wt_MPI_T_event_get_info(_event_index: c_int, _name: *mut c_char, _name_len: *mut c_int,
        _verbosity: *mut c_int, _array_of_datatypes: *mut usize, _array_of_displacements: *mut i64,
        _num_elements: *mut c_int, _enumtype: *mut usize, _info: *mut usize, _desc: *mut c_char,
        _desc_len: *mut c_int, _bind: *mut c_int) |call| { none_there(call, ToolError::Index) }
}

tool! {
    TEventGetIndex: fn wt_MPI_T_event_get_index(name: *const c_char, event_index: *mut c_int) |call| {
        call.rank().tools()?;
        let found = find(name, std::iter::empty())?;
        put(event_index, found)
    }
}

tool! {
    TEventHandleAlloc: fn wt_MPI_T_event_handle_alloc(_event_index: c_int, _obj_handle: *mut c_void, _info: usize,
        _event_registration: *mut usize) |call| { none_there(call, ToolError::Index) }
}

tool! {
    TEventHandleFree: fn wt_MPI_T_event_handle_free(_event_registration: usize, _user_data: *mut c_void,
        _free_cb_function: *const c_void) |call| { none_there(call, ToolError::Handle) }
}

tool! {
    TEventHandleSetInfo: fn wt_MPI_T_event_handle_set_info(_event_registration: usize, _info: usize) |call| {
        none_there(call, ToolError::Handle)
    }
}

tool! {
    TEventHandleGetInfo: fn wt_MPI_T_event_handle_get_info(_event_registration: usize, _info_used: *mut usize) |call| {
        none_there(call, ToolError::Handle)
    }
}

tool! {
    TEventRegisterCallback: fn wt_MPI_T_event_register_callback(_event_registration: usize, _cb_safety: c_int,
        _info: usize, _user_data: *mut c_void, _event_cb_function: *const c_void) |call| {
        none_there(call, ToolError::Handle)
    }
}

tool! {
    TEventCallbackSetInfo: fn wt_MPI_T_event_callback_set_info(_event_registration: usize, _cb_safety: c_int,
        _info: usize) |call| { none_there(call, ToolError::Handle) }
}

tool! {
    TEventCallbackGetInfo: fn wt_MPI_T_event_callback_get_info(_event_registration: usize, _cb_safety: c_int,
        _info_used: *mut usize) |call| { none_there(call, ToolError::Handle) }
}

tool! {
    TEventSetDroppedHandler: fn wt_MPI_T_event_set_dropped_handler(_event_registration: usize,
        _dropped_cb_function: *const c_void) |call| { none_there(call, ToolError::Handle) }
}

tool! {
    TEventRead: fn wt_MPI_T_event_read(_event_instance: usize, _element_index: c_int, _buffer: *mut c_void) |call| {
        none_there(call, ToolError::Handle)
    }
}

tool! {
    TEventCopy: fn wt_MPI_T_event_copy(_event_instance: usize, _buffer: *mut c_void) |call| {
        none_there(call, ToolError::Handle)
    }
}

tool! {
    TEventGetTimestamp: fn wt_MPI_T_event_get_timestamp(_event_instance: usize, _event_timestamp: *mut i64) |call| {
        none_there(call, ToolError::Handle)
    }
}

tool! {
    TEventGetSource: fn wt_MPI_T_event_get_source(_event_instance: usize, _source_index: *mut c_int) |call| {
        none_there(call, ToolError::Handle)
    }
}
