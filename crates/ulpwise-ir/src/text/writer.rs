//! The bytes of the text form as they are written: numbers and ids without the machinery of
//! `std::fmt`, because a module is printed at every load.

use super::content::Numbering;
use ulpwise_base::Id;

/// Text in the making.
pub(super) struct TextWriter {
    out: Vec<u8>,
    /// Numbers by first mention instead of those of the module, for text by content.
    numbering: Option<Numbering>,
}

impl TextWriter {
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self { out: Vec::with_capacity(bytes), numbering: None }
    }

    /// For text by content: no source locations, and numbers by first mention.
    pub(super) fn by_content() -> Self {
        Self { out: Vec::new(), numbering: Some(Numbering::default()) }
    }

    /// Whether source locations and the names of private constants are left out.
    pub(super) fn is_by_content(&self) -> bool {
        self.numbering.is_some()
    }

    /// The numbers that have been given, where the text is by content.
    pub(super) fn numbering(&mut self) -> &mut Numbering {
        self.numbering.get_or_insert_default()
    }

    pub(super) fn finish(self) -> String {
        String::from_utf8(self.out).expect("only whole strings and ASCII bytes were written")
    }

    pub(super) fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    /// One ASCII character.
    pub(super) fn ascii(&mut self, byte: u8) {
        debug_assert!(byte.is_ascii());
        self.out.push(byte);
    }

    pub(super) fn number(&mut self, mut number: u64) {
        // 2^64 has 20 decimal digits.
        let mut digits = [0_u8; 20];
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.out.extend_from_slice(&digits[at..]);
    }

    pub(super) fn signed(&mut self, number: i64) {
        if number < 0 {
            self.ascii(b'-');
        }
        self.number(number.unsigned_abs());
    }

    /// An address offset with its sign, `+8` or `-8`; nothing for 0.
    pub(super) fn offset(&mut self, offset: i64) {
        if offset > 0 {
            self.ascii(b'+');
        }
        if offset != 0 {
            self.signed(offset);
        }
    }

    /// `0x` and hexadecimal digits, at least `digits` of them.
    pub(super) fn hex(&mut self, number: u128, digits: u32) {
        self.text("0x");
        let needed = (128 - number.leading_zeros()).div_ceil(4).max(1);
        for position in (0..needed.max(digits)).rev() {
            let digit = (number >> (position * 4)) as u8 & 15;
            self.hex_digit(digit);
        }
    }

    pub(super) fn hex_digit(&mut self, digit: u8) {
        self.out.push(b"0123456789abcdef"[usize::from(digit)]);
    }

    pub(super) fn id<I: Id>(&mut self, id: I) {
        self.text(I::PREFIX);
        let number = match &mut self.numbering {
            None => Some(id.index() as u64),
            Some(numbering) => numbering.number(id),
        };
        if let Some(number) = number {
            self.number(number);
        }
    }

    /// Writes the items with `, ` between them.
    pub(super) fn comma_separated<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T),
    ) {
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            write(self, item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_standard_library_does() {
        let mut writer = TextWriter::with_capacity(0);
        for number in [0, 7, 10, 99, 100, u64::MAX] {
            writer.number(number);
            writer.ascii(b' ');
        }
        for number in [0, -1, i64::MIN, i64::MAX] {
            writer.signed(number);
            writer.offset(number);
            writer.ascii(b' ');
        }
        for number in [0, 0x1f, u128::MAX] {
            writer.hex(number, 0);
            writer.ascii(b' ');
        }
        writer.hex(0xab, 4);
        let mut expected = String::new();
        for number in [0, 7, 10, 99, 100, u64::MAX] {
            expected += &format!("{number} ");
        }
        expected += "0 -1-1 ";
        expected += &format!("{0}{0} {1}+{1} ", i64::MIN, i64::MAX);
        expected += &format!("0x0 0x1f {:#x} 0x00ab", u128::MAX);
        assert_eq!(writer.finish(), expected);
    }
}
