//! Parses `KEY=VALUE` arguments of the command line.

pub(crate) fn pair(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE")?;
    if key.trim().is_empty() {
        return Err("expected a key before the `=`".to_owned());
    }
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}
