//! Tests of reductions. Every operation on every type must give the results of a simple scalar implementation, and software
//! floating point the results of the hardware.

use super::softfloat::{self, Format};
use super::*;
use proptest::prelude::*;
use std::cmp::Ordering;
use std::io::Write;
use std::process::{Command, Stdio};

/// A value of the twin: wide enough for all types it is used on.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wide {
    Signed(i128, u32),
    Unsigned(u128, u32),
    Float(f64),
}

fn integer_bits(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |bits, byte| (bits << 8) | u128::from(*byte))
}

fn format(basic: Basic) -> Option<Format> {
    match basic {
        Basic::F16 | Basic::ComplexF16 => Some(Format::BINARY16),
        Basic::F32 | Basic::ComplexF32 => Some(Format::BINARY32),
        Basic::F64 | Basic::ComplexF64 => Some(Format::BINARY64),
        Basic::F80 | Basic::ComplexF80 => Some(Format::X87),
        Basic::F128 | Basic::ComplexF128 => Some(Format::BINARY128),
        _ => None,
    }
}

fn decode(basic: Basic, bytes: &[u8]) -> Wide {
    let bits = integer_bits(bytes);
    if let Some(format) = format(basic) {
        let bits = if format == Format::X87 { bits & ((1 << 80) - 1) } else { bits };
        return Wide::Float(f64::from_bits(softfloat::convert(format, Format::BINARY64, bits) as u64));
    }
    let width = 8 * bytes.len() as u32;
    match basic {
        Basic::U8 | Basic::U16 | Basic::U32 | Basic::U64 | Basic::Byte => Wide::Unsigned(bits, width),
        _ if basic.class() == Class::Logical => Wide::Unsigned(bits, width),
        _ => Wide::Signed(((bits << (128 - width)) as i128) >> (128 - width), width),
    }
}

fn encode(basic: Basic, value: Wide, old: &[u8]) -> Vec<u8> {
    let mut bits = match value {
        Wide::Signed(v, _) => v as u128,
        Wide::Unsigned(v, _) => v,
        Wide::Float(v) => {
            let to = format(basic).expect("a float type");
            softfloat::convert(Format::BINARY64, to, u128::from(v.to_bits()))
        }
    };
    if format(basic) == Some(Format::X87) {
        bits |= integer_bits(old) & !((1 << 80) - 1);
    }
    bits.to_le_bytes()[..old.len()].to_vec()
}

fn twin_number(op: BuiltinOp, a: Wide, b: Wide) -> Wide {
    let above = match (a, b) {
        (Wide::Signed(a, _), Wide::Signed(b, _)) => a.partial_cmp(&b),
        (Wide::Unsigned(a, _), Wide::Unsigned(b, _)) => a.partial_cmp(&b),
        (Wide::Float(a), Wide::Float(b)) => a.partial_cmp(&b),
        _ => unreachable!(),
    };
    let truth = |t: bool, like: Wide| match like {
        Wide::Signed(_, w) => Wide::Signed(t.into(), w),
        Wide::Unsigned(_, w) => Wide::Unsigned(t.into(), w),
        Wide::Float(_) => unreachable!(),
    };
    let bits = |w: Wide| match w {
        Wide::Signed(v, _) => v as u128,
        Wide::Unsigned(v, _) => v,
        Wide::Float(_) => unreachable!(),
    };
    let from = |v: u128, like: Wide| match like {
        Wide::Signed(_, w) => Wide::Signed(v as i128, w),
        Wide::Unsigned(_, w) => Wide::Unsigned(v, w),
        Wide::Float(_) => unreachable!(),
    };
    match op {
        BuiltinOp::Max => {
            if above == Some(Ordering::Greater) {
                a
            } else {
                b
            }
        }
        BuiltinOp::Min => {
            if above == Some(Ordering::Less) {
                a
            } else {
                b
            }
        }
        BuiltinOp::Sum => match (a, b) {
            (Wide::Float(a), Wide::Float(b)) => Wide::Float(a + b),
            _ => from(bits(a).wrapping_add(bits(b)), a),
        },
        BuiltinOp::Prod => match (a, b) {
            (Wide::Float(a), Wide::Float(b)) => Wide::Float(a * b),
            _ => from(bits(a).wrapping_mul(bits(b)), a),
        },
        BuiltinOp::Land => truth(bits(a) != 0 && bits(b) != 0, a),
        BuiltinOp::Lor => truth(bits(a) != 0 || bits(b) != 0, a),
        BuiltinOp::Lxor => truth((bits(a) != 0) != (bits(b) != 0), a),
        BuiltinOp::Band => from(bits(a) & bits(b), a),
        BuiltinOp::Bor => from(bits(a) | bits(b), a),
        BuiltinOp::Bxor => from(bits(a) ^ bits(b), a),
        BuiltinOp::Replace | BuiltinOp::NoOp | BuiltinOp::Minloc | BuiltinOp::Maxloc => unreachable!(),
    }
}

