//! Info objects (MPI 5.0 §10): keys and values, in the order in which the keys were first set.

use crate::{Handle, ObjectTable};

/// `MPI_MAX_INFO_KEY` of the standard ABI, the final zero included.
pub const KEY_MAX: usize = 256;
/// `MPI_MAX_INFO_VAL` of the standard ABI, the final zero included.
pub const VALUE_MAX: usize = 1024;

/// An info object.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Keys and values.
    pub entries: Vec<(Box<str>, Box<str>)>,
}

impl Info {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.entries.iter().find(|(name, _)| &**name == key).map(|(_, value)| &**value)
    }

    /// Sets a key, at its old place if it has one.
    pub fn set(&mut self, key: &str, value: &str) {
        match self.entries.iter_mut().find(|(name, _)| &**name == key) {
            Some((_, old)) => *old = value.into(),
            None => self.entries.push((key.into(), value.into())),
        }
    }

    /// Removes a key; false if it was not there.
    pub fn delete(&mut self, key: &str) -> bool {
        let at = self.entries.iter().position(|(name, _)| &**name == key);
        at.map(|at| self.entries.remove(at)).is_some()
    }
}

/// The info objects of a rank.
#[derive(Debug, Default)]
pub struct Infos {
    made: ObjectTable<Info>,
    // `MPI_INFO_ENV`, once it is asked for.
    environment: Option<Info>,
}

impl Infos {
    /// Adds an info object.
    pub fn insert(&mut self, info: Info) -> Handle {
        self.made.insert(info)
    }

    /// An info object.
    pub fn get(&self, handle: Handle) -> Option<&Info> {
        self.made.get(handle)
    }

    /// An info object, to be changed.
    pub fn get_mut(&mut self, handle: Handle) -> Option<&mut Info> {
        self.made.get_mut(handle)
    }

    /// Removes an info object.
    pub fn remove(&mut self, handle: Handle) -> Option<Info> {
        self.made.remove(handle)
    }

    /// `MPI_INFO_ENV`, if it has been asked for before.
    pub fn environment(&self) -> Option<&Info> {
        self.environment.as_ref()
    }

    /// Sets `MPI_INFO_ENV`.
    pub fn set_environment(&mut self, info: Info) {
        self.environment = Some(info);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_the_order_of_their_first_setting() {
        let mut info = Info::default();
        info.set("b", "1");
        info.set("a", "2");
        info.set("b", "3");
        assert_eq!(info.entries, [("b".into(), "3".into()), ("a".into(), "2".into())]);
        assert!(info.delete("b") && !info.delete("b"));
        assert_eq!((info.get("a"), info.get("b")), (Some("2"), None));
    }
}
