//! Parses XML into a tree of elements that know their line and column.

use crate::error::{ImportError, Note, Position};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// Elements nested deeper are a mistake in the file, not a platform.
const DEEPEST: usize = 64;

/// Only availability traces are written as text.
fn takes_text(open: &[Element]) -> bool {
    open.last().is_some_and(|element| element.name == "trace")
}

/// A position: a byte of the text. Lines and columns are counted where they are shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct XmlPosition(usize);

/// An element.
#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Element>,
    pub(crate) position: XmlPosition,
}

/// A file's text and its name.
pub(crate) struct Source<'a> {
    file: &'a str,
    text: &'a str,
    /// Where each line begins.
    lines: Vec<usize>,
}

impl<'a> Source<'a> {
    pub(crate) fn new(file: &'a str, text: &'a str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { file, text, lines: std::iter::once(0).chain(breaks).collect() }
    }

    pub(crate) fn file(&self) -> &str {
        self.file
    }

    fn position(&self, byte: usize) -> Position {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.lines.partition_point(|start| *start <= byte);
        self.counted(line, self.text[self.lines[line - 1]..byte].chars().count())
    }

    fn counted(&self, line: usize, letters: usize) -> Position {
        let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Position { line: small(line), column: small(letters + 1) }
    }

    /// Notes in the order of the text. Letters are counted from one note to the next: a file may be one long line.
    pub(crate) fn notes(&self, mut notes: Vec<(XmlPosition, String)>) -> Vec<Note> {
        notes.sort();
        notes.dedup();
        let (mut line, mut letters, mut upto) = (0, 0, 0);
        let position = |XmlPosition(byte): XmlPosition| {
            let own = self.lines.partition_point(|start| *start <= byte);
            if own != line {
                (line, letters, upto) = (own, 0, self.lines[own - 1]);
            }
            letters += self.text[upto..byte].chars().count();
            upto = byte;
            self.counted(line, letters)
        };
        let mut position = position;
        notes.into_iter().map(|(spot, what)| Note { position: position(spot), what }).collect()
    }

    /// `file:line:column`.
    pub(crate) fn at(&self, spot: XmlPosition) -> String {
        self.at_byte(spot.0)
    }

    fn at_byte(&self, byte: usize) -> String {
        let position = self.position(byte);
        format!("{}:{}:{}", self.file, position.line, position.column)
    }

    fn broken(&self, byte: usize, reason: impl ToString) -> ImportError {
        ImportError::Xml { at: self.at_byte(byte), reason: reason.to_string() }
    }

    /// The root element.
    pub(crate) fn read(&self) -> Result<Element, ImportError> {
        let mut reader = Reader::from_str(self.text);
        let mut open: Vec<Element> = Vec::new();
        loop {
            let start = reader.buffer_position() as usize;
            let event = reader.read_event().map_err(|error| self.broken(reader.error_position() as usize, error))?;
            let closed = match event {
                Event::Start(tag) => {
                    if open.len() >= DEEPEST {
                        return Err(self.broken(start, format!("elements nested more than {DEEPEST} deep")));
                    }
                    open.push(self.element(&tag, start)?);
                    continue;
                }
                Event::Empty(tag) => self.element(&tag, start)?,
                Event::End(_) => open.pop().ok_or_else(|| self.broken(start, "an end without a start"))?,
                Event::Text(text) if !text.trim_ascii().is_empty() && !takes_text(&open) => {
                    return Err(self.broken(start, "text between elements"));
                }
                Event::Eof => {
                    let reason = match open.last() {
                        Some(element) => {
                            format!(
                                "`<{}>` of line {} is not closed",
                                element.name,
                                self.position(element.position.0).line
                            )
                        }
                        None => "there is no element".to_owned(),
                    };
                    return Err(self.broken(start, reason));
                }
                _ => continue,
            };
            match open.last_mut() {
                Some(parent) => parent.children.push(closed),
                None => return Ok(closed),
            }
        }
    }

    fn element(&self, tag: &BytesStart<'_>, start: usize) -> Result<Element, ImportError> {
        let mut attributes = Vec::new();
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| self.broken(start, error))?;
            let value = quick_xml::escape::unescape(&attribute.value).map_err(|error| self.broken(start, error))?;
            attributes.push((attribute.key.as_ref().to_owned(), value.into_owned()));
        }
        Ok(Element {
            name: tag.name().as_ref().to_owned(),
            attributes,
            children: Vec::new(),
            position: XmlPosition(start),
        })
    }

    /// An attribute that has to be there.
    pub(crate) fn needed<'e>(&self, element: &'e Element, name: &str) -> Result<&'e str, ImportError> {
        element.get(name).ok_or_else(|| ImportError::Lacks {
            at: self.at(element.position),
            element: element.name.clone(),
            name: name.to_owned(),
        })
    }

    /// One of some words.
    pub(crate) fn one_of(
        &self,
        element: &Element,
        name: &str,
        value: &str,
        words: &[&str],
    ) -> Result<(), ImportError> {
        if words.contains(&value) {
            return Ok(());
        }
        Err(self.wrong(element, name, value, format!("one of `{}`", words.join("`, `"))))
    }

    pub(crate) fn wrong(
        &self,
        element: &Element,
        name: &str,
        value: &str,
        expected: impl Into<String>,
    ) -> ImportError {
        ImportError::Value {
            at: self.at(element.position),
            name: name.to_owned(),
            value: value.to_owned(),
            expected: expected.into(),
        }
    }

    pub(crate) fn unsupported(&self, element: &Element, what: impl Into<String>) -> ImportError {
        ImportError::Unsupported { at: self.at(element.position), what: what.into() }
    }
}

impl Element {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}
