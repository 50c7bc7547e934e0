//! The reduction operations of a rank: creates, frees and looks them up by handle.

use super::Rank;
use crate::datatype::by_handle;
use crate::{Fault, Handle, Operator, handles, types};
use ops::{Reducer, reduction};

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
