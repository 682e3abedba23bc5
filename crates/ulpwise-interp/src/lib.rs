//! The concrete interpreter: runs ulpwise-ir to the same bits as the machine, and records every exception.
