//! Writes a Parquet column chunk: the encoded values of a column ([`crate::encode`]), in compressed pages.

use crate::encode::{Flags, Indices, Numbers};
use crate::gathered::Gathered;
use crate::schema::{Texts, Vocabulary};
use bytes::Bytes;
use parquet::basic::{Compression, Encoding, Type as Physical, ZstdLevel};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::statistics::{Statistics, ValueStatistics};
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;
use zstd::bulk::Compressor;

/// The fastest level: tables are written while somebody waits.
const LEVEL: i32 = 1;

/// Compresses pages; what it needs for that, half a megabyte, is made with the first one and kept.
#[derive(Default)]
pub(crate) struct Packer(Option<Compressor<'static>>);

impl std::fmt::Debug for Packer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Packer")
    }
}

impl Packer {
    fn compressed(&mut self, plain: &[u8]) -> Result<Bytes> {
        let failed = |error| ParquetError::External(Box::new(error));
        let compressor = match &mut self.0 {
            Some(compressor) => compressor,
            none => none.insert(Compressor::new(LEVEL).map_err(failed)?),
        };
        Ok(compressor.compress(plain).map_err(failed)?.into())
    }
}

/// The texts of a column by number.
pub(crate) struct Lookup<'a> {
    pub(crate) vocabulary: Vocabulary,
    pub(crate) texts: &'a Texts,
}

impl Lookup<'_> {
    fn text(&self, number: u32) -> &str {
        match self.vocabulary {
            Vocabulary::Fixed(text) => text(number).expect("the number of a text"),
            Vocabulary::Open | Vocabulary::None => self.texts.text(number),
        }
    }
}

/// A column before it is compressed.
struct Encoded {
    /// Texts that occur, and how many.
    dictionary: Option<(Vec<u8>, usize)>,
    values: Vec<u8>,
    encoding: Encoding,
    statistics: Option<Statistics>,
}

/// Takes what a column has gathered: its bytes, and what the file's metadata say of them.
pub(crate) fn of(
    column: &mut Gathered,
    texts: &Lookup<'_>,
    descriptor: &ColumnDescPtr,
    rows: usize,
    packer: &mut Packer,
) -> Result<(Bytes, ColumnCloseResult)> {
    let encoded = match column {
        Gathered::Numbers(numbers) => of_numbers(numbers, descriptor.physical_type()),
        Gathered::Flags(flags) => of_flags(flags),
        Gathered::Texts(indices) => of_texts(indices, texts),
    };
    let mut sink = TrackedWrite::new(Vec::new());
    let mut pages = SerializedPageWriter::new(&mut sink);
    let (mut whole, mut data_at) = (0, 0);
    let mut encodings = vec![encoded.encoding];
    if let Some((dictionary, entries)) = &encoded.dictionary {
        let (buf, num_values) = (packer.compressed(dictionary)?, *entries as u32);
        let page = Page::DictionaryPage { buf, num_values, encoding: Encoding::PLAIN, is_sorted: false };
        let spec = pages.write_page(CompressedPage::new(page, dictionary.len()))?;
        (whole, data_at) = (spec.uncompressed_size, spec.bytes_written as i64);
        encodings.push(Encoding::PLAIN);
    }
    let page = Page::DataPage {
        buf: packer.compressed(&encoded.values)?,
        num_values: rows as u32,
        encoding: encoded.encoding,
        // There are no levels: every column is required, and none is a list.
        def_level_encoding: Encoding::RLE,
        rep_level_encoding: Encoding::RLE,
        statistics: None,
    };
    whole += pages.write_page(CompressedPage::new(page, encoded.values.len()))?.uncompressed_size;
    pages.close()?;
    let bytes = Bytes::from(sink.into_inner()?);
    let mut metadata = ColumnChunkMetaData::builder(descriptor.clone())
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
        .set_encodings(encodings)
        .set_num_values(rows as i64)
        .set_total_compressed_size(bytes.len() as i64)
        .set_total_uncompressed_size(whole as i64)
        .set_data_page_offset(data_at)
        .set_dictionary_page_offset(encoded.dictionary.is_some().then_some(0));
    if let Some(statistics) = encoded.statistics {
        metadata = metadata.set_statistics(statistics);
    }
    let close = ColumnCloseResult {
        bytes_written: bytes.len() as u64,
        rows_written: rows as u64,
        metadata: metadata.build()?,
        bloom_filter: None,
        column_index: None,
        offset_index: None,
    };
    Ok((bytes, close))
}

fn of_numbers(numbers: &mut Numbers, physical: Physical) -> Encoded {
    let mut values = Vec::new();
    let statistics = numbers.take(&mut values).map(|(least, most)| match physical {
        Physical::INT32 => Statistics::int32(Some(least as i32), Some(most as i32), None, Some(0), false),
        _ => Statistics::int64(Some(least), Some(most), None, Some(0), false),
    });
    Encoded { dictionary: None, values, encoding: Encoding::DELTA_BINARY_PACKED, statistics }
}

