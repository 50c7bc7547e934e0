//! Addresses of code in terms that all ranks share.

use std::path::PathBuf;

use super::state::world_pointer;

/// The object that holds an address of any rank's image (an index for [`object_path`]), and the address in the
/// object's own terms. None for code outside the images: a system library, or the face.
pub fn locate(address: usize) -> Option<(u32, u64)> {
    let world = world_pointer();
    if world.is_null() {
        return None;
    }
    // SAFETY: the world lives until the process ends its run; only fields that never change are read.
    let world = unsafe { &*world };
    let (_, offset) = world.space.image_slot(address)?;
    let (index, module) = world.module_at(offset)?;
    Some((index as u32, offset - module.base))
}

/// The file of an object.
pub fn object_path(object: u32) -> Option<PathBuf> {
    let world = world_pointer();
    if world.is_null() {
        return None;
    }
    // SAFETY: as `locate`.
    let world = unsafe { &*world };
    world.modules.get(object as usize).map(|module| module.path.clone())
}
