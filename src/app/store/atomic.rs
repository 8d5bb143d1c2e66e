//! Files written atomically: each holds the old bytes or the new ones, never a part.

use std::fs::{self, File, Metadata};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A file that appears under its name once it is complete: it is written next to its target, and
/// [`AtomicFile::commit`] moves it there. Dropped before that, it leaves nothing behind.
///
/// Symbolic links are followed, and their target is replaced. A file with other names (hard links) gets
/// the new bytes in place when they are complete. Anything but a regular file, such as `/dev/null` or a
/// named pipe, is written to directly.
#[derive(Debug)]
pub(crate) struct AtomicFile {
    file: Target,
    target: PathBuf,
}

#[derive(Debug)]
enum Target {
    Beside(NamedTempFile),
    Direct(File),
}

impl AtomicFile {
    /// Starts to write a file in an existing folder.
    ///
    /// # Errors
    /// Any error of the system, such as a missing folder or missing permissions.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        Self::create_with(path, 0o666)
    }

    /// Like [`AtomicFile::create`]; a new file gets this mode, restricted by the umask.
    fn create_with(path: &Path, mode: u32) -> io::Result<Self> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let present = fs::metadata(&target).ok();
        if let Some(present) = &present
            && !present.is_file()
        {
            let file = Target::Direct(File::options().write(true).open(&target)?);
            return Ok(Self { file, target });
        }
        if target.file_name().is_none() {
            let kind = io::ErrorKind::InvalidInput;
            return Err(io::Error::new(kind, "there is no file name"));
        }
        if let Some(present) = &present {
            // A file that cannot be written is not replaced either.
            if present.permissions().readonly() {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            File::options().write(true).open(&target)?;
        }
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let file = new_beside(folder, mode, present)?;
        Ok(Self {
            file: Target::Beside(file),
            target,
        })
    }

    /// Checks that the file could be created now, so that a long task does not end in a file that
    /// cannot be written. Leaves nothing behind, even if the program is killed.
    ///
    /// # Errors
    /// As for [`AtomicFile::create`]. Skips anything but regular files: opening those may have side
    /// effects.
    pub(crate) fn try_out(path: &Path) -> io::Result<()> {
        match fs::metadata(path) {
            Ok(present) if !present.is_file() && !present.is_dir() => Ok(()),
            _ => Self::create(path).map(drop),
        }
    }

    /// Flushes the bytes to the disk and gives the file its name.
    ///
    /// # Errors
    /// Any error of the system; the old file is unchanged.
    pub(crate) fn commit(self) -> io::Result<()> {
        match self.file {
            Target::Direct(mut file) => file.flush(),
            Target::Beside(file) => {
                if has_other_names(&self.target) {
                    let mut target = File::options().write(true).open(&self.target)?;
                    target.set_len(0)?;
                    io::copy(&mut file.reopen()?, &mut target)?;
                    return target.sync_all();
                }
                file.as_file().sync_all()?;
                file.persist(&self.target)?;
                sync_folder(&self.target);
                Ok(())
            }
        }
    }

    /// Returns the path of the temporary file, if there is one.
    pub(crate) fn temporary(&self) -> Option<&Path> {
        match &self.file {
            Target::Beside(file) => Some(file.path()),
            Target::Direct(_) => None,
        }
    }

    fn inner(&mut self) -> &mut File {
        match &mut self.file {
            Target::Beside(file) => file.as_file_mut(),
            Target::Direct(file) => file,
        }
    }
}

/// Replaces or creates a file of the program's own in an existing folder. A new one is private.
///
/// # Errors
/// Any error of the system; the old file is unchanged.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create_with(path, 0o600)?;
    file.write_all(bytes)?;
    file.commit()
}

/// Creates a private folder, and those that it is in.
///
/// # Errors
/// Any error of the system.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

/// Returns whether a file has hard links.
fn has_other_names(path: &Path) -> bool {
    #[cfg(unix)]
    let names = fs::metadata(path).map_or(0, |file| std::os::unix::fs::MetadataExt::nlink(&file));
    #[cfg(not(unix))]
    let names = u64::from(path.exists());
    names > 1
}

/// Creates a file with the permissions of the one that it will replace, or the default ones.
fn new_beside(folder: &Path, mode: u32, present: Option<Metadata>) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    // Short, because the name of the file may be as long as names can be.
    builder.prefix(".reversi-").suffix("");
    #[cfg(unix)]
    {
        // The umask applies as to any new file.
        let mode = std::os::unix::fs::PermissionsExt::from_mode(mode);
        builder.permissions(mode);
    }
    #[cfg(not(unix))]
    let _ = mode;
    let file = builder.tempfile_in(folder).map_err(without_path)?;
    if let Some(present) = present {
        file.as_file().set_permissions(present.permissions())?;
    }
    Ok(file)
}

/// Removes the name of the temporary file from an error, because the user never chose it.
fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    match text.rsplit_once(" at path \"") {
        Some((what, _)) => io::Error::new(error.kind(), what),
        None => error,
    }
}

/// Flushes the new name to the disk where the system can. A power loss before that leaves the old file
/// intact.
fn sync_folder(path: &Path) {
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

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner().flush()
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.inner().seek(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<std::ffi::OsString> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn a_file_appears_when_it_is_complete_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        assert!(!path.exists());
        file.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"half");
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[test]
    fn a_file_that_is_given_up_leaves_the_old_one_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        fs::write(&path, "old").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[test]
    fn to_try_a_name_out_leaves_what_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        AtomicFile::try_out(&path).unwrap();
        assert!(names(folder.path()).is_empty());
        fs::write(&path, "old").unwrap();
        AtomicFile::try_out(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        AtomicFile::try_out(folder.path()).unwrap_err();
        AtomicFile::try_out(&folder.path().join("none/a.txt")).unwrap_err();
    }

    #[test]
    fn an_error_names_no_file_that_nobody_chose() {
        let folder = tempfile::tempdir().unwrap();
        let error = AtomicFile::create(&folder.path().join("none/a.txt")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains("a.txt"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn hard_links_stay_and_a_read_only_file_is_not_replaced() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&path, "old and long").unwrap();
        fs::hard_link(&path, &other).unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        assert_eq!(fs::read(&other).unwrap(), b"old and long");
        file.commit().unwrap();
        assert_eq!(fs::read(&other).unwrap(), b"new");
        assert_eq!(names(folder.path()).len(), 2);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        let error = AtomicFile::create(&path).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
    }

    #[cfg(unix)]
    #[test]
    fn a_name_may_be_as_long_as_names_can_be() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a".repeat(255));
        write_file(&path, b"new").unwrap();
        write_file(&path, b"newer").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"newer");
    }

    #[cfg(unix)]
    #[test]
    fn files_of_the_program_are_private() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("deep/reversi");
        create_folder(&inner).unwrap();
        write_file(&inner.join("a"), b"new").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&inner), mode(&inner.join("a"))), (0o700, 0o600));
    }

    #[cfg(unix)]
    #[test]
    fn rights_links_and_devices_stay_what_they_are() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        let mut file = AtomicFile::create(&link).unwrap();
        file.write_all(b"new").unwrap();
        file.commit().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o640
        );
        let null = folder.path().join("null");
        symlink("/dev/null", &null).unwrap();
        let mut file = AtomicFile::create(&null).unwrap();
        file.write_all(b"gone").unwrap();
        file.commit().unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
