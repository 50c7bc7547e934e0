//! Text of ranks that run at once, in the order of simulated time: what a rank writes waits for those that were begun before it.

use std::collections::VecDeque;

/// Text that waits, in pieces `T`.
#[derive(Debug)]
pub(crate) struct Passages<T> {
    /// In the order of simulated time.
    parts: VecDeque<Passage<T>>,
    /// Where the rank stands among them whose text is accepted.
    place: Option<usize>,
    /// The run has ended here: what comes later is not shown.
    over: bool,
}

/// A part of the ranks' text.
#[derive(Debug)]
struct Passage<T> {
    /// The rank that has been begun and may write more of it.
    awaits: Option<u32>,
    texts: Vec<T>,
}

impl<T> Default for Passages<T> {
    fn default() -> Self {
        Self { parts: VecDeque::new(), place: None, over: false }
    }
}

impl<T> Passages<T> {
    /// A rank begins to run beside others: its text comes before that of those that begin later.
    pub(crate) fn begin(&mut self, rank: u32) {
        self.parts.push_back(Passage { awaits: Some(rank), texts: Vec::new() });
    }

    /// From here on the text of a rank that has been begun is accepted.
    pub(crate) fn resume(&mut self, rank: u32) {
        self.place = self.parts.iter().position(|part| part.awaits == Some(rank));
    }

    /// It no longer is.
    pub(crate) fn pause(&mut self) {
        self.place = None;
    }

    /// Whether text has to be kept until it can be shown.
    pub(crate) fn wait(&self) -> bool {
        self.place.is_some() || !self.parts.is_empty() || self.over
    }

    /// Keeps a text until those before it have been shown.
    pub(crate) fn keep(&mut self, text: T) {
        match self.place {
            Some(at) => self.parts[at].texts.push(text),
            None if self.over => {}
            None => self.parts.push_back(Passage { awaits: None, texts: vec![text] }),
        }
    }

    /// A rank that has been begun has been collected. `last`: the run ends with it. The texts that nothing has to wait for any more.
    pub(crate) fn collected(&mut self, rank: u32, last: bool) -> Vec<T> {
        self.place = None;
        if let Some(at) = self.parts.iter().position(|part| part.awaits == Some(rank)) {
            self.parts[at].awaits = None;
            if last {
                self.parts.truncate(at + 1);
                self.over = true;
            }
        }
        let mut texts = Vec::new();
        while self.parts.front().is_some_and(|part| part.awaits.is_none()) {
            texts.extend(self.parts.pop_front().into_iter().flat_map(|part| part.texts));
        }
        texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_waits_for_ranks_that_were_begun_before() {
        let mut passages = Passages::default();
        assert!(!passages.wait());
        passages.begin(3);
        passages.begin(1);
        passages.keep("of one that ran after both");
        passages.resume(1);
        passages.keep("of 1");
        passages.pause();
        assert!(passages.collected(1, false).is_empty());
        passages.resume(3);
        passages.keep("of 3");
        assert_eq!(passages.collected(3, false), ["of 3", "of 1", "of one that ran after both"]);
        assert!(!passages.wait());
    }

    #[test]
    fn nothing_is_shown_after_the_end() {
        let mut passages = Passages::default();
        passages.begin(0);
        passages.begin(1);
        passages.resume(1);
        passages.keep("later");
        passages.resume(0);
        passages.keep("last words");
        assert_eq!(passages.collected(0, true), ["last words"]);
        passages.keep("later still");
        assert!(passages.wait() && passages.collected(1, false).is_empty());
    }
}
