//! Windows features that std lacks: jobs, which end processes together, locks that hinder no reader, and console events.

#![allow(unsafe_code)] // system calls; each block says why it is sound

use std::fs::{File, TryLockError};
use std::os::windows::io::{AsRawHandle as _, FromRawHandle as _, OwnedHandle};
use std::process::Child;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::{io, ptr, thread};

use windows_sys::Win32::Foundation::{ERROR_IO_PENDING, ERROR_LOCK_VIOLATION};
use windows_sys::Win32::Storage::FileSystem::{
    LOCKFILE_EXCLUSIVE_LOCK, LOCKFILE_FAIL_IMMEDIATELY, LockFileEx,
};
use windows_sys::Win32::System::Console::{
    CTRL_BREAK_EVENT, CTRL_C_EVENT, CTRL_CLOSE_EVENT, CTRL_LOGOFF_EVENT, CTRL_SHUTDOWN_EVENT,
    SetConsoleCtrlHandler,
};
use windows_sys::Win32::System::IO::OVERLAPPED;
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
    SetInformationJobObject,
};
use windows_sys::Win32::UI::WindowsAndMessaging::{
    SPI_GETCLIENTAREAANIMATION, SystemParametersInfoW,
};
use windows_sys::core::BOOL;

/// Returns whether Windows shows animations in windows. If it does not say, it does.
pub(crate) fn animates() -> bool {
    let mut is_on: BOOL = 1;
    let place = ptr::from_mut(&mut is_on).cast();
    // SAFETY: this action writes one BOOL to the place, which outlives the call.
    let is_known = unsafe { SystemParametersInfoW(SPI_GETCLIENTAREAANIMATION, 0, place, 0) };
    is_known == 0 || is_on != 0
}

/// Locks a file until it is closed, if no other program has locked it.
///
/// Nobody else can read or write what is locked here, so this locks one byte far behind the end of any file.
pub(crate) fn try_lock(file: &File) -> Result<(), TryLockError> {
    let mut place = OVERLAPPED::default();
    place.Anonymous.Anonymous.OffsetHigh = 1 << 30;
    // SAFETY: the handle is open, and the structure outlives the call, which does not wait.
    let is_locked = unsafe {
        LockFileEx(
            file.as_raw_handle(),
            LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY,
            0,
            1,
            0,
            &raw mut place,
        )
    };
    if is_locked != 0 {
        return Ok(());
    }
    let error = io::Error::last_os_error();
    let code = error.raw_os_error().map(i32::cast_unsigned);
    if matches!(code, Some(ERROR_LOCK_VIOLATION | ERROR_IO_PENDING)) {
        Err(TryLockError::WouldBlock)
    } else {
        Err(TryLockError::Error(error))
    }
}

/// A process and everything that it starts from now on. Dropping this ends them, and so does the end of this program,
/// whatever its cause.
#[derive(Debug)]
pub(crate) struct Job(#[allow(dead_code)] OwnedHandle); // only closed, never read

impl Job {
    /// Puts a process that was just started into a job.
    pub(crate) fn hold(child: &Child) -> io::Result<Self> {
        #[allow(clippy::cast_possible_truncation)] // some hundred bytes
        const SIZE: u32 = size_of::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>() as u32;
        // SAFETY: both pointers may be null: no attributes, no name.
        let job = unsafe { CreateJobObjectW(ptr::null(), ptr::null()) };
        if job.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the handle is open and belongs to nobody else.
        let job = unsafe { OwnedHandle::from_raw_handle(job) };
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        // SAFETY: the pointer and the size are those of the structure that this class of information has.
        let is_set = unsafe {
            SetInformationJobObject(
                job.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                (&raw const limits).cast(),
                SIZE,
            )
        };
        // SAFETY: both handles are open.
        let is_held = is_set != 0
            && unsafe { AssignProcessToJobObject(job.as_raw_handle(), child.as_raw_handle()) } != 0;
        if is_held {
            Ok(Self(job))
        } else {
            Err(io::Error::last_os_error())
        }
    }
}

/// Ctrl-C, unless it is read as a key.
pub(crate) const INTERRUPTED: i32 = CTRL_C_EVENT.cast_signed();

/// The window of the console is closed.
pub(crate) const CLOSED: i32 = CTRL_CLOSE_EVENT.cast_signed();

/// All events that end a program: those above, Ctrl-Break, logging off, and shutting down.
pub(crate) const ENDING: [i32; 5] = [
    INTERRUPTED,
    CTRL_BREAK_EVENT.cast_signed(),
    CLOSED,
    CTRL_LOGOFF_EVENT.cast_signed(),
    CTRL_SHUTDOWN_EVENT.cast_signed(),
];

/// The exit code of a program that the system ends by such an event.
const ENDED_BY_CONSOLE: u32 = 0xC000_013A;

/// The listeners for console events.
static LISTENERS: Mutex<Vec<Sender<i32>>> = Mutex::new(Vec::new());

/// Ends the program as the system does after an event of the console.
pub(crate) fn end_by_console() -> ! {
    std::process::exit(ENDED_BY_CONSOLE.cast_signed())
}

/// Returns the events of the console from now on.
pub(crate) fn console_events() -> io::Result<Receiver<i32>> {
    let (sender, receiver) = mpsc::channel();
    let mut listeners = LISTENERS.lock().unwrap_or_else(PoisonError::into_inner);
    if listeners.is_empty() {
        // SAFETY: the handler is a function, which lives as long as the program.
        if unsafe { SetConsoleCtrlHandler(Some(on_event), 1) } == 0 {
            return Err(io::Error::last_os_error());
        }
    }
    listeners.push(sender);
    Ok(receiver)
}

/// Passes an event to the listeners. The system calls this on a separate thread. Without a listener, the system ends the
/// program.
unsafe extern "system" fn on_event(event: u32) -> i32 {
    let event = event.cast_signed();
    let is_taken = {
        let mut listeners = LISTENERS.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|listener| listener.send(event).is_ok());
        !listeners.is_empty()
    };
    // After a Ctrl-C or Ctrl-Break the program continues. After any other event the system ends it when this returns, and
    // after a few seconds at the latest: time to save the game.
    if is_taken && event != INTERRUPTED && event != CTRL_BREAK_EVENT.cast_signed() {
        loop {
            thread::park();
        }
    }
    is_taken.into()
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn an_engine_ends_when_its_job_is_dropped() {
        #[expect(clippy::disallowed_methods, reason = "it reads no files")]
        let mut command = Command::new("cmd");
        command.args(["/c", "pause"]).stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::null()).spawn().unwrap();
        let job = Job::hold(&child).unwrap();
        assert!(child.try_wait().unwrap().is_none());
        drop(job);
        child.wait().unwrap();
    }

    #[test]
    fn an_event_of_the_console_goes_to_whoever_listens() {
        let events = console_events().unwrap();
        // SAFETY: it is the handler's own argument.
        assert_eq!(unsafe { on_event(CTRL_BREAK_EVENT) }, 1);
        assert_eq!(events.recv().unwrap(), CTRL_BREAK_EVENT.cast_signed());
        drop(events);
        // SAFETY: as above.
        assert_eq!(unsafe { on_event(CTRL_BREAK_EVENT) }, 0);
    }
}
