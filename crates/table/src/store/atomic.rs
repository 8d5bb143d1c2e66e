//! Files written atomically: each holds the old bytes or the new ones, never a part.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use crate::phrase::{io_reason, path_text};
use crate::system::files::{
    create_unnamed, give_name, has_other_names, is_read_only, make_private, set_mode,
    set_permissions, sync_folder,
};
use reversi_text::{Name, tr};

/// A file that appears under its name once it is complete: it is written next to its target, and
/// [`AtomicFile::commit`] moves it there. Dropped before that, it leaves nothing behind. Neither does a
/// program that is killed, where the system has files without a name: on Linux, in most file systems. Only
/// between naming the complete file and replacing the old one can a kill leave both.
///
/// Symbolic links are followed, and their target is replaced. A file with other names (hard links) gets
/// the new bytes in place when they are complete. Anything but a regular file, such as `/dev/null` or a
/// named pipe, is written to directly.
#[derive(Debug)]
pub struct AtomicFile {
    file: Target,
    target: PathBuf,
}

#[derive(Debug)]
enum Target {
    /// A file of this folder, still without a name.
    Unnamed(File, PathBuf),
    Beside(NamedTempFile),
    Direct(File),
}

impl AtomicFile {
    /// Starts to write a file in an existing folder.
    ///
    /// # Errors
    /// Any error of the system, such as a missing folder or missing permissions.
    pub fn create(path: &Path) -> io::Result<Self> {
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
            return Err(io::Error::new(
                kind,
                String::from(tr!("there is no file name")),
            ));
        }
        if let Some(present) = &present {
            // A file that cannot be written is not replaced either.
            if is_read_only(present) {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            File::options().write(true).open(&target)?;
        }
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let file = new_beside(folder, mode)?;
        let new = Self { file, target };
        if let Some(present) = present {
            set_permissions(new.file(), present.permissions())?;
        }
        Ok(new)
    }

    /// Checks that the file could be created now, so that a long task does not end in a file that
    /// cannot be written. Leaves nothing behind, even if the program is killed.
    ///
    /// # Errors
    /// As for [`AtomicFile::create`]. Skips anything but regular files: opening those may have side
    /// effects.
    pub fn try_out(path: &Path) -> io::Result<()> {
        match fs::metadata(path) {
            Ok(present) if !present.is_file() && !present.is_dir() => Ok(()),
            _ => Self::create(path).map(drop),
        }
    }

    /// Flushes the bytes to the disk and gives the file its name.
    ///
    /// # Errors
    /// Any error of the system; the old file is unchanged, or the error names a file with the new bytes.
    pub fn commit(self) -> io::Result<()> {
        let new = match self.file {
            Target::Direct(mut file) => return file.flush(),
            Target::Beside(file) => {
                file.as_file().sync_all()?;
                file.into_temp_path()
            }
            Target::Unnamed(file, folder) => {
                file.sync_all()?;
                if give_name(&file, &self.target).is_ok() {
                    sync_folder(&self.target);
                    return Ok(());
                }
                // There is a file to replace.
                let named = temporary_file().make_in(folder, |path| give_name(&file, path));
                named.map_err(without_path)?.into_temp_path()
            }
        };
        if has_other_names(&self.target) {
            return overwrite(new, &self.target);
        }
        // Not `persist`, which cannot replace an open file on Windows.
        let new = new.keep()?;
        if let Err(error) = fs::rename(&new, &self.target) {
            let _ = fs::remove_file(&new);
            return Err(error);
        }
        sync_folder(&self.target);
        Ok(())
    }

    /// Returns the path of the temporary file, if there is one.
    pub fn temporary(&self) -> Option<&Path> {
        match &self.file {
            Target::Beside(file) => Some(file.path()),
            _ => None,
        }
    }

