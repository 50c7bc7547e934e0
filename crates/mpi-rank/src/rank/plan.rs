//! Checks the count and the datatype of each message buffer in a rank's MPI calls, and plans how to pack and unpack the buffer.

use super::Rank;
use crate::checks::{self, IN_PLACE};
use crate::plan::{bytes, comparable, packed};
use crate::{Data, Fault, Handle, Piece, Side, handles, types};
use ops::{Buffer, Elements, NullDatatypes};

impl Rank {
    /// A buffer of a call in which the library may take a null datatype with a count of 0: elements of any type then, of which there are none.
    #[inline]
    pub fn given(&self, data: Data) -> Data {
        let datatype = match data.count {
            0 => self.datatype_of_none(data.datatype, NullDatatypes::Messages),
            _ => data.datatype,
        };
        Data { datatype, ..data }
    }

    /// The datatype of no elements, where the library takes a null datatype if it does so `since`.
    #[cold]
    #[inline(never)]
    pub(super) fn datatype_of_none(&self, datatype: Handle, since: NullDatatypes) -> Handle {
        let taken = datatype == handles::DATATYPE_NULL && self.setting.null_datatypes >= since;
        if taken { handles::BYTE } else { datatype }
    }

    /// Checks a message buffer and says how its packed bytes come about. `copies` blocks of it follow one another.
    ///
    /// # Errors
    /// A negative count, a datatype that is none or not committed, a null pointer with elements.
    pub fn side(&self, data: Data, copies: u64) -> Result<Side, Fault> {
        let elements = checks::count(data.count)?;
        if let Some(size) = types::dense_size(data.datatype) {
            let bytes = bytes(elements, size).and_then(|block| bytes(block, copies))?;
            if bytes > 0 && data.address == 0 {
                return Err(Fault::NullBuffer);
            }
            return Ok(Side::Direct(Buffer { address: data.address, bytes }));
        }
        let datatype = self.committed(data.datatype)?;
        let count = bytes(elements, copies)?;
        let bytes = packed(&datatype, count)?;
        if bytes == 0 {
            return Ok(Side::Direct(Buffer { address: data.address, bytes }));
        }
        if data.address == IN_PLACE {
            return Err(Fault::BadBuffer("MPI_IN_PLACE is not allowed here"));
        }
        Ok(match datatype.contiguous_at(count).map(|offset| data.address.wrapping_add_signed(offset)) {
            Some(0) => return Err(Fault::NullBuffer),
            Some(address) => Side::Direct(Buffer { address, bytes }),
            None => Side::Packed(Piece { address: data.address, count, datatype, at: 0, bytes }),
        })
    }

    /// The kind of elements that a datatype has; not compared if there is no such datatype.
    #[inline]
    pub fn elements(&self, datatype: Handle) -> Elements {
        match types::basic(datatype) {
            Some(basic) => crate::datatype::elements(basic),
            None => self.datatype(datatype).map_or(Elements::Any, |datatype| datatype.elements()),
        }
    }

    /// The packed bytes of one element, and the bytes from one to the next.
    ///
    /// # Errors
    /// There is no such datatype.
    pub fn element(&self, datatype: Handle) -> Result<(u64, i64), Fault> {
        match types::basic(datatype) {
            Some(basic) => Ok((basic.size() as u64, basic.extent() as i64)),
            None => {
                let too_large = Fault::TooLarge("datatype is larger than memory");
                let datatype = self.datatype(datatype)?;
                let (size, extent) = (datatype.size().ok_or(too_large)?, datatype.extent().ok_or(too_large)?);
                Ok((size as u64, extent))
            }
        }
    }

    /// What ranks compare of a type signature: 0 for what is not comparable (`MPI_BYTE`, `MPI_PACKED`).
    ///
    /// # Errors
    /// There is no such datatype.
    pub fn signature(&self, datatype: Handle, count: u64) -> Result<u64, Fault> {
        let signature = self.datatype(datatype)?.signature(count);
        Ok(if signature.wild { 0 } else { comparable(&signature) })
    }
}
