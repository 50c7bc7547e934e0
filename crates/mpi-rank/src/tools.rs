//! The tools interface `MPI_T` on the rank's side (MPI 5.0 §15.3): its control and performance variables, and their handles and
//! sessions.
//!
//! Counters count the rank's requests to the engine ([`Counters::count`]), from the rank's first `MPI_T_init_thread` on; a rank
//! that never calls this function counts nothing. Levels are the lengths of the rank's own tables. The timer is the simulated
//! clock. There are no `MPI_T` events: messages progress in the engine, while the rank's own code is not running.

use crate::attached::BSEND_OVERHEAD;
use crate::{Handle, ObjectTable};
use ops::Post;

/// An error of the tools interface: its code. None of them goes to an error handler (MPI 5.0 §15.3.10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum ToolError {
    /// `MPI_T_ERR_NOT_INITIALIZED`.
    NotInitialised = 1003,
    /// `MPI_T_ERR_INVALID`.
    Invalid = 1006,
    /// `MPI_T_ERR_INVALID_INDEX`.
    Index = 1007,
    /// `MPI_T_ERR_INVALID_SESSION`.
    Session = 1009,
    /// `MPI_T_ERR_INVALID_HANDLE`.
    Handle = 1010,
    /// `MPI_T_ERR_INVALID_NAME`.
    Name = 1011,
    /// `MPI_T_ERR_CVAR_SET_NEVER`.
    SetNever = 1015,
    /// `MPI_T_ERR_PVAR_NO_WRITE`.
    NoWrite = 1016,
    /// `MPI_T_ERR_PVAR_NO_STARTSTOP`.
    NoStartStop = 1017,
}

/// The class of a performance variable (its constant in the standard ABI).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum PvarClass {
    /// `MPI_T_PVAR_CLASS_LEVEL`.
    Level = 2,
    /// `MPI_T_PVAR_CLASS_COUNTER`.
    Counter = 7,
    /// `MPI_T_PVAR_CLASS_TIMER`.
    Timer = 9,
}

/// Where a performance variable's value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A counter.
    Counter(Counter),
    /// The length of a table.
    Level(Level),
    /// The simulated clock, in seconds.
    Clock,
}

/// See [`Counters`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counter {
    /// Messages sent.
    Messages,
    /// Their bytes.
    Bytes,
    /// Receives posted.
    Receives,
    /// Collective operations started.
    Collectives,
    /// Accesses to windows and their synchronisation.
    Windows,
    /// Waits, tests and probes.
    Waits,
}

/// See [`Source::Level`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Requests that are not freed.
    Requests,
    /// Communicators made at run time.
    Comms,
    /// Datatypes made at run time.
    Types,
    /// Windows.
    Windows,
    /// Groups.
    Groups,
}

/// A performance variable.
#[derive(Clone, Copy, Debug)]
pub struct Pvar {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub description: &'static str,
    /// Where it comes from.
    pub source: Source,
    /// The index of its category.
    pub category: usize,
}

impl Pvar {
    /// Its class.
    pub fn class(&self) -> PvarClass {
        match self.source {
            Source::Counter(_) => PvarClass::Counter,
            Source::Level(_) => PvarClass::Level,
            Source::Clock => PvarClass::Timer,
        }
    }

    /// Whether it always runs and cannot be set: all but counters.
    pub fn continuous(&self) -> bool {
        !matches!(self.source, Source::Counter(_))
    }
}

pub(crate) const fn counter(
    name: &'static str,
    counter: Counter,
    category: usize,
    description: &'static str,
) -> Pvar {
    Pvar { name, description, source: Source::Counter(counter), category }
}

pub(crate) const fn level(name: &'static str, level: Level, description: &'static str) -> Pvar {
    Pvar { name, description, source: Source::Level(level), category: OBJECTS }
}

const MESSAGES: usize = 0;
const OPERATIONS: usize = 1;
const OBJECTS: usize = 2;
const TIME: usize = 3;

/// The categories and what they hold.
pub const CATEGORIES: [(&str, &str); 4] = [
    ("messages", "Point-to-point messages of the rank"),
    ("operations", "Other operations of the rank, and what it waits for"),
    ("objects", "Objects that the rank holds"),
    ("time", "Simulated time"),
];