/// One element, the slow way.
fn twin(op: BuiltinOp, basic: Basic, input: &[u8], inout: &[u8], packed: bool) -> Vec<u8> {
    match op {
        BuiltinOp::Replace => return input.to_vec(),
        BuiltinOp::NoOp => return inout.to_vec(),
        _ => {}
    }
    if let Some([value, index]) = basic.pair() {
        let at = if packed { value.basic.size() } else { index.offset };
        let (value_range, index_range) = (0..value.basic.size(), at..at + index.basic.size());
        let load = |bytes: &[u8]| {
            (decode(value.basic, &bytes[value_range.clone()]), decode(index.basic, &bytes[index_range.clone()]))
        };
        let ((va, ia), (vb, ib)) = (load(input), load(inout));
        let wanted = if op == BuiltinOp::Maxloc { BuiltinOp::Max } else { BuiltinOp::Min };
        let mut out = inout.to_vec();
        if va != vb && twin_number(wanted, va, vb) == va {
            out[value_range.clone()].copy_from_slice(&input[value_range]);
            out[index_range.clone()].copy_from_slice(&input[index_range]);
        } else if va == vb {
            let least = twin_number(BuiltinOp::Min, ia, ib);
            out[index_range.clone()].copy_from_slice(&encode(index.basic, least, &inout[index_range]));
        }
        return out;
    }
    if basic.class() == Class::Complex {
        let half = basic.size() / 2;
        let parts = |bytes: &[u8]| match (decode(basic, &bytes[..half]), decode(basic, &bytes[half..])) {
            (Wide::Float(re), Wide::Float(im)) => (re, im),
            _ => unreachable!(),
        };
        let ((a, b), (c, d)) = (parts(input), parts(inout));
        let (re, im) = if op == BuiltinOp::Sum { (a + c, b + d) } else { (a * c - b * d, a * d + b * c) };
        let mut out = encode(basic, Wide::Float(re), &inout[..half]);
        out.extend(encode(basic, Wide::Float(im), &inout[half..]));
        return out;
    }
    let (a, b) = (decode(basic, input), decode(basic, inout));
    let result = twin_number(op, a, b);
    if matches!(op, BuiltinOp::Max | BuiltinOp::Min) {
        // An element is taken as it is, with its padding.
        return if a != b && result == a { input.to_vec() } else { inout.to_vec() };
    }
    encode(basic, result, inout)
}

