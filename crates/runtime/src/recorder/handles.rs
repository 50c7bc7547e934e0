//! The recorder's map from the real MPI library's handles to those of the rank half (the runtime's part of MPI that runs with
//! the program).
//!
//! A library may return one handle for several requests that have already completed (MPICH and Open MPI return one for short
//! sends). The recorder then tells these requests apart by the address of the program's variable that holds the handle: it
//! takes the request that was stored at this address. If no request was, it takes the oldest request with this handle.

use rustc_hash::FxHashMap;

/// Kinds of handles, as in `mpi/recorder/recorder.h`.
pub(super) const KINDS: usize = 8;

/// A request as the rank half has it, and where the program has put it.
#[derive(Clone, Copy, Debug)]
struct Known {
    face: usize,
    place: usize,
}

/// All handles of a rank.
#[derive(Debug, Default)]
pub(super) struct Handles {
    /// Libraries count uses of one group or type and give out its handle again: each use is one here.
    others: [FxHashMap<usize, Vec<usize>>; KINDS],
    requests: FxHashMap<usize, Vec<Known>>,
    /// Requests that the call under way has named.
    named: Vec<usize>,
}

impl Handles {
    /// A new call begins.
    pub(super) fn clear(&mut self) {
        self.named.clear();
    }

    /// A handle; one that no call has made is predefined, and the same in the face.
    pub(super) fn find(&self, kind: usize, real: usize) -> usize {
        self.others.get(kind).and_then(|known| known.get(&real)?.last()).copied().unwrap_or(real)
    }

    pub(super) fn made(&mut self, kind: usize, real: usize, face: usize) {
        if let Some(known) = self.others.get_mut(kind) {
            known.entry(real).or_default().push(face);
        }
    }

    pub(super) fn gone(&mut self, kind: usize, real: usize) {
        if let Some(known) = self.others.get_mut(kind)
            && let Some(faces) = known.get_mut(&real)
        {
            faces.pop();
            if faces.is_empty() {
                known.remove(&real);
            }
        }
    }

    /// The request that the program has at a place.
    pub(super) fn request(&mut self, real: usize, place: usize) -> usize {
        let Some(known) = self.requests.get(&real) else { return self.find(4, real) };
        let free = || known.iter().filter(|known| !self.named.contains(&known.face));
        let found = free().find(|known| known.place == place).or_else(|| free().next());
        let face = found.or(known.first()).map_or(real, |known| known.face);
        if known.len() > 1 {
            self.named.push(face);
        }
        face
    }

    pub(super) fn request_made(&mut self, real: usize, place: usize, face: usize) {
        self.requests.entry(real).or_default().push(Known { face, place });
    }

    pub(super) fn request_gone(&mut self, real: usize, face: usize) {
        if let Some(known) = self.requests.get_mut(&real) {
            known.retain(|known| known.face != face);
            if known.is_empty() {
                self.requests.remove(&real);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_that_share_a_handle_are_told_apart_by_their_places() {
        let mut handles = Handles::default();
        for (place, face) in [(100, 1), (108, 2), (116, 3)] {
            handles.request_made(7, place, face);
        }
        assert_eq!(handles.request(7, 108), 2);
        handles.clear();
        // Copied elsewhere: the oldest, each once in a call.
        assert_eq!([handles.request(7, 500), handles.request(7, 508), handles.request(7, 516)], [1, 2, 3]);
        handles.request_gone(7, 1);
        handles.clear();
        assert_eq!(handles.request(7, 500), 2);
        assert_eq!(handles.request(9, 500), 9);
    }

    #[test]
    fn predefined_handles_are_their_own() {
        let mut handles = Handles::default();
        handles.made(0, 0x84000001, 0x84000400);
        assert_eq!((handles.find(0, 0x84000001), handles.find(1, 0x84000001)), (0x84000400, 0x84000001));
        handles.made(0, 0x84000001, 0x84000401);
        handles.gone(0, 0x84000001);
        assert_eq!(handles.find(0, 0x84000001), 0x84000400);
        handles.gone(0, 0x84000001);
        assert_eq!(handles.find(0, 0x84000001), 0x84000001);
    }
}
