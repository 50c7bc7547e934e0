//! Declared parameters of models: read from `name=value` pairs, listed by `windtunnel list`.

use config::Parameter;
use units::{Bytes, Rate, Time};

/// A parameter's value as the user gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting<'a> {
    /// The name.
    pub name: &'a str,
    /// The value.
    pub value: &'a str,
}

/// Why a model could not be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// There is no such parameter.
    #[error("model `{model}` has no parameter `{name}`; {hint}")]
    UnknownParameter {
        /// The model.
        model: &'static str,
        /// What was given.
        name: String,
        /// The nearest name, or all of them.
        hint: String,
    },
    /// A value cannot be read.
    #[error("parameter `{name}` of model `{model}`: `{value}` is not valid; expected {expected}")]
    BadValue {
        /// The model.
        model: &'static str,
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: String,
        /// What can be given.
        expected: String,
    },
    /// The model does not support this platform.
    #[error("not supported: model `{model}` on this platform: {reason}")]
    Unsupported {
        /// The model.
        model: &'static str,
        /// Why.
        reason: String,
    },
}

impl ModelError {
    /// The model.
    pub fn model(&self) -> &'static str {
        match self {
            Self::UnknownParameter { model, .. } | Self::BadValue { model, .. } | Self::Unsupported { model, .. } => {
                model
            }
        }
    }
}

/// The settings of one model, checked against its declared parameters.
pub(crate) struct Settings<'a> {
    model: &'static str,
    parameters: &'static [Parameter],
    given: &'a [Setting<'a>],
}

