//! One file of a model: fetched as often as it takes, kept where it broke off, used only if it is the very one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use citelight_models::{FileEntry, LoadError};

use crate::network::{AskError, Content, FileServer};

/// What is added to the name of a file that is on its way.
const PART: &str = ".part";
/// Tries in a row that bring nothing before it is given up; what came is kept for the next time.
const TRIES: u32 = 4;
/// Wait after a break; twice as long after each further one that brought nothing.
const WAIT: Duration = Duration::from_millis(250);
/// The longest wait that a server may ask for.
const PATIENCE: Duration = Duration::from_secs(60);

/// Why a file was not stored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DownloadError {
    #[error("{0}; {KEPT}")]
    Broke(AskError),
    #[error("{0}; the model may have moved: try a newer Citelight, or another hub with --hub")]
    Refused(AskError),
    #[error("{0}. It was deleted and is not used.")]
    Wrong(LoadError),
    #[error(
        "the server's file {file} has {found} bytes where {expected} were due, so it is another one; nothing was kept: \
         try a newer Citelight, or another hub with --hub"
    )]
    OtherSize { file: String, found: u64, expected: u64 },
    #[error("the disk of {} is full: make room and add the model again; {KEPT}", path.display())]
    Full { path: PathBuf },
    #[error("{} could not be written: {reason}; make the folder writable, or name another one with --data", path.display())]
    Unwritable { path: PathBuf, reason: String },
    #[error("another citelight is fetching it into {}; wait for it, or stop it", folder.display())]
    Taken { folder: PathBuf },
}

/// What becomes of a file that broke off.
const KEPT: &str = "what came is kept, the next `citelight models add` goes on from there";

/// Tells how far a file is.
pub(super) trait Progress {
    /// So many bytes are there.
    fn at(&mut self, bytes: u64);
    /// Something that the user should know.
    fn say(&mut self, what: &str);
}

/// Name of a file while it is on its way.
pub(super) fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(PART);
    PathBuf::from(name)
}

/// Holds a model's folder for one process.
pub(super) struct Hold(#[expect(dead_code, reason = "the lock lasts as long as the file is open")] File);

impl Hold {
    /// Makes a folder and holds it.
    pub(super) fn on(folder: &Path) -> Result<Self, DownloadError> {
        let path = folder.join("lock");
        let failed = |error: io::Error| unwritable(&path, &error);
        fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
        match file.try_lock() {
            Err(fs::TryLockError::WouldBlock) => Err(DownloadError::Taken { folder: folder.to_owned() }),
            // Some network file systems know no locks: two that fetch at once would spoil the part, which its hash tells.
            Ok(()) | Err(fs::TryLockError::Error(_)) => Ok(Self(file)),
        }
    }
}

/// Fetches a file unless it is there already.
pub(super) async fn fetch(
    server: &FileServer,
    url: &str,
    file: &FileEntry,
    path: &Path,
    progress: &mut dyn Progress,
) -> Result<(), DownloadError> {
    if is_there(file, path) {
        progress.at(file.bytes as u64);
        return Ok(());
    }
    let mut part = Part::open(file, path)?;
    if part.length > 0 {
        progress.say(&format!("going on at byte {} of {}", part.length, part.due));
    }
    let (mut fruitless, mut restarts, mut short) = (0, 0, false);
    while part.length < part.due {
        let before = part.length;
        let error = match transfer(server, url, &mut part, progress).await {
            // All of it was too little twice: there is no more.
            Ok(Sent::Whole) if short && part.length < part.due => {
                let found = part.length;
                part.discard()?;
                return Err(part.other_size(found));
            }
            Ok(Sent::Whole) => {
                short = true;
                continue;
            }
            Ok(Sent::Rest) => continue,
            Err(Broken::NotThere) if restarts == 0 => {
                restarts += 1;
                progress.say("the server has no such part; starting over");
                part.empty()?;
                continue;
            }
            Err(Broken::NotThere) => {
                part.discard()?;
                return Err(part.other_size(before));
            }
            Err(Broken::For(error)) => return Err(error),
            Err(Broken::Off(error)) => error,
        };
        fruitless = if part.length > before { 1 } else { fruitless + 1 };
        if fruitless >= TRIES {
            return Err(DownloadError::Broke(error));
        }
        let asked = match &error {
            AskError::Busy { again, .. } => again.unwrap_or_default(),
            _ => Duration::ZERO,
        };
        progress.say(&format!("{error}; trying again"));
        server.wait((WAIT * 2_u32.pow(fruitless - 1)).max(asked.min(PATIENCE))).await;
    }
    part.settle()
}

/// Whether the file lies there, whole and the very one.
fn is_there(file: &FileEntry, path: &Path) -> bool {
    File::open(path).and_then(|content| file.verify_stream(content)).is_ok_and(|checked| checked.is_ok())
}

/// What a server sent to its end.
enum Sent {
    /// The file from its first byte on.
    Whole,
    /// What was missing.
    Rest,
}

/// How a transfer ended early.
enum Broken {
    /// It may go on.
    Off(AskError),
    /// The server has no byte where the part ends.
    NotThere,
    /// It ends here.
    For(DownloadError),
}

impl From<DownloadError> for Broken {
    fn from(error: DownloadError) -> Self {
        Self::For(error)
    }
}

/// Asks for what is missing and stores what comes.
async fn transfer(
    server: &FileServer,
    url: &str,
    part: &mut Part<'_>,
    progress: &mut dyn Progress,
) -> Result<Sent, Broken> {
    let mut content = match server.ask(url, part.length, part.tag().as_deref()).await {
        Ok(content) => content,
        Err(AskError::Beyond { .. }) => return Err(Broken::NotThere),
        Err(error @ AskError::Refused { .. }) => return Err(Broken::For(DownloadError::Refused(error))),
        Err(error @ AskError::Confused { .. }) => {
            part.empty()?;
            return Err(Broken::Off(error));
        }
        Err(error) => return Err(Broken::Off(error)),
    };
    if let Some(total) = content.total.filter(|total| *total != part.due) {
        part.discard()?;
        return Err(Broken::For(part.other_size(total)));
    }
    if content.start == 0 {
        if part.length > 0 {
            progress.say("the server sends the whole file; starting over");
        }
        part.empty()?;
        part.keep_tag(&content)?;
    }
    while let Some(bytes) = content.next().await.map_err(Broken::Off)? {
        part.append(bytes.as_ref())?;
        if part.length > part.due {
            let found = part.length;
            part.discard()?;
            return Err(Broken::For(part.other_size(found)));
        }
        progress.at(part.length);
    }
    Ok(if content.start == 0 { Sent::Whole } else { Sent::Rest })
}

/// A file on its way, and what identifies the content that it is a part of.
struct Part<'a> {
    file: &'a FileEntry,
    path: &'a Path,
    content: File,
    /// Bytes that are there.
    length: u64,
    /// Bytes of the whole.
    due: u64,
}

