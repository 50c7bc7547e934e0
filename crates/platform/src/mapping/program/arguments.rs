//! Reads and checks the arguments of operations in a mapping program (mapping `map`, Rubik's language).

use super::boxes::{Dimension, Slicer};
use super::error::{Failure, Position, ProgramError, unknown};
use super::permutations::Permutation;
use super::syntax::{Argument, Value};
use super::token::At;

/// What is done with a box.
#[derive(Debug)]
pub(super) enum Operation {
    Divide(Division),
    /// With its name.
    Permute(Permutation, &'static str),
}

/// A division into parts, before it is known of what.
#[derive(Debug)]
pub(super) struct Division {
    operation: &'static str,
    /// For each of the first axes.
    numbers: Vec<(At<i64>, Slicer)>,
    /// The numbers are sizes of parts, not how many there are.
    tiles: bool,
}

const OPERATIONS: [&str; 9] = ["tile", "div", "mod", "cut", "transpose", "shear", "tilt", "zigzag", "zorder"];

/// The operation of that name with the arguments that are given to it.
pub(super) fn operation(
    name: &str,
    given: &[Argument],
    dimensions: &[Dimension],
    place: Position,
) -> Result<Operation, Failure> {
    let given = Given { operation: "", given, dimensions, place };
    match name {
        "tile" => given.of("tile").tile(),
        "div" => given.of("div").divide(Slicer::Div),
        "mod" => given.of("mod").divide(Slicer::Mod),
        "cut" => given.of("cut").cut(),
        "transpose" => given.of("transpose").transpose(),
        "shear" => given.of("shear").roll(|axis, direction, slope, _| Permutation::Tilt {
            // Planes normal to `axis` move along `direction`.
            axis: direction,
            direction: axis,
            slope,
        }),
        "tilt" => given.of("tilt").roll(|axis, direction, slope, _| Permutation::Tilt { axis, direction, slope }),
        "zigzag" => given.of("zigzag").roll(|axis, direction, depth, stride| Permutation::Zigzag {
            axis,
            direction,
            depth,
            stride,
        }),
        "zorder" => given.of("zorder").zorder(),
        _ => {
            let known: Vec<&str> = OPERATIONS.into_iter().chain(["leaves", "children"]).collect();
            Err(Failure::new(place, unknown("operation", name, &known)))
        }
    }
}

/// The dimensions of `grid(…)`.
pub(super) fn grid(given: &[Argument], ranks: u32, place: Position) -> Result<Vec<Dimension>, Failure> {
    let given = Given { operation: "grid", given, dimensions: &[], place };
    let expected = "a size for each axis, as in `grid(4, 4)` or `grid(x = 4, y = 4)`";
    if given.given.is_empty() {
        return Err(given.arguments(place, expected));
    }
    let mut dimensions: Vec<Dimension> = Vec::new();
    for argument in given.given {
        let number = given.number(&argument.value, expected)?;
        let size = u32::try_from(number).ok().filter(|size| *size > 0);
        let size =
            size.ok_or_else(|| given.out_of_range(argument.value.place, number, "a size of at least 1".to_owned()))?;
        let name = argument.name.as_ref().map(|name| name.value.clone());
        if name.is_some() && dimensions.iter().any(|dimension| dimension.name == name) {
            return Err(given.arguments(argument.value.place, "names that differ"));
        }
        dimensions.push(Dimension { name, size });
    }
    let sizes: Vec<u32> = dimensions.iter().map(|dimension| dimension.size).collect();
    let places = sizes.iter().try_fold(1u32, |places, size| places.checked_mul(*size));
    match places {
        Some(places) if places == ranks => Ok(dimensions),
        _ => Err(Failure::new(place, ProgramError::Grid { grid: sizes_text(&sizes), ranks })),
    }
}

/// The order of the machine's axes that `machine` is given: all of them, as they are if it is given none.
pub(super) fn machine(given: &[Argument], dimensions: &[Dimension], place: Position) -> Result<Vec<usize>, Failure> {
    if given.is_empty() {
        return Ok((0..dimensions.len()).collect());
    }
    let given = Given { operation: "machine", given, dimensions, place };
    let expected = format!("every axis once, by its name ({}), or nothing", given.axes_text());
    let values = given.positional(&expected)?;
    if let Some(number) = values.iter().find(|value| matches!(value.value, Value::Number(_))) {
        return Err(given.arguments(number.place, expected));
    }
    given.order(&values, expected)
}

/// The index of a part among `counts` along each axis.
pub(super) fn index(given: &[At<i64>], counts: &[u32], place: Position) -> Result<Vec<u32>, Failure> {
    if given.len() != counts.len() {
        let plural = if counts.len() == 1 { "" } else { "s" };
        let expected = format!("{} number{plural}, as there are {} parts", counts.len(), sizes_text(counts));
        return Err(Failure::new(place, ProgramError::Arguments { operation: "[…]", expected }));
    }
    let within = |(at, count): (&At<i64>, &u32)| {
        let value = u32::try_from(at.value).ok().filter(|value| value < count);
        value.ok_or_else(|| {
            let expected = format!("0 to {}", count - 1);
            Failure::new(at.place, ProgramError::Number { operation: "[…]", number: at.value, expected })
        })
    };
    given.iter().zip(counts).map(within).collect()
}

/// Sizes as `4 × 4`.
pub(super) fn sizes_text(sizes: &[u32]) -> String {
    sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(" × ")
}

impl Division {
    /// The pieces along each axis of a box of these sizes.
    pub(super) fn of(&self, sizes: &[u32]) -> Result<Vec<(u32, Slicer)>, Failure> {
        let cut = |(&(ref number, slicer), &size): (&(At<i64>, Slicer), &u32)| {
            let within = u32::try_from(number.value).ok().filter(|value| (1..=size).contains(value));
            let value = within.ok_or_else(|| {
                let expected = format!("1 to {size}, as the box has {} places", sizes_text(sizes));
                let error = ProgramError::Number { operation: self.operation, number: number.value, expected };
                Failure::new(number.place, error)
            })?;
            Ok((if self.tiles { size / value } else { value }, slicer))
        };
        let mut cuts: Vec<(u32, Slicer)> = self.numbers.iter().zip(sizes).map(cut).collect::<Result<_, Failure>>()?;
        if self.tiles {
            // Axes that are not named are cut into single places, as Rubik does.
            cuts.extend(sizes.iter().skip(cuts.len()).map(|size| (*size, Slicer::Div)));
        }
        Ok(cuts)
    }
}

/// The arguments that are given to an operation.
struct Given<'a> {
    operation: &'static str,
    given: &'a [Argument],
    dimensions: &'a [Dimension],
    place: Position,
}

