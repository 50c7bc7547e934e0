//! Ranges of addresses, as the lines of `/proc/self/maps` give them.

/// A range of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Span {
    pub(super) const NONE: Self = Self { from: 0, to: 0 };

    pub(super) fn holds(self, address: usize) -> bool {
        (self.from..self.to).contains(&address)
    }

    /// The rest without another span.
    pub(super) fn without(self, other: Self) -> [Self; 2] {
        let middle = (other.from.clamp(self.from, self.to), other.to.clamp(self.from, self.to));
        [Self { to: middle.0, ..self }, Self { from: middle.1.max(middle.0), ..self }]
    }
}

/// The addresses and rights of a line of `/proc/self/maps`.
pub(super) fn span_of(line: &str) -> Option<(Span, &str)> {
    let mut words = line.split(' ');
    let (from, to) = words.next()?.split_once('-')?;
    let number = |text| usize::from_str_radix(text, 16).ok();
    Some((Span { from: number(from)?, to: number(to)? }, words.next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_without_another_is_what_lies_before_and_behind_it() {
        let span = |from, to| Span { from, to };
        assert_eq!(span(10, 20).without(span(12, 15)), [span(10, 12), span(15, 20)]);
        assert_eq!(span(10, 20).without(span(0, 15)), [span(10, 10), span(15, 20)]);
        assert_eq!(span(10, 20).without(span(30, 40)), [span(10, 20), span(20, 20)]);
        assert_eq!(span(10, 20).without(span(0, 5)), [span(10, 10), span(10, 20)]);
        assert_eq!(span_of("7f00-7f10 rw-p 0 0 0 /x"), Some((span(0x7f00, 0x7f10), "rw-p")));
    }
}
