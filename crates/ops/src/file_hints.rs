//! File hints (`MPI_Info` keys) that both halves of the MPI layer (crates `mpi-rank` and `mpi`) use: names, values and defaults
//! as in ROMIO of MPICH 4.3 (`romio/adio/common/hints`).

/// The form of a hint's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintForm {
    /// A whole number from 1.
    Number,
    /// `enable`, `disable` or `automatic`.
    Automatic,
    /// `enable` or `disable`.
    Switch,
    /// It is kept and reported, and has no effect here.
    Ignored,
}

/// A hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileHint {
    /// Its key.
    pub name: &'static str,
    /// What its value is.
    pub form: HintForm,
    /// Its value where the program gives none.
    pub default: u64,
}

/// The value `disable`.
pub const DISABLE: u64 = 0;
/// The value `enable`.
pub const ENABLE: u64 = 1;
/// The value `automatic`.
pub const AUTOMATIC: u64 = 2;

const fn hint(name: &'static str, form: HintForm, default: u64) -> FileHint {
    FileHint { name, form, default }
}

/// The hints. [`crate::FileCall::Hint`] has their numbers.
pub const FILE_HINTS: [FileHint; 18] = [
    hint("ind_rd_buffer_size", HintForm::Number, 4_194_304),
    hint("ind_wr_buffer_size", HintForm::Number, 524_288),
    hint("romio_ds_read", HintForm::Automatic, AUTOMATIC),
    hint("romio_ds_write", HintForm::Automatic, AUTOMATIC),
    hint("romio_pvfs2_listio_read", HintForm::Switch, DISABLE),
    hint("romio_pvfs2_listio_write", HintForm::Switch, DISABLE),
    hint("collective_buffering", HintForm::Ignored, 0),
    hint("cb_block_size", HintForm::Ignored, 0),
    hint("cb_buffer_size", HintForm::Number, 16_777_216),
    hint("cb_nodes", HintForm::Number, 0),
    hint("cb_config_list", HintForm::Ignored, 0),
    hint("romio_cb_read", HintForm::Automatic, AUTOMATIC),
    hint("romio_cb_write", HintForm::Automatic, AUTOMATIC),
    hint("romio_no_indep_rw", HintForm::Ignored, 0),
    hint("striping_factor", HintForm::Ignored, 0),
    hint("striping_unit", HintForm::Ignored, 0),
    hint("romio_lustre_co_ratio", HintForm::Number, 1),
    hint("romio_lustre_ds_in_coll", HintForm::Ignored, 0),
];

impl FileHint {
    /// A value of the program's; none: it is not a value of this hint, which then keeps the one that it has, as in ROMIO.
    pub fn read(&self, text: &str) -> Option<u64> {
        match (self.form, text.trim()) {
            (HintForm::Number, text) => text.parse().ok().filter(|&number| number > 0),
            (HintForm::Automatic | HintForm::Switch, "enable" | "ENABLE") => Some(ENABLE),
            (HintForm::Automatic | HintForm::Switch, "disable" | "DISABLE") => Some(DISABLE),
            (HintForm::Automatic, "automatic" | "AUTOMATIC") => Some(AUTOMATIC),
            (HintForm::Automatic | HintForm::Switch, _) => None,
            (HintForm::Ignored, _) => Some(0),
        }
    }

    /// A value as text.
    pub fn text(&self, value: u64) -> String {
        match (self.form, value) {
            (HintForm::Number | HintForm::Ignored, value) => value.to_string(),
            (_, DISABLE) => "disable".to_owned(),
            (_, ENABLE) => "enable".to_owned(),
            _ => "automatic".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_are_written() {
        // The number of aggregators is that of the hosts unless it is given.
        for hint in FILE_HINTS.iter().filter(|hint| hint.form != HintForm::Ignored && hint.name != "cb_nodes") {
            assert_eq!(hint.read(&hint.text(hint.default)), Some(hint.default), "{}", hint.name);
        }
        let hint = |name| FILE_HINTS.iter().find(|hint| hint.name == name).expect("a hint");
        assert_eq!(hint("romio_ds_write").read("disable"), Some(DISABLE));
        assert_eq!(hint("romio_ds_write").read("Enable"), None);
        assert_eq!(hint("romio_pvfs2_listio_write").read("automatic"), None);
        assert_eq!((hint("ind_rd_buffer_size").read("0"), hint("ind_rd_buffer_size").read("4k")), (None, None));
        assert_eq!((hint("cb_nodes").read("4"), hint("cb_nodes").read("all")), (Some(4), None));
        assert_eq!(hint("cb_config_list").read("anything"), Some(0));
    }
}
