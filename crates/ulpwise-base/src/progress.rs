//! A progress sink receives events from long work. It travels with the options of the work, as the
//! budget does.

use std::fmt;
use std::sync::Arc;

/// A callback for progress events, or none. Any thread may emit an event; the result of the work
/// never depends on the sink.
pub struct ProgressSink<Event> {
    callback: Option<Arc<dyn Fn(Event) + Send + Sync>>,
}

impl<Event> ProgressSink<Event> {
    /// Passes each event to `callback`.
    pub fn new(callback: impl Fn(Event) + Send + Sync + 'static) -> Self {
        Self { callback: Some(Arc::new(callback)) }
    }

    /// Emits the event that `event` builds. Without a callback, `event` is not called.
    pub fn emit(&self, event: impl FnOnce() -> Event) {
        if let Some(callback) = &self.callback {
            callback(event());
        }
    }
}

// Derived, these would require the same traits of the event.
impl<Event> Clone for ProgressSink<Event> {
    fn clone(&self) -> Self {
        Self { callback: self.callback.clone() }
    }
}

impl<Event> Default for ProgressSink<Event> {
    /// Drops every event.
    fn default() -> Self {
        Self { callback: None }
    }
}

impl<Event> fmt::Debug for ProgressSink<Event> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.callback.is_some() { "callback" } else { "no callback" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn the_callback_receives_events_and_its_absence_costs_nothing() {
        let received = Arc::new(Mutex::new(Vec::new()));
        let events = Arc::clone(&received);
        let sink = ProgressSink::new(move |event: u32| events.lock().unwrap().push(event));
        sink.clone().emit(|| 1);
        sink.emit(|| 2);
        assert_eq!(*received.lock().unwrap(), [1, 2]);
        ProgressSink::<u32>::default().emit(|| panic!("there is no callback"));
    }
}
