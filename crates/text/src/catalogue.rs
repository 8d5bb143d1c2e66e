//! Catalogues in the form in which the program looks texts up: the number of texts, the keys in their order, where each
//! text ends, and the texts, with a zero between the forms of a plural. Numbers have eight bytes, the lowest first.

/// The number of bytes of a number.
const NUMBER: usize = 8;

/// Returns the key of a message. It is the FNV-1a hash of its context and its English text; that no two messages share a
/// key is checked where a catalogue is [`packed`].
pub(crate) fn key(context: &str, english: &str) -> u64 {
    let bytes = context.bytes().chain([4]).chain(english.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Returns a catalogue of texts with these keys.
///
/// # Panics
/// If two texts have the same key.
#[allow(dead_code)] // the build script packs
pub(crate) fn packed(mut texts: Vec<(u64, String)>) -> Vec<u8> {
    texts.sort();
    let is_twice = texts.windows(2).any(|pair| pair[0].0 == pair[1].0);
    assert!(!is_twice, "two messages have the same key");
    let mut end = 0;
    let ends = texts.iter().map(|(_, text)| {
        end += text.len() as u64;
        end
    });
    let keys = texts.iter().map(|(key, _)| *key);
    let numbers = [texts.len() as u64].into_iter().chain(keys).chain(ends);
    let mut packed: Vec<u8> = numbers.flat_map(u64::to_le_bytes).collect();
    packed.extend(texts.iter().flat_map(|(_, text)| text.bytes()));
    packed
}

/// Returns the text with this key: the forms of a plural have a zero between them. `None` if the catalogue has none.
pub(crate) fn text(catalogue: &'static [u8], key: u64) -> Option<&'static str> {
    let number = |place: usize| {
        let bytes = catalogue.get(place * NUMBER..(place + 1) * NUMBER)?;
        bytes.try_into().ok().map(u64::from_le_bytes)
    };
    let count = usize::try_from(number(0)?).ok()?;
    let keys = catalogue.get(NUMBER..(count + 1) * NUMBER)?;
    let (keys, _) = keys.as_chunks::<NUMBER>();
    let place = keys.binary_search_by_key(&key, |bytes| u64::from_le_bytes(*bytes));
    let place = place.ok()?;
    let texts = catalogue.get((2 * count + 1) * NUMBER..)?;
    let end = |place: usize| usize::try_from(number(count + place)?).ok();
    let start = if place == 0 { 0 } else { end(place)? };
    str::from_utf8(texts.get(start..end(place + 1)?)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_text_is_found_by_its_key_and_no_other() {
        let texts = ["", "a text", "one\0many"].map(str::to_owned);
        let keys = [key("", "a"), key("b", ""), key("", "b")];
        let packed = packed(keys.into_iter().zip(texts.clone()).collect());
        let packed: &[u8] = packed.leak();
        for (key, expected) in keys.into_iter().zip(&texts) {
            assert_eq!(text(packed, key), Some(&**expected));
        }
        assert_eq!(text(packed, key("b", "a")), None);
        assert_eq!(text(&[], keys[0]), None);
    }

    #[test]
    #[should_panic(expected = "two messages have the same key")]
    fn two_texts_with_one_key_are_refused() {
        packed(
            ["a", "b"]
                .map(|text| (key("", "x"), text.to_owned()))
                .into(),
        );
    }
}