/// All performance variables, by index.
pub const PVARS: [Pvar; 12] = [
    counter(
        "messages_sent",
        Counter::Messages,
        MESSAGES,
        "Messages that the rank has sent, without those of collectives",
    ),
    counter("bytes_sent", Counter::Bytes, MESSAGES, "Bytes of the messages that the rank has sent"),
    counter("receives_posted", Counter::Receives, MESSAGES, "Receives that the rank has posted"),
    counter(
        "collectives_started",
        Counter::Collectives,
        OPERATIONS,
        "Collective operations that the rank has started",
    ),
    counter("window_calls", Counter::Windows, OPERATIONS, "Accesses to windows, and calls that synchronise them"),
    counter("waits", Counter::Waits, OPERATIONS, "Waits, tests and probes, and blocking sends and receives"),
    level("requests", Level::Requests, "Requests that have not been freed"),
    level("communicators", Level::Comms, "Communicators made at run time"),
    level("datatypes", Level::Types, "Datatypes made at run time"),
    level("windows", Level::Windows, "Windows"),
    level("groups", Level::Groups, "Groups"),
    Pvar {
        name: "simulated_time",
        description: "Simulated seconds since the begin of the run",
        source: Source::Clock,
        category: TIME,
    },
];

/// A control variable: an int that never changes.
#[derive(Clone, Copy, Debug)]
pub struct Cvar {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub description: &'static str,
    /// Its value.
    pub value: i32,
    /// The index of its category.
    pub category: usize,
}

/// All control variables, by index.
pub const CVARS: [Cvar; 1] = [Cvar {
    name: "buffered_send_overhead",
    description: "Bytes that a buffered send takes of the attached buffer beside its message",
    value: BSEND_OVERHEAD as i32,
    category: MESSAGES,
}];

/// Counters of a rank's calls since they were started.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    messages: u64,
    bytes: u64,
    receives: u64,
    collectives: u64,
    windows: u64,
    waits: u64,
}

impl Counters {
    /// Counts what the rank says to the engine.
    pub fn count(&mut self, post: &Post) {
        match post {
            Post::Send { buffer, .. } => self.send(buffer.bytes),
            Post::BlockingSend { buffer, .. } => {
                self.send(buffer.bytes);
                self.waits += 1;
            }
            Post::Recv { .. } | Post::RecvMatched { .. } => self.receives += 1,
            Post::BlockingRecv { .. } => {
                self.receives += 1;
                self.waits += 1;
            }
            Post::Collective { .. } => self.collectives += 1,
            Post::Window { .. } => self.windows += 1,
            Post::Wait { .. } | Post::Test { .. } | Post::Probe { .. } => self.waits += 1,
            _ => {}
        }
    }

    fn send(&mut self, bytes: u64) {
        self.messages += 1;
        self.bytes += bytes;
    }

    pub(crate) fn get(&self, counter: Counter) -> u64 {
        match counter {
            Counter::Messages => self.messages,
            Counter::Bytes => self.bytes,
            Counter::Receives => self.receives,
            Counter::Collectives => self.collectives,
            Counter::Windows => self.windows,
            Counter::Waits => self.waits,
        }
    }
}

/// A handle of a performance variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PvarHandle {
    session: Handle,
    pub(crate) index: usize,
    /// Counted while it was started, without what it counts now.
    pub(crate) sum: u64,
    /// The counter when it was started, if it is.
    pub(crate) since: Option<u64>,
}

/// The value of a performance variable, by its type.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// `MPI_UNSIGNED_LONG_LONG`.
    Count(u64),
    /// `MPI_UNSIGNED`.
    Level(u32),
    /// `MPI_DOUBLE`: the clock, which the rank has to ask for.
    Clock,
}

/// A rank's side of the tools interface.
#[derive(Debug, Default)]
pub struct Tools {
    /// How often it was initialised without being finalised.
    pub(crate) users: u32,
    /// Counters of the rank's calls.
    pub counters: Counters,
    sessions: ObjectTable<()>,
    pvars: ObjectTable<PvarHandle>,
    cvars: ObjectTable<usize>,
}

/// All handles of a session (`MPI_T_PVAR_ALL_HANDLES`).
pub const ALL_HANDLES: Handle = 1;

impl Tools {
    /// `MPI_T_pvar_session_create`.
    pub fn create_session(&mut self) -> Handle {
        self.sessions.insert(())
    }

