use crate::{Keys, ReadError, line_and_column, parse};

fn name_and_ranks(text: &str) -> Result<(String, Option<u32>), ReadError> {
    let tree = parse(text)?;
    let mut keys = Keys::new(&tree, "the file")?;
    let read = (keys.needed_text("name")?, keys.whole("ranks")?);
    keys.finish()?;
    Ok(read)
}

#[test]
fn a_misspelt_key_is_named_with_its_place() {
    assert_eq!(name_and_ranks("name = 'a'\nranks = 3\n"), Ok(("a".to_owned(), Some(3))));
    let text = "name = 'a'\nrnaks = 3\n";
    let error = name_and_ranks(text).unwrap_err();
    assert_eq!(line_and_column(text, error.origin.byte()), (2, 1));
    assert_eq!(error.reason, "unknown key `rnaks`; did you mean `ranks`?");
}