fn of_flags(flags: &mut Flags) -> Encoded {
    let range = flags.range();
    let statistics = range.map(|(least, most)| Statistics::boolean(Some(least), Some(most), None, Some(0), false));
    let mut values = Vec::new();
    flags.take(&mut values);
    Encoded { dictionary: None, values, encoding: Encoding::PLAIN, statistics }
}

fn of_texts(indices: &mut Indices, texts: &Lookup<'_>) -> Encoded {
    let mut dictionary = Vec::new();
    let used = || indices.used().iter().map(|text| texts.text(*text));
    for text in used() {
        dictionary.extend_from_slice(&(text.len() as u32).to_le_bytes());
        dictionary.extend_from_slice(text.as_bytes());
    }
    let range = used().min().zip(used().max());
    let statistics = range.map(|(least, most)| {
        let (least, most) = (ByteArray::from(least), ByteArray::from(most));
        Statistics::ByteArray(ValueStatistics::new(Some(least), Some(most), None, Some(0), false))
    });
    let entries = indices.used().len();
    let mut values = Vec::new();
    indices.take(&mut values);
    Encoded { dictionary: Some((dictionary, entries)), values, encoding: Encoding::RLE_DICTIONARY, statistics }
}

#[cfg(test)]
#[allow(unreachable_pub, reason = "tables are declared public")]
mod tests {
    use crate::schema::row::table;
    use crate::writer::write;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::file::statistics::Statistics;
    use parquet::record::RowAccessor;
    use proptest::prelude::*;
    use std::fs::File;
    use std::sync::Arc;

    table! {
        /// A column of each type.
        pub struct AnyRow in "encoded", OnRequest {
            /// A count.
            long: u64,
            /// An identifier.
            id: u32,
            /// A number.
            int: i32,
            /// A flag.
            flag: bool,
            /// A text.
            text: Arc<str>,
        }
    }

    type Row = (u64, u32, i32, bool, u32);

    /// Values that are near each other, or anything; each repeated a while.
    fn rows() -> impl Strategy<Value = Vec<Row>> {
        let near = (0u64..300, 0u32..9, -2..3i32, any::<bool>(), 0u32..3);
        let far = (0..=i64::MAX as u64, any::<u32>(), any::<i32>(), any::<bool>(), 0u32..500);
        let some = (prop_oneof![near, far], prop_oneof![Just(1usize), 1usize..80]);
        let repeated = |some: Vec<(Row, usize)>| {
            some.into_iter().flat_map(|(row, times)| std::iter::repeat_n(row, times)).collect()
        };
        proptest::collection::vec(some, 0..300).prop_map(repeated)
    }

    fn written(rows: &[Row]) -> SerializedFileReader<File> {
        let folder = std::env::temp_dir().join(format!("windtunnel-encoded-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let texts: Vec<Arc<str>> = (0..500).map(|text| format!("text {text}").into()).collect();
        let row =
            |&(long, id, int, flag, text): &Row| AnyRow { long, id, int, flag, text: texts[text as usize].clone() };
        files::commit_all(write(&files::Folder::open(&folder).unwrap(), rows.iter().map(row)).unwrap()).unwrap();
        let reader = SerializedFileReader::new(File::open(folder.join("encoded/part-00000.parquet")).unwrap());
        std::fs::remove_dir_all(&folder).unwrap();
        reader.unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn what_is_written_is_read_by_another_reader(rows in rows()) {
            let reader = written(&rows);
            let read: Vec<Row> = reader
                .get_row_iter(None)
                .unwrap()
                .map(|row| {
                    let row = row.unwrap();
                    let text = row.get_string(4).unwrap().strip_prefix("text ").unwrap().parse().unwrap();
                    let (long, id) = (row.get_long(0).unwrap() as u64, row.get_uint(1).unwrap());
                    (long, id, row.get_int(2).unwrap(), row.get_bool(3).unwrap(), text)
                })
                .collect();
            prop_assert_eq!(&read, &rows);
            if rows.is_empty() {
                prop_assert_eq!(reader.metadata().num_row_groups(), 0);
                return Ok(());
            }
            let group = reader.metadata().row_group(0);
            let statistics = |column: usize| group.column(column).statistics().unwrap();
            let Statistics::Int64(long) = statistics(0) else { panic!("a column of 64 bits") };
            prop_assert_eq!(long.min_opt().map(|least| *least as u64), rows.iter().map(|row| row.0).min());
            let Statistics::Int32(id) = statistics(1) else { panic!("a column of 32 bits") };
            prop_assert_eq!(id.max_opt().map(|most| *most as u32), rows.iter().map(|row| row.1).max());
            prop_assert_eq!(id.min_opt().map(|least| *least as u32), rows.iter().map(|row| row.1).min());
            let Statistics::Boolean(flag) = statistics(3) else { panic!("a column of truth values") };
            prop_assert_eq!(flag.max_opt().copied(), rows.iter().map(|row| row.3).max());
        }
    }
}
