//! Translates an address of code in any rank's image (its loaded copy of the program) to a pair that is the same for all ranks:
//! the object (the executable or a library) and the address within that object. So a call site or an allocation has one
//! identity in all ranks.

use std::path::PathBuf;

use super::state::image_process_pointer;

/// The object that holds an address of any rank's image (an index for [`object_path`]), and the address in the
/// object's own terms. None for code outside the images: a system library, or the face.
pub fn locate(address: usize) -> Option<(u32, u64)> {
    let process = image_process_pointer();
    if process.is_null() {
        return None;
    }
    // SAFETY: the image process lives until the process ends its run; what is read changes only while no rank runs.
    let process = unsafe { &*process };
    process.object_at(address).map(|(number, _, address)| (number, address))
}

/// The file of an object.
pub fn object_path(object: u32) -> Option<PathBuf> {
    let process = image_process_pointer();
    if process.is_null() {
        return None;
    }
    // SAFETY: as `locate`.
    let process = unsafe { &*process };
    let program = process.loaded.iter().rev().find(|program| program.first_object <= object)?;
    let module = program.template.modules.get((object - program.first_object) as usize)?;
    Some(module.path.clone())
}
