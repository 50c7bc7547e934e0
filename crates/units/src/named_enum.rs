//! Enumerations whose values have names: in files, options, tables or messages.

/// Declares an enumeration of which each value has a text, with `ALL`, `NAMES` (the texts), the function that gives the text, and
/// `named`, which finds the value of a text.
///
/// ```ignore
/// named_enum! {
///     /// How a file is accessed.
///     #[derive(Clone, Copy, PartialEq, Eq, Debug)]
///     pub enum Access as name {
///         /// It is read.
///         Read = "read",
///         /// It is written.
///         Write = "write",
///     }
/// }
/// assert_eq!(Access::named("write").map(Access::name), Some("write"));
/// ```
#[macro_export]
macro_rules! named_enum {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $type:ident as $text:ident {
            $($(#[$doc:meta])* $variant:ident = $name:literal,)+
        }
    ) => {
        $(#[$meta])*
        $visibility enum $type {
            $($(#[$doc])* $variant,)+
        }

        #[allow(dead_code, reason = "not all enumerations need all of them")]
        impl $type {
            /// All values, in the order of their numbers.
            $visibility const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Their texts.
            $visibility const NAMES: &'static [&'static str] = &[$($name),+];

            /// Its text.
            $visibility const fn $text(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// The value of this text.
            $visibility fn named(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.$text() == text)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    crate::named_enum! {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Access as name {
            Read = "read",
            Write = "write",
        }
    }

    #[test]
    fn values_have_numbers_and_texts() {
        assert_eq!(Access::ALL, [Access::Read, Access::Write]);
        assert_eq!(Access::ALL.iter().map(|access| access.name()).collect::<Vec<_>>(), Access::NAMES);
        assert_eq!((Access::named("write"), Access::named("Write")), (Some(Access::Write), None));
    }
}
