//! The tools information interface (`MPI_T_…`) of a rank: methods of [`Rank`] for the entry points. The control and performance
//! variables are in [`crate::tools`].

use super::Rank;
use crate::Handle;
use crate::tools::{Level, PVARS, Source, ToolError, Tools, Value};

impl Rank {
    /// `MPI_T_init_thread`.
    pub fn start_tools(&mut self) {
        let tools = self.objects().tools.get_or_insert_default();
        tools.users += 1;
    }

    /// `MPI_T_finalize`.
    ///
    /// # Errors
    /// It is not initialised.
    pub fn end_tools(&mut self) -> Result<(), ToolError> {
        let tools = self.tools()?;
        tools.users -= 1;
        if tools.users == 0 {
            self.objects().tools = None;
        }
        Ok(())
    }

    /// The tools interface.
    ///
    /// # Errors
    /// It is not initialised.
    pub fn tools(&mut self) -> Result<&mut Tools, ToolError> {
        self.existing_mut().and_then(|objects| objects.tools.as_deref_mut()).ok_or(ToolError::NotInitialised)
    }

    /// Reads a performance variable.
    ///
    /// # Errors
    /// There is no such session or handle.
    pub fn read_pvar(&mut self, session: Handle, handle: Handle) -> Result<Value, ToolError> {
        let tools = self.tools()?;
        let counters = tools.counters;
        let pvar = *tools.handle(session, handle)?;
        let level = match PVARS[pvar.index].source {
            Source::Counter(counter) => {
                let running = pvar.since.map_or(0, |since| counters.get(counter) - since);
                return Ok(Value::Count(pvar.sum.wrapping_add(running)));
            }
            Source::Clock => return Ok(Value::Clock),
            Source::Level(level) => level,
        };
        let length = match level {
            Level::Comms => self.made_mut().comms.len(),
            Level::Types => self.objects().types.count(),
            Level::Windows => self.made_mut().windows.len(),
            Level::Groups => self.objects().groups.len(),
            Level::Requests => self.requests.len(),
        };
        Ok(Value::Level(u32::try_from(length).unwrap_or(u32::MAX)))
    }
}