    /// `MPI_T_pvar_session_free`; its handles go with it.
    ///
    /// # Errors
    /// There is none; so for all of these functions.
    pub fn free_session(&mut self, session: Handle) -> Result<(), ToolError> {
        self.sessions.remove(session).ok_or(ToolError::Session)?;
        let own: Vec<_> = self.handles_of(session).collect();
        own.into_iter().for_each(|handle| {
            self.pvars.remove(handle);
        });
        Ok(())
    }

    fn handles_of(&self, session: Handle) -> impl Iterator<Item = Handle> + '_ {
        self.pvars.iter().filter(move |(_, pvar)| pvar.session == session).map(|(handle, _)| handle)
    }

    /// `MPI_T_pvar_handle_alloc`. A variable that always runs is started at once.
    pub fn allocate(&mut self, session: Handle, index: i32) -> Result<Handle, ToolError> {
        self.sessions.get(session).ok_or(ToolError::Session)?;
        let index = index_of(index, PVARS.len())?;
        Ok(self.pvars.insert(PvarHandle { session, index, sum: 0, since: None }))
    }

    pub(crate) fn handle(&mut self, session: Handle, handle: Handle) -> Result<&mut PvarHandle, ToolError> {
        self.sessions.get(session).ok_or(ToolError::Session)?;
        self.pvars.get_mut(handle).filter(|pvar| pvar.session == session).ok_or(ToolError::Handle)
    }

    /// `MPI_T_pvar_handle_free`.
    pub fn free_handle(&mut self, session: Handle, handle: Handle) -> Result<(), ToolError> {
        self.handle(session, handle)?;
        self.pvars.remove(handle);
        Ok(())
    }

    /// Does the same with all handles of a session, but those whose variable refuses it.
    fn with_all(
        &mut self,
        session: Handle,
        refusal: ToolError,
        mut act: impl FnMut(&mut Self, Handle) -> Result<(), ToolError>,
    ) -> Result<(), ToolError> {
        self.sessions.get(session).ok_or(ToolError::Session)?;
        let own: Vec<_> = self.handles_of(session).collect();
        own.into_iter().try_for_each(|handle| {
            act(self, handle).or_else(|error| if error == refusal { Ok(()) } else { Err(error) })
        })
    }

    /// `MPI_T_pvar_start` and `MPI_T_pvar_stop`. Of all handles those are left out that always run.
    pub fn run(&mut self, session: Handle, handle: Handle, start: bool) -> Result<(), ToolError> {
        if handle == ALL_HANDLES {
            return self.with_all(session, ToolError::NoStartStop, |own, handle| own.run(session, handle, start));
        }
        let counters = self.counters;
        let pvar = self.handle(session, handle)?;
        let Source::Counter(counter) = PVARS[pvar.index].source else { return Err(ToolError::NoStartStop) };
        let now = counters.get(counter);
        if start {
            pvar.since = pvar.since.or(Some(now));
        } else if let Some(since) = pvar.since.take() {
            pvar.sum = pvar.sum.wrapping_add(now - since);
        }
        Ok(())
    }

    /// `MPI_T_pvar_write`, and `MPI_T_pvar_reset` with 0. Of all handles those are left out that cannot be set.
    pub fn set(&mut self, session: Handle, handle: Handle, value: u64) -> Result<(), ToolError> {
        if handle == ALL_HANDLES {
            return self.with_all(session, ToolError::NoWrite, |own, handle| own.set(session, handle, value));
        }
        let counters = self.counters;
        let pvar = self.handle(session, handle)?;
        let Source::Counter(counter) = PVARS[pvar.index].source else { return Err(ToolError::NoWrite) };
        pvar.sum = value;
        pvar.since = pvar.since.map(|_| counters.get(counter));
        Ok(())
    }

    /// Whether a variable may be written and reset.
    pub fn may_set(&mut self, session: Handle, handle: Handle) -> Result<(), ToolError> {
        let index = self.handle(session, handle)?.index;
        if PVARS[index].continuous() { Err(ToolError::NoWrite) } else { Ok(()) }
    }

    /// `MPI_T_cvar_handle_alloc`.
    pub fn allocate_cvar(&mut self, index: i32) -> Result<Handle, ToolError> {
        let index = index_of(index, CVARS.len())?;
        Ok(self.cvars.insert(index))
    }

    /// `MPI_T_cvar_handle_free`.
    pub fn free_cvar(&mut self, handle: Handle) -> Result<(), ToolError> {
        self.cvars.remove(handle).map(drop).ok_or(ToolError::Handle)
    }

    /// The variable of a handle.
    pub fn cvar(&self, handle: Handle) -> Result<&'static Cvar, ToolError> {
        self.cvars.get(handle).map(|&index| &CVARS[index]).ok_or(ToolError::Handle)
    }
}

