//! Pictures in the terminal: which terminals draw them, and how they are packed.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use miniz_oxide::deflate::compress_to_vec_zlib;

pub use reversi_board::parts::delete_all;

/// Asks for the graphics protocol, and for the name of the terminal: not all that know the protocol know
/// placeholders.
pub const QUESTION: &str = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[>q";

/// The number of answers to the question of a terminal that knows both.
pub const ANSWERS: usize = 2;

/// Returns whether a terminal of this name and version, as in `kitty(0.35.2)`, draws placeholders.
pub(crate) fn knows_placeholders(version: &str) -> bool {
    let kitty = version.strip_prefix("kitty(").and_then(|version| {
        let mut numbers = version.split(['.', ')']).map(str::parse::<u32>);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    });
    kitty.is_some_and(|version| version >= (0, 28)) || version.starts_with("ghostty ")
}

/// Packs pixels in RGB: compressed by zlib, as base64.
pub(crate) fn pack(pixels: &[u8]) -> String {
    STANDARD.encode(compress_to_vec_zlib(pixels, 6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_that_draw_placeholders_are_known_by_name() {
        for version in [
            "kitty(0.28.0)",
            "kitty(0.42.1)",
            "kitty(1.0)",
            "ghostty 1.1.3",
        ] {
            assert!(knows_placeholders(version), "{version}");
        }
        for version in [
            "kitty(0.27.1)",
            "kitty",
            "WezTerm 20240203",
            "XTerm(390)",
            "tmux 3.4",
            "",
        ] {
            assert!(!knows_placeholders(version), "{version}");
        }
    }

    #[test]
    fn pixels_are_packed_as_the_protocol_has_them() {
        let pixels: Vec<u8> = (0..3_000_u32).map(|at| at.to_le_bytes()[0] / 7).collect();
        let packed = STANDARD.decode(pack(&pixels)).unwrap();
        let unpacked = miniz_oxide::inflate::decompress_to_vec_zlib(&packed).unwrap();
        assert_eq!(unpacked, pixels);
    }
}