/// Random bytes, except that floating-point numbers are small dyadic ones, on which `f64` computes exactly.
fn sample(basic: Basic, packed: bool, random: &[u8]) -> Vec<u8> {
    let small = |basic: Basic, seed: &[u8]| -> Vec<u8> {
        let halves = if basic.class() == Class::Complex { 2 } else { 1 };
        let size = basic.size() / halves;
        if format(basic).is_some() {
            let number = |byte: u8| f64::from(byte as i8 / 8) / 4.0;
            let bytes = |byte: u8| encode(basic, Wide::Float(number(byte)), &seed[..size]);
            return (0..halves).flat_map(|half| bytes(seed[half])).collect();
        }
        // Narrow values now and then, so that equal ones and zeros occur.
        let mut bytes = seed[..size].to_vec();
        if seed[0].is_multiple_of(3) {
            bytes.iter_mut().for_each(|b| *b = 0);
            bytes[0] = seed[1] % 2;
        }
        bytes
    };
    match basic.pair() {
        None => small(basic, random),
        Some([value, index]) => {
            let mut out = small(value.basic, random);
            out.resize(if packed { value.basic.size() } else { index.offset }, 0xaa);
            out.extend(small(index.basic, &random[16..]));
            out.resize(if packed { basic.size() } else { basic.extent() }, 0x55);
            out
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn agrees_with_the_twin_on_every_type(seeds in prop::collection::vec((any::<[u8; 32]>(), any::<[u8; 32]>()), 0..9)) {
        for (op, basic) in BuiltinOp::ALL.iter().flat_map(|&op| Basic::ALL.map(|basic| (op, basic))) {
            if !accepted(op, basic) {
                continue;
            }
            for packed in [false, true] {
                let input: Vec<_> = seeds.iter().map(|s| sample(basic, packed, &s.0)).collect();
                let inout: Vec<_> = seeds.iter().map(|s| sample(basic, packed, &s.1)).collect();
                let expected: Vec<u8> =
                    input.iter().zip(&inout).flat_map(|(a, b)| twin(op, basic, a, b, packed)).collect();
                let mut got = inout.concat();
                if packed {
                    reduce_packed(op, basic, &input.concat(), &mut got);
                } else {
                    reduce(op, basic, &input.concat(), &mut got);
                }
                prop_assert_eq!(got, expected, "{} on {} packed {}", op.name(), basic.name(), packed);
            }
        }
    }

    #[test]
    fn software_equals_hardware_in_single_precision(a in float_bits(8, 23), b in float_bits(8, 23)) {
        let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
        let same = |got: u128, expected: f32| {
            let got = f32::from_bits(got as u32);
            got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan())
        };
        prop_assert!(same(softfloat::add(Format::BINARY32, a, b), x + y));
        prop_assert!(same(softfloat::sub(Format::BINARY32, a, b), x - y));
        prop_assert!(same(softfloat::mul(Format::BINARY32, a, b), x * y));
        prop_assert_eq!(softfloat::compare(Format::BINARY32, a, b), x.partial_cmp(&y));
        let wide = softfloat::convert(Format::BINARY32, Format::BINARY64, a) as u64;
        prop_assert!(f64::from_bits(wide) == f64::from(x) || x.is_nan());
    }

    #[test]
    fn software_equals_hardware_in_double_precision(a in float_bits(11, 52), b in float_bits(11, 52)) {
        let (x, y) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
        let same = |got: u128, expected: f64| {
            let got = f64::from_bits(got as u64);
            got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan())
        };
        prop_assert!(same(softfloat::add(Format::BINARY64, a, b), x + y));
        prop_assert!(same(softfloat::sub(Format::BINARY64, a, b), x - y));
        prop_assert!(same(softfloat::mul(Format::BINARY64, a, b), x * y));
        prop_assert_eq!(softfloat::compare(Format::BINARY64, a, b), x.partial_cmp(&y));
        let narrow = f32::from_bits(softfloat::convert(Format::BINARY64, Format::BINARY32, a) as u32);
        prop_assert!(narrow.to_bits() == (x as f32).to_bits() || x.is_nan());
    }
}

/// Bit patterns of a format: any, with exponents often close together or at the ends, and fractions often sparse.
fn float_bits(exponent: u32, fraction: u32) -> impl Strategy<Value = u128> {
    let top = (1u128 << exponent) - 1;
    let middle = top / 2;
    let field = prop_oneof![0..=top, middle - 3..=middle + 3, 0..=3u128, top - 3..=top];
    let mantissa = prop_oneof![any::<u128>(), Just(0), Just(1), Just(u128::MAX), (0..128u32).prop_map(|s| 1 << s)];
    (any::<bool>(), field, mantissa).prop_map(move |(sign, field, mantissa)| {
        (u128::from(sign) << (exponent + fraction)) | (field << fraction) | (mantissa & ((1 << fraction) - 1))
    })
}

