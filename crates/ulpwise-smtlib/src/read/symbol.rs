//! Symbols, keywords, strings and values of attributes: what is read without becoming a term.

use super::{Reader, unexpected};
use crate::error::{Fault, Reading, SmtlibErrorKind};
use crate::lexer::{Lexer, Token, TokenKind};
use crate::names::NameId;

/// The name that a symbol token spells.
pub(super) fn spelling<'t>(lexer: &Lexer<'t>, token: Token) -> Reading<&'t str> {
    let bytes = match token.kind {
        TokenKind::Symbol => lexer.bytes(token),
        TokenKind::QuotedSymbol => lexer.slice(token.start + 1, token.end - 1),
        _ => return Err(unexpected(lexer, token, "a symbol")),
    };
    std::str::from_utf8(bytes).map_err(|error| {
        let at = token.start + 1 + error.valid_up_to() as u32;
        Fault::new(at, SmtlibErrorKind::BadToken("this symbol is not valid UTF-8".into()))
    })
}

/// The next token, which has to be a symbol, and its name.
pub(super) fn symbol<'t>(lexer: &mut Lexer<'t>) -> Reading<(Token, &'t str)> {
    let token = lexer.next()?;
    Ok((token, spelling(lexer, token)?))
}

/// The next token, which has to be a keyword.
pub(super) fn keyword(lexer: &mut Lexer<'_>) -> Reading<String> {
    let token = lexer.next()?;
    if token.kind == TokenKind::Keyword {
        Ok(text_of(lexer, token))
    } else {
        Err(unexpected(lexer, token, "a keyword"))
    }
}

/// The next token, which has to be a string: what it stands for.
pub(super) fn string(lexer: &mut Lexer<'_>) -> Reading<String> {
    let token = lexer.next()?;
    if token.kind != TokenKind::Text {
        return Err(unexpected(lexer, token, "a string"));
    }
    let inside = lexer.slice(token.start + 1, token.end - 1);
    Ok(String::from_utf8_lossy(inside).replace("\"\"", "\""))
}

fn text_of(lexer: &Lexer<'_>, token: Token) -> String {
    String::from_utf8_lossy(lexer.bytes(token)).into_owned()
}

/// Reads on to the end of the expression that `first` begins; returns where that is.
pub(super) fn skip_expression(lexer: &mut Lexer<'_>, first: Token) -> Reading<u32> {
    let mut depth = 0u32;
    let mut token = first;
    loop {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close if depth > 0 => depth -= 1,
            TokenKind::Close | TokenKind::End => return Err(unexpected(lexer, token, "a value")),
            _ => {}
        }
        if depth == 0 {
            return Ok(token.end);
        }
        token = lexer.next()?;
    }
}

/// The text from `start` to `end` with one space between tokens and no comments.
pub(super) fn plain_text(lexer: &Lexer<'_>, start: u32, end: u32) -> Reading<String> {
    let mut inner = Lexer::new(lexer.slice(start, end));
    let mut text = String::new();
    loop {
        let token = inner.next()?;
        let spaced = !matches!(token.kind, TokenKind::Close | TokenKind::End);
        if spaced && !text.is_empty() && !text.ends_with('(') {
            text.push(' ');
        }
        if token.kind == TokenKind::End {
            return Ok(text);
        }
        text.push_str(&String::from_utf8_lossy(inner.bytes(token)));
    }
}

impl Reader {
    /// The next token, which has to be a symbol: its token and its number.
    pub(super) fn name(&mut self, lexer: &mut Lexer<'_>) -> Reading<(Token, NameId)> {
        let (token, text) = symbol(lexer)?;
        Ok((token, self.environment.intern(text)))
    }
}
