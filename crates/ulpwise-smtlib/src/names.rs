//! Names as numbers: each symbol of a script is looked up once a token, and compared as a number
//! from then on.

use hashbrown::HashTable;
use ulpwise_base::{Id, typed_id};

typed_id! {
    /// A symbol's name without its bars: `x` and `|x|` are one.
    pub(crate) struct NameId("name");
}

/// All names of a script, each once.
#[derive(Debug)]
pub(crate) struct NameTable {
    /// The names, end to end.
    letters: String,
    /// Where each name ends in `letters`; it starts where the one before ends.
    ends: Vec<usize>,
    table: HashTable<NameId>,
}

impl NameTable {
    pub(crate) fn new() -> NameTable {
        NameTable { letters: String::new(), ends: Vec::new(), table: HashTable::new() }
    }

    /// How many names there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn text(&self, name: NameId) -> &str {
        span(&self.letters, &self.ends, name)
    }

    /// The number of a name, if it was seen before.
    #[inline]
    pub(crate) fn find(&self, text: &str) -> Option<NameId> {
        let (letters, ends) = (&self.letters, &self.ends);
        self.table.find(hash(text.as_bytes()), |&name| span(letters, ends, name) == text).copied()
    }

    /// The number of a name, which is new if it was not seen before.
    #[inline]
    pub(crate) fn intern(&mut self, text: &str) -> NameId {
        if let Some(name) = self.find(text) {
            return name;
        }
        let name = NameId::from_index(self.ends.len());
        self.letters.push_str(text);
        self.ends.push(self.letters.len());
        let (letters, ends) = (&self.letters, &self.ends);
        let rehash = |&name: &NameId| hash(span(letters, ends, name).as_bytes());
        self.table.insert_unique(hash(text.as_bytes()), name, rehash);
        name
    }
}

fn span<'a>(letters: &'a str, ends: &[usize], name: NameId) -> &'a str {
    let index = name.index();
    let start = if index == 0 { 0 } else { ends[index - 1] };
    &letters[start..ends[index]]
}

/// A hash without a secret, the same on every run: eight bytes a step, both halves of a product.
#[inline]
fn hash(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut state = bytes.len() as u64;
    let mut step = |word: [u8; 8]| {
        let product = u128::from(state ^ u64::from_le_bytes(word)) * u128::from(FACTOR);
        state = product as u64 ^ (product >> 64) as u64;
    };
    let (words, rest) = bytes.as_chunks::<8>();
    for &word in words {
        step(word);
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    step(last);
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_have_equal_numbers() {
        let mut names = NameTable::new();
        let texts: Vec<String> =
            (0..1000).map(|number| "x".repeat(number % 40) + &number.to_string()).collect();
        let numbers: Vec<NameId> = texts.iter().map(|text| names.intern(text)).collect();
        assert_eq!(names.len(), 1000);
        for (text, &number) in texts.iter().zip(&numbers) {
            assert_eq!(names.find(text), Some(number));
            assert_eq!(names.intern(text), number);
            assert_eq!(names.text(number), text);
        }
        assert_eq!(names.find(""), None);
    }
}
