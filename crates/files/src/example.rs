use crate::{Existing, FileError, Inputs, read_text, write};

#[test]
fn what_is_read_is_listed_and_what_is_there_is_kept() -> Result<(), FileError> {
    let path = std::env::temp_dir().join(format!("wt-files-example-{}", std::process::id()));
    write(&path, b"12 GB/s", Existing::Replace)?;
    let inputs = Inputs::default();
    let text = inputs.reading("rates", || read_text(&path)).expect("it has just been written");
    assert_eq!(text, "12 GB/s");
    assert_eq!(inputs.list()[0].key, "rates");
    assert_eq!(inputs.list()[0].path, path.display().to_string());
    assert!(matches!(write(&path, b"another", Existing::Keep), Err(FileError::Exists { .. })));
    std::fs::remove_file(&path).expect("it is there");
    Ok(())
}
