//! Which query is at work, and who works on it, as a line for who waits; and answers that it does not stand in the way of.

use crate::progress::{Progress, Teller};
use crate::render::printable;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use ulpwise_smtlib::CheckSatAnswer;
use ulpwise_solver::TimeSliceEvent;

/// Tells of queries.
#[derive(Clone)]
pub(super) struct Queries {
    teller: Teller,
    /// The engine by its name, and who checks its answers.
    engine: String,
    /// How many queries there are, if that is known.
    all: Option<usize>,
    /// The engines of the portfolio that have a turn.
    at_work: Arc<Mutex<Vec<String>>>,
    begun: usize,
    unknown: usize,
}

impl Queries {
    /// Queries of a script that has so many, if that is known, answered by this engine.
    pub(super) fn new(progress: &Progress, engine: String, all: Option<usize>) -> Self {
        Self { teller: progress.teller(), engine, all, at_work: Arc::default(), begun: 0, unknown: 0 }
    }

    /// Hears who has a turn.
    pub(super) fn callback(&self) -> impl Fn(TimeSliceEvent) + Send + Sync + use<> {
        let (teller, engine, at_work) = (self.teller.clone(), self.engine.clone(), Arc::clone(&self.at_work));
        move |news| {
            let mut at_work = at_work.lock().unwrap_or_else(PoisonError::into_inner);
            match news {
                TimeSliceEvent::Begins(name) => at_work.push(name),
                TimeSliceEvent::Ends(name) => {
                    let at = at_work.iter().position(|known| *known == name);
                    at.map(|at| at_work.remove(at));
                }
            }
            teller.phase_going_on(&phase(&engine, &at_work));
        }
    }

    /// The next query is asked.
    pub(super) fn begin(&mut self) {
        self.begun += 1;
        let of = self.all.filter(|&all| all >= self.begun).map_or(String::new(), |all| format!(" of {all}"));
        self.teller.part(0, 0, &format!("query {}{of}", self.begun));
        self.teller.phase(&phase(&self.engine, &[]));
        if self.begun > 1 {
            let decided = self.begun - 1 - self.unknown;
            self.teller.detail(format!("{decided} decided, {} unknown before", self.unknown));
        }
        self.teller.unhide();
    }

    /// It is answered.
    pub(super) fn end(&mut self, answer: &CheckSatAnswer) {
        self.unknown += usize::from(matches!(answer, CheckSatAnswer::Unknown(_)));
        self.teller.hide();
    }
}

fn phase(engine: &str, at_work: &[String]) -> String {
    match at_work {
        [] => printable(engine),
        names => printable(&format!("{engine}, {} at work", names.join(" and "))),
    }
}

/// Standard output, which has the terminal for itself when something is written.
pub(super) struct Beside<W> {
    pub(super) output: W,
    pub(super) teller: Teller,
}

impl<W: Write> Write for Beside<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.teller.hide();
        self.output.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.teller.hide();
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_the_query_and_who_works_on_it() {
        let progress = Progress::silent("reading the script");
        let mut queries = Queries::new(&progress, "portfolio".to_owned(), Some(2));
        let callback = queries.callback();
        queries.begin();
        assert_eq!(progress.words(), "query 1 of 2: portfolio");
        for name in ["interval", "search"] {
            callback(TimeSliceEvent::Begins(name.to_owned()));
        }
        assert_eq!(progress.words(), "query 1 of 2: portfolio, interval and search at work");
        callback(TimeSliceEvent::Ends("interval".to_owned()));
        assert_eq!(progress.words(), "query 1 of 2: portfolio, search at work");
        callback(TimeSliceEvent::Ends("search".to_owned()));
        queries.end(&CheckSatAnswer::Unknown("too hard".to_owned()));
        queries.begin();
        callback(TimeSliceEvent::Begins("bitblast".to_owned()));
        assert_eq!(
            progress.words(),
            "query 2 of 2: portfolio, bitblast at work, 0 decided, 1 unknown before"
        );
        callback(TimeSliceEvent::Ends("bitblast".to_owned()));
        queries.end(&CheckSatAnswer::Unsat);
        queries.begin();
        assert_eq!(progress.words(), "query 3: portfolio, 1 decided, 1 unknown before");
    }
}
