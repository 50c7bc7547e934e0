//! A naive reference implementation of mapping programs ([`super`]), and a generator of random programs. Tests compare the
//! results of the two implementations.
//!
//! Here a box of positions is a list of their coordinates. When a box is divided, the part to which a position belongs is
//! computed from each of its coordinates. Permutations (`tilt`, `zigzag` …) treat one line of positions after the other. The Z
//! order sorts positions by their Morton codes.

use std::collections::BTreeMap;

/// A small stream of numbers, the same on every machine (Knuth's MMIX multiplier).
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn one_of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }
}

type Point = Vec<usize>;

#[derive(Clone)]
struct Box {
    shape: Vec<usize>,
    /// Places in the whole, in the order of this box.
    points: Vec<Point>,
    counts: Vec<usize>,
    parts: Vec<Box>,
}

/// All points of a box, the last coordinate fastest.
fn points(shape: &[usize]) -> Vec<Point> {
    match shape.split_first() {
        None => vec![Vec::new()],
        Some((size, rest)) => {
            let rest = points(rest);
            (0..*size).flat_map(|at| rest.iter().map(move |rest| [&[at], rest.as_slice()].concat())).collect()
        }
    }
}

impl Box {
    fn new(shape: &[usize]) -> Self {
        Self { shape: shape.to_vec(), points: points(shape), counts: Vec::new(), parts: Vec::new() }
    }

    /// Parts by asking every point for its own along each of the first axes.
    fn divide(&mut self, pieces: &[usize], kinds: &[&str]) {
        let own = |local: &Point| -> Point {
            let along = |axis: usize| match kinds[axis] {
                "mod" => local[axis] % pieces[axis],
                _ => (local[axis] / (self.shape[axis] / pieces[axis])).min(pieces[axis] - 1),
            };
            (0..pieces.len()).map(along).collect()
        };
        let mut parts: BTreeMap<Point, (Vec<Point>, Vec<Point>)> = BTreeMap::new();
        for (local, point) in points(&self.shape).into_iter().zip(&self.points) {
            let part = parts.entry(own(&local)).or_default();
            part.0.push(local);
            part.1.push(point.clone());
        }
        let make = |(locals, points): (Vec<Point>, Vec<Point>)| {
            let distinct =
                |axis: usize| locals.iter().map(|local| local[axis]).collect::<std::collections::BTreeSet<_>>().len();
            let shape = (0..self.shape.len()).map(distinct).collect();
            Box { shape, points, counts: Vec::new(), parts: Vec::new() }
        };
        let parts = parts.into_values().map(make).collect();
        (self.counts, self.parts) = (pieces.to_vec(), parts);
    }

    fn at(&mut self, path: &[usize]) -> &mut Self {
        path.iter().fold(self, |part, step| &mut part.parts[*step])
    }

    fn leaf_paths(&self, path: &[usize]) -> Vec<Vec<usize>> {
        if self.parts.is_empty() {
            return vec![path.to_vec()];
        }
        self.parts.iter().enumerate().flat_map(|(step, part)| part.leaf_paths(&[path, &[step]].concat())).collect()
    }
}

/// A grid or machine under construction, with the text that constructs it.
pub(super) struct Side {
    name: char,
    whole: Box,
    contents: BTreeMap<Point, usize>,
    axes: Vec<&'static str>,
    pub(super) text: Vec<String>,
}

/// Boxes that a text selects, as paths from the whole.
type Selection = (String, Vec<Vec<usize>>);