impl<'a> Given<'a> {
    fn of(self, operation: &'static str) -> Self {
        Self { operation, ..self }
    }

    fn arguments(&self, place: Position, expected: impl Into<String>) -> Failure {
        Failure::new(place, ProgramError::Arguments { operation: self.operation, expected: expected.into() })
    }

    fn out_of_range(&self, place: Position, number: i64, expected: String) -> Failure {
        Failure::new(place, ProgramError::Number { operation: self.operation, number, expected })
    }

    fn number(&self, value: &At<Value>, expected: &str) -> Result<i64, Failure> {
        match value.value {
            Value::Number(number) => Ok(number),
            Value::Word(_) => Err(self.arguments(value.place, expected)),
        }
    }

    /// Arguments without names.
    fn positional(&self, expected: &str) -> Result<Vec<&'a At<Value>>, Failure> {
        match self.given.iter().find_map(|argument| argument.name.as_ref()) {
            Some(name) => Err(self.arguments(name.place, expected)),
            None => Ok(self.given.iter().map(|argument| &argument.value).collect()),
        }
    }

    /// Numbers for at least one axis and at most all.
    fn numbers(&self, values: &[&At<Value>], expected: &str) -> Result<Vec<At<i64>>, Failure> {
        if values.is_empty() || values.len() > self.dimensions.len() {
            return Err(self.arguments(self.place, expected));
        }
        let number = |value: &&At<Value>| Ok(At { value: self.number(value, expected)?, place: value.place });
        values.iter().map(number).collect()
    }

    /// The axes, as text.
    fn axes_text(&self) -> String {
        let text = |(index, dimension): (usize, &Dimension)| match &dimension.name {
            Some(name) => format!("{name} of {}", dimension.size),
            None => format!("{index} of {}", dimension.size),
        };
        self.dimensions.iter().enumerate().map(text).collect::<Vec<_>>().join(", ")
    }

    fn tile(self) -> Result<Operation, Failure> {
        let expected = format!("the size of a tile along each axis ({})", self.axes_text());
        let numbers = self.numbers(&self.positional(&expected)?, &expected)?;
        let numbers = numbers.into_iter().map(|number| (number, Slicer::Div)).collect();
        Ok(Operation::Divide(Division { operation: self.operation, numbers, tiles: true }))
    }

    fn divide(self, slicer: Slicer) -> Result<Operation, Failure> {
        let expected = format!("the number of parts along each axis ({})", self.axes_text());
        let numbers = self.numbers(&self.positional(&expected)?, &expected)?;
        let numbers = numbers.into_iter().map(|number| (number, slicer)).collect();
        Ok(Operation::Divide(Division { operation: self.operation, numbers, tiles: false }))
    }

    fn cut(self) -> Result<Operation, Failure> {
        let expected =
            "the number of parts along each axis, then `div` or `mod` for each, as in `cut(2, 4, div, mod)`";
        let values = self.positional(expected)?;
        if !values.len().is_multiple_of(2) {
            return Err(self.arguments(self.place, expected));
        }
        let (numbers, slicers) = values.split_at(values.len() / 2);
        let numbers = self.numbers(numbers, expected)?;
        let slicers = slicers.iter().map(|value| self.slicer(value, expected)).collect::<Result<Vec<_>, _>>()?;
        let numbers = numbers.into_iter().zip(slicers).collect();
        Ok(Operation::Divide(Division { operation: self.operation, numbers, tiles: false }))
    }

    fn slicer(&self, value: &At<Value>, expected: &str) -> Result<Slicer, Failure> {
        match &value.value {
            Value::Word(word) if word == "div" => Ok(Slicer::Div),
            Value::Word(word) if word == "mod" => Ok(Slicer::Mod),
            Value::Word(word) => Err(Failure::new(value.place, unknown("slicer", word, &["div", "mod"]))),
            Value::Number(_) => Err(self.arguments(value.place, expected)),
        }
    }

    fn transpose(self) -> Result<Operation, Failure> {
        let expected = format!("every axis once, in their new order ({})", self.axes_text());
        let axes = self.order(&self.positional(&expected)?, expected)?;
        Ok(Operation::Permute(Permutation::Transpose { axes }, self.operation))
    }

    /// Every axis once.
    fn order(&self, values: &[&At<Value>], expected: String) -> Result<Vec<usize>, Failure> {
        let axes = values.iter().map(|value| self.axis(value)).collect::<Result<Vec<usize>, _>>()?;
        let all = (0..self.dimensions.len()).all(|axis| axes.contains(&axis)) && axes.len() == self.dimensions.len();
        if all { Ok(axes) } else { Err(self.arguments(self.place, expected)) }
    }

    fn zorder(self) -> Result<Operation, Failure> {
        match self.given.first() {
            None => Ok(Operation::Permute(Permutation::Zorder, self.operation)),
            Some(argument) => Err(self.arguments(argument.value.place, "no argument")),
        }
    }

    /// Two axes and one or two numbers, 1 where they are not given.
    fn roll(self, make: impl Fn(usize, usize, i64, i64) -> Permutation) -> Result<Operation, Failure> {
        let (names, expected): (&[&'static str], _) = match self.operation {
            "zigzag" => {
                (&["axis", "direction", "depth", "stride"], "an axis, a direction, and optionally depth and stride")
            }
            _ => (&["axis", "direction", "slope"], "an axis, a direction, and optionally a slope"),
        };
        let expected = format!("{expected} (axes: {})", self.axes_text());
        let values = self.named(names, &expected)?;
        let [Some(axis), Some(direction)] = [values[0], values[1]] else {
            return Err(self.arguments(self.place, expected));
        };
        let (place, axis, direction) = (direction.place, self.axis(axis)?, self.axis(direction)?);
        if axis == direction {
            let error = ProgramError::SameAxis { operation: self.operation, axis: self.axis_text(axis) };
            return Err(Failure::new(place, error));
        }
        let number = |at: usize| match values.get(at).copied().flatten() {
            None => Ok((self.place, 1)),
            Some(value) => Ok((value.place, self.number(value, &expected)?)),
        };
        let ((_, first), (place, stride)) = (number(2)?, number(3)?);
        if stride < 1 {
            return Err(self.out_of_range(place, stride, "a stride of at least 1".to_owned()));
        }
        Ok(Operation::Permute(make(axis, direction, first, stride), self.operation))
    }

    /// The values of parameters that may be given in order or by name.
    fn named(&self, names: &[&'static str], expected: &str) -> Result<Vec<Option<&'a At<Value>>>, Failure> {
        let mut values = vec![None; names.len()];
        for (position, argument) in self.given.iter().enumerate() {
            let at = match &argument.name {
                None => position,
                Some(name) => names
                    .iter()
                    .position(|known| *known == name.value)
                    .ok_or_else(|| Failure::new(name.place, unknown("argument", &name.value, names)))?,
            };
            match values.get_mut(at) {
                Some(value) if value.is_none() => *value = Some(&argument.value),
                _ => return Err(self.arguments(argument.value.place, expected)),
            }
        }
        Ok(values)
    }

    /// An axis by name or number.
    fn axis(&self, value: &At<Value>) -> Result<usize, Failure> {
        match &value.value {
            Value::Number(number) => {
                let axis = usize::try_from(*number).ok().filter(|axis| *axis < self.dimensions.len());
                let expected = format!("the number of an axis, 0 to {}", self.dimensions.len() - 1);
                axis.ok_or_else(|| self.out_of_range(value.place, *number, expected))
            }
            Value::Word(word) => {
                let named = |dimension: &Dimension| dimension.name.as_deref() == Some(word);
                let known: Vec<&str> =
                    self.dimensions.iter().filter_map(|dimension| dimension.name.as_deref()).collect();
                let axis = self.dimensions.iter().position(named);
                axis.ok_or_else(|| Failure::new(value.place, unknown("axis", word, &known)))
            }
        }
    }

    fn axis_text(&self, axis: usize) -> String {
        self.dimensions[axis].name.clone().unwrap_or_else(|| axis.to_string())
    }
}
