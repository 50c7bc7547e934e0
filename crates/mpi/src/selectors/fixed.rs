//! Collective algorithms that the user fixes: `--collective allreduce=ring`, `--collective alltoall=scattered:throttle=8`.

use super::error::FixError;
use super::rules::{Choice, Parameters};
use crate::collectives;
use crate::schedule::{Algorithm, Named};
use config::{Parameter, UnknownName};
use ops::Operation;

/// An algorithm that the user fixes for an operation.
#[derive(Clone)]
pub struct Fixed {
    pub(super) operation: Operation,
    pub(super) algorithm: &'static Algorithm,
    pub(super) parameters: Parameters,
}

impl std::fmt::Debug for Fixed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}{:?}", self.operation.name(), self.algorithm.name, self.parameters)
    }
}

impl Fixed {
    /// The algorithm, as algorithms name one for a part.
    pub(crate) fn named(&self) -> Named {
        let parameters = self.algorithm.parameters.iter().zip(&self.parameters);
        let parameters = parameters.map(|(parameter, &value)| (parameter.name, value)).collect();
        Named { name: self.algorithm.name, parameters }
    }

    /// Reads `OPERATION=ALGORITHM[:PARAMETER=VALUE[,…]]`.
    ///
    /// # Errors
    /// [`FixError`], with the nearest name where one is not known.
    pub fn parse(text: &str) -> Result<Self, FixError> {
        let form = || FixError::Form { text: text.to_owned() };
        let (operation, rest) = text.split_once('=').ok_or_else(form)?;
        let (name, parameters) = rest.split_once(':').unwrap_or((rest, ""));
        let (operation, name) = (operation.trim(), name.trim());
        if operation.is_empty() || name.is_empty() {
            return Err(form());
        }
        let operation = super::read::operation(operation).map_err(FixError::UnknownOperation)?;
        let algorithm = collectives::find(operation, name).ok_or_else(|| {
            let known = collectives::of(operation).iter().map(|algorithm| algorithm.name);
            FixError::UnknownAlgorithm { operation: operation.name(), unknown: UnknownName::new(name, known) }
        })?;
        let mut choice = Choice::with_defaults(algorithm);
        let mut given = Vec::new();
        for setting in parameters.split(',').map(str::trim).filter(|setting| !setting.is_empty()) {
            let (parameter, value) = setting.split_once('=').ok_or_else(form)?;
            let place = set(&mut choice, operation, parameter.trim(), value.trim())?;
            if given.contains(&place) {
                return Err(FixError::Twice { parameter: algorithm.parameters[place].name });
            }
            given.push(place);
        }
        Ok(Self { operation, algorithm, parameters: choice.parameters })
    }
}

/// Sets a parameter; its place among those of the algorithm.
fn set(choice: &mut Choice, operation: Operation, name: &str, value: &str) -> Result<usize, FixError> {
    let known = choice.algorithm.parameters;
    let place =
        known.iter().position(|parameter| parameter.name == name).ok_or_else(|| FixError::UnknownParameter {
            operation: operation.name(),
            algorithm: choice.algorithm.name,
            unknown: UnknownName::new(name, known.iter().map(|parameter| parameter.name)),
        })?;
    choice.parameters[place] = read_value(&known[place], value)?;
    Ok(place)
}

/// A parameter's value, as a number.
pub(super) fn read_value(parameter: &Parameter, value: &str) -> Result<u64, FixError> {
    parameter.number(value).ok_or_else(|| FixError::Value {
        parameter: parameter.name,
        value: value.to_owned(),
        expected: parameter.kind.expected(),
        doc: parameter.doc,
    })
}
