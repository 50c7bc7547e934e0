//! Text that ranks write to standard output and standard error, line by line, in the order of simulated time.
//!
//! Lines of different ranks do not mix: an incomplete line is kept back until it is complete, it grows beyond 64 KiB, or its rank
//! ends. The text of a rank that runs ahead of the engine is kept back until the engine has caught up with it. If ranks run at
//! once, the text of each waits for that of the ranks that were begun before it ([`RankText::begin`]).

use ops::Post;
use std::collections::{BTreeMap, VecDeque};

/// Longest incomplete line that is kept back.
const LINE_MAX: usize = 64 << 10;

/// Where the ranks' lines go.
pub(crate) trait Sink {
    /// Complete lines of a rank to a stream (0: standard output, 1: standard error), or what it has not ended with a line's end.
    fn show(&mut self, rank: u32, stream: usize, lines: &[u8]);

    /// The rank has ended, and all its text has been shown.
    fn end(&mut self, rank: u32) {
        let _ = rank;
    }
}

/// The ranks' text on its way to a sink.
#[derive(Debug)]
pub(crate) struct RankText<S> {
    pub(crate) sink: S,
    passages: Passages<Piece>,
    /// By rank, incomplete last lines.
    held: BTreeMap<u32, [Vec<u8>; 2]>,
    /// By rank, text from ahead of the engine, each with its stream.
    ahead: BTreeMap<u32, Vec<(usize, Vec<u8>)>>,
}

/// A piece of a rank's text.
#[derive(Debug)]
enum Piece {
    Written {
        rank: u32,
        stream: usize,
        bytes: Vec<u8>,
    },
    /// The rank has ended.
    End(u32),
}

/// How the passage of a rank that has been begun has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PassageEnd {
    /// It has not: the rank goes on within its block, alone.
    GoesOnAlone,
    Ended,
    Failed,
}

impl<S: Sink> RankText<S> {
    pub(crate) fn new(sink: S) -> Self {
        Self { sink, passages: Passages::default(), held: BTreeMap::new(), ahead: BTreeMap::new() }
    }

    /// Takes what a rank has written.
    pub(crate) fn accept(&mut self, rank: u32, stream: usize, bytes: &[u8]) {
        if !self.passages.wait() {
            self.show(rank, stream, bytes);
        } else if !bytes.is_empty() {
            self.passages.keep(Piece::Written { rank, stream, bytes: bytes.to_vec() });
        }
    }

    /// Keeps what a rank has written that runs ahead.
    pub(crate) fn keep_ahead(&mut self, rank: u32, stream: usize, bytes: Vec<u8>) {
        self.ahead.entry(rank).or_default().push((stream, bytes));
    }

    /// The engine has caught up with a rank.
    pub(crate) fn release(&mut self, rank: u32) {
        for (stream, bytes) in self.ahead.remove(&rank).into_iter().flatten() {
            self.accept(rank, stream, &bytes);
        }
    }

    /// A rank has ended: the rest of its text is shown.
    pub(crate) fn end(&mut self, rank: u32) {
        self.release(rank);
        if self.passages.wait() {
            self.passages.keep(Piece::End(rank));
        } else {
            self.show_rest(rank);
        }
    }

    /// The run has ended: what `ranks` ranks have printed that the engine had reached is shown, whatever has ended them. What they have
    /// printed ahead is not: how far they run ahead depends on how many run at once.
    pub(crate) fn end_all(&mut self, ranks: u32) {
        self.ahead.clear();
        self.passages = Passages::default();
        (0..ranks).for_each(|rank| self.show_rest(rank));
    }

    /// A rank begins to run beside others: its text comes before that of those that begin later.
    pub(crate) fn begin(&mut self, rank: u32) {
        self.passages.begin(rank);
    }

    /// A rank that has begun before does so again: here comes what it prints once it has waited for the engine within its block.
    pub(crate) fn begin_again(&mut self, rank: u32) {
        self.passages.begin_again(rank);
    }

    /// Its text comes where it has begun first.
    pub(crate) fn end_later(&mut self, rank: u32) {
        self.passages.end_later(rank);
    }

    /// From here on the text of a rank that has been begun is accepted.
    pub(crate) fn resume(&mut self, rank: u32) {
        self.passages.resume(rank);
    }

    /// It no longer is.
    pub(crate) fn pause(&mut self) {
        self.passages.pause();
    }

