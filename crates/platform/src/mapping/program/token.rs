//! The lexer of mapping programs (mapping `map`, Rubik's language): words, numbers and signs with their positions.

use super::error::{Failure, Position, ProgramError};

/// A value and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct At<T> {
    pub(super) value: T,
    pub(super) place: Position,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    Word(String),
    Number(i64),
    /// One of `= . , ( ) [ ] ->`.
    Sign(&'static str),
    /// The end of a statement: of a line, outside brackets, or a `;`.
    End,
    /// The end of the text.
    Eof,
}

impl Token {
    /// How an error calls it.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Word(word) => format!("`{word}`"),
            Self::Number(number) => format!("`{number}`"),
            Self::Sign(sign) => format!("`{sign}`"),
            Self::End => "the end of the statement".to_owned(),
            Self::Eof => "the end of the program".to_owned(),
        }
    }
}

const SIGNS: [&str; 9] = ["->", "=", ".", ",", "(", ")", "[", "]", ";"];

/// The largest number that a program may contain.
const MAX_NUMBER: i64 = u32::MAX as i64;

struct Reader<'a> {
    rest: &'a str,
    place: Position,
    /// Open brackets, within which lines go on.
    open: usize,
}

/// Divides a text into tokens; `Eof` is the last one.
pub(super) fn tokens(text: &str) -> Result<Vec<At<Token>>, Failure> {
    let mut reader = Reader { rest: text, place: Position { line: 1, column: 1 }, open: 0 };
    let mut tokens = Vec::new();
    loop {
        let token = reader.next()?;
        let last = token.value == Token::Eof;
        tokens.push(token);
        if last {
            return Ok(tokens);
        }
    }
}

impl Reader<'_> {
    fn next(&mut self) -> Result<At<Token>, Failure> {
        self.skip_space();
        let place = self.place;
        let value = match self.rest.chars().next() {
            None => Token::Eof,
            Some('\n') => {
                self.take(1);
                Token::End
            }
            Some(letter) if letter.is_ascii_alphabetic() || letter == '_' => {
                Token::Word(self.take_while(|letter| letter.is_ascii_alphanumeric() || letter == '_'))
            }
            Some(letter) if letter.is_ascii_digit() => Token::Number(self.number(1)?),
            Some('-') if self.rest[1..].starts_with(|next: char| next.is_ascii_digit()) => {
                self.take(1);
                Token::Number(self.number(-1)?)
            }
            Some(letter) => self.sign(letter)?,
        };
        Ok(At { value, place })
    }

    /// Spaces and comments; within brackets also ends of lines.
    fn skip_space(&mut self) {
        loop {
            self.take_while(|letter| letter.is_whitespace() && letter != '\n');
            match self.rest.chars().next() {
                Some('#') => drop(self.take_while(|letter| letter != '\n')),
                Some('\n') if self.open > 0 => drop(self.take(1)),
                _ => return,
            }
        }
    }

    fn sign(&mut self, letter: char) -> Result<Token, Failure> {
        let Some(sign) = SIGNS.into_iter().find(|sign| self.rest.starts_with(sign)) else {
            let expected = "a name, a number or one of `=`, `.`, `,`, `(`, `)`, `[`, `]`, `->`, `;`";
            return Err(Failure::new(self.place, ProgramError::Syntax { found: format!("`{letter}`"), expected }));
        };
        self.take(sign.len());
        match sign {
            "(" | "[" => self.open += 1,
            ")" | "]" => self.open = self.open.saturating_sub(1),
            _ => {}
        }
        Ok(if sign == ";" { Token::End } else { Token::Sign(sign) })
    }

    fn number(&mut self, sign: i64) -> Result<i64, Failure> {
        let place = self.place;
        let digits = self.take_while(|letter| letter.is_ascii_digit());
        let value = digits.parse::<i64>().ok().filter(|value| *value <= MAX_NUMBER);
        let expected = "a number of at most 4294967295";
        value
            .map(|value| sign * value)
            .ok_or_else(|| Failure::new(place, ProgramError::Syntax { found: format!("`{digits}`"), expected }))
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> String {
        let end = self.rest.find(|letter| !belongs(letter)).unwrap_or(self.rest.len());
        self.take(end)
    }

    fn take(&mut self, bytes: usize) -> String {
        let (taken, rest) = self.rest.split_at(bytes);
        for letter in taken.chars() {
            let Position { line, column } = self.place;
            self.place = if letter == '\n' {
                Position { line: line + 1, column: 1 }
            } else {
                Position { line, column: column + 1 }
            };
        }
        self.rest = rest;
        taken.to_owned()
    }
}
