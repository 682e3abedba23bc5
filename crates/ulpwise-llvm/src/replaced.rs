//! What files to link define: their definitions take the place of weak ones of the program, as in
//! the linker.
//!
//! The names travel as a unit of their own beside the program's, so that the loading process and
//! native workers see the same program. Shared libraries replace nothing: of a name that the program
//! defines, however weakly, the program's definition counts.

use crate::compile::Unit;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The metadata that lists the names.
pub(crate) const REPLACED: &str = "ulpwise.replaced";

/// A unit that says which names object files and archives define; nothing if they define none.
pub fn replacing_unit(links: &[PathBuf]) -> Option<Unit> {
    let mut names = BTreeSet::new();
    for file in links {
        // A file that cannot be read is refused where it is linked.
        if let Ok(bytes) = std::fs::read(file) {
            names.extend(defined_names(&bytes, &[GLOBAL]));
        }
    }
    if names.is_empty() {
        return None;
    }
    let nodes: Vec<String> = (0..names.len()).map(|number| format!("!{number}")).collect();
    let mut text = format!("!{REPLACED} = !{{{}}}\n", nodes.join(", "));
    for (number, name) in names.iter().enumerate() {
        let escaped: String = name.bytes().map(|byte| format!("\\{byte:02X}")).collect();
        text.push_str(&format!("!{number} = !{{!\"{escaped}\"}}\n"));
    }
    Some(Unit { path: "files to link".into(), bytes: text.into_bytes() })
}

/// The names that object files and archives define, weakly too; `None` where a file is neither, such
/// as a shared library, which may bring others with it.
pub fn linked_names(links: &[PathBuf]) -> Option<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for file in links {
        let bytes = std::fs::read(file).ok()?;
        if !bytes.starts_with(ARCHIVE) && symbol_names(&bytes, &[]).is_none() {
            return None;
        }
        names.extend(defined_names(&bytes, &[GLOBAL, WEAK]));
    }
    Some(names)
}

/// What an archive begins with.
const ARCHIVE: &[u8] = b"!<arch>\n";

/// The names that an object file, or a member of an archive, defines for other files with one of
/// these bindings.
fn defined_names(bytes: &[u8], bindings: &[u8]) -> Vec<String> {
    let names_of = |bytes| symbol_names(bytes, bindings).unwrap_or_default();
    match bytes.strip_prefix(ARCHIVE) {
        Some(members) => archive_members(members).flat_map(names_of).collect(),
        None => names_of(bytes),
    }
}

/// The members of an archive: a header of 60 bytes each, of which ten say how long the member is.
fn archive_members(mut rest: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let (header, after) = rest.split_at_checked(60)?;
        let size: usize = std::str::from_utf8(&header[48..58]).ok()?.trim().parse().ok()?;
        let (member, after) = after.split_at_checked(size)?;
        // Members begin at even offsets.
        rest = after.get(size % 2..).unwrap_or_default();
        Some(member)
    })
}

/// A table of symbols.
const SYMBOL_TABLE: u32 = 2;
/// A file that is to be linked.
const RELOCATABLE: u16 = 1;
/// The binding of a symbol that other files see and that is not weak.
const GLOBAL: u8 = 1;
/// The binding of a symbol that gives way to another one.
const WEAK: u8 = 2;

/// The names that a relocatable ELF file of 64 bits defines with one of these bindings (System V ABI,
/// chapter 4).
fn symbol_names(bytes: &[u8], bindings: &[u8]) -> Option<Vec<String>> {
    let is_elf = bytes.starts_with(b"\x7fELF\x02\x01") && half(bytes, 16)? == RELOCATABLE;
    if !is_elf {
        return None;
    }
    let (table, size, count) = (word(bytes, 40)?, half(bytes, 58)?, half(bytes, 60)?);
    let header = |number: u64| {
        let at = usize::try_from(table.checked_add(number.checked_mul(size.into())?)?).ok()?;
        Some(at).filter(|&at| at < bytes.len())
    };
    let mut names = Vec::new();
    for number in 0..u64::from(count) {
        let at = header(number)?;
        if number32(bytes, at + 4)? != SYMBOL_TABLE {
            continue;
        }
        let symbols = section(bytes, at)?;
        let texts = section(bytes, header(number32(bytes, at + 40)?.into())?)?;
        names.extend(symbols.chunks_exact(24).filter_map(|symbol| {
            let is_defined = bindings.contains(&(symbol[4] >> 4)) && half(symbol, 6)? != 0;
            let text = texts.get(number32(symbol, 0)? as usize..).filter(|_| is_defined)?;
            let end = text.iter().position(|&byte| byte == 0)?;
            Some(String::from_utf8_lossy(&text[..end]).into_owned())
        }));
    }
    Some(names)
}

/// The bytes of the section whose header stands here.
fn section(bytes: &[u8], header: usize) -> Option<&[u8]> {
    let start = usize::try_from(word(bytes, header + 24)?).ok()?;
    let size = usize::try_from(word(bytes, header + 32)?).ok()?;
    bytes.get(start..start.checked_add(size)?)
}

fn half(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn number32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn word(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_files_define_nothing() {
        let mut elf = b"\x7fELF\x02\x01".to_vec();
        elf.resize(64, 0xff);
        elf[16..18].copy_from_slice(&RELOCATABLE.to_le_bytes());
        for bytes in [&b""[..], b"!<arch>\nshort", b"text", &elf] {
            assert!(defined_names(bytes, &[GLOBAL, WEAK]).is_empty());
        }
    }

    #[test]
    fn members_of_archives_are_found_at_even_offsets() {
        let mut archive = Vec::new();
        for member in [&b"abc"[..], b"defg"] {
            archive.extend(format!("{:48}{:<10}`\n", "name", member.len()).bytes());
            archive.extend(member);
            archive.extend(vec![b'\n'; member.len() % 2]);
        }
        assert_eq!(archive_members(&archive).collect::<Vec<_>>(), [&b"abc"[..], b"defg"]);
    }
}
