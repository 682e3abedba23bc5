//! The query at work and the engines that work on it, as a line of progress.

use crate::context::Progress;
use std::sync::{Arc, Mutex, PoisonError};
use ulpwise_smtlib::CheckSatAnswer;
use ulpwise_solver::TimeSliceEvent;

/// Shows the progress of queries.
#[derive(Clone)]
pub(crate) struct QueryProgress {
    view: Progress,
    /// The engine by its name, and the engine that checks its answers.
    engine: String,
    /// How many queries there are, if that is known.
    all: Option<usize>,
    /// The engines of the portfolio that have a time slice.
    at_work: Arc<Mutex<Vec<String>>>,
    begun: usize,
    unknown: usize,
}

impl QueryProgress {
    /// QueryProgress of a script that has so many, if that is known, answered by this engine.
    pub(crate) fn new(progress: &Progress, engine: String, all: Option<usize>) -> Self {
        Self { view: progress.clone(), engine, all, at_work: Arc::default(), begun: 0, unknown: 0 }
    }

    /// Shows which engines have a time slice.
    pub(crate) fn callback(&self) -> impl Fn(TimeSliceEvent) + Send + Sync + use<> {
        let (view, engine, at_work) = (self.view.clone(), self.engine.clone(), Arc::clone(&self.at_work));
        move |event| {
            let mut at_work = at_work.lock().unwrap_or_else(PoisonError::into_inner);
            match event {
                TimeSliceEvent::Begins(name) => at_work.push(name),
                TimeSliceEvent::Ends(name) => {
                    let at = at_work.iter().position(|known| *known == name);
                    at.map(|at| at_work.remove(at));
                }
            }
            view.phase_going_on(&phase(&engine, &at_work));
        }
    }

    /// The next query is asked.
    pub(crate) fn begin(&mut self) {
        self.begun += 1;
        let of = self.all.filter(|&all| all >= self.begun).map_or(String::new(), |all| format!(" of {all}"));
        self.view.part(0, 0, &format!("query {}{of}", self.begun));
        self.view.phase(&phase(&self.engine, &[]));
        if self.begun > 1 {
            let decided = self.begun - 1 - self.unknown;
            self.view.detail(format!("{decided} decided, {} unknown before", self.unknown));
        }
        self.view.resume();
    }

    /// A remark for the user.
    pub(crate) fn remark(&self, text: &str) {
        self.view.remark(text);
    }

    /// It is answered.
    pub(crate) fn end(&mut self, answer: &CheckSatAnswer) {
        self.unknown += usize::from(matches!(answer, CheckSatAnswer::Unknown(_)));
        self.view.pause();
    }
}

/// Names of engines are commands that the user gave: what a terminal would obey is left out.
fn printable(text: &str) -> String {
    text.chars().filter(|character| !character.is_control()).collect()
}

fn phase(engine: &str, at_work: &[String]) -> String {
    match at_work {
        [] => printable(engine),
        names => printable(&format!("{engine}, {} at work", names.join(" and "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Shown;

    #[test]
    fn the_line_names_the_query_and_the_engines_at_work() {
        let shown = Shown::default();
        let progress = Progress::new(shown.clone());
        let mut queries = QueryProgress::new(&progress, "portfolio".to_owned(), Some(2));
        let callback = queries.callback();
        queries.begin();
        assert_eq!(shown.line(), "query 1 of 2: portfolio");
        for name in ["interval", "search"] {
            callback(TimeSliceEvent::Begins(name.to_owned()));
        }
        assert_eq!(shown.line(), "query 1 of 2: portfolio, interval and search at work");
        callback(TimeSliceEvent::Ends("interval".to_owned()));
        assert_eq!(shown.line(), "query 1 of 2: portfolio, search at work");
        callback(TimeSliceEvent::Ends("search".to_owned()));
        queries.end(&CheckSatAnswer::Unknown("too hard".to_owned()));
        queries.begin();
        callback(TimeSliceEvent::Begins("bitblast".to_owned()));
        assert_eq!(shown.line(), "query 2 of 2: portfolio, bitblast at work, 0 decided, 1 unknown before");
        callback(TimeSliceEvent::Ends("bitblast".to_owned()));
        queries.end(&CheckSatAnswer::Unsat);
        queries.begin();
        assert_eq!(shown.line(), "query 3: portfolio, 1 decided, 1 unknown before");
    }
}
