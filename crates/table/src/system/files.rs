//! Files: names, permissions, and what is flushed to the disk.

use std::fs::{self, DirBuilder, File, FileType, Metadata, OpenOptions, Permissions};
use std::io;
use std::path::Path;

use reversi_text::{Name, Said, tr};
#[cfg(not(target_os = "wasi"))]
use same_file::Handle;

pub(crate) use unnamed::{create_unnamed, give_name};

#[cfg(windows)]
pub(crate) use super::windows::try_lock;

/// Makes new folders private.
pub(crate) fn make_private(builder: &mut DirBuilder) {
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(builder, 0o700);
    #[cfg(not(unix))]
    let _ = builder;
}

/// Makes a new file private.
pub(crate) fn make_file_private(options: &mut OpenOptions) {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    #[cfg(not(unix))]
    let _ = options;
}

/// Locks a file until it is closed, if no other program has locked it. Whoever does not ask for the lock reads and
/// writes the file as before.
#[cfg(not(windows))]
pub(crate) fn try_lock(file: &File) -> Result<(), fs::TryLockError> {
    file.try_lock()
}

/// Gives temporary files these permissions, restricted by the umask.
pub(crate) fn set_mode(builder: &mut tempfile::Builder<'_, '_>, mode: u32) {
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = (builder, mode);
}

/// Returns whether a file may not be written, where files have permissions.
pub(crate) fn is_read_only(file: &Metadata) -> bool {
    !cfg!(target_os = "wasi") && file.permissions().readonly()
}

/// Sets the permissions of a file where the system has some.
pub(crate) fn set_permissions(file: &File, permissions: Permissions) -> io::Result<()> {
    if cfg!(target_os = "wasi") {
        return Ok(());
    }
    file.set_permissions(permissions)
}

/// Returns whether a file has several hard links; `false` on systems that do not report them.
pub(crate) fn has_other_names(path: &Path) -> bool {
    #[cfg(unix)]
    return fs::metadata(path).is_ok_and(|file| std::os::unix::fs::MetadataExt::nlink(&file) > 1);
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

/// Returns whether an open file is the one with that path.
#[cfg(not(target_os = "wasi"))]
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    let own = file.try_clone().and_then(Handle::from_file);
    own.is_ok_and(|own| Handle::from_path(path).is_ok_and(|there| own == there))
}

/// Returns whether there is a file with that path: no other program shares the disk of this system.
#[cfg(target_os = "wasi")]
pub(crate) fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Flushes the new name to the disk where the system can. A power loss before that leaves the old file
/// intact.
pub(crate) fn sync_folder(path: &Path) {
    #[cfg(unix)]
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder)
    {
        // Not every file system supports this.
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Returns whether this user may write a file or create files in a folder.
#[cfg(unix)]
pub fn can_write(path: &Path) -> bool {
    rustix::fs::access(path, rustix::fs::Access::WRITE_OK).is_ok()
}

/// Returns whether a file may be written, or files be created in a folder. The attribute `readonly` of a folder has
/// no effect on this system.
#[cfg(not(unix))]
pub fn can_write(path: &Path) -> bool {
    let is_writable = |data: fs::Metadata| data.is_dir() || !is_read_only(&data);
    fs::metadata(path).is_ok_and(is_writable)
}

/// Returns why nothing is saved in something that is not a folder, as a clause.
#[cfg(unix)]
pub(crate) fn not_saved_in(kind: FileType, path: Name<'_>) -> Said {
    use std::os::unix::fs::FileTypeExt as _;
    if kind.is_fifo() {
        tr!("nothing is saved, because {path} is a named pipe", path)
    } else if kind.is_socket() {
        tr!("nothing is saved, because {path} is a socket", path)
    } else if kind.is_file() {
        in_a_file(path)
    } else {
        tr!("nothing is saved, because {path} is a device", path)
    }
}

/// Returns why nothing is saved in something that is not a folder, as a clause.
#[cfg(not(unix))]
pub(crate) fn not_saved_in(_: FileType, path: Name<'_>) -> Said {
    in_a_file(path)
}

fn in_a_file(path: Name<'_>) -> Said {
    tr!("nothing is saved, because {path} is a file", path)
}

/// Files without a name, which disappear with the program that opened them.
#[cfg(target_os = "linux")]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd as _;
    use std::path::{Path, PathBuf};

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};

    /// Creates a file; `None` where that is not possible.
    pub(crate) fn create_unnamed(folder: &Path, mode: u32) -> Option<File> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let file = File::from(open(folder, flags, Mode::from_raw_mode(mode)).ok()?);
        // Naming the file later depends on this.
        path(&file).exists().then_some(file)
    }

    /// Gives a file a name that is not in use.
    pub(crate) fn give_name(file: &File, name: &Path) -> io::Result<()> {
        Ok(linkat(CWD, path(file), CWD, name, AtFlags::SYMLINK_FOLLOW)?)
    }

    fn path(file: &File) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
    }
}

/// This system has no files without a name.
#[cfg(not(target_os = "linux"))]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    /// Never creates one.
    pub(crate) fn create_unnamed(_: &Path, _: u32) -> Option<File> {
        None
    }

    /// Never called: there is none.
    pub(crate) fn give_name(_: &File, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locked_file_is_locked_once_and_read_and_written_by_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let open = || {
            let mut options = fs::File::options();
            options.read(true).append(true).create(true);
            options.open(&path).unwrap()
        };
        let (held, other) = (open(), open());
        try_lock(&held).unwrap();
        assert!(matches!(
            try_lock(&other),
            Err(fs::TryLockError::WouldBlock)
        ));
        std::io::Write::write_all(&mut &other, b"read").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"read");
        drop(held);
        try_lock(&other).unwrap();
    }
}