#[test]
fn the_table_of_allowed_operations_is_the_standards() {
    let rows: Vec<String> = Basic::ALL
        .into_iter()
        .map(|basic| {
            let marks = BuiltinOp::ALL.iter().map(|&op| match (allowed(op, basic), accepted(op, basic)) {
                (true, true) => 'x',
                (false, true) => 'e',
                (false, false) => '.',
                (true, false) => '!',
            });
            format!("{} {}", marks.collect::<String>(), basic.name())
        })
        .collect();
    // MAX MIN SUM PROD LAND BAND LOR BOR LXOR BXOR MINLOC MAXLOC REPLACE NO_OP; e = beyond the standard, as MPICH.
    let mut expected =
        vec![".....x.x.x..xx byte", "............xx packed", "eeeeeeeeee..xx char", "............xx wchar"];
    expected.extend(["xxxxxxxxxx..xx i8", "xxxxxxxxxx..xx i16", "xxxxxxxxxx..xx i32", "xxxxxxxxxx..xx i64"]);
    expected.extend(["xxxxxxxxxx..xx u8", "xxxxxxxxxx..xx u16", "xxxxxxxxxx..xx u32", "xxxxxxxxxx..xx u64"]);
    expected.extend(["xxxxexexex..xx aint", "xxxxexexex..xx offset", "xxxxexexex..xx count"]);
    expected.extend(["xxxx.x.x.x..xx integer1", "xxxx.x.x.x..xx integer2", "xxxx.x.x.x..xx integer4"]);
    expected.extend([
        "xxxx.x.x.x..xx integer8",
        "xxxx.x.x.x..xx integer16",
        "xxxx........xx f16",
        "xxxx........xx f32",
    ]);
    expected.extend([
        "xxxx........xx f64",
        "xxxx........xx f80",
        "xxxx........xx f128",
        "..xx........xx complex_f16",
    ]);
    expected.extend(["..xx........xx complex_f32", "..xx........xx complex_f64", "..xx........xx complex_f80"]);
    expected.extend(["..xx........xx complex_f128", "....x.x.x...xx bool", "....x.x.x...xx logical1"]);
    expected.extend(["....x.x.x...xx logical2", "....x.x.x...xx logical4", "....x.x.x...xx logical8"]);
    expected.extend(["....x.x.x...xx logical16", "..........xxxx float_int", "..........xxxx double_int"]);
    expected.extend(["..........xxxx long_int", "..........xxxx 2int", "..........xxxx short_int"]);
    expected.extend(["..........xxxx long_double_int", "..........xxxx 2real", "..........xxxx 2double_precision"]);
    expected.push("..........xxxx 2integer");
    assert_eq!(rows, expected);
}

#[test]
fn every_type_is_listed_in_order_and_pairs_have_the_layout_of_c() {
    for (place, basic) in Basic::ALL.into_iter().enumerate() {
        assert_eq!(basic as usize, place);
        assert!(basic.true_extent() <= basic.extent() && basic.extent() % basic.alignment() == 0, "{}", basic.name());
        if let Some([value, index]) = basic.pair() {
            let end = index.offset + index.basic.size();
            assert_eq!(index.offset, value.basic.size().next_multiple_of(index.basic.alignment()));
            assert_eq!(basic.alignment(), value.basic.alignment().max(index.basic.alignment()));
            assert_eq!(basic.extent(), end.next_multiple_of(basic.alignment()));
            assert_eq!(basic.size(), value.basic.size() + index.basic.size());
        }
    }
}

#[test]
fn a_nan_never_replaces_and_is_never_replaced_by_max_and_min() {
    for op in [BuiltinOp::Max, BuiltinOp::Min] {
        let mut inout = [f64::NAN, 1.0].map(f64::to_ne_bytes).concat();
        reduce(op, Basic::F64, &[1.0, f64::NAN].map(f64::to_ne_bytes).concat(), &mut inout);
        assert!(f64::from_ne_bytes(inout[..8].try_into().unwrap()).is_nan());
        assert_eq!(f64::from_ne_bytes(inout[8..].try_into().unwrap()), 1.0);
    }
}

#[test]
#[should_panic(expected = "MPI_BAND is not defined on f64")]
fn an_operation_that_is_not_defined_is_our_own_bug() {
    reduce(BuiltinOp::Band, Basic::F64, &[0; 8], &mut [0; 8]);
}

/// Reads operands from standard input; writes, for each pair, sum, difference, product and whether the first is larger,
/// in the three formats that C has and Rust has not.
const ORACLE: &str = r#"
#include <stdio.h>
#include <string.h>
typedef union { long double x; __float128 q; _Float16 h; unsigned char bytes[16]; } value;
static void out(value v) { fwrite(v.bytes, 16, 1, stdout); }
int main(void) {
    value a, b, r;
    unsigned char kind;
    while (fread(&kind, 1, 1, stdin) == 1) {
        if (fread(a.bytes, 16, 1, stdin) != 1 || fread(b.bytes, 16, 1, stdin) != 1) return 1;
        for (int op = 0; op < 4; op++) {
            memset(r.bytes, 0, 16);
            if (kind == 0) {
                volatile long double x = a.x, y = b.x;
                if (op == 3) r.bytes[0] = x > y; else r.x = op == 0 ? x + y : op == 1 ? x - y : x * y;
                memset(r.bytes + 10, 0, 6);
            } else if (kind == 1) {
                volatile __float128 x = a.q, y = b.q;
                if (op == 3) r.bytes[0] = x > y; else r.q = op == 0 ? x + y : op == 1 ? x - y : x * y;
            } else {
                volatile _Float16 x = a.h, y = b.h;
                if (op == 3) r.bytes[0] = x > y; else r.h = op == 0 ? x + y : op == 1 ? x - y : x * y;
            }
            out(r);
        }
    }
    return 0;
}
"#;