    /// A rank that has been begun has posted this: the text of those after it need no longer wait for its own, unless it goes on alone
    /// within its block. None of theirs is shown if it has failed, unless it is ahead: others go on until the engine hears of that.
    pub(crate) fn end_passage<'a>(
        &mut self,
        rank: u32,
        is_ahead: bool,
        posts: impl IntoIterator<Item = &'a Post>,
    ) -> PassageEnd {
        let mut said = posts.into_iter().filter(|post| !matches!(post, Post::ExitCall { .. }));
        let only = said.next().filter(|_| said.next().is_none());
        if matches!(only, Some(Post::AwaitClock)) {
            self.pause();
            self.passages.end_earlier(rank);
            return PassageEnd::GoesOnAlone;
        }
        let failed = !is_ahead && matches!(only, Some(Post::Fatal { .. }));
        self.collected(rank, failed);
        if failed { PassageEnd::Failed } else { PassageEnd::Ended }
    }

    /// A rank that has been begun has been collected. `last`: the run ends with it.
    pub(crate) fn collected(&mut self, rank: u32, last: bool) {
        for piece in self.passages.collected(rank, last) {
            match piece {
                Piece::Written { rank, stream, bytes } => self.show(rank, stream, &bytes),
                Piece::End(rank) => self.show_rest(rank),
            }
        }
    }

    /// The incomplete line of a rank, for the crash handler.
    pub(crate) fn held(&self, rank: u32, stream: usize) -> &[u8] {
        self.held.get(&rank).map_or(&[], |lines| &lines[stream])
    }

    /// Shows the complete lines of a rank's text.
    fn show(&mut self, rank: u32, stream: usize, bytes: &[u8]) {
        let mut text = self.held.get_mut(&rank).map(|lines| std::mem::take(&mut lines[stream])).unwrap_or_default();
        text.extend_from_slice(bytes);
        let complete = match text.iter().rposition(|&byte| byte == b'\n') {
            Some(end) => end + 1,
            None if text.len() > LINE_MAX => text.len(),
            None => 0,
        };
        if complete > 0 {
            self.sink.show(rank, stream, &text[..complete]);
            text.drain(..complete);
        }
        if !text.is_empty() {
            self.held.entry(rank).or_default()[stream] = text;
        }
    }

    /// Shows what a rank has not ended with a line's end.
    fn show_rest(&mut self, rank: u32) {
        for (stream, line) in self.held.remove(&rank).into_iter().flatten().enumerate() {
            if !line.is_empty() {
                self.sink.show(rank, stream, &line);
            }
        }
        self.sink.end(rank);
    }
}

/// Every line with its rank before it.
pub(crate) fn tagged(rank: u32, text: &[u8]) -> Vec<u8> {
    let mut lines = Vec::with_capacity(text.len() + 64);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        lines.extend_from_slice(format!("[{rank}] ").as_bytes());
        lines.extend_from_slice(line);
        if line.last() != Some(&b'\n') {
            lines.push(b'\n');
        }
    }
    lines
}

/// Text that waits, in pieces `T`.
#[derive(Debug)]
struct Passages<T> {
    /// In the order of simulated time. Places are counted from the first one that there has been.
    parts: VecDeque<Passage<T>>,
    shown: u64,
    /// By rank that has been begun and may write more: its place, and a second one.
    places: BTreeMap<u32, (u64, Option<u64>)>,
    /// The place of the rank whose text is accepted.
    place: Option<u64>,
    /// The run has ended here: what comes later is not shown.
    over: bool,
}

/// A part of the ranks' text.
#[derive(Debug)]
struct Passage<T> {
    /// A rank may write more of it.
    is_open: bool,
    texts: Vec<T>,
}

impl<T> Default for Passages<T> {
    fn default() -> Self {
        Self { parts: VecDeque::new(), shown: 0, places: BTreeMap::new(), place: None, over: false }
    }
}

impl<T> Passages<T> {
    fn open(&mut self) -> u64 {
        self.parts.push_back(Passage { is_open: true, texts: Vec::new() });
        self.shown + self.parts.len() as u64 - 1
    }

    /// The part at a place; none if the run has ended before.
    fn part(&mut self, place: u64) -> Option<&mut Passage<T>> {
        self.parts.get_mut(place.checked_sub(self.shown)? as usize)
    }

    fn close(&mut self, place: u64) {
        self.part(place).into_iter().for_each(|part| part.is_open = false);
    }

    /// A rank begins to run beside others: its text comes before that of those that begin later.
    fn begin(&mut self, rank: u32) {
        let place = self.open();
        self.places.insert(rank, (place, None));
    }

    /// A rank that has begun before may have a second place here.
    fn begin_again(&mut self, rank: u32) {
        let place = self.open();
        self.places.entry(rank).and_modify(|(_, later)| *later = Some(place)).or_insert((place, None));
    }

