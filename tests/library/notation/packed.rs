//! Compressed files of games.

use std::io::Write as _;

use reversi_notation::detect;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn games_in_a_compressed_file_are_those_that_were_packed() {
    let wthor = include_bytes!("../../fixtures/wthor-1978.wtb");
    let ggf = include_bytes!("../../fixtures/ggs.ggf").repeat(300);
    for bytes in [&wthor[..], &ggf, b"f5d6c3\n", b""] {
        let read = |bytes: &[u8]| detect::read(bytes, None).collect::<Vec<_>>();
        let games = read(bytes);
        for packed in [gzip(bytes), bzip2(bytes)] {
            assert_eq!(read(&packed), games);
            let mut records = detect::read(&packed[..], None);
            assert_eq!(records.by_ref().count(), games.len());
            assert!(records.bytes_read() <= packed.len() as u64);
        }
        // One packed after the other.
        let twice = [gzip(bytes), gzip(bytes)].concat();
        assert_eq!(read(&twice), read(&bytes.repeat(2)));
    }
}

#[test]
fn a_damaged_or_unknown_package_is_named() {
    let error = |bytes: &[u8]| {
        let mut games = detect::read(bytes, None);
        games.find_map(Result::err).unwrap().to_string()
    };
    let mut packed = gzip(b"f5d6c3\n".repeat(1000).as_slice());
    packed.truncate(packed.len() - 5);
    assert!(error(&packed).ends_with("reading failed: the compressed file is damaged or cut off"));
    let zip = b"PK\x03\x04 and so on";
    assert_eq!(error(zip), "this is a zip archive; unpack it first");
}

#[test]
fn a_line_that_never_ends_is_given_up_although_it_is_short_when_packed() {
    let bomb = bzip2(&vec![b'f'; 20 << 20]);
    assert!(bomb.len() < 1 << 12);
    let mut games = detect::read(&bomb[..], None);
    assert!(games.next().unwrap().is_err());
    assert!(games.next().is_none());
}