/// A valid index into a list of `length` items.
///
/// # Errors
/// It is none.
pub fn index_of(index: i32, length: usize) -> Result<usize, ToolError> {
    usize::try_from(index).ok().filter(|&index| index < length).ok_or(ToolError::Index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rank;
    use ops::{Buffer, CommId, RequestId, SendMode};

    fn send(bytes: u64) -> Post {
        let buffer = Buffer { address: 8, bytes };
        let (request, comm) = (RequestId(0), CommId::WORLD);
        Post::Send {
            request,
            comm,
            peer: 1,
            tag: 0,
            buffer,
            mode: SendMode::Standard,
            blocking: false,
            elements: ops::Elements::Any,
        }
    }

    #[test]
    fn the_reference_names_every_variable() {
        let page = include_str!("../../../docs/reference/tools-interface.md");
        let pvars = PVARS.iter().map(|own| (own.name, format!("{:?}", own.class()).to_lowercase()));
        for (name, class) in pvars {
            assert!(page.contains(&format!("| `{name}` | {class} |")), "{name}");
        }
        assert!(CVARS.iter().all(|own| page.contains(&format!("| `{}` |", own.name))));
        assert!(CATEGORIES.iter().all(|(name, _)| page.contains(&format!("`{name}`"))));
    }

    #[test]
    fn a_handle_counts_while_it_is_started() {
        let mut rank = Rank::default();
        assert_eq!(rank.tools().err(), Some(ToolError::NotInitialised));
        rank.start_tools();
        let tools = rank.tools().expect("initialised");
        let session = tools.create_session();
        let bytes = tools.allocate(session, 1).expect("bytes_sent");
        tools.counters.count(&send(5));
        tools.run(session, ALL_HANDLES, true).expect("a session");
        tools.counters.count(&send(7));
        assert_eq!(rank.read_pvar(session, bytes), Ok(Value::Count(7)));
        let tools = rank.tools().expect("initialised");
        tools.run(session, bytes, false).expect("a counter");
        tools.counters.count(&send(9));
        tools.run(session, bytes, true).expect("a counter");
        tools.counters.count(&send(1));
        assert_eq!(rank.read_pvar(session, bytes), Ok(Value::Count(8)));
        rank.tools().expect("initialised").set(session, bytes, 100).expect("a counter");
        rank.tools().expect("initialised").counters.count(&send(2));
        assert_eq!(rank.read_pvar(session, bytes), Ok(Value::Count(102)));
        rank.end_tools().expect("initialised");
        assert_eq!(rank.end_tools(), Err(ToolError::NotInitialised));
    }

    #[test]
    fn levels_always_run_and_sessions_take_their_handles_along() {
        let mut rank = Rank::default();
        rank.start_tools();
        let requests = PVARS.iter().position(|pvar| pvar.name == "requests").expect("listed") as i32;
        let tools = rank.tools().expect("initialised");
        let (one, other) = (tools.create_session(), tools.create_session());
        let level = tools.allocate(one, requests).expect("listed");
        assert_eq!(tools.run(one, level, true), Err(ToolError::NoStartStop));
        assert_eq!(tools.set(one, level, 0), Err(ToolError::NoWrite));
        assert_eq!(tools.run(other, level, true), Err(ToolError::Handle));
        assert_eq!(tools.allocate(one, PVARS.len() as i32), Err(ToolError::Index));
        tools.free_session(one).expect("there");
        assert_eq!(tools.free_session(one), Err(ToolError::Session));
        assert_eq!(tools.free_handle(other, level), Err(ToolError::Handle));
        rank.requests.insert(crate::requests::Request::posted(0x101));
        let level = rank.tools().expect("initialised").allocate(other, requests).expect("listed");
        assert_eq!(rank.read_pvar(other, level), Ok(Value::Level(1)));
    }

    #[test]
    fn names_are_unique_and_categories_exist() {
        for (at, pvar) in PVARS.iter().enumerate() {
            assert!(pvar.category < CATEGORIES.len());
            assert!(PVARS[..at].iter().all(|other| other.name != pvar.name));
        }
    }
}
