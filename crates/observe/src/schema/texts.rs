//! The dictionary of a table that is being written: gives each distinct text a number.

use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Distinct texts, numbered in the order in which they first occur.
#[derive(Debug, Default)]
pub struct Texts {
    numbers: FxHashMap<Arc<str>, u32>,
    texts: Vec<Arc<str>>,
}

impl Texts {
    /// The number of a text.
    pub fn number(&mut self, text: &Arc<str>) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.texts.len() as u32;
        self.numbers.insert(Arc::clone(text), number);
        self.texts.push(Arc::clone(text));
        number
    }

    /// The text of a number that [`Texts::number`] gave.
    pub fn text(&self, number: u32) -> &Arc<str> {
        &self.texts[number as usize]
    }
}
