//! The open files of a rank: looks up their views and file pointers, and converts accesses through a view into accesses for
//! the engine.

use super::Rank;
use crate::comms::Comm;
use crate::errors::Reaction;
use crate::files::{DATAREP_MAX, Datarep, File, PlannedAccess, Representation};
use crate::{Data, Fault, Handle, checks, handles};
use ops::{ErrorClass, FileAccess, Layout};

impl Rank {
    /// A file.
    ///
    /// # Errors
    /// There is none behind the handle.
    pub fn file(&self, handle: Handle) -> Result<&File, Fault> {
        self.made().and_then(|made| made.files.get(handle)).ok_or(Fault::File(handle))
    }

    /// A file, to be changed.
    ///
    /// # Errors
    /// There is none behind the handle.
    pub fn file_mut(&mut self, handle: Handle) -> Result<&mut File, Fault> {
        self.made.as_deref_mut().and_then(|made| made.files.get_mut(handle)).ok_or(Fault::File(handle))
    }

    /// A file's communicator.
    ///
    /// # Errors
    /// There is no such file.
    pub fn file_comm(&self, handle: Handle) -> Result<&Comm, Fault> {
        self.comm(self.file(handle)?.comm)
    }

    /// The error handler of files that are not open yet, or not any more: `MPI_FILE_NULL`'s (MPI 5.0 §14.7).
    pub fn default_file_errhandler(&self) -> Handle {
        self.existing().and_then(|objects| objects.file_defaults.errhandler).unwrap_or(handles::ERRORS_RETURN)
    }

    /// The reaction of a file's error handler; without a file, that of `MPI_FILE_NULL`.
    pub fn reaction_of_file(&self, handle: Handle) -> Reaction {
        let errhandler = self.file(handle).map(|file| file.errhandler);
        self.reaction_of(errhandler.unwrap_or_else(|_| self.default_file_errhandler()))
    }

    /// Checks an access that starts `at` etypes into the view, and converts it for the engine.
    ///
    /// # Errors
    /// Invalid arguments, a file opened in another mode, or elements that are no whole number of etypes.
    pub fn file_access(
        &self,
        handle: Handle,
        (write, shared): (bool, bool),
        at: i64,
        data: Data,
    ) -> Result<PlannedAccess, Fault> {
        let file = self.file(handle)?;
        let elements = checks::count(data.count)?;
        if at < 0 {
            return Err(Fault::Arg("negative offset in a file"));
        }
        let memory = self.memory_layout(data)?;
        let (bytes, converts) = match file.view.representation {
            Representation::External32 => {
                let datatype = self.committed(data.datatype)?;
                let too_large = Fault::Bytes { count: data.count, size: datatype.size().unwrap_or(0) as u64 };
                (datatype.external_size(elements).ok_or(too_large)?, true)
            }
            _ => (memory.bytes(), false),
        };
        let etypes = file.view.etypes_of(bytes)?;
        file.check_access(write, shared)?;
        let layout = file.view.layout(at, bytes)?;
        let memory = if converts { Layout::default() } else { memory };
        let access = FileAccess { write, memory, file: layout, atomic: file.atomic };
        Ok(PlannedAccess { access, etypes, converts })
    }

    /// The representation of a name.
    ///
    /// # Errors
    /// There is none.
    pub fn representation(&self, name: &str) -> Result<Representation, Fault> {
        match name {
            "native" | "NATIVE" => return Ok(Representation::Native),
            "internal" | "INTERNAL" => return Ok(Representation::Internal),
            "external32" | "EXTERNAL32" => return Ok(Representation::External32),
            _ => {}
        }
        let own = self.existing().and_then(|objects| objects.file_defaults.datarep(name));
        own.map(Representation::Own).ok_or(Fault::Class(ErrorClass::UnsupportedDatarep, ""))
    }

    /// Registers a representation whose bytes are those in memory.
    ///
    /// # Errors
    /// The name is taken, empty or too long.
    pub fn register_datarep(&mut self, datarep: Datarep) -> Result<(), Fault> {
        if datarep.name.is_empty() || datarep.name.len() >= DATAREP_MAX {
            return Err(Fault::Arg("a representation's name is empty or longer than MPI_MAX_DATAREP_STRING"));
        }
        if self.representation(&datarep.name).is_ok() {
            return Err(Fault::Class(ErrorClass::DupDatarep, ""));
        }
        self.objects().file_defaults.datareps.push(datarep);
        Ok(())
    }

    /// The name of a representation.
    pub fn datarep_name(&self, representation: Representation) -> &str {
        match representation {
            Representation::Native => "native",
            Representation::Internal => "internal",
            Representation::External32 => "external32",
            Representation::Own(at) => {
                self.existing().and_then(|objects| objects.file_defaults.datareps.get(at)).map_or("", |own| &own.name)
            }
        }
    }
}