    /// It does not need its second place.
    fn end_later(&mut self, rank: u32) {
        if let Some(later) = self.places.get_mut(&rank).and_then(|(_, later)| later.take()) {
            self.close(later);
        }
    }

    /// From here on its text comes at its second place, if it has one.
    fn end_earlier(&mut self, rank: u32) {
        if let Some((place, later)) = self.places.get_mut(&rank)
            && let Some(later) = later.take()
        {
            let earlier = std::mem::replace(place, later);
            self.close(earlier);
        }
    }

    /// From here on the text of a rank that has been begun is accepted.
    fn resume(&mut self, rank: u32) {
        self.place = self.places.get(&rank).map(|&(place, _)| place);
    }

    /// It no longer is.
    fn pause(&mut self) {
        self.place = None;
    }

    /// Whether text has to be kept until it can be shown.
    fn wait(&self) -> bool {
        self.place.is_some() || !self.parts.is_empty() || self.over
    }

    /// Keeps a text until those before it have been shown.
    fn keep(&mut self, text: T) {
        if let Some(place) = self.place {
            if let Some(part) = self.part(place) {
                part.texts.push(text);
            }
        } else if !self.over {
            self.parts.push_back(Passage { is_open: false, texts: vec![text] });
        }
    }

    /// A rank that has been begun has been collected. `last`: the run ends with it. The texts that nothing has to wait for any more.
    fn collected(&mut self, rank: u32, last: bool) -> Vec<T> {
        self.place = None;
        self.end_earlier(rank);
        if let Some((place, _)) = self.places.remove(&rank) {
            self.close(place);
            if last {
                self.parts.truncate((place + 1 - self.shown) as usize);
                self.places.retain(|_, &mut (other, _)| other < place);
                self.over = true;
            }
        }
        let mut texts = Vec::new();
        while self.parts.front().is_some_and(|part| !part.is_open) {
            self.shown += 1;
            texts.extend(self.parts.pop_front().into_iter().flat_map(|part| part.texts));
        }
        texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Shown(Vec<(u32, usize, Vec<u8>)>);

    impl Sink for Shown {
        fn show(&mut self, rank: u32, stream: usize, lines: &[u8]) {
            self.0.push((rank, stream, lines.to_vec()));
        }
    }

    #[test]
    fn an_incomplete_line_waits_for_its_end() {
        let mut text = RankText::new(Shown::default());
        text.accept(0, 0, b"");
        text.accept(1, 1, b"half");
        assert!(text.sink.0.is_empty() && text.held(0, 0).is_empty());
        assert_eq!(text.held(1, 1), b"half");
        text.accept(1, 1, b" and half\nmore");
        assert_eq!(text.sink.0, [(1, 1, b"half and half\n".to_vec())]);
        text.end(1);
        assert_eq!(text.sink.0[1], (1, 1, b"more".to_vec()));
        text.accept(2, 0, &[b'x'; LINE_MAX + 1]);
        assert_eq!(text.sink.0.len(), 3, "too long to be kept back");
    }

    #[test]
    fn text_from_ahead_waits_for_the_engine() {
        let mut text = RankText::new(Shown::default());
        text.keep_ahead(3, 0, b"later\n".to_vec());
        text.accept(1, 0, b"first\n");
        text.release(3);
        text.keep_ahead(2, 1, b"never\n".to_vec());
        text.accept(4, 1, b"last");
        text.begin(5);
        text.resume(5);
        text.accept(5, 0, b"not collected\n");
        text.end_all(6);
        let shown: Vec<u32> = text.sink.0.iter().map(|(rank, ..)| *rank).collect();
        assert_eq!(shown, [1, 3, 4]);
    }

    #[test]
    fn every_line_is_tagged_and_ends() {
        assert_eq!(tagged(3, b"a\nb"), b"[3] a\n[3] b\n");
    }

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
    fn a_rank_has_a_second_place_once_it_has_waited_there() {
        for waits in [false, true] {
            let mut passages = Passages::default();
            passages.begin(0);
            passages.begin(1);
            passages.begin_again(0);
            passages.resume(0);
            passages.keep("of 0");
            if waits {
                passages.end_earlier(0);
                passages.resume(0);
            }
            passages.keep("more of 0");
            passages.resume(1);
            passages.keep("of 1");
            let shown = [passages.collected(0, false), passages.collected(1, false)].concat();
            let expected = if waits { ["of 0", "of 1", "more of 0"] } else { ["of 0", "more of 0", "of 1"] };
            assert_eq!(shown, expected);
            assert!(!passages.wait());
        }
        let mut passages: Passages<&str> = Passages::default();
        passages.begin(0);
        passages.begin_again(0);
        passages.end_later(0);
        passages.collected(0, false);
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
