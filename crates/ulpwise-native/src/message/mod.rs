//! What parent and child say to each other, besides what lies in the shared memory.
//!
//! The request that starts a child, and its answer, are lists of byte strings, each after its
//! length. After that a command and an answer are a few words each, so that a pipe passes them
//! whole.

mod command;
mod ready;
mod request;

pub(crate) use command::{Batch, Death, Done, ServerAnswer, mode};
pub(crate) use ready::{Ready, read_ready, ready_fields};
pub(crate) use request::{Request, read_request};

use std::io::{Read, Write};

fn write_words(to: &mut impl Write, words: &[u64]) -> std::io::Result<()> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    to.write_all(&bytes)?;
    to.flush()
}

fn read_words<const N: usize>(from: &mut impl Read) -> std::io::Result<[u64; N]> {
    let mut words = [0; N];
    for word in &mut words {
        let mut bytes = [0; 8];
        from.read_exact(&mut bytes)?;
        *word = u64::from_le_bytes(bytes);
    }
    Ok(words)
}

/// Sends a list of byte strings.
pub(crate) fn send(to: &mut impl Write, fields: &[Vec<u8>]) -> std::io::Result<()> {
    let mut message = (fields.len() as u64).to_le_bytes().to_vec();
    for field in fields {
        message.extend_from_slice(&(field.len() as u64).to_le_bytes());
        message.extend_from_slice(field);
    }
    to.write_all(&message)?;
    to.flush()
}

/// Receives a list of byte strings.
pub(crate) fn receive(from: &mut impl Read) -> std::io::Result<Vec<Vec<u8>>> {
    let [count] = read_words(from)?;
    let mut fields = Vec::new();
    for _ in 0..count {
        let [length] = read_words(from)?;
        let mut field = Vec::new();
        from.by_ref().take(length).read_to_end(&mut field)?;
        if field.len() as u64 != length {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        fields.push(field);
    }
    Ok(fields)
}

fn words(numbers: impl IntoIterator<Item = u64>) -> Vec<u8> {
    numbers.into_iter().flat_map(u64::to_le_bytes).collect()
}

fn numbers(bytes: &[u8]) -> Vec<u64> {
    bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("8 bytes"))).collect()
}
