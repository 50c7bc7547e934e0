//! Reduction operations on the rank's side: what a program's `MPI_Op` handle stands for, either a built-in operation or a
//! user-defined one from `MPI_Op_create`.

use ops::reduction::BuiltinOp;

/// A user-defined operation (`MPI_Op_create`).
#[derive(Clone, Debug)]
pub struct OpEntry {
    /// The function's address in the rank's own terms.
    pub function: u64,
    /// Whether it takes its count as an `MPI_Count` (`MPI_Op_create_c`).
    pub large: bool,
    /// Whether the operands may be swapped.
    pub commutative: bool,
    /// Operations on their way that use it.
    pub pins: u32,
    /// Whether the program has freed it; it lives on until the last of those ends.
    pub freed: bool,
}

/// The operation of a handle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// A predefined one.
    Builtin(BuiltinOp),
    /// A user-defined one.
    Own {
        /// The function's address.
        function: u64,
        /// Whether it takes its count as an `MPI_Count`.
        large: bool,
        /// Whether the operands may be swapped.
        commutative: bool,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fault;
    use crate::Handle;
    use crate::Rank;
    use crate::handles;
    use ops::Reducer;
    use ops::reduction::Basic;

    const INT: Handle = 0x209;
    const DOUBLE: Handle = 0x214;
    const SUM: Handle = 0x21;
    const BAND: Handle = 0x28;
    const REPLACE: Handle = 0x3c;

    #[test]
    fn predefined_operations_are_checked_against_the_type() {
        let rank = Rank::default();
        assert_eq!(rank.reducer(SUM, INT), Ok(Reducer::Builtin { op: BuiltinOp::Sum, basic: Basic::I32 }));
        assert_eq!(rank.reducer(BAND, DOUBLE), Err(Fault::OpOnType { op: "MPI_BAND", datatype: "MPI_DOUBLE" }));
        assert!(rank.reducer(REPLACE, INT).is_err());
        assert_eq!(rank.reducer(handles::OP_NULL, INT), Err(Fault::Op(handles::OP_NULL)));
        assert_eq!(rank.reducer(SUM, handles::DATATYPE_NULL), Err(Fault::Type(handles::DATATYPE_NULL)));
    }

    #[test]
    fn an_own_operation_lives_until_its_last_use() {
        let mut rank = Rank::default();
        let entry = OpEntry { function: 5, large: false, commutative: true, pins: 0, freed: false };
        let op = rank.objects().operations.insert(entry);
        let reducer = rank.reducer(op, INT).expect("valid");
        let Reducer::User { op: number, commutative: true } = reducer else { panic!("a user's reduction") };
        assert_eq!(Rank::reduction_handles(number), (op, INT));
        rank.pin_reduction(reducer, true);
        rank.free_op(op).expect("own");
        assert!(rank.operator(op).is_ok(), "still on its way");
        rank.pin_reduction(reducer, false);
        assert_eq!(rank.operator(op), Err(Fault::Op(op)));
    }
}