    fn file(&self) -> &File {
        match &self.file {
            Target::Beside(file) => file.as_file(),
            Target::Unnamed(file, _) | Target::Direct(file) => file,
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
pub fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    make_private(&mut builder);
    builder.recursive(true).create(path)
}

/// Gives a file with several names the bytes of a complete new file.
///
/// # Errors
/// Any error of the system; the old bytes are intact, or the new file stays and the error names it.
fn overwrite(new: TempPath, path: &Path) -> io::Result<()> {
    let mut old = File::options().write(true).open(path)?;
    match copy_over(&mut File::open(&new)?, &mut old) {
        Ok(()) => Ok(()),
        Err(CopyError::Intact(error)) => Err(error),
        Err(CopyError::Damaged(error)) => {
            let kept = new.keep()?;
            let why = tr!(
                "{error}; the file is damaged, but its new contents are in {path}",
                error = &io_reason(&error),
                path = Name(&path_text(&kept))
            );
            Err(io::Error::new(error.kind(), String::from(why)))
        }
    }
}

/// Why the bytes of a file could not be replaced in place.
#[derive(Debug)]
enum CopyError {
    /// The old bytes are as they were.
    Intact(io::Error),
    /// They are not.
    Damaged(io::Error),
}

/// A file whose bytes are replaced in place.
trait InPlace: Write + Seek {
    fn set_length(&mut self, length: u64) -> io::Result<()>;
    fn sync(&mut self) -> io::Result<()>;
}

impl InPlace for File {
    fn set_length(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}

/// Replaces the bytes of a file in place. What makes the file longer is written first, so that the old bytes
/// are intact if the disk is full.
fn copy_over(new: &mut (impl Read + Seek), old: &mut impl InPlace) -> Result<(), CopyError> {
    let length = |file: &mut dyn Seek| file.seek(SeekFrom::End(0)).map_err(CopyError::Intact);
    let (new_length, old_length) = (length(new)?, length(old)?);
    if new_length > old_length {
        let mut add = || {
            new.seek(SeekFrom::Start(old_length))?;
            io::copy(new, old)?;
            old.sync()
        };
        if let Err(error) = add() {
            return Err(match old.set_length(old_length) {
                Ok(()) => CopyError::Intact(error),
                Err(_) => CopyError::Damaged(error),
            });
        }
    }
    let mut replace = || {
        new.rewind()?;
        old.rewind()?;
        io::copy(&mut new.take(old_length), old)?;
        old.set_length(new_length)?;
        old.sync()
    };
    replace().map_err(CopyError::Damaged)
}

/// Returns the names of temporary files: short, because the name of the file may be as long as names can be.
fn temporary_file() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".reversi-").suffix("");
    builder
}

/// Creates a file of a folder, with these permissions restricted by the umask.
fn new_beside(folder: &Path, mode: u32) -> io::Result<Target> {
    if let Some(file) = create_unnamed(folder, mode) {
        return Ok(Target::Unnamed(file, folder.to_owned()));
    }
    let mut builder = temporary_file();
    set_mode(&mut builder, mode);
    let file = builder.tempfile_in(folder).map_err(without_path)?;
    Ok(Target::Beside(file))
}

/// Removes the name of the temporary file from an error, because the user never chose it.
fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    // The crate keeps the error of the system to itself.
    let code = text.rsplit_once("(os error ");
    let code = code.and_then(|(_, rest)| rest.split(')').next()?.parse().ok());
    code.map_or(error, io::Error::from_raw_os_error)
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file().seek(to)
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

    /// A file on a disk with room for this many bytes, which refuses to overwrite this many of them.
    struct SmallDisk {
        file: io::Cursor<Vec<u8>>,
        room: usize,
        refused: std::ops::Range<usize>,
    }

    impl Write for SmallDisk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let at = usize::try_from(self.file.position()).unwrap();
            let end = (at + bytes.len().min(3)).min(self.room);
            if end <= at || at < self.refused.end && end > self.refused.start {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.file.write(&bytes[..end - at])
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seek for SmallDisk {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.file.seek(to)
        }
    }