impl<'a> Part<'a> {
    /// The part that is there, or an empty one.
    fn open(file: &'a FileEntry, path: &'a Path) -> Result<Self, DownloadError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
        }
        let on_its_way = part_of(path);
        let failed = |error: io::Error| unwritable(&on_its_way, &error);
        let content = OpenOptions::new().create(true).append(true).open(&on_its_way).map_err(failed)?;
        let length = content.metadata().map_err(failed)?.len();
        let mut part = Self { file, path, content, length, due: file.bytes as u64 };
        // A part of another file, say of an earlier version of the model, begins no whole.
        if part.length > part.due || part.noted().is_some_and(|noted| noted.0 != file.sha256) {
            part.empty()?;
        }
        Ok(part)
    }

    /// Hash and tag that were noted when the part was begun.
    fn noted(&self) -> Option<(String, Option<String>)> {
        let text = fs::read_to_string(self.note()).ok()?;
        let mut lines = text.lines().map(str::to_owned);
        Some((lines.next()?, lines.next()))
    }

    fn note(&self) -> PathBuf {
        let mut name = part_of(self.path).into_os_string();
        name.push(".tag");
        name.into()
    }

    fn tag(&self) -> Option<String> {
        self.noted().and_then(|(_, tag)| tag)
    }

    fn keep_tag(&self, content: &Content) -> Result<(), DownloadError> {
        let tag = content.tag.as_deref().unwrap_or_default();
        let text = format!("{}\n{tag}\n", self.file.sha256);
        fs::write(self.note(), text.trim_end()).map_err(|error| unwritable(&self.note(), &error))
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), DownloadError> {
        let written = self.content.write_all(bytes);
        // Even where writing failed, some of it may be there.
        self.length = self.content.metadata().map_or(self.length + bytes.len() as u64, |found| found.len());
        written.map_err(|error| unwritable(&part_of(self.path), &error))
    }

    fn empty(&mut self) -> Result<(), DownloadError> {
        if self.length > 0 {
            self.content.set_len(0).map_err(|error| unwritable(&part_of(self.path), &error))?;
            self.length = 0;
        }
        Ok(())
    }

    /// Deletes it.
    fn discard(&mut self) -> Result<(), DownloadError> {
        for path in [part_of(self.path), self.note()] {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(unwritable(&path, &error)),
                _ => {}
            }
        }
        Ok(())
    }

    /// The whole file takes its name, if it is the very one; another one is deleted.
    fn settle(mut self) -> Result<(), DownloadError> {
        let on_its_way = part_of(self.path);
        let failed = |error: io::Error| unwritable(&on_its_way, &error);
        // On the disk before it bears the name of a whole file.
        self.content.sync_all().map_err(failed)?;
        if let Err(error) =
            self.file.verify_stream(File::open(&on_its_way).map_err(failed)?).map_err(failed)?
        {
            self.discard()?;
            return Err(DownloadError::Wrong(error));
        }
        fs::rename(&on_its_way, self.path).map_err(|error| unwritable(self.path, &error))?;
        self.discard()
    }

    fn other_size(&self, found: u64) -> DownloadError {
        DownloadError::OtherSize { file: self.file.path.clone(), found, expected: self.due }
    }
}

fn unwritable(path: &Path, error: &io::Error) -> DownloadError {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => DownloadError::Full { path: path.to_owned() },
        _ => DownloadError::Unwritable { path: path.to_owned(), reason: error.to_string() },
    }
}
