//! The rank's windows for one-sided communication: checks the arguments of window calls, and keeps the rank's epochs and
//! accesses. (The engine executes the accesses: crate `mpi`.)

use super::Rank;
use crate::errors::Reaction;
use crate::windows::{AccessRequest, Memory, Window, comparable};
use crate::{Data, Fault, Handle, Operator, checks, handles, types};
use ops::reduction::{self, Basic, BuiltinOp};
use ops::{Access, AccessKind, CommId, ErrorClass, Layout, NewWindow};

impl Rank {
    /// A window.
    ///
    /// # Errors
    /// There is none behind the handle.
    pub fn window(&self, handle: Handle) -> Result<&Window, Fault> {
        self.made().and_then(|made| made.windows.get(handle)).ok_or(Fault::Win(handle))
    }

    /// A window, to be changed.
    ///
    /// # Errors
    /// There is none behind the handle.
    pub fn window_mut(&mut self, handle: Handle) -> Result<&mut Window, Fault> {
        self.made.as_deref_mut().and_then(|made| made.windows.get_mut(handle)).ok_or(Fault::Win(handle))
    }

    /// Stores windows that the engine announces.
    #[inline]
    pub fn announce_windows(&mut self, windows: &[NewWindow]) {
        windows.iter().for_each(|new| self.made_mut().announced.add_window(new.clone()));
    }

    /// Claims the announced window of a number and its communicator.
    ///
    /// # Panics
    /// If the engine has not announced it.
    pub fn claim_window(&mut self, number: CommId, memory: Memory) -> Handle {
        let comm = self.claim(number).expect("a rank is a member of the windows it makes");
        let new = self.made_mut().announced.claim_window(number);
        self.made_mut().windows.insert(Window::new(comm, new.parts, memory))
    }

    /// The reaction of a window's error handler; without a window, that of `MPI_COMM_SELF`.
    pub fn reaction_of_window(&self, handle: Handle) -> Reaction {
        match self.window(handle) {
            Ok(window) => self.reaction_of(window.errhandler),
            Err(_) => self.reaction(handles::COMM_SELF),
        }
    }

    /// Where the bytes of elements lie, from the address of element 0, and their signature.
    fn layout(&self, count: i64, datatype: Handle) -> Result<Layout, Fault> {
        let elements = checks::count(count)?;
        if let Some(basic) = types::basic(datatype)
            && basic.size() == basic.extent()
        {
            return Ok(Layout::block(0, crate::plan::bytes(elements, basic.size() as u64)?));
        }
        let datatype = self.committed(datatype)?;
        crate::plan::packed(&datatype, elements)?;
        let mut blocks = Vec::new();
        datatype.for_each_block(elements, |offset, bytes| blocks.push((offset, bytes as u64)));
        Ok(Layout::of_blocks(blocks.into_iter()))
    }

    /// Where the bytes of a buffer of the caller's lie.
    pub(crate) fn memory_layout(&self, data: Data) -> Result<Layout, Fault> {
        if data.in_place() {
            return Err(Fault::BadBuffer("MPI_IN_PLACE is not allowed here"));
        }
        let layout = self.layout(data.count, data.datatype)?;
        if layout.bytes() > 0 && data.address == 0 && types::basic(data.datatype).is_some() {
            return Err(Fault::NullBuffer);
        }
        Ok(layout.moved(data.address as i64))
    }

    /// Checks that caller and target mean the same elements.
    fn same_elements(&self, data: Data, wish: &AccessRequest) -> Result<(), Fault> {
        let (own, theirs) =
            (self.signature(data.datatype, data.count as u64)?, self.signature(wish.datatype, wish.count as u64)?);
        if own != 0 && theirs != 0 && own != theirs {
            return Err(Fault::Class(ErrorClass::Type, "caller and target name different elements"));
        }
        Ok(())
    }

    /// How an accumulate combines.
    fn update(&self, wish: &AccessRequest) -> Result<Option<(BuiltinOp, Basic)>, Fault> {
        if !matches!(wish.kind, AccessKind::Accumulate | AccessKind::GetAccumulate) {
            return Ok(None);
        }
        let op = match self.operator(wish.op)? {
            Operator::Builtin(op) => op,
            Operator::Own { .. } => {
                return Err(Fault::Class(ErrorClass::Op, "an accumulate takes predefined operations only"));
            }
        };
        if op == BuiltinOp::NoOp && wish.kind == AccessKind::Accumulate {
            return Err(Fault::Class(ErrorClass::Op, "MPI_NO_OP is for accumulates that fetch"));
        }
        let uniform = |datatype: Handle| -> Result<Basic, Fault> {
            let mixed = Fault::Class(ErrorClass::Type, "an accumulate needs elements of one predefined type");
            self.committed(datatype)?.uniform().ok_or(mixed)
        };
        if wish.count == 0 {
            return Ok(Some((op, uniform(wish.datatype).unwrap_or(Basic::Byte))));
        }
        let basic = uniform(wish.datatype)?;
        if !reduction::accepted(op, basic) {
            return Err(Fault::OpOnType { op: op.name(), datatype: basic.name() });
        }
        Ok(Some((op, basic)))
    }

    /// Checks an access and converts it for the engine. None if there is nothing to do: the target is
    /// `MPI_PROC_NULL`.
    ///
    /// # Errors
    /// Invalid arguments, an epoch that does not allow the access, or memory beyond the window.
    pub fn access(&mut self, handle: Handle, wish: &AccessRequest) -> Result<Option<Access>, Fault> {
        let target = self.window(handle)?.target(wish.target)?;
        let remote = self.layout(wish.count, wish.datatype)?;
        let update = self.update(wish)?;
        let nothing = matches!(update, Some((BuiltinOp::NoOp, _)));
        let (mut origin, mut compare, mut result) = (Layout::default(), Layout::default(), Layout::default());
        if wish.kind != AccessKind::Get && !nothing {
            origin = self.memory_layout(wish.origin)?;
            self.same_elements(wish.origin, wish)?;
        }
        if !matches!(wish.kind, AccessKind::Put | AccessKind::Accumulate) {
            result = self.memory_layout(wish.result)?;
            self.same_elements(wish.result, wish)?;
        }
        if wish.kind == AccessKind::CompareAndSwap {
            if !self.committed(wish.datatype)?.basic().is_some_and(comparable) {
                return Err(Fault::Class(ErrorClass::Type, "compare-and-swap is not defined on this datatype"));
            }
            compare = self.memory_layout(Data { address: wish.compare, ..wish.origin })?;
        }
        let differs = |side: &Layout| side.bytes() > 0 && side.bytes() != remote.bytes();
        if differs(&origin) || differs(&result) || remote.bytes() > 0 && origin.bytes() + result.bytes() == 0 {
            return Err(Fault::Class(ErrorClass::Type, "caller and target name different amounts of data"));
        }
        let window = self.window_mut(handle)?;
        let target_offset = match target {
            Some(target) => window.target_offset(target, wish.displacement, &remote)?,
            None => 0,
        };
        window.touch(target, wish.request)?;
        let ordered = window.ordered();
        Ok(target.map(|target| Access {
            kind: wish.kind,
            target,
            target_offset,
            target_layout: remote,
            origin_layout: origin,
            compare_layout: compare,
            result_layout: result,
            update,
            ordered,
        }))
    }
}
