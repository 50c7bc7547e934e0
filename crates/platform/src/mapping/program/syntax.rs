//! The grammar and parser of mapping programs (mapping `map`, Rubik's language).
//!
//! ```text
//! program   = { [ statement ] END }
//! statement = NAME "=" chain | "map" chain "->" chain | chain
//! chain     = ( "grid" arguments | "machine" arguments | NAME ) { "." ( NAME | NAME arguments ) | "[" NUMBER { "," NUMBER } "]" }
//! arguments = "(" [ argument { "," argument } ] ")"
//! argument  = [ NAME "=" ] ( NUMBER | NAME )
//! ```

use super::error::{Failure, Position, ProgramError};
use super::token::{At, Token};

#[derive(Debug)]
pub(super) enum Statement {
    Assign { name: String, chain: Chain },
    Map { source: Chain, target: Chain, place: Position },
    Apply(Chain),
}

/// Boxes, and what is done with them.
#[derive(Debug)]
pub(super) struct Chain {
    pub(super) head: At<Head>,
    pub(super) links: Vec<At<Link>>,
}

#[derive(Debug)]
pub(super) enum Head {
    Name(String),
    Grid(Vec<Argument>),
    Machine(Vec<Argument>),
}

#[derive(Debug)]
pub(super) enum Link {
    /// `.leaves`
    Select(String),
    /// `[0, 1]`
    Index(Vec<At<i64>>),
    /// `.tile(4, 4)`
    Call(String, Vec<Argument>),
}

#[derive(Debug)]
pub(super) struct Argument {
    pub(super) name: Option<At<String>>,
    pub(super) value: At<Value>,
}

#[derive(Clone, Debug)]
pub(super) enum Value {
    Number(i64),
    Word(String),
}

/// Reads the statements that tokens make.
pub(super) fn parse(tokens: Vec<At<Token>>) -> Result<Vec<Statement>, Failure> {
    let mut parser = Parser { tokens, next: 0 };
    let mut statements = Vec::new();
    loop {
        while parser.peek().value == Token::End {
            parser.next += 1;
        }
        if parser.peek().value == Token::Eof {
            return Ok(statements);
        }
        statements.push(parser.statement()?);
        match parser.peek().value {
            Token::End | Token::Eof => {}
            _ => return Err(parser.unexpected("`.`, `[` or the end of the statement")),
        }
    }
}

struct Parser {
    tokens: Vec<At<Token>>,
    next: usize,
}

const CHAIN: &str = "a name, `grid(…)` or `machine()`";

impl Parser {
    fn peek(&self) -> &At<Token> {
        // The last one is `Eof`, behind which nobody goes.
        &self.tokens[self.next.min(self.tokens.len() - 1)]
    }

    fn take(&mut self) -> At<Token> {
        let token = self.peek().clone();
        self.next += 1;
        token
    }

    fn unexpected(&self, expected: &'static str) -> Failure {
        let token = self.peek();
        Failure::new(token.place, ProgramError::Syntax { found: token.value.name(), expected })
    }

    /// Whether that sign comes next; it is taken then.
    fn takes(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek().value, Token::Sign(next) if next == sign);
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &str, expected: &'static str) -> Result<(), Failure> {
        if self.takes(sign) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    fn is_sign(&self, ahead: usize, sign: &str) -> bool {
        matches!(self.tokens.get(self.next + ahead), Some(At { value: Token::Sign(next), .. }) if *next == sign)
    }

    fn statement(&mut self) -> Result<Statement, Failure> {
        let At { value: Token::Word(word), place } = self.peek().clone() else {
            return Err(self.unexpected("a statement: `NAME = …`, `map … -> …`, or an operation on a box"));
        };
        if self.is_sign(1, "=") {
            if matches!(word.as_str(), "map" | "grid" | "machine") {
                return Err(self.unexpected("another name, as this one is a word of the language"));
            }
            self.next += 2;
            return Ok(Statement::Assign { name: word, chain: self.chain()? });
        }
        if word != "map" {
            return Ok(Statement::Apply(self.chain()?));
        }
        self.next += 1;
        let source = self.chain()?;
        self.expect("->", "`.`, `[` or `->`")?;
        Ok(Statement::Map { source, target: self.chain()?, place })
    }

    fn chain(&mut self) -> Result<Chain, Failure> {
        let At { value: Token::Word(word), place } = self.peek().clone() else { return Err(self.unexpected(CHAIN)) };
        if word == "map" {
            return Err(self.unexpected(CHAIN));
        }
        self.next += 1;
        let head = match word.as_str() {
            "grid" => Head::Grid(self.arguments("`(` and the sizes of the grid")?),
            "machine" => Head::Machine(self.arguments("`()`")?),
            _ => Head::Name(word),
        };
        let mut links = Vec::new();
        while let Some(link) = self.link()? {
            links.push(link);
        }
        Ok(Chain { head: At { value: head, place }, links })
    }

    fn link(&mut self) -> Result<Option<At<Link>>, Failure> {
        let bracket = self.peek().place;
        if self.takes("[") {
            return Ok(Some(At { value: Link::Index(self.indices()?), place: bracket }));
        }
        if !self.takes(".") {
            return Ok(None);
        }
        let At { value: Token::Word(word), place } = self.peek().clone() else {
            return Err(self.unexpected("an operation, `leaves` or `children`"));
        };
        self.next += 1;
        let link = if self.is_sign(0, "(") { Link::Call(word, self.arguments("`(`")?) } else { Link::Select(word) };
        Ok(Some(At { value: link, place }))
    }

    fn indices(&mut self) -> Result<Vec<At<i64>>, Failure> {
        let mut indices = Vec::new();
        loop {
            let At { value: Token::Number(value), place } = *self.peek() else {
                return Err(self.unexpected("the number of a part along each axis"));
            };
            self.next += 1;
            indices.push(At { value, place });
            if self.takes("]") {
                return Ok(indices);
            }
            self.expect(",", "`,` or `]`")?;
        }
    }

    fn arguments(&mut self, expected: &'static str) -> Result<Vec<Argument>, Failure> {
        self.expect("(", expected)?;
        let mut arguments = Vec::new();
        if self.takes(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.argument()?);
            if self.takes(")") {
                return Ok(arguments);
            }
            self.expect(",", "`,` or `)`")?;
        }
    }

    fn argument(&mut self) -> Result<Argument, Failure> {
        let mut name = None;
        if let (At { value: Token::Word(word), place }, true) = (self.peek().clone(), self.is_sign(1, "=")) {
            self.next += 2;
            name = Some(At { value: word, place });
        }
        let value = match self.peek().value {
            Token::Number(_) | Token::Word(_) => self.take(),
            _ => return Err(self.unexpected("a number or a name")),
        };
        let place = value.place;
        let value = match value.value {
            Token::Word(word) => Value::Word(word),
            Token::Number(number) => Value::Number(number),
            other => unreachable!("{other:?} was looked at"),
        };
        Ok(Argument { name, value: At { value, place } })
    }
}
