//! Bytes as letters, digits, `-` and `_`: base64 for addresses, without padding.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = (0..3).fold(0u32, |group, k| {
            group << 8 | u32::from(*chunk.get(k).unwrap_or(&0))
        });
        for k in 0..=chunk.len() {
            text.push(char::from(LETTERS[(group >> (18 - 6 * k)) as usize & 63]));
        }
    }
    text
}

/// The bytes, unless the text is not what [`encode`] writes.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for chunk in text.as_bytes().chunks(4) {
        let mut group = 0u32;
        for k in 0..4 {
            let value = match chunk.get(k) {
                Some(letter) => LETTERS.iter().position(|known| known == letter)?,
                None => 0,
            };
            group = group << 6 | value as u32;
        }
        let full = [(group >> 16) as u8, (group >> 8) as u8, group as u8];
        let length = chunk.len().checked_sub(1).filter(|&length| length > 0)?;
        if full[length..].iter().any(|&rest| rest != 0) {
            return None;
        }
        bytes.extend_from_slice(&full[..length]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        assert_eq!(encode(b"Man"), "TWFu");
        assert_eq!(encode(&[0xff, 0xfe]), "__4");
        for length in 0..40u8 {
            let bytes: Vec<u8> = (0..length).map(|k| k.wrapping_mul(97) ^ length).collect();
            assert_eq!(decode(&encode(&bytes)), Some(bytes));
        }
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["A", "AAAAA", "AA=", "A A", "é", "__5"] {
            assert_eq!(decode(text), None, "{text:?}");
        }
    }
}