    impl InPlace for SmallDisk {
        fn set_length(&mut self, length: u64) -> io::Result<()> {
            let length = usize::try_from(length).unwrap();
            assert!(length <= self.file.get_ref().len(), "nothing is added");
            self.file.get_mut().truncate(length);
            Ok(())
        }

        fn sync(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_full_disk_leaves_the_old_bytes_of_a_file_with_other_names() {
        let new: Vec<u8> = (0..=99).collect();
        for old_length in [0, 1, 50, 99, 100, 150] {
            for room in old_length..=100.max(old_length) {
                let mut disk = SmallDisk {
                    file: io::Cursor::new(vec![255; old_length]),
                    room,
                    refused: 0..0,
                };
                let done = copy_over(&mut io::Cursor::new(&new), &mut disk);
                let bytes = disk.file.into_inner();
                if room >= 100 {
                    assert!(done.is_ok() && bytes == new, "{old_length} {room}");
                } else {
                    assert!(matches!(done, Err(CopyError::Intact(_))), "{done:?}");
                    assert_eq!(bytes, vec![255; old_length], "{room}");
                }
            }
        }
    }

    #[test]
    fn bytes_that_a_disk_refuses_to_overwrite_are_not_called_intact() {
        let mut disk = SmallDisk {
            file: io::Cursor::new(vec![255; 10]),
            room: 100,
            refused: 5..6,
        };
        let done = copy_over(&mut io::Cursor::new([7; 20]), &mut disk);
        assert!(matches!(done, Err(CopyError::Damaged(_))), "{done:?}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_copy_that_fails_half_way_stays_and_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let mut new = temporary_file().tempfile_in(folder.path()).unwrap();
        new.write_all(b"all of it").unwrap();
        // A device that takes nothing.
        let error = overwrite(new.into_temp_path(), Path::new("/dev/full")).unwrap_err();
        let kept = names(folder.path());
        assert_eq!(kept.len(), 1, "{error}");
        let kept = folder.path().join(&kept[0]);
        assert_eq!(fs::read(&kept).unwrap(), b"all of it");
        assert!(
            error.to_string().contains(kept.to_str().unwrap()),
            "{error}"
        );
        assert!(error.to_string().contains("the disk is full"), "{error}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_is_written_has_no_name_where_the_system_can() {
        let folder = tempfile::tempdir().unwrap();
        if create_unnamed(folder.path(), 0o600).is_none() {
            return;
        }
        let path = folder.path().join("a");
        for bytes in [b"new", b"two"] {
            let before = names(folder.path());
            let mut file = AtomicFile::create(&path).unwrap();
            file.write_all(bytes).unwrap();
            assert_eq!((file.temporary(), names(folder.path())), (None, before));
            file.commit().unwrap();
            assert_eq!(fs::read(&path).unwrap(), bytes);
            assert_eq!(names(folder.path()), ["a"]);
        }
    }

    #[test]
    fn a_file_with_a_name_from_the_start_is_replaced_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        for bytes in [b"new", b"two"] {
            let file = temporary_file().tempfile_in(folder.path()).unwrap();
            let mut file = AtomicFile {
                file: Target::Beside(file),
                target: path.clone(),
            };
            assert!(file.temporary().is_some());
            file.write_all(bytes).unwrap();
            file.commit().unwrap();
            assert_eq!(fs::read(&path).unwrap(), bytes);
            assert_eq!(names(folder.path()), ["a"]);
        }
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

    #[cfg(unix)]
    #[test]
    fn to_try_out_a_name_opens_no_pipe_and_finds_what_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("socket");
        crate::store::make_socket(&socket);
        AtomicFile::try_out(&socket).unwrap();
        let path = folder.path().join("a.txt");
        fs::write(&path, "old").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let error = AtomicFile::try_out(&path).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
    }

    #[test]
    fn who_reads_the_old_file_reads_it_to_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        fs::write(&path, "old").unwrap();
        let mut reader = File::open(&path).unwrap();
        write_file(&path, b"newer").unwrap();
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "old");
        assert_eq!(fs::read(&path).unwrap(), b"newer");
    }
}
