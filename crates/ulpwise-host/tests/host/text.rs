//! `printf` specifications and `strtod`: known output, modes, and formats that must be refused.

use ulpwise_host::RoundingMode::{NearestEven, TowardNegative, TowardPositive, TowardZero};
use ulpwise_host::text::{self, FormatError, Parsed, PrintArgument};
use ulpwise_host::{Flags, RoundingMode, x87};

const ERANGE: i32 = 34;

fn format(specification: &str, argument: PrintArgument<'_>) -> String {
    let bytes = text::format_one(NearestEven, specification, argument)
        .unwrap_or_else(|error| panic!("{specification}: {error}"));
    String::from_utf8(bytes).expect("the expected output is ASCII")
}

#[test]
fn integers_have_the_size_of_their_length_modifier() {
    let minus_one = PrintArgument::Integer(u64::MAX);
    assert_eq!(format("%d", minus_one), "-1");
    assert_eq!(format("%u", minus_one), "4294967295");
    assert_eq!(format("%lu", minus_one), "18446744073709551615");
    assert_eq!(format("%hhu", minus_one), "255");
    assert_eq!(format("%hx", minus_one), "ffff");
    assert_eq!(format("%zd", minus_one), "-1");
    assert_eq!(format("%lld", PrintArgument::Integer(1 << 40)), "1099511627776");
    assert_eq!(format("%d", PrintArgument::Integer(1 << 40 | 7)), "7");
    assert_eq!(format("%+05d", PrintArgument::Integer(42)), "+0042");
    assert_eq!(format("%-6o", PrintArgument::Integer(8)), "10    ");
}

#[test]
fn other_conversions_print_as_c_does() {
    assert_eq!(format("%c", PrintArgument::Integer(65)), "A");
    assert_eq!(text::format_one(NearestEven, "%c", PrintArgument::Integer(0)), Ok(vec![0]));
    assert_eq!(format("%#x", PrintArgument::Integer(255)), "0xff");
    assert_eq!(format("%8.3s", PrintArgument::Text(b"abcdef")), "     abc");
    assert_eq!(format("%s", PrintArgument::Text(b"ab\0cd")), "ab");
    assert_eq!(format("%s", PrintArgument::Text(&[b'x'; 1000])), "x".repeat(1000));
    assert_eq!(format("%p", PrintArgument::Pointer(0xabc)), "0xabc");
    assert_eq!(format("%p", PrintArgument::Pointer(0)), "(nil)");
    assert_eq!(format("%300d", PrintArgument::Integer(1)), format!("{:300}", 1));
}

#[test]
fn floats_print_as_c_does() {
    assert_eq!(format("%f", PrintArgument::F64(0.1)), "0.100000");
    assert_eq!(format("%.17g", PrintArgument::F64(0.1)), "0.10000000000000001");
    assert_eq!(format("%lf", PrintArgument::F64(-2.5)), "-2.500000");
    assert_eq!(format("%a", PrintArgument::F64(1.5)), "0x1.8p+0");
    assert_eq!(format("%10.2e", PrintArgument::F64(12345.0)), "  1.23e+04");
    assert_eq!(format("%G", PrintArgument::F64(f64::INFINITY)), "INF");
    assert_eq!(format("%f", PrintArgument::F64(f64::from_bits(0xfff8 << 48))), "-nan");
    assert_eq!(format("%.0f", PrintArgument::F64(1e300)).len(), 301);
    let third = x87::div(NearestEven, x87::from_i16(1), x87::from_i16(3)).0;
    assert_eq!(format("%.20Lf", PrintArgument::X87(third)), "0.33333333333333333334");
    assert_eq!(format("%La", PrintArgument::X87(x87::from_i16(1))), "0x8p-3");
}

#[test]
fn printing_rounds_in_the_mode() {
    let printed = RoundingMode::ALL.map(|mode| text::format_one(mode, "%.1f", PrintArgument::F64(-0.25)));
    assert_eq!(printed, [b"-0.2", b"-0.3", b"-0.2", b"-0.2"].map(|bytes| Ok(bytes.to_vec())));
    let printed = RoundingMode::ALL
        .map(|mode| text::format_one(mode, "%.0Lf", PrintArgument::X87(x87::from_f64(2.5).0)));
    assert_eq!(printed, [b"2", b"2", b"3", b"2"].map(|bytes| Ok(bytes.to_vec())));
}

