//! Sets of integers as few spans: what sets of floats (by their position in the order) and sets of
//! program integers (as signed numbers) are made of.

/// The integers from `low` to `high`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The least.
    pub low: i128,
    /// The greatest.
    pub high: i128,
}

impl Span {
    /// From one integer to another; nothing if they are the wrong way round.
    pub fn new(low: i128, high: i128) -> Span {
        Span { low, high }
    }

    pub(crate) fn point(at: i128) -> Span {
        Span { low: at, high: at }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.low > self.high
    }

    pub(crate) fn meet(self, other: Span) -> Span {
        Span { low: self.low.max(other.low), high: self.high.min(other.high) }
    }
}

/// More spans than this are joined, the nearest ones first: a set may only grow by that.
const MAX_SPANS: usize = 8;

/// A set of integers: spans in ascending order that neither overlap nor touch.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spans(Vec<Span>);

impl Spans {
    /// The integers of all the spans, and of gaps between them if they are too many.
    pub fn new(spans: impl IntoIterator<Item = Span>) -> Spans {
        let mut all: Vec<Span> = spans.into_iter().filter(|span| !span.is_empty()).collect();
        all.sort_unstable();
        let mut joined: Vec<Span> = Vec::with_capacity(all.len());
        for span in all {
            match joined.last_mut() {
                Some(last) if span.low <= last.high.saturating_add(1) => last.high = last.high.max(span.high),
                _ => joined.push(span), // fail-closed: it is apart from the last one.
            }
        }
        while joined.len() > MAX_SPANS {
            let gap = |at: &usize| joined[at + 1].low.abs_diff(joined[*at].high);
            let nearest = (0..joined.len() - 1).min_by_key(gap).unwrap_or(0);
            joined[nearest].high = joined[nearest + 1].high;
            joined.remove(nearest + 1);
        }
        Spans(joined)
    }

    /// The spans.
    pub fn iter(&self) -> impl Iterator<Item = Span> + '_ {
        self.0.iter().copied()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The least member.
    pub fn low(&self) -> Option<i128> {
        self.0.first().map(|span| span.low)
    }

    /// The greatest member.
    pub fn high(&self) -> Option<i128> {
        self.0.last().map(|span| span.high)
    }

    /// The only member.
    pub(crate) fn single(&self) -> Option<i128> {
        match self.0[..] {
            [span] if span.low == span.high => Some(span.low),
            _ => None, // fail-closed: there are several, or none.
        }
    }

    pub(crate) fn contains(&self, at: i128) -> bool {
        self.iter().any(|span| span.low <= at && at <= span.high)
    }

    pub(crate) fn meets(&self, span: Span) -> bool {
        self.iter().any(|own| !own.meet(span).is_empty())
    }

    /// Whether all members of the other set are in this one.
    pub(crate) fn includes(&self, other: &Spans) -> bool {
        other.iter().all(|span| self.iter().any(|own| own.low <= span.low && span.high <= own.high))
    }

    /// The members of either.
    pub fn union(&self, other: &Spans) -> Spans {
        Spans::new(self.iter().chain(other.iter()))
    }

    pub(crate) fn clip(&self, to: Span) -> Spans {
        Spans(self.iter().map(|span| span.meet(to)).filter(|span| !span.is_empty()).collect())
    }

    /// The members of both. There may be more spans than in either; then the other set is returned
    /// as its hull leaves it, which only grows the result.
    pub(crate) fn intersection(&self, other: &Spans) -> Spans {
        Spans::new(self.iter().flat_map(|span| other.clip(span).0))
    }

    pub(crate) fn without(&self, gone: Span) -> Spans {
        let below = gone.low.checked_sub(1).map(|high| Span::new(i128::MIN, high));
        let above = gone.high.checked_add(1).map(|low| Span::new(low, i128::MAX));
        let sides = below.into_iter().chain(above);
        Spans::new(sides.flat_map(|side| self.clip(side).0))
    }

    /// One span from the least to the greatest member.
    pub(crate) fn hull(&self) -> Spans {
        Spans(self.low().zip(self.high()).map(|(low, high)| Span { low, high }).into_iter().collect())
    }
}
