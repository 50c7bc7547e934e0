//! Reads the TOML file that describes an MPI library. The result is [`config`]'s tree, in which every value knows its
//! `file:line:column` for error messages; this module adds the accessors and errors that library files need.

use super::error::LibraryError;
use config::UnknownName;

/// A value and its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// `file:line:column`.
    pub(crate) place: String,
    pub(crate) item: Item,
}

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Text(String),
    Integer(i64),
    Float(f64),
    Flag(bool),
    List(Vec<Node>),
    Table(Vec<Entry>),
    Date,
}

/// A key of a table.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) place: String,
    pub(crate) node: Node,
}

impl Item {
    /// The kind of the item, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Integer(_) => "an integer",
            Self::Float(_) => "a decimal number",
            Self::Flag(_) => "true or false",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
            Self::Date => "a date",
        }
    }
}

impl Node {
    fn wrong(&self, key: &str, expected: &'static str) -> LibraryError {
        LibraryError::WrongType { place: self.place.clone(), key: key.to_owned(), found: self.item.kind(), expected }
    }

    pub(crate) fn text(&self, key: &str) -> Result<&str, LibraryError> {
        match &self.item {
            Item::Text(text) => Ok(text),
            _ => Err(self.wrong(key, "a text")),
        }
    }

    pub(crate) fn list(&self, key: &str) -> Result<&[Node], LibraryError> {
        match &self.item {
            Item::List(nodes) => Ok(nodes),
            _ => Err(self.wrong(key, "a list")),
        }
    }

    pub(crate) fn table(&self, key: &str) -> Result<&[Entry], LibraryError> {
        match &self.item {
            Item::Table(entries) => Ok(entries),
            _ => Err(self.wrong(key, "a table")),
        }
    }

    /// A number that is not negative.
    pub(crate) fn count(&self, key: &str) -> Result<u64, LibraryError> {
        match &self.item {
            Item::Integer(integer) => u64::try_from(*integer).map_err(|_| LibraryError::OutOfRange {
                place: self.place.clone(),
                key: key.to_owned(),
                value: integer.to_string(),
                expected: "a number that is not negative",
            }),
            _ => Err(self.wrong(key, "an integer")),
        }
    }

    /// A quantity with its unit.
    pub(crate) fn quantity<T: std::str::FromStr<Err = units::UnitError>>(
        &self,
        key: &str,
    ) -> Result<T, LibraryError> {
        self.text(key)?.parse().map_err(|source| LibraryError::Quantity {
            place: self.place.clone(),
            key: key.to_owned(),
            source: Box::new(source),
        })
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        match &self.item {
            Item::Table(entries) => entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node),
            _ => None,
        }
    }

    pub(crate) fn required(&self, key: &str, table: &str) -> Result<&Node, LibraryError> {
        self.table(table)?;
        self.get(key).ok_or_else(|| LibraryError::MissingKey {
            place: self.place.clone(),
            key: key.to_owned(),
            table: table.to_owned(),
        })
    }
}

/// Fails on a key that is not among the known ones.
pub(crate) fn only(entries: &[Entry], known: &[&str], table: &str) -> Result<(), LibraryError> {
    match entries.iter().find(|entry| !known.contains(&entry.key.as_str())) {
        None => Ok(()),
        Some(entry) => Err(LibraryError::UnknownKey {
            place: entry.place.clone(),
            table: table.to_owned(),
            unknown: UnknownName::new(&entry.key, known),
        }),
    }
}

/// Parses a file.
pub(crate) fn parse(file: &str, text: &str) -> Result<Node, LibraryError> {
    let lines = config::Lines::new(text);
    let place = |origin: config::Origin| {
        let (line, column) = lines.line_and_column(text, origin.byte());
        format!("{file}:{line}:{column}")
    };
    let tree = config::parse(text).map_err(|error| LibraryError::Syntax {
        place: place(error.origin),
        reason: error.reason.lines().collect::<Vec<_>>().join("; "),
    })?;
    Ok(placed(tree, &place))
}

/// A tree with its places in words, the keys of tables in the order of the file.
fn placed(node: config::Node, place: &dyn Fn(config::Origin) -> String) -> Node {
    let item = match node.value {
        config::Value::Text(text) => Item::Text(text),
        config::Value::Integer(integer) => Item::Integer(integer),
        // A float of TOML is one of Rust's.
        config::Value::Float(text) => Item::Float(text.parse().unwrap_or(f64::NAN)),
        config::Value::Flag(flag) => Item::Flag(flag),
        config::Value::Date(_) => Item::Date,
        config::Value::List(nodes) => Item::List(nodes.into_iter().map(|node| placed(node, place)).collect()),
        config::Value::Table(mut entries) => {
            entries.sort_by_key(|entry| entry.origin.byte());
            let entry = |entry: config::Entry| Entry {
                key: entry.key,
                place: place(entry.origin),
                node: placed(entry.node, place),
            };
            Item::Table(entries.into_iter().map(entry).collect())
        }
    };
    Node { place: place(node.origin), item }
}

/// A table that was parsed elsewhere; `locate` knows where.
pub(crate) fn from_table(table: &toml::Table, locate: &dyn Fn(&str) -> Option<String>) -> Node {
    node(&toml::Value::Table(table.clone()), "", locate)
}

fn node(value: &toml::Value, path: &str, locate: &dyn Fn(&str) -> Option<String>) -> Node {
    let place_of = |path: &str| {
        locate(path).unwrap_or_else(|| if path.is_empty() { "[mpi]".to_owned() } else { format!("[mpi] {path}") })
    };
    let item = match value {
        toml::Value::String(text) => Item::Text(text.clone()),
        toml::Value::Integer(integer) => Item::Integer(*integer),
        toml::Value::Float(float) => Item::Float(*float),
        toml::Value::Boolean(flag) => Item::Flag(*flag),
        toml::Value::Datetime(_) => Item::Date,
        toml::Value::Array(items) => {
            let items = items.iter().enumerate();
            Item::List(items.map(|(index, item)| node(item, &format!("{path}[{index}]"), locate)).collect())
        }
        toml::Value::Table(table) => Item::Table(
            table
                .iter()
                .map(|(key, value)| {
                    let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    Entry { key: key.clone(), place: place_of(&path), node: node(value, &path, locate) }
                })
                .collect(),
        ),
    };
    Node { place: place_of(path), item }
}
