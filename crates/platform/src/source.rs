//! The text of a platform file and the command-line overrides of its values. For error messages, knows where each value comes
//! from: line and column, or an override.

use crate::error::{Location, PlatformError};
use config::{Entry, Lines, Node, Origin, SyntaxError, Value};
use std::sync::Arc;

/// The text, its name, and the overrides: everything that turns an [`Origin`] into a [`Location`].
#[derive(Debug)]
pub(crate) struct Source {
    file: Arc<str>,
    text: String,
    lines: Lines,
    overrides: Vec<Arc<str>>,
}

impl Source {
    pub(crate) fn new(file: &str, text: &str, overrides: &[(&str, &str)]) -> Self {
        let overrides = overrides.iter().map(|(key, value)| Arc::from(format!("{key}={value}"))).collect();
        Self { file: Arc::from(file), text: text.to_owned(), lines: Lines::new(text), overrides }
    }

    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    pub(crate) fn location(&self, origin: Origin) -> Location {
        match origin {
            Origin::Override(index) => Location::Option { argument: self.overrides[index].clone() },
            Origin::Byte(byte) => {
                let (line, column) = self.lines.line_and_column(&self.text, byte);
                let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
                Location::File { file: self.file.clone(), line: small(line), column: small(column) }
            }
        }
    }

    fn syntax(&self, error: &SyntaxError) -> PlatformError {
        PlatformError::Syntax { at: self.location(error.origin), reason: one_line(&error.reason) }
    }

    /// The whole tree, overrides applied in order.
    pub(crate) fn parse(&self, overrides: &[(&str, &str)]) -> Result<Node, PlatformError> {
        let mut root = config::parse(&self.text).map_err(|error| self.syntax(&error))?;
        for (index, (key, value)) in overrides.iter().enumerate() {
            let node = config::parse_override(index, value).map_err(|error| self.syntax(&error))?;
            self.set(&mut root, key, index, node)?;
        }
        Ok(root)
    }

    fn set(&self, root: &mut Node, key: &str, index: usize, value: Node) -> Result<(), PlatformError> {
        let origin = Origin::Override(index);
        let fail = |reason: String| PlatformError::Override { at: self.location(origin), reason };
        if key.split('.').any(str::is_empty) {
            return Err(fail(format!("`{key}` is not a key; expected names joined by dots, as in `host.cores`")));
        }
        let mut node = root;
        let mut path = String::new();
        for segment in key.split('.') {
            let type_name = node.value.type_name();
            let Value::Table(entries) = &mut node.value else {
                return Err(fail(format!("`{path}` is {type_name}, not a table, so it has no key `{segment}`")));
            };
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(segment);
            let position = match entries.binary_search_by(|entry| entry.key.as_str().cmp(segment)) {
                Ok(position) => position,
                Err(position) => {
                    let node = Node { origin, value: Value::Table(Vec::new()) };
                    entries.insert(position, Entry { key: segment.to_owned(), origin, node });
                    position
                }
            };
            node = &mut entries[position].node;
        }
        *node = value;
        Ok(())
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
