//! Reduction operations.

use crate::datatype::by_handle;
use crate::{Fault, Handle, Rank, handles, types};
use ops::Reducer;
use ops::reduction::{self, BuiltinOp};

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

impl Rank {
    /// An operation.
    ///
    /// # Errors
    /// There is none behind the handle.
    pub fn operator(&self, handle: Handle) -> Result<Operator, Fault> {
        if let Some(op) = handles::builtin_op(handle) {
            return Ok(Operator::Builtin(op));
        }
        let entry = self.existing().and_then(|objects| objects.operations.get(handle));
        let entry = entry.filter(|entry| !entry.freed || entry.pins > 0).ok_or(Fault::Op(handle))?;
        Ok(Operator::Own { function: entry.function, large: entry.large, commutative: entry.commutative })
    }

    /// How a collective operation reduces values of a datatype.
    ///
    /// # Errors
    /// No such operation or datatype, or the operation is not defined on the datatype.
    pub fn reducer(&self, op: Handle, datatype: Handle) -> Result<Reducer, Fault> {
        let operator = self.operator(op)?;
        match operator {
            Operator::Own { commutative, .. } => {
                self.committed(datatype)?;
                Ok(Reducer::User { op: u64::from(op) << 32 | u64::from(datatype), commutative })
            }
            Operator::Builtin(builtin) => {
                let Some(basic) = types::basic(datatype) else {
                    self.committed(datatype)?;
                    return Err(Fault::OpOnType { op: builtin.name(), datatype: "a derived datatype" });
                };
                if builtin.one_sided_only() {
                    return Err(Fault::Class(ops::ErrorClass::Op, "operation is for one-sided communication only"));
                }
                if !reduction::accepted(builtin, basic) {
                    let named = by_handle(datatype).and_then(|datatype| datatype.named());
                    return Err(Fault::OpOnType {
                        op: builtin.name(),
                        datatype: named.map_or(basic.name(), |row| row.name),
                    });
                }
                Ok(Reducer::Builtin { op: builtin, basic })
            }
        }
    }

    /// The handles of operation and datatype in the number of a user's reduction.
    pub fn reduction_handles(number: u64) -> (Handle, Handle) {
        ((number >> 32) as Handle, number as Handle)
    }

    /// Keeps what a user's reduction needs alive while it is on its way, or lets it go.
    pub fn pin_reduction(&mut self, reducer: Reducer, more: bool) {
        let Reducer::User { op: number, .. } = reducer else { return };
        let (op, datatype) = Self::reduction_handles(number);
        self.pin_type(datatype, more);
        let Some(objects) = self.existing_mut() else { return };
        let Some(entry) = objects.operations.get_mut(op) else { return };
        if more {
            entry.pins += 1;
        } else {
            entry.pins -= 1;
            if entry.freed && entry.pins == 0 {
                objects.operations.remove(op);
            }
        }
    }

    /// Frees an operation's handle.
    ///
    /// # Errors
    /// There is none behind the handle, or it is predefined.
    pub fn free_op(&mut self, handle: Handle) -> Result<(), Fault> {
        let objects = self.existing_mut().ok_or(Fault::Op(handle))?;
        let entry = objects.operations.get_mut(handle).filter(|entry| !entry.freed).ok_or(Fault::Op(handle))?;
        entry.freed = true;
        if entry.pins == 0 {
            objects.operations.remove(handle);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
