//! The edges of the wait-for graph, for the deadlock report: for each request of a blocked rank, the ranks that could
//! complete the request, and a description of the request.

/// What one request of a blocked rank waits for: edges of the wait-for graph, and the request in words.
#[derive(Debug)]
pub(crate) struct WaitsFor {
    /// The ranks that could complete it.
    pub(crate) ranks: Vec<u32>,
    /// Whether one of them is enough; else all are needed.
    pub(crate) any: bool,
    pub(crate) text: String,
}

impl WaitsFor {
    /// All of these ranks.
    pub(crate) fn all(ranks: Vec<u32>, text: String) -> Self {
        Self { ranks, any: false, text }
    }

    /// One of these ranks, which may not be known.
    pub(crate) fn any(ranks: Vec<u32>, text: String) -> Self {
        Self { ranks, any: true, text }
    }

    /// No rank.
    pub(crate) fn nobody(text: String) -> Self {
        Self::all(Vec::new(), text)
    }
}
