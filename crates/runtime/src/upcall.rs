//! Runs a user-defined reduction (`MPI_Op_create`) for the engine, on the stack of the rank whose data it reduces.

use crate::call::{RankContext, Upcall};
use crate::callbacks::{CallbackKind, trampoline};
use crate::memory;
use mpi_rank::datatype::Datatype;
use mpi_rank::{Operator, Piece, Rank};
use std::ffi::{c_int, c_void};

/// Functions of the program may assume that operands are aligned as `malloc` would.
const ALIGNMENT: usize = 16;

/// `MPI_User_function`.
type Function = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, *mut c_int, *mut usize);
/// `MPI_User_function_c`.
type LargeFunction = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, *mut i64, *mut usize);

/// A user's operation with the datatype it is applied to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UserOp {
    function: u64,
    large: bool,
    datatype: mpi_rank::Handle,
}

impl UserOp {
    /// The operation behind an operator, if it is the program's own.
    pub(crate) fn new(operator: Operator, datatype: mpi_rank::Handle) -> Option<Self> {
        match operator {
            Operator::Own { function, large, .. } => Some(Self { function, large, datatype }),
            Operator::Builtin(_) => None,
        }
    }

    /// `inout = input op inout` on `count` elements as they lie in memory, `extent` bytes apart.
    ///
    /// # Safety
    /// Both point to `count` elements of the datatype. The function may throw or jump: the caller holds nothing that
    /// needs dropping.
    pub(crate) unsafe fn apply(self, mut input: *mut c_void, mut inout: *mut c_void, count: u64, extent: i64) {
        let mut datatype = self.datatype as usize;
        let address = std::ptr::with_exposed_provenance::<c_void>(self.function as usize);
        if self.large {
            let mut count = count as i64;
            // SAFETY: the program gave this address to MPI_Op_create_c.
            unsafe {
                let function: LargeFunction = std::mem::transmute(trampoline(CallbackKind::LargeOp, address));
                function(input, inout, &raw mut count, &raw mut datatype);
            }
            return;
        }
        // An int counts at most 2^31 - 1 elements: longer vectors come in parts.
        let mut left = count;
        while left > 0 {
            let part = left.min(c_int::MAX as u64);
            let mut len = part as c_int;
            // SAFETY: the program gave this address to MPI_Op_create.
            unsafe {
                let function: Function = std::mem::transmute(trampoline(CallbackKind::Op, address));
                function(input, inout, &raw mut len, &raw mut datatype);
            }
            let step = (part as i64).wrapping_mul(extent) as isize;
            (input, inout) = (input.wrapping_byte_offset(step), inout.wrapping_byte_offset(step));
            left -= part;
        }
    }
}

/// Operands as the user's function wants them: elements with their gaps, aligned.
struct Unpacked {
    memory: *mut u8,
    layout: std::alloc::Layout,
    /// What to add to `memory` for the address of element 0.
    origin: i64,
}

impl Unpacked {
    /// Memory for `count` elements. It is not dropped: if the function jumps away, it is lost.
    fn new(datatype: &Datatype, count: u64) -> Self {
        let extent = i128::from(datatype.extent().unwrap_or(0));
        let (low, true_extent) = (i128::from(datatype.true_lb().unwrap_or(0)), datatype.true_extent().unwrap_or(0));
        let last = extent * i128::from(count.saturating_sub(1));
        let (first, end) = (low + last.min(0), low + last.max(0) + i128::from(true_extent));
        // Element 0 keeps its alignment if the memory's begin lies a multiple of it before.
        let first = first.div_euclid(ALIGNMENT as i128) * ALIGNMENT as i128;
        let bytes = usize::try_from(end - first).expect("a reduction in memory").max(1);
        let layout = std::alloc::Layout::from_size_align(bytes, ALIGNMENT).expect("a size that fits memory");
        // SAFETY: the layout has a size.
        let memory = unsafe { std::alloc::alloc_zeroed(layout) };
        if memory.is_null() {
            std::alloc::handle_alloc_error(layout);
        }
        Self { memory, layout, origin: -(first as i64) }
    }

    fn element(&self) -> *mut u8 {
        self.memory.wrapping_offset(self.origin as isize)
    }

    /// # Safety
    /// Once.
    unsafe fn free(&self) {
        // SAFETY: allocated in `new` with this layout.
        unsafe { std::alloc::dealloc(self.memory, self.layout) };
    }
}

/// Applies the reduction that the engine wants.
///
/// # Safety
/// On the stack of the context's rank; the upcall's memory is valid until this returns.
pub(crate) unsafe fn run(context: *mut RankContext, upcall: *const Upcall) {
    // SAFETY: as the caller says; no reference lives across the user's function.
    unsafe {
        let Upcall { op, count, input, inout, bytes } = *upcall;
        let (op, handle) = Rank::reduction_handles(op);
        let rank = &raw const (*context).rank;
        let operator = (*rank).operator(op).expect("an operation on its way is pinned");
        let user = UserOp::new(operator, handle).expect("predefined operations are the engine's");
        let datatype = (*rank).datatype(handle).expect("a datatype on its way is pinned");
        let extent = datatype.extent().unwrap_or(0);
        let fits = datatype.contiguous_at(count) == Some(0);
        let aligned = input.addr() % ALIGNMENT == 0 && inout.addr() % ALIGNMENT == 0;
        if fits && aligned {
            drop(datatype);
            user.apply(input.cast_mut().cast(), inout.cast(), count, extent);
            return;
        }
        let (left, right) = (Unpacked::new(&datatype, count), Unpacked::new(&datatype, count));
        for (operand, packed) in [(&left, input), (&right, inout.cast_const())] {
            let address = operand.element().expose_provenance() as u64;
            let piece = Piece { address, count, datatype: datatype.clone(), at: 0, bytes: bytes as u64 };
            memory::unpack(&piece, packed, bytes as u64);
        }
        drop(datatype);
        user.apply(left.element().cast(), right.element().cast(), count, extent);
        let datatype = (*rank).datatype(handle).expect("a datatype on its way is pinned");
        let address = right.element().expose_provenance() as u64;
        memory::pack(&Piece { address, count, datatype, at: 0, bytes: bytes as u64 }, inout);
        left.free();
        right.free();
    }
}
