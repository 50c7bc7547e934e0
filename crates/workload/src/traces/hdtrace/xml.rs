//! Parses HDTrace's XML as a stream of tags with line numbers.

use crate::limits::BYTES_MAX;
use crate::traces::error::{FilePosition, LineProblem, TraceError};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// Elements nested deeper are a mistake in the file.
const DEEPEST: usize = 64;

/// A tag's name and attributes.
#[derive(Clone, Debug)]
pub(super) struct Tag {
    pub(super) name: String,
    attributes: Vec<(String, String)>,
    pub(super) line: u32,
}

/// What comes next in a file.
pub(super) enum Item {
    /// An element begins.
    Start(Tag),
    /// An element without children.
    Empty(Tag),
    /// The innermost element ends.
    End,
    /// The file ends.
    Over,
}

/// A file that is being read.
pub(super) struct Tags<'a> {
    file: &'a str,
    text: &'a str,
    reader: Reader<&'a [u8]>,
    /// Names and lines of open elements.
    open: Vec<(String, u32)>,
    /// How far lines have been counted, and how many there were.
    counted: usize,
    line: u32,
}

impl<'a> Tags<'a> {
    pub(super) fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, text, reader: Reader::from_str(text), open: Vec::new(), counted: 0, line: 1 }
    }

    /// The next tag.
    pub(super) fn next(&mut self) -> Result<Item, TraceError> {
        loop {
            let start = self.reader.buffer_position() as usize;
            let event = self.reader.read_event();
            let event =
                event.map_err(|error| self.broken(self.reader.error_position() as usize, &error.to_string()))?;
            return Ok(match event {
                Event::Start(tag) => {
                    let tag = self.tag(&tag, start)?;
                    if self.open.len() >= DEEPEST {
                        return Err(at_line(
                            self.file,
                            tag.line,
                            xml(format!("more than {DEEPEST} nested elements")),
                        ));
                    }
                    self.open.push((tag.name.clone(), tag.line));
                    Item::Start(tag)
                }
                Event::Empty(tag) => Item::Empty(self.tag(&tag, start)?),
                Event::End(_) => {
                    self.open.pop();
                    Item::End
                }
                Event::Eof => match self.open.last() {
                    Some((name, line)) => {
                        return Err(at_line(self.file, *line, xml(format!("`<{name}>` is not closed"))));
                    }
                    None => Item::Over,
                },
                _ => continue,
            });
        }
    }

    fn broken(&self, byte: usize, reason: &str) -> TraceError {
        let before = &self.text.as_bytes()[..byte.min(self.text.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        at_line(self.file, u32::try_from(line).unwrap_or(u32::MAX), xml(reason.to_owned()))
    }

    fn tag(&mut self, tag: &BytesStart<'_>, start: usize) -> Result<Tag, TraceError> {
        let passed = &self.text.as_bytes()[self.counted..start];
        let lines = passed.iter().filter(|byte| **byte == b'\n').count();
        (self.counted, self.line) = (start, self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX)));
        let mut attributes = Vec::new();
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| self.broken(start, &error.to_string()))?;
            let value = quick_xml::escape::unescape(&attribute.value);
            let value = value.map_err(|error| self.broken(start, &error.to_string()))?;
            attributes.push((attribute.key.as_ref().to_owned(), value.into_owned()));
        }
        Ok(Tag { name: tag.name().as_ref().to_owned(), attributes, line: self.line })
    }
}

fn xml(reason: String) -> LineProblem {
    LineProblem::Xml { reason }
}

/// A problem of a line.
pub(super) fn at_line(file: &str, line: u32, problem: LineProblem) -> TraceError {
    TraceError::Line { place: FilePosition { file: file.to_owned(), line: line.into(), column: 1 }, problem }
}

impl Tag {
    /// An attribute.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// An attribute that has to be there.
    pub(super) fn needed(&self, name: &'static str) -> Result<&str, LineProblem> {
        self.get(name).ok_or_else(|| LineProblem::NoAttribute { element: self.name.clone(), attribute: name })
    }

    /// A whole number that has to be there.
    pub(super) fn integer(&self, name: &'static str) -> Result<i64, LineProblem> {
        whole(name, self.needed(name)?)
    }

    /// A number from 0 that has to be there.
    pub(super) fn number(&self, name: &'static str) -> Result<u32, LineProblem> {
        let found = self.integer(name)?;
        u32::try_from(found).map_err(|_| out_of_range(name, found, u32::MAX.into()))
    }

    /// Bytes, or bytes' offset, that have to be there.
    pub(super) fn bytes(&self, name: &'static str) -> Result<u64, LineProblem> {
        let found = self.integer(name)?;
        u64::try_from(found)
            .ok()
            .filter(|&bytes| bytes <= BYTES_MAX)
            .ok_or_else(|| out_of_range(name, found, BYTES_MAX))
    }

    /// Seconds that have to be there, in picoseconds.
    pub(super) fn seconds(&self, name: &'static str) -> Result<u128, LineProblem> {
        let text = self.needed(name)?;
        seconds(text).ok_or_else(|| LineProblem::NotANumber {
            field: name,
            found: text.to_owned(),
            expected: "a number of seconds from 0, such as 0.344635",
        })
    }
}

/// Decimal seconds as picoseconds, rounded down.
pub(super) fn seconds(text: &str) -> Option<u128> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(fraction) || whole.len() > 12 {
        return None;
    }
    let fraction = &fraction[..fraction.len().min(12)];
    let picoseconds = fraction.parse::<u128>().ok()? * 10u128.pow(12 - fraction.len() as u32);
    Some(whole.parse::<u128>().ok()? * 1_000_000_000_000 + picoseconds)
}

fn whole(field: &'static str, found: &str) -> Result<i64, LineProblem> {
    let expected = "a whole number";
    found.trim().parse().map_err(|_| LineProblem::NotANumber { field, found: found.to_owned(), expected })
}

fn out_of_range(field: &'static str, found: i64, max: u64) -> LineProblem {
    let found_text = found.to_string();
    if found < 0 {
        LineProblem::Negative { field, found: found_text }
    } else {
        LineProblem::TooLarge { field, found: found_text, max }
    }
}