/// Compiles the oracle; `None` where there is no C compiler or it lacks one of the types.
fn oracle(folder: &std::path::Path) -> Option<std::path::PathBuf> {
    std::fs::create_dir_all(folder).unwrap();
    let (source, program) = (folder.join("oracle.c"), folder.join("oracle"));
    std::fs::write(&source, ORACLE).unwrap();
    let compiled = Command::new("cc").arg("-O1").arg("-o").arg(&program).arg(&source).output().ok()?;
    compiled.status.success().then_some(program)
}

/// A simple generator (SplitMix64) for reproducible operands.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Operand bits: exponents near the middle or the ends, fractions dense or sparse, for x87 also non-numbers.
fn operand(kind: usize, state: &mut u64) -> u128 {
    let (exponent_bits, stored) = [(15, 64), (15, 112), (5, 10)][kind];
    let top = (1u128 << exponent_bits) - 1;
    let (choice, near) = (next(state), u128::from(next(state) % 140));
    let field = match choice % 8 {
        0 => u128::from(next(state)) & top,
        1 => near % 4,
        2 => top - near % 4,
        3 | 4 => (top / 2 + near).min(top),
        5 => top / 2,
        _ => (top / 2).saturating_sub(near / 2),
    };
    let dense = (u128::from(next(state)) << 64) | u128::from(next(state));
    let fraction = match (choice >> 8) % 5 {
        0 => 0,
        1 => 1 << (dense % stored),
        2 => u128::MAX << (dense % stored),
        3 => u128::MAX >> (dense % 128),
        _ => dense,
    };
    let mut fraction = fraction & ((1 << stored) - 1);
    if kind == 0 {
        // Mostly numbers, with the integer bit that belongs to the exponent; sometimes any pattern.
        let integer = 1u128 << 63;
        fraction = match choice >> 60 {
            0 => fraction,
            _ if field == 0 => fraction & !integer,
            _ => fraction | integer,
        };
    }
    (u128::from(choice >> 40 & 1) << (stored + exponent_bits as u128)) | (field << stored) | fraction
}

#[test]
fn software_equals_what_the_c_compiler_makes() {
    let folder = std::env::temp_dir().join(format!("windtunnel-softfloat-{}", std::process::id()));
    let Some(program) = oracle(&folder) else {
        println!("skipped: no C compiler with long double, __float128 and _Float16");
        return;
    };
    let formats = [Format::X87, Format::BINARY128, Format::BINARY16];
    let mut state = 1;
    let cases: Vec<(usize, u128, u128)> =
        (0..60_000).map(|i| (i % 3, operand(i % 3, &mut state), operand(i % 3, &mut state))).collect();
    let mut child = Command::new(&program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let text: Vec<u8> = cases
        .iter()
        .flat_map(|(kind, a, b)| [&[*kind as u8][..], &a.to_le_bytes(), &b.to_le_bytes()].concat())
        .collect();
    let writer = std::thread::spawn(move || pipe.write_all(&text).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    std::fs::remove_dir_all(&folder).unwrap();
    let results = output.stdout.as_chunks::<64>().0;
    assert_eq!(results.len(), cases.len());
    for ((kind, a, b), result) in cases.into_iter().zip(results) {
        let format = formats[kind];
        let expected = |op: usize| u128::from_le_bytes(result[op * 16..op * 16 + 16].try_into().unwrap());
        let computed = [softfloat::add(format, a, b), softfloat::sub(format, a, b), softfloat::mul(format, a, b)];
        for (op, got) in computed.into_iter().enumerate() {
            let both_nan = softfloat::compare(format, got, got).is_none()
                && softfloat::compare(format, expected(op), expected(op)).is_none();
            // Which NaN comes out is defined for x87 alone.
            let same = got == expected(op) || (kind != 0 && both_nan);
            assert!(same, "format {kind} op {op}: {a:x} {b:x} gives {got:x}, expected {:x}", expected(op));
        }
        let above = softfloat::compare(format, a, b) == Some(Ordering::Greater);
        assert_eq!(u128::from(above), expected(3), "format {kind}: {a:x} > {b:x}");
    }
}
