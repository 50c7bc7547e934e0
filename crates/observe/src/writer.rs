//! Writes the tables of a run: gathers rows by column, and writes one Parquet file per part.

use crate::chunk::{self, Packer};
use crate::closer::Closer;
use crate::error::ObserveError;
use crate::gathered::{Gathered, extend};
use crate::schema::{Column, ColumnType, Row, SCHEMA_VERSION, TableSchema, Texts};
use files::{Existing, FileError, Folder, NewFile};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{SchemaDescPtr, SchemaDescriptor, Type, TypePtr};
use std::fmt::Display;
use std::fs;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rows of a part at most, a multiple of `ROWS_HELD`.
pub const PART_ROWS: usize = 1 << 18;

/// Rows held before they are distributed to columns: cheaper at once, and few enough to stay in the first-level cache.
const ROWS_HELD: usize = 64;

/// A table being written.
#[derive(Debug)]
pub(crate) struct Table<R> {
    writer: TableWriter,
    row: PhantomData<R>,
}

impl<R: Row> Table<R> {
    /// A table that grows while the run goes on. Parts of an earlier run are removed.
    pub(crate) fn growing(run: &Folder, closer: &Arc<Closer>) -> Result<Self, ObserveError> {
        let mut table = Self::whole(run)?;
        table.writer.closer = Some(Arc::clone(closer));
        let (run, name) = (&table.writer.run, R::SCHEMA.name);
        let unwritable = |error| ObserveError::unwritable(&run.path().join(name), error);
        for old in run.names(name).map_err(unwritable)?.iter().filter(|old| is_part(&old.to_string_lossy())) {
            run.remove_file(Path::new(name).join(old)).map_err(unwritable)?;
        }
        Ok(table)
    }

    /// A table that is written at once: its parts replace existing ones when they are committed.
    pub(crate) fn whole(run: &Folder) -> Result<Self, ObserveError> {
        Ok(Self { writer: TableWriter::create(run, &R::SCHEMA)?, row: PhantomData })
    }

    /// Appends a row. After an error rows are dropped; [`Table::close`] returns it.
    #[inline]
    pub(crate) fn push(&mut self, row: &R) {
        let writer = &mut self.writer;
        if writer.error.is_some() {
            return;
        }
        let words = row.words(&mut writer.texts);
        writer.held.extend_from_slice(words.as_ref());
        writer.rows += 1;
        if writer.held.len() == ROWS_HELD * words.as_ref().len() {
            writer.distribute();
            if writer.rows == PART_ROWS {
                writer.end_part();
            }
        }
    }

    /// What does not depend on the row's type.
    pub(crate) fn writer(&mut self) -> &mut TableWriter {
        &mut self.writer
    }

    /// Ends the last part and returns the files that are not named yet. A table without rows has one empty part, so that it
    /// can be opened.
    pub(crate) fn close(self) -> Result<Vec<NewFile>, ObserveError> {
        let mut writer = self.writer;
        // The last part is named together with those of other tables.
        writer.closer = None;
        if writer.rows == 0 && writer.part == 0 && writer.error.is_none() {
            return writer.written(&mut [], 0).map(|file| vec![file]);
        }
        writer.end_part();
        writer.error.map_or(Ok(writer.unnamed), Err)
    }
}

/// Writes a table of rows at once; the files are not named yet.
pub(crate) fn write<R: Row>(run: &Folder, rows: impl Iterator<Item = R>) -> Result<Vec<NewFile>, ObserveError> {
    let mut table = Table::whole(run)?;
    rows.for_each(|row| table.push(&row));
    table.close()
}

/// A table being written, whatever its rows.
#[derive(Debug)]
pub(crate) struct TableWriter {
    run: Folder,
    name: &'static str,
    table: &'static [Column],
    schema: SchemaDescPtr,
    properties: WriterPropertiesPtr,
    columns: Vec<Gathered>,
    /// Rows that are not in `columns` yet, one after the other.
    held: Vec<u64>,
    texts: Texts,
    packer: Packer,
    rows: usize,
    /// How many of these are in a file under the part's name already.
    saved: usize,
    part: u32,
    error: Option<ObserveError>,
    /// Syncs and names ended parts; none for a table that is written at once.
    closer: Option<Arc<Closer>>,
    /// The parts of such a table, which are named together.
    unnamed: Vec<NewFile>,
}

impl TableWriter {
    fn create(run: &Folder, table: &TableSchema) -> Result<Self, ObserveError> {
        let unwritable = |error: &dyn Display| ObserveError::unwritable(&run.path().join(table.name), error);
        run.make_folder(table.name).map_err(|error| unwritable(&error))?;
        Ok(Self {
            schema: schema(table).map_err(|error| unwritable(&error))?,
            properties: properties(table),
            table: table.columns,
            columns: table.columns.iter().map(|column| Gathered::new(column.kind)).collect(),
            held: Vec::with_capacity(ROWS_HELD * table.columns.len()),
            texts: Texts::default(),
            packer: Packer::default(),
            rows: 0,
            saved: 0,
            part: 0,
            error: None,
            closer: None,
            unnamed: Vec::new(),
            run: run.clone(),
            name: table.name,
        })
    }

