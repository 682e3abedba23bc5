//! Somebody who waits for long work, and is told how far it is. It goes with the options of the work, as its budget does.

use std::fmt;
use std::sync::Arc;

/// Somebody who is told news, or nobody. Work tells them from any thread; what it comes to never depends on who listens.
pub struct Watcher<News> {
    ear: Option<Arc<dyn Fn(News) + Send + Sync>>,
}

impl<News> Watcher<News> {
    /// Tells them to this function.
    pub fn new(ear: impl Fn(News) + Send + Sync + 'static) -> Self {
        Self { ear: Some(Arc::new(ear)) }
    }

    /// Tells news, which are only gathered if somebody listens.
    pub fn tell(&self, news: impl FnOnce() -> News) {
        if let Some(ear) = &self.ear {
            ear(news());
        }
    }
}

// Derived, these would want as much of the news.
impl<News> Clone for Watcher<News> {
    fn clone(&self) -> Self {
        Self { ear: self.ear.clone() }
    }
}

impl<News> Default for Watcher<News> {
    /// Nobody.
    fn default() -> Self {
        Self { ear: None }
    }
}

impl<News> fmt::Debug for Watcher<News> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.ear.is_some() { "somebody" } else { "nobody" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn who_listens_is_told_and_nobody_costs_nothing() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ear = Arc::clone(&heard);
        let watcher = Watcher::new(move |news: u32| ear.lock().unwrap().push(news));
        watcher.clone().tell(|| 1);
        watcher.tell(|| 2);
        assert_eq!(*heard.lock().unwrap(), [1, 2]);
        Watcher::<u32>::default().tell(|| panic!("nobody listens"));
    }
}