#[test]
fn dangerous_or_malformed_specifications_are_refused() {
    let refuse =
        |specification, argument| text::format_one(NearestEven, specification, argument).unwrap_err();
    for specification in ["", "d", "%", "%d ", "%d%d", "x%d", "%5", "%.", "%d\0", "%lé"] {
        assert_eq!(
            refuse(specification, PrintArgument::Integer(1)),
            FormatError::NotOneSpecification,
            "{specification:?}"
        );
    }
    for specification in
        ["%n", "%*d", "%.*d", "%1$d", "%ls", "%lc", "%m", "%%", "%hhhd", "%hf", "%S", "%C", "%lp"]
    {
        assert_eq!(
            refuse(specification, PrintArgument::Integer(1)),
            FormatError::Unsupported,
            "{specification:?}"
        );
    }
    for specification in ["%s", "%p", "%f", "%Lf"] {
        assert_eq!(
            refuse(specification, PrintArgument::Integer(1)),
            FormatError::WrongArgument,
            "{specification:?}"
        );
    }
    assert_eq!(refuse("%d", PrintArgument::F64(1.0)), FormatError::WrongArgument);
    assert_eq!(refuse("%f", PrintArgument::X87(0)), FormatError::WrongArgument);
    assert_eq!(refuse("%Lf", PrintArgument::F64(0.0)), FormatError::WrongArgument);
    assert_eq!(refuse("%s", PrintArgument::Pointer(0)), FormatError::WrongArgument);
    assert_eq!(refuse("%99999999999d", PrintArgument::Integer(1)), FormatError::TooLong);
}

#[test]
fn numbers_are_read_as_c_reads_them() {
    let read = |text: &[u8]| text::strtod(NearestEven, text);
    let exact = |value, consumed| Parsed { value, consumed, flags: Flags::NONE, errno: 0 };
    assert_eq!(read(b"2.5 rest"), exact(2.5, 3));
    assert_eq!(read(b" \t\n-0x1.8p1,"), exact(-3.0, 11));
    assert_eq!(read(b"1e"), exact(1.0, 1));
    assert_eq!(read(b"infinityx"), exact(f64::INFINITY, 8));
    assert_eq!(read(b"none"), exact(0.0, 0));
    assert_eq!(read(b"   "), exact(0.0, 0));
    assert_eq!(read(b""), exact(0.0, 0));
    assert_eq!(read(b"7\08"), exact(7.0, 1));
    let nan = read(b"nan(12)!");
    assert!(nan.value.is_nan() && nan.consumed == 7);
    let huge = read(b"1e400");
    assert_eq!((huge.value, huge.consumed, huge.errno), (f64::INFINITY, 5, ERANGE));
    assert_eq!(huge.flags, Flags::OVERFLOW | Flags::INEXACT);
    let tiny = read(b"1e-400");
    assert_eq!((tiny.value, tiny.errno), (0.0, ERANGE));
    assert!(tiny.flags.contains(Flags::UNDERFLOW | Flags::INEXACT));
    assert_eq!(text::strtof(NearestEven, b"0.1").value, 0.1);
    assert_eq!(text::strtold(NearestEven, b"0.5").value, x87::from_f64(0.5).0);
    assert_eq!(text::strtold(NearestEven, b"1e4000").errno, 0);
}

#[test]
fn reading_rounds_in_the_mode() {
    let nearest = 0.1_f64.to_bits();
    let read = |mode| text::strtod(mode, b"0.1").value.to_bits();
    assert_eq!(read(NearestEven), nearest);
    assert_eq!([read(TowardNegative), read(TowardZero)], [nearest - 1; 2]);
    assert_eq!(read(TowardPositive), nearest);
    assert_eq!(text::strtod(TowardPositive, b"0.1").flags, text::strtod(TowardZero, b"0.1").flags);
}
