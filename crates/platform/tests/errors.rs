//! The exact message of every mistake a platform file can have, and that no sort of mistake is left out.
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use crate::common::{Case, cases};
use std::collections::BTreeSet;
use windtunnel_platform::{Platform, PlatformError};

fn variant(error: &PlatformError) -> String {
    format!("{error:?}").split(|c: char| !c.is_alphanumeric()).next().unwrap().to_owned()
}

fn error_of(case: &Case) -> PlatformError {
    match Platform::from_str_with(&case.text, "machine.toml", case.overrides) {
        Ok(platform) => panic!("no mistake found in\n{}\n{}\nexpected {}", case.text, platform.show(), case.message),
        Err(error) => error,
    }
}

#[test]
fn every_message_is_exact() {
    let mut wrong = String::new();
    let topologies: Vec<&str> = windtunnel_platform::TOPOLOGIES.iter().map(|kind| kind.name).collect();
    for case in cases() {
        let message = error_of(&case).to_string();
        let expected = case.message.replace("{topologies}", &topologies.join(", "));
        if message != expected {
            wrong += &format!("{}\n  {expected}\n  {message}\n\n", case.text);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_file_that_is_not_there() {
    let error = Platform::load("no/such/machine.toml").unwrap_err();
    assert_eq!(error.to_string(), "no/such/machine.toml: cannot be read: No such file or directory (os error 2)");
    assert_eq!(error.location(), None);
}

/// The variants are read from the source, so that a new one without a case fails here.
#[test]
fn every_variant_has_a_case() {
    let source = include_str!("../src/error.rs");
    let enumeration = source.split("pub enum PlatformError {").nth(1).unwrap().split("\n}").next().unwrap();
    let declared: BTreeSet<String> = enumeration
        .lines()
        .filter_map(|line| line.strip_prefix("    ")?.strip_suffix(" {"))
        .filter(|name| name.chars().all(char::is_alphanumeric))
        .map(str::to_owned)
        .collect();
    let mut tested: BTreeSet<String> = cases().iter().map(|case| variant(&error_of(case))).collect();
    // By `a_file_that_is_not_there`.
    tested.insert("Read".to_owned());
    assert_eq!(declared, tested);
    assert!(declared.len() >= 12, "{declared:?}");
}

#[test]
fn columns_count_characters() {
    let error = Platform::from_str("name = 'µ'\nx = 1", "µ.toml").unwrap_err();
    assert!(error.to_string().starts_with("µ.toml:2:1: "), "{error}");
    let error = Platform::from_str("nic = { 'µ' = 1, count = 2 }\nhost = {}\ntopology = {}", "µ.toml").unwrap_err();
    assert_eq!(error.to_string(), "µ.toml:3:12: `topology.kind` is missing; expected a text");
}