impl<'a> Settings<'a> {
    /// Fails on a name that is not declared.
    pub(crate) fn new(
        model: &'static str,
        parameters: &'static [Parameter],
        given: &'a [Setting<'a>],
    ) -> Result<Self, ModelError> {
        for setting in given {
            if !parameters.iter().any(|parameter| parameter.name == setting.name) {
                let hint = hint(setting.name, parameters);
                return Err(ModelError::UnknownParameter { model, name: setting.name.to_owned(), hint });
            }
        }
        Ok(Self { model, parameters, given })
    }

    /// The last value given, or the default.
    pub(crate) fn text(&self, name: &'static str) -> &'a str {
        if let Some(setting) = self.given.iter().rev().find(|setting| setting.name == name) {
            return setting.value;
        }
        let declared = self.parameters.iter().find(|parameter| parameter.name == name);
        declared.and_then(Parameter::default_value).expect("a model reads what it declares, with a default")
    }

    /// One of some words.
    pub(crate) fn choice(&self, name: &'static str, words: &[&str]) -> Result<usize, ModelError> {
        let text = self.text(name);
        let expected = || {
            let hint = config::did_you_mean(text, words.iter().copied());
            format!("one of `{}`{hint}", words.join("`, `"))
        };
        words.iter().position(|word| *word == text).ok_or_else(|| self.bad(name, text, expected()))
    }

    /// A whole number of at least `least`.
    pub(crate) fn whole(&self, name: &'static str, least: u64) -> Result<u64, ModelError> {
        let text = self.text(name);
        let value = text.parse().ok().filter(|value| *value >= least);
        value.ok_or_else(|| self.bad(name, text, format!("a whole number of at least {least}")))
    }

    /// A whole number, or a word that stands for none.
    pub(crate) fn whole_or(&self, name: &'static str, word: &str) -> Result<Option<u64>, ModelError> {
        self.least_or(name, 0, word)
    }

    /// A whole number from 1, or a word that stands for none.
    pub(crate) fn count_or(&self, name: &'static str, word: &str) -> Result<Option<u64>, ModelError> {
        self.least_or(name, 1, word)
    }

    fn least_or(&self, name: &'static str, least: u64, word: &str) -> Result<Option<u64>, ModelError> {
        let text = self.text(name);
        if text == word {
            return Ok(None);
        }
        let value = text.parse().ok().filter(|value| *value >= least);
        let expected = || format!("a whole number of at least {least}, or `{word}`");
        value.map(Some).ok_or_else(|| self.bad(name, text, expected()))
    }

    /// A whole number from 1.
    pub(crate) fn count(&self, name: &'static str) -> Result<u32, ModelError> {
        Ok(u32::try_from(self.whole(name, 1)?).unwrap_or(u32::MAX))
    }

    /// A size above zero with its unit, or a word that stands for none.
    pub(crate) fn bytes_or(&self, name: &'static str, word: &str) -> Result<Option<u64>, ModelError> {
        let text = self.text(name);
        if text == word {
            return Ok(None);
        }
        let bytes = text.parse().ok().filter(|bytes: &Bytes| *bytes > Bytes(0));
        let expected = || format!("a size of at least 1 B, for example `1 MiB`, or `{word}`");
        bytes.map(|bytes| Some(bytes.0)).ok_or_else(|| self.bad(name, text, expected()))
    }

    /// A number above zero.
    pub(crate) fn factor(&self, name: &'static str) -> Result<f64, ModelError> {
        let text = self.text(name);
        let value = text.parse().ok().filter(|value: &f64| *value > 0.0 && value.is_finite());
        value.ok_or_else(|| self.bad(name, text, "a number above 0, for example `0.97`".to_owned()))
    }

    /// A size with its unit.
    pub(crate) fn bytes(&self, name: &'static str) -> Result<Bytes, ModelError> {
        let text = self.text(name);
        text.parse().map_err(|_| self.bad(name, text, "a size, for example `20537 B`".to_owned()))
    }

    /// A size above zero with its unit.
    pub(crate) fn some_bytes(&self, name: &'static str) -> Result<Bytes, ModelError> {
        let text = self.text(name);
        let bytes = text.parse().ok().filter(|bytes| *bytes > Bytes(0));
        bytes.ok_or_else(|| self.bad(name, text, "a size of at least 1 B, for example `1 MiB`".to_owned()))
    }

    /// A bandwidth above zero with its unit.
    pub(crate) fn rate(&self, name: &'static str) -> Result<Rate, ModelError> {
        let text = self.text(name);
        let rate = text.parse().ok().filter(|rate| *rate > Rate(0));
        rate.ok_or_else(|| self.bad(name, text, "a bandwidth, for example `2 GB/s`".to_owned()))
    }

    /// A time with its unit; zero is one.
    pub(crate) fn time(&self, name: &'static str) -> Result<Time, ModelError> {
        let text = self.text(name);
        text.parse().map_err(|_| self.bad(name, text, "a time, for example `100 us`".to_owned()))
    }

    /// A value read by `read`, or `same`, which is that of another parameter.
    pub(crate) fn same_or<T>(
        &self,
        name: &'static str,
        same: T,
        read: fn(&Self, &'static str) -> Result<T, ModelError>,
    ) -> Result<T, ModelError> {
        if self.text(name) == "same" { Ok(same) } else { read(self, name) }
    }

    /// The parameter that sets the value of another one: itself, or the one that it is the `same` as.
    pub(crate) fn key_of(&self, name: &'static str, other: &'static str) -> &'static str {
        if self.text(name) == "same" { other } else { name }
    }

    /// A time with its unit, or `off`.
    pub(crate) fn time_or_off(&self, name: &'static str) -> Result<Option<Time>, ModelError> {
        let text = self.text(name);
        if text == "off" {
            return Ok(None);
        }
        let time = text.parse().ok().filter(|time| *time > Time::ZERO);
        time.map(Some).ok_or_else(|| self.bad(name, text, "a time, for example `1 ms`, or `off`".to_owned()))
    }

    /// A value of a form that `read` knows.
    pub(crate) fn form<T>(
        &self,
        name: &'static str,
        form: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, ModelError> {
        let text = self.text(name);
        read(text).ok_or_else(|| self.bad(name, text, form.to_owned()))
    }

    /// A time with its unit, or a word that stands for none.
    pub(crate) fn time_or(&self, name: &'static str, word: &str) -> Result<Option<Time>, ModelError> {
        let text = self.text(name);
        if text == word {
            return Ok(None);
        }
        text.parse().map(Some).map_err(|_| self.bad(name, text, format!("a time, for example `1 us`, or `{word}`")))
    }

    /// A rate above zero with its unit, or a word that stands for none.
    pub(crate) fn rate_or(&self, name: &'static str, word: &str) -> Result<Option<Rate>, ModelError> {
        let text = self.text(name);
        if text == word {
            return Ok(None);
        }
        let rate = text.parse().ok().filter(|rate: &Rate| rate.0 > 0);
        rate.map(Some).ok_or_else(|| self.bad(name, text, format!("a rate, for example `12.5 GB/s`, or `{word}`")))
    }

    pub(crate) fn bad(&self, name: &'static str, value: &str, expected: String) -> ModelError {
        ModelError::BadValue { model: self.model, name, value: value.to_owned(), expected }
    }
}

fn hint(name: &str, parameters: &[Parameter]) -> String {
    match config::nearest(name, parameters.iter().map(|parameter| parameter.name)) {
        _ if parameters.is_empty() => "it has none".to_owned(),
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let names: Vec<_> = parameters.iter().map(|parameter| parameter.name).collect();
            format!("it has `{}`", names.join("`, `"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use config::ParameterKind;

    const PARAMETERS: &[Parameter] = &[
        Parameter::with_default("weight", ParameterKind::Choice(&["equal", "latency"]), "equal", "", ""),
        Parameter::with_default("capacity-factor", ParameterKind::Factor, "1", "", ""),
        Parameter::with_default("bucket", ParameterKind::Or(&ParameterKind::Latency, "off"), "off", "", ""),
    ];

    fn read<T>(
        name: &str,
        value: &str,
        with: impl Fn(&Settings<'_>) -> Result<T, ModelError>,
    ) -> Result<T, ModelError> {
        with(&Settings::new("flow", PARAMETERS, &[Setting { name, value }])?)
    }

    #[test]
    fn values_and_defaults() {
        assert_eq!(read("bucket", "1 ms", |s| s.time_or_off("bucket")), Ok(Some(Time::from_ns(1_000_000))));
        assert_eq!(read("bucket", "1 ms", |s| s.factor("capacity-factor")), Ok(1.0));
        assert_eq!(read("weight", "latency", |s| s.choice("weight", &["equal", "latency"])), Ok(1));
    }

    #[test]
    fn quantities_that_make_no_sense_are_refused() {
        let message = |value: &str, with: &dyn Fn(&Settings<'_>) -> Result<(), ModelError>| {
            read("bucket", value, with).unwrap_err().to_string()
        };
        assert!(message("0 B", &|s| s.some_bytes("bucket").map(drop)).contains("a size of at least 1 B"));
        assert!(message("0 B/s", &|s| s.rate("bucket").map(drop)).contains("a bandwidth"));
        assert!(message("soon", &|s| s.time("bucket").map(drop)).contains("a time"));
        let same = |value| read("bucket", value, |s| s.same_or("bucket", Time::ZERO, Settings::time));
        assert_eq!((same("same"), same("2 ns")), (Ok(Time::ZERO), Ok(Time::from_ns(2))));
    }

    #[test]
    fn errors_say_what_was_expected() {
        let message = |name: &str, value: &str| {
            let all = |s: &Settings<'_>| {
                s.choice("weight", &["equal", "latency"])?;
                s.factor("capacity-factor")?;
                s.time_or_off("bucket")
            };
            read(name, value, all).unwrap_err().to_string()
        };
        assert_eq!(message("wieght", "1"), "model `flow` has no parameter `wieght`; did you mean `weight`?");
        assert_eq!(
            message("zzz", "1"),
            "model `flow` has no parameter `zzz`; it has `weight`, `capacity-factor`, `bucket`"
        );
        assert_eq!(
            message("weight", "odd"),
            "parameter `weight` of model `flow`: `odd` is not valid; expected one of `equal`, `latency`"
        );
        assert!(message("capacity-factor", "-1").contains("a number above 0"));
        assert!(message("bucket", "0 s").contains("a time"));
    }
}