    #[inline(never)]
    fn distribute(&mut self) {
        extend(&mut self.columns, &self.held);
        self.held.clear();
    }

    /// Closes the current part, if it has rows.
    pub(crate) fn end_part(&mut self) {
        if self.rows == 0 || self.error.is_some() {
            return;
        }
        self.distribute();
        let mut columns = std::mem::take(&mut self.columns);
        let written = self.written(&mut columns, self.rows);
        self.columns = columns;
        match (written, &self.closer) {
            (Ok(file), Some(closer)) => closer.close(file),
            (Ok(file), None) => self.unnamed.push(file),
            (Err(error), _) => self.error = Some(error),
        }
        (self.rows, self.saved) = (0, 0);
        self.part += 1;
    }

    /// Writes the rows of the current part under its name, for the case that the run is killed. The complete part replaces
    /// them, so the files of a run that ends do not depend on when it was saved.
    pub(crate) fn save(&mut self) -> Result<(), ObserveError> {
        if self.rows == self.saved || self.error.is_some() {
            return Ok(());
        }
        // A copy: when rows are distributed decides where parts end.
        let mut columns = self.columns.clone();
        extend(&mut columns, &self.held);
        self.written(&mut columns, self.rows)?.commit_unsynced()?;
        self.saved = self.rows;
        Ok(())
    }

    /// Writes a part with one row group, or none without rows.
    fn written(&mut self, columns: &mut [Gathered], rows: usize) -> Result<NewFile, ObserveError> {
        let file = self.run.create(format!("{}/part-{:05}.parquet", self.name, self.part), Existing::Replace)?;
        let path = file.path();
        self.fill(file, columns, rows).map_err(|error| FileError::write(&path, reason(error)).into())
    }

    fn fill(&mut self, file: NewFile, columns: &mut [Gathered], rows: usize) -> ParquetResult<NewFile> {
        let schema = self.schema.root_schema_ptr();
        let mut writer = SerializedFileWriter::new(file, schema, self.properties.clone())?;
        if rows > 0 {
            let mut group = writer.next_row_group()?;
            for ((column, gathered), descriptor) in self.table.iter().zip(columns).zip(self.schema.columns()) {
                let texts = chunk::Lookup { vocabulary: column.vocabulary, texts: &self.texts };
                let (chunk, close) = chunk::of(gathered, &texts, descriptor, rows, &mut self.packer)?;
                group.append_column(&chunk, close)?;
            }
            group.close()?;
        }
        writer.into_inner()
    }

    /// The error that stopped the table, if any.
    pub(crate) fn error(&self) -> Option<&ObserveError> {
        self.error.as_ref()
    }
}

/// The operating system's message, without the Parquet library's prefix.
fn reason(error: ParquetError) -> String {
    match error {
        ParquetError::External(error) => error.to_string(),
        error => error.to_string(),
    }
}

fn is_part(name: &str) -> bool {
    name.starts_with("part-") && name.ends_with(".parquet")
}

/// The closed parts in a table's folder, in order.
pub fn parts(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut parts = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if is_part(&path.file_name().unwrap_or_default().to_string_lossy()) {
            parts.push(path);
        }
    }
    // From 100,000 parts on, names are longer: shorter ones come first.
    parts.sort_by_key(|path| (path.as_os_str().len(), path.clone()));
    Ok(parts)
}

fn schema(table: &TableSchema) -> ParquetResult<SchemaDescPtr> {
    let fields = table.columns.iter().map(field).collect::<ParquetResult<Vec<_>>>()?;
    let root = Type::group_type_builder(table.name).with_fields(fields).build()?;
    Ok(Arc::new(SchemaDescriptor::new(Arc::new(root))))
}

fn field(column: &Column) -> ParquetResult<TypePtr> {
    let (physical, logical) = match column.kind {
        ColumnType::Int64 => (Physical::INT64, None),
        ColumnType::UInt32 => (Physical::INT32, Some(LogicalType::integer(32, false))),
        ColumnType::Int32 => (Physical::INT32, None),
        ColumnType::Bool => (Physical::BOOLEAN, None),
        ColumnType::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let builder = Type::primitive_type_builder(column.name, physical).with_repetition(Repetition::REQUIRED);
    Ok(Arc::new(builder.with_logical_type(logical).build()?))
}

fn properties(table: &TableSchema) -> WriterPropertiesPtr {
    let entry = |key: &str, value: String| KeyValue { key: key.into(), value: Some(value) };
    let metadata =
        vec![entry("windtunnel.schema", SCHEMA_VERSION.to_string()), entry("windtunnel.table", table.name.into())];
    let builder = WriterProperties::builder().set_created_by("windtunnel".into());
    Arc::new(builder.set_key_value_metadata(Some(metadata)).build())
}
