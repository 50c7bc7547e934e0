//! Parses JSON into nested objects that keep the order of their keys, which MPICH's decision trees depend on.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use std::fmt;

/// An object: its keys, with what is below.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tree(pub(super) Vec<(String, Tree)>);

impl Tree {
    /// A key with nothing below.
    pub(super) fn of(key: String) -> Self {
        Self(vec![(key, Self(Vec::new()))])
    }

    fn write(&self, indent: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("{}");
        }
        f.write_str("{\n")?;
        for (at, (key, below)) in self.0.iter().enumerate() {
            // Keys are names, signs and numbers: nothing has to be escaped.
            write!(f, "{:indent$}\"{key}\": ", "", indent = indent + 2)?;
            below.write(indent + 2, f)?;
            f.write_str(if at + 1 == self.0.len() { "\n" } else { ",\n" })?;
        }
        write!(f, "{:indent$}}}", "")
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(0, f)
    }
}

struct Keys;

impl<'de> Visitor<'de> for Keys {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tree, A::Error> {
        let mut keys = Vec::new();
        while let Some((key, below)) = map.next_entry::<String, Tree>()? {
            // MPICH ignores spaces in keys.
            keys.push((key.replace(' ', ""), below));
        }
        Ok(Tree(keys))
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Keys)
    }
}
