//! Attribute keys and values of communicators, datatypes and windows, on the rank's side (MPI 5.0 §7.7).

use crate::{Handle, ObjectTable, handles};
use ops::RankSetting;

/// The kind of object that a key is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyvalKind {
    /// `MPI_Comm_create_keyval`.
    Comm,
    /// `MPI_Type_create_keyval`.
    Type,
    /// `MPI_Win_create_keyval`.
    Win,
}

/// A user-defined attribute key. Callbacks are addresses in the rank's address space.
#[derive(Clone, Debug)]
pub struct Keyval {
    /// The kind of object.
    pub kind: KeyvalKind,
    /// The copy function: 0 copies nothing, 1 copies the value (`MPI_COMM_NULL_COPY_FN`, `MPI_COMM_DUP_FN`).
    pub copy: u64,
    /// The delete function, or 0.
    pub delete: u64,
    /// The argument of both.
    pub extra_state: u64,
    /// Attributes that use it.
    pub users: u32,
    /// Whether the program has freed it; it lives on until nothing uses it.
    pub freed: bool,
}

/// Values by key, in the order they were first set.
pub type Attributes = Vec<(i32, u64)>;

/// The attribute keys of a rank, and the values of the predefined attributes of communicators.
#[derive(Debug, Default)]
pub struct Keyvals {
    made: ObjectTable<Keyval>,
    // Programs may point to the values: they do not move while the rank lives.
    predefined: [i32; PREDEFINED],
    // `MPI_LASTUSEDCODE` in the numbering of another ABI.
    foreign_last_code: i32,
}

impl Keyvals {
    /// Adds a key.
    pub fn insert(&mut self, key: Keyval) -> Handle {
        self.made.insert(key)
    }

    /// A key.
    pub fn get(&self, handle: Handle) -> Option<&Keyval> {
        self.made.get(handle)
    }

    /// A key, to be changed.
    pub fn get_mut(&mut self, handle: Handle) -> Option<&mut Keyval> {
        self.made.get_mut(handle)
    }

    /// Drops one use of a key; a freed key goes with its last use.
    pub fn release(&mut self, keyval: i32) {
        let handle = keyval as Handle;
        if let Some(key) = self.made.get_mut(handle) {
            key.users -= 1;
            if key.freed && key.users == 0 {
                self.made.remove(handle);
            }
        }
    }

    pub(crate) fn free(&mut self, keyval: i32) {
        let key = self.made.get_mut(keyval as Handle).expect("the caller has found it");
        key.freed = true;
        if key.users == 0 {
            self.made.remove(keyval as Handle);
        }
    }

    pub(crate) fn set_predefined(&mut self, keyval: i32, value: i32) -> &i32 {
        let stored = &mut self.predefined[(keyval - FIRST_PREDEFINED) as usize];
        *stored = value;
        stored
    }

    /// Stores `MPI_LASTUSEDCODE` in the numbering of another ABI, for programs to point to.
    pub fn set_foreign_last_code(&mut self, value: i32) -> &i32 {
        self.foreign_last_code = value;
        &self.foreign_last_code
    }
}

/// The predefined keys of communicators (MPI 5.0 §20.3.9) with their values, if they have one: `MPI_TAG_UB`,
/// `MPI_IO`, `MPI_HOST`, `MPI_WTIME_IS_GLOBAL`, `MPI_APPNUM`, `MPI_LASTUSEDCODE`, `MPI_UNIVERSE_SIZE`.
pub fn predefined(keyval: i32, program: u32, setting: RankSetting, last_used_code: i32) -> Option<Option<i32>> {
    Some(match keyval {
        501 => Some(setting.tag_ub),
        // Every rank can do I/O: MPI_ANY_SOURCE. There is no host process: MPI_PROC_NULL.
        502 => Some(-1),
        503 => Some(ops::PROC_NULL),
        504 => Some(1),
        505 => Some(i32::try_from(program).unwrap_or(i32::MAX)),
        506 => Some(last_used_code),
        507 => Some(i32::try_from(setting.universe).unwrap_or(i32::MAX)),
        _ => return None,
    })
}

/// How many predefined keys there are.
pub const PREDEFINED: usize = 7;
/// The first predefined key.
pub const FIRST_PREDEFINED: i32 = 501;

/// The number that means no key (`MPI_KEYVAL_INVALID`).
pub const KEYVAL_INVALID: i32 = 0;

const _: () = assert!(handles::DYNAMIC > 700, "predefined keys lie below keys made at run time");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rank;

    #[test]
    fn predefined_values_stay_in_their_place() {
        let mut rank = Rank::default();
        rank.setting.universe = 12;
        rank.setting.tag_ub = 40_000;
        let place = std::ptr::from_ref(rank.predefined_attribute(506).expect("MPI_LASTUSEDCODE"));
        assert_eq!(rank.predefined_attribute(507), Some(&12));
        assert_eq!(rank.predefined_attribute(501), Some(&40_000));
        let code = rank.objects().errors.add_class();
        rank.refresh_last_used_code();
        let again = rank.predefined_attribute(506).expect("MPI_LASTUSEDCODE");
        assert_eq!((std::ptr::from_ref(again), *again), (place, code));
        assert_eq!(rank.predefined_attribute(500), None);
    }

    #[test]
    fn a_freed_key_lives_until_its_last_user() {
        let mut rank = Rank::default();
        let key = Keyval { kind: KeyvalKind::Type, copy: 0, delete: 0, extra_state: 0, users: 1, freed: false };
        let keyval = rank.objects().keyvals.insert(key) as i32;
        assert!(rank.free_keyval(keyval, KeyvalKind::Comm).is_err());
        rank.free_keyval(keyval, KeyvalKind::Type).expect("its kind");
        rank.free_keyval(keyval, KeyvalKind::Type).expect("an attribute uses it");
        assert!(rank.keyval(keyval, KeyvalKind::Type).is_ok());
        rank.objects().keyvals.release(keyval);
        assert!(rank.free_keyval(keyval, KeyvalKind::Type).is_err());
        assert!(rank.keyval(keyval, KeyvalKind::Type).is_err());
    }
}
