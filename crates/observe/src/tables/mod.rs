//! The list of all tables that a run folder may contain. To add a table, add a file to this module and a line to the list.

mod collective_times;
mod recorded;

/// Declares the modules of tables, their list, and the recorder's part of those that records fill.
macro_rules! tables {
    (
        totals { $($total:ident: $total_row:ident,)+ }
        recorded { $($recorded:ident: $recorded_row:ident,)+ }
        counted { $($counted:ident: $counted_row:ident,)+ }
    ) => {
        $(mod $total;)+
        $(mod $recorded;)+
        $(mod $counted;)+
        pub(crate) use rows::*;

        /// The rows of all tables.
        pub mod rows {
            $(pub use super::$total::$total_row;)+
            $(pub use super::$recorded::$recorded_row;)+
            $(pub use super::$counted::$counted_row;)+
        }

        /// All tables that a run can leave.
        pub const TABLES: &[&crate::schema::TableSchema] = {
            use crate::schema::Row;
            &[$(&$total_row::SCHEMA,)+ $(&$recorded_row::SCHEMA,)+ $(&$counted_row::SCHEMA,)+]
        };

        /// The tables that records fill, as far as the run wants them.
        pub(crate) struct RecordedTables {
            $(pub(crate) $recorded: Option<recorded::Recording<$recorded_row>>,)+
        }

        impl RecordedTables {
            pub(crate) fn create(
                run: &files::Folder,
                wants: impl Fn(&str) -> bool,
                closer: &std::sync::Arc<crate::closer::Closer>,
            ) -> Result<Self, crate::error::ObserveError> {
                let _ = &wants;
                Ok(Self {
                    $($recorded: wants(<$recorded_row as crate::schema::Row>::SCHEMA.name)
                        .then(|| recorded::Recording::create(run, closer))
                        .transpose()?,)+
                })
            }

            #[inline]
            pub(crate) fn record(&mut self, record: &ops::Record) {
                $(if let Some(table) = &mut self.$recorded {
                    table.record(record);
                })+
            }

            pub(crate) fn writers(&mut self) -> impl Iterator<Item = &mut crate::writer::TableWriter> {
                [$(self.$recorded.as_mut().map(recorded::Recording::writer)),+].into_iter().flatten()
            }

            /// Ends all tables: each either gives the files that have no names yet, or has failed.
            pub(crate) fn close(self) -> impl Iterator<Item = Result<Vec<files::NewFile>, crate::error::ObserveError>> {
                [$(self.$recorded.map(recorded::Recording::close)),+].into_iter().flatten()
            }
        }
    };
}

pub use blocks::ReplayedBlockRow;
pub use collective_times::CollectiveTimeRow;
pub(crate) use graph::Graph;

tables! {
    totals {
        ranks: RankRow,
        calls: CallRow,
        graph: GraphRow,
    }
    recorded {
        timeline: TimelineRow,
        messages: MessageRow,
        waits: WaitRow,
        blocks: BlockRow,
        io: IoRow,
        io_requests: IoRequestRow,
        io_jobs: IoJobRow,
        noise: NoiseRow,
        phases: PhaseRow,
        collectives: CollectiveRow,
    }
    counted {
        links: LinkRow,
        link_buckets: LinkBucketRow,
        link_channels: LinkChannelRow,
        link_use: LinkUseRow,
        hosts: HostRow,
        allocations: AllocationRow,
        sites: SiteRow,
    }
}