impl Side {
    fn new(name: char, shape: &[usize], axes: &[&'static str]) -> Self {
        Self { name, whole: Box::new(shape), contents: BTreeMap::new(), axes: axes.to_vec(), text: Vec::new() }
    }

    fn select(&mut self, numbers: &mut Numbers) -> Selection {
        let (mut text, mut paths) = (self.name.to_string(), vec![Vec::new()]);
        for _ in 0..numbers.below(3) {
            if paths.iter().any(|path| self.whole.at(path).parts.is_empty()) {
                break;
            }
            let counts = self.whole.at(&paths[0]).counts.clone();
            let alike = paths.iter().all(|path| self.whole.at(path).counts == counts);
            if alike && numbers.below(2) == 0 {
                let index: Vec<usize> = counts.iter().map(|count| numbers.below(*count)).collect();
                let step = index.iter().zip(&counts).fold(0, |step, (at, count)| step * count + at);
                paths.iter_mut().for_each(|path| path.push(step));
                text += &format!("{index:?}");
            } else {
                let children = |path: &Vec<usize>| {
                    (0..self.whole.at(path).parts.len())
                        .map(|step| [path.as_slice(), &[step]].concat())
                        .collect::<Vec<_>>()
                };
                paths = paths.iter().flat_map(children).collect();
                text += ".children";
            }
        }
        if numbers.below(3) == 0 {
            paths = paths.iter().flat_map(|path| self.whole.at(path).leaf_paths(path)).collect();
            text += ".leaves";
        }
        (text, paths)
    }

    /// Divides some boxes in a random way, if they are large enough.
    fn divide(&mut self, numbers: &mut Numbers) {
        let (text, paths) = self.select(numbers);
        let shapes: Vec<Vec<usize>> = paths.iter().map(|path| self.whole.at(path).shape.clone()).collect();
        let axes = 1 + numbers.below(self.whole.shape.len());
        let least = |axis: usize| shapes.iter().map(|shape| shape[axis]).min().unwrap_or(1);
        let given: Vec<usize> = (0..axes).map(|axis| 1 + numbers.below(least(axis))).collect();
        let operation = numbers.one_of(&["tile", "div", "mod", "cut"]);
        let kinds: Vec<&str> = match operation {
            "cut" => given.iter().map(|_| numbers.one_of(&["div", "mod"])).collect(),
            "mod" => vec!["mod"; axes],
            _ => vec!["div"; self.whole.shape.len()],
        };
        let words: Vec<String> = given.iter().map(usize::to_string).collect();
        let words = if operation == "cut" {
            [words, kinds.iter().map(|kind| (*kind).to_owned()).collect()].concat()
        } else {
            words
        };
        self.text.push(format!("{text}.{operation}({})", words.join(", ")));
        for (path, shape) in paths.iter().zip(shapes) {
            let pieces: Vec<usize> = match operation {
                "tile" => (0..shape.len()).map(|axis| shape[axis] / given.get(axis).unwrap_or(&1)).collect(),
                _ => given.clone(),
            };
            self.whole.at(path).divide(&pieces, &kinds);
        }
    }

    /// An axis by its name or number.
    fn axis(&self, numbers: &mut Numbers, axis: usize) -> String {
        match self.axes.get(axis).filter(|_| numbers.below(2) == 0) {
            Some(name) => (*name).to_owned(),
            None => axis.to_string(),
        }
    }

    /// Permutes some boxes in a random way.
    fn permute(&mut self, numbers: &mut Numbers) {
        let (text, paths) = self.select(numbers);
        let dimensions = self.whole.shape.len();
        let axis = numbers.below(dimensions);
        let direction = (axis + 1 + numbers.below(dimensions.max(2) - 1)) % dimensions;
        let (number, stride) = (numbers.below(9) as i64 - 3, 1 + numbers.below(4) as i64);
        let operation = numbers.one_of(&["tilt", "shear", "zigzag", "transpose", "zorder"]);
        let mut order: Vec<usize> = (0..dimensions).collect();
        (1..dimensions).for_each(|last| order.swap(last, numbers.below(last + 1)));
        if axis == direction && matches!(operation, "tilt" | "shear" | "zigzag") {
            return;
        }
        let words = match operation {
            "transpose" => order.iter().map(|axis| self.axis(numbers, *axis)).collect(),
            "zorder" => Vec::new(),
            _ => vec![self.axis(numbers, axis), self.axis(numbers, direction), number.to_string()],
        };
        let words = if operation == "zigzag" { [words, vec![format!("stride={stride}")]].concat() } else { words };
        self.text.push(format!("{text}.{operation}({})", words.join(", ")));
        for path in paths {
            let part = self.whole.at(&path).clone();
            let old: Vec<Option<usize>> = part.points.iter().map(|point| self.contents.get(point).copied()).collect();
            let new = match operation {
                "tilt" => turned(&part.shape, old, axis, |point| number * point[direction] as i64),
                "shear" => turned(&part.shape, old, direction, |point| number * point[axis] as i64),
                "zigzag" => turned(&part.shape, old, axis, |point| zigzag(point[direction] as i64, number, stride)),
                "transpose" => {
                    let key = |point: &Point| order.iter().map(|axis| point[*axis]).collect::<Point>();
                    in_order_of(&part.shape, old, key, true)
                }
                _ => in_order_of(&part.shape, old, |point: &Point| vec![morton(point)], false),
            };
            for (point, content) in part.points.iter().zip(new) {
                match content {
                    Some(rank) => drop(self.contents.insert(point.clone(), rank)),
                    None => drop(self.contents.remove(point)),
                }
            }
        }
    }
}

/// The published formula, rounded down.
fn zigzag(plane: i64, depth: i64, stride: i64) -> i64 {
    if plane == 0 {
        return 0;
    }
    let base = (plane / (stride * 2)) * (stride * 2) + stride;
    let numerator = (plane - base).abs() * depth;
    depth - if numerator % stride < 0 { numerator / stride - 1 } else { numerator / stride }
}

/// Bits of all coordinates in turn, the first axis the lowest.
fn morton(point: &Point) -> usize {
    let bit = |level: usize, axis: usize| (point[axis] >> level & 1) << (level * point.len() + axis);
    (0..7).flat_map(|level| (0..point.len()).map(move |axis| bit(level, axis))).sum()
}

/// Every line along `axis`, turned as far as a point of it says.
fn turned(shape: &[usize], old: Vec<Option<usize>>, axis: usize, by: impl Fn(&Point) -> i64) -> Vec<Option<usize>> {
    let mut lines: BTreeMap<Point, Vec<usize>> = BTreeMap::new();
    for (number, point) in points(shape).into_iter().enumerate() {
        let mut line = point.clone();
        line[axis] = 0;
        lines.entry(line).or_default().push(number);
    }
    let mut new = old.clone();
    for (line, places) in lines {
        let mut contents: Vec<Option<usize>> = places.iter().map(|place| old[*place]).collect();
        let steps = by(&line).rem_euclid(contents.len() as i64);
        contents.rotate_right(steps as usize);
        places.into_iter().zip(contents).for_each(|(place, content)| new[place] = content);
    }
    new
}

/// Contents by a key of their points: read in its order into the places one after the other, or the other way round.
fn in_order_of(
    shape: &[usize],
    old: Vec<Option<usize>>,
    key: impl Fn(&Point) -> Vec<usize>,
    read: bool,
) -> Vec<Option<usize>> {
    let points = points(shape);
    let mut sorted: Vec<usize> = (0..points.len()).collect();
    sorted.sort_by_key(|number| key(&points[*number]));
    if read {
        return sorted.into_iter().map(|number| old[number]).collect();
    }
    let mut new = old.clone();
    sorted.into_iter().zip(old).for_each(|(place, content)| new[place] = content);
    new
}

/// A program, the machine it is for, and the place of each rank.
pub(super) struct Example {
    pub(super) text: String,
    pub(super) machine: Vec<usize>,
    pub(super) places: Vec<usize>,
}

pub(super) const AXES: [&str; 4] = ["X", "Y", "Z", "T"];

fn random_shape(numbers: &mut Numbers, mut count: usize) -> Vec<usize> {
    let mut shape = vec![1; 1 + numbers.below(4)];
    while count > 1 {
        let factor = (2..=count).find(|factor| count.is_multiple_of(*factor)).unwrap_or(count);
        let axis = numbers.below(shape.len());
        shape[axis] *= factor;
        count /= factor;
    }
    shape
}

/// A random program; none if what came out cannot be mapped.
pub(super) fn example(numbers: &mut Numbers) -> Option<Example> {
    let ranks = numbers.one_of(&[6, 12, 16, 20, 24, 27, 30, 36, 40, 48]);
    let grid_shape = random_shape(numbers, ranks);
    let mut shape = if numbers.below(3) == 0 { grid_shape.clone() } else { random_shape(numbers, ranks) };
    let larger = numbers.below(4) == 0;
    let (axis, half) = (numbers.below(shape.len()), numbers.below(2));
    shape[axis] *= if larger { 2 } else { 1 };
    let mut grid = Side::new('g', &grid_shape, &[]);
    grid.contents = points(&grid_shape).into_iter().zip(0..).collect();
    let mut machine = Side::new('m', &shape, &AXES[..shape.len()]);
    let (mut target, mut paths) = ("m".to_owned(), vec![Vec::new()]);
    (0..numbers.below(4)).for_each(|_| grid.divide(numbers));
    if larger {
        // One half of the machine, contiguous or interleaved.
        let pieces: Vec<usize> = (0..shape.len()).map(|at| 1 + usize::from(at == axis)).collect();
        let kind = numbers.one_of(&["div", "mod"]);
        machine.whole.divide(&pieces, &vec![kind; shape.len()]);
        machine.text.push(format!("m.{kind}({})", list(&pieces)));
        let index: Vec<usize> = (0..shape.len()).map(|at| if at == axis { half } else { 0 }).collect();
        target += &format!("[{}]", list(&index));
        paths = vec![vec![half]];
    } else if grid_shape == shape {
        machine.whole = grid.whole.clone();
        machine.text = grid.text.iter().map(|line| line.replacen('g', "m", 1)).collect();
    } else {
        (0..numbers.below(4)).for_each(|_| machine.divide(numbers));
    }
    (0..numbers.below(3)).for_each(|_| grid.permute(numbers));
    let sources = grid.whole.leaf_paths(&[]);
    let targets: Vec<Vec<usize>> = paths.iter().flat_map(|path| machine.whole.at(path).leaf_paths(path)).collect();
    let sizes = |side: &mut Side, paths: &[Vec<usize>]| -> Vec<usize> {
        paths.iter().map(|path| side.whole.at(path).points.len()).collect()
    };
    if sizes(&mut grid, &sources) != sizes(&mut machine, &targets)
        || (sources.len() == 1 && numbers.below(8) > 0 && !larger)
    {
        return None;
    }
    for (source, target) in sources.iter().zip(&targets) {
        let ranks: Vec<usize> = grid.whole.at(source).points.iter().map(|point| grid.contents[point]).collect();
        let places = machine.whole.at(target).points.clone();
        machine.contents.extend(places.into_iter().zip(ranks));
    }
    let mut lines = vec![format!("g = grid({})", list(&grid_shape)), "m = machine()".to_owned()];
    lines.append(&mut grid.text);
    lines.append(&mut machine.text);
    lines.push(format!("map g -> {target}"));
    (0..1 + numbers.below(4)).for_each(|_| machine.permute(numbers));
    (0..numbers.below(2)).for_each(|_| machine.divide(numbers));
    (0..numbers.below(2)).for_each(|_| machine.permute(numbers));
    lines.append(&mut machine.text);
    let mut places = vec![0; ranks];
    for (place, point) in points(&shape).into_iter().enumerate() {
        if let Some(rank) = machine.contents.get(&point) {
            places[*rank] = place;
        }
    }
    Some(Example { text: lines.join("\n"), machine: shape, places })
}

fn list(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}
