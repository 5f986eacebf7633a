//! Facts kept between runs, and what is made of them. Facts are found by the content's id and by how its path decides the
//! reading, never by rules; what rules find in a file, by the rules as well. One database holds the entries of one state
//! of readers, grammars and queries.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime},
};

use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

use super::{Extracted, word};
use crate::syntax::Language;

/// Names the readers, grammars and queries that made the facts.
const FINGERPRINT: &str = env!("DEPTHGAUGE_FACTS");
/// Bytes of values in one database from which the least recently used ones are dropped.
const MOST_BYTES: u64 = 512 << 20;
/// Bytes of the file that are read in place.
const MAPPED: i64 = 1 << 30;
/// Bytes of new values that wait before they are written together.
const BATCH: usize = 8 << 20;
/// Databases of other states are removed when nobody used them for so long.
const STALE: Duration = Duration::from_hours(24 * 14);
/// How long another process may hold the database before this one goes on without it.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is kept of one content.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    pub language: Language,
    /// Bytes of the blob.
    pub size: u64,
    pub lines: u32,
    /// Where a generator leaves its mark: comment lines at the top.
    pub head: String,
    /// Lines as a bundler writes them.
    pub minified: bool,
    /// `None` while no one asked for the facts.
    pub extracted: Option<Extracted>,
}

/// The place of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key([u8; 32]);

impl Key {
    /// `content` names the bytes. The name of a configuration file decides how it is read, of others its language.
    pub fn new(content: &[u8; 20], by_name: Language, path: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(content);
        hash.update(format!("{by_name:?}"));
        if !by_name.has_facts() || by_name.is_config() {
            hash.update(path.to_lowercase());
        }
        Self(hash.finalize().into())
    }

    /// A key of values of another kind, by everything that decides them.
    pub fn of(parts: &[&[u8]]) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Self(hash.finalize().into())
    }
}

/// A database that is open. Whatever fails later leaves the run without its help, never without its result.
#[derive(Debug)]
pub struct Cache {
    file: PathBuf,
    /// Days since 1970: entries remember when they were last used.
    day: i64,
    idle: Mutex<Vec<Connection>>,
    waiting: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    new: Vec<(Key, Vec<u8>)>,
    bytes: usize,
    used: Vec<Key>,
}

/// What lies in the folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Info {
    pub folder: PathBuf,
    /// Of this program's state.
    pub entries: u64,
    /// Of all databases, as files.
    pub bytes: u64,
    /// Databases of other states of the program.
    pub others: u64,
}

#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    #[error("the user has no cache folder: neither XDG_CACHE_HOME nor HOME is an absolute path")]
    NoFolder,
    #[error("{place}: {source}")]
    Io { place: String, source: io::Error },
    #[error("{place}: {source}")]
    Database { place: String, source: rusqlite::Error },
}

impl Cache {
    /// Opens the database in `folder`, which is made if need be. The notice says that a broken one was replaced.
    ///
    /// # Errors
    /// A folder that cannot be written, or a database that cannot be made anew.
    pub fn open(folder: &Path) -> Result<(Self, Option<String>), CacheError> {
        fs::create_dir_all(folder).map_err(|source| at(folder, source))?;
        remove_stale(folder);
        let file = folder.join(format!("{FINGERPRINT}.sqlite"));
        let (connection, notice) = match connect(&file) {
            Ok(connection) => (connection, None),
            Err(error) if is_broken(&error) => {
                remove(&file)?;
                let notice = format!("the cache {} was broken ({error}) and is built anew", file.display());
                (connect(&file).map_err(|source| database(&file, source))?, Some(notice))
            }
            Err(source) => return Err(database(&file, source)),
        };
        Ok((Self { file, day: today(), idle: Mutex::new(vec![connection]), waiting: Mutex::default() }, notice))
    }

    /// What is kept under a key; `None` also for what cannot be read.
    pub fn get(&self, key: &Key) -> Option<Kept> {
        self.value(key)
    }

    /// The same of a value of another kind.
    pub fn value<T: DeserializeOwned>(&self, key: &Key) -> Option<T> {
        let connection = self.take()?;
        let found = look_up(&connection, key);
        lock(&self.idle).push(connection);
        let (kept, used) = found.inspect_err(note).ok()??;
        let kept = kept?;
        if used < self.day {
            lock(&self.waiting).used.push(*key);
        }
        Some(kept)
    }

    /// Whether anything is kept under a key.
    pub fn holds(&self, key: &Key) -> bool {
        let Some(connection) = self.take() else { return false };
        let held = connection
            .prepare_cached("SELECT 1 FROM kept WHERE key = ?1")
            .and_then(|mut statement| statement.exists([&key.0[..]]));
        lock(&self.idle).push(connection);
        held.inspect_err(note).unwrap_or_default()
    }

    pub fn put(&self, key: Key, kept: &Kept) {
        self.put_value(key, kept);
    }

    pub fn put_value(&self, key: Key, value: &impl Serialize) {
        let Some(bytes) = word::to_bytes(value) else { return };
        let batch = {
            let mut waiting = lock(&self.waiting);
            waiting.bytes += bytes.len();
            waiting.new.push((key, bytes));
            if waiting.bytes < BATCH {
                return;
            }
            waiting.bytes = 0;
            std::mem::take(&mut waiting.new)
        };
        self.write(&batch, &[]);
    }

    /// Writes what waits, for the next reader of this run.
    pub fn flush(&self) {
        let batch = {
            let mut waiting = lock(&self.waiting);
            waiting.bytes = 0;
            std::mem::take(&mut waiting.new)
        };
        if !batch.is_empty() {
            self.write(&batch, &[]);
        }
    }

    /// Writes what waits and keeps the database within its bound.
    pub fn finish(self) {
        let waiting = std::mem::take(&mut *lock(&self.waiting));
        self.write(&waiting.new, &waiting.used);
    }

    fn write(&self, new: &[(Key, Vec<u8>)], used: &[Key]) {
        let Some(mut connection) = self.take() else { return };
        let written = store(&mut connection, new, used, self.day);
        if let Err(error) = written {
            note(&error);
        }
        lock(&self.idle).push(connection);
    }

    fn take(&self) -> Option<Connection> {
        let waiting = lock(&self.idle).pop();
        waiting.or_else(|| connect(&self.file).inspect_err(note).ok())
    }
}

/// Entries and bytes in `folder`; a missing folder is an empty cache.
///
/// # Errors
/// A folder or database that cannot be read.
pub fn info(folder: &Path) -> Result<Info, CacheError> {
    let mut info = Info { folder: folder.to_owned(), entries: 0, bytes: 0, others: 0 };
    for file in files(folder)? {
        info.bytes += fs::metadata(&file).map_or(0, |meta| meta.len());
        let is_database = file.extension().is_some_and(|ending| ending == "sqlite");
        if file.file_stem().is_some_and(|stem| stem == FINGERPRINT) && is_database {
            let count = |c: Connection| c.query_row("SELECT count(*) FROM kept", [], |row| row.get::<_, i64>(0));
            info.entries = connect(&file).and_then(count).map_err(|source| database(&file, source))?.cast_unsigned();
        } else if is_database {
            info.others += 1;
        }
    }
    Ok(info)
}

/// Removes every database in `folder` and returns their bytes.
///
/// # Errors
/// A file that cannot be removed.
pub fn clear(folder: &Path) -> Result<u64, CacheError> {
    let mut bytes = 0;
    for file in files(folder)? {
        bytes += fs::metadata(&file).map_or(0, |meta| meta.len());
        fs::remove_file(&file).map_err(|source| at(&file, source))?;
    }
    Ok(bytes)
}

fn connect(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(PATIENCE)?;
    // A run that dies loses its own entries and nothing else.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    // Half of the time of a look-up was spent on copying pages. No process makes the file shorter.
    connection.pragma_update(None, "mmap_size", MAPPED)?;
    connection.execute_batch(
        "CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, value BLOB NOT NULL, used INTEGER NOT NULL) \
         WITHOUT ROWID;",
    )?;
    Ok(connection)
}

fn today() -> i64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs() / 86_400).cast_signed()
}

/// The value of a key, `None` where it does not decode, and the day when it was last used.
fn look_up<T: DeserializeOwned>(connection: &Connection, key: &Key) -> rusqlite::Result<Option<(Option<T>, i64)>> {
    let mut statement = connection.prepare_cached("SELECT value, used FROM kept WHERE key = ?1")?;
    let read = |row: &Row<'_>| Ok((word::from_bytes(row.get_ref(0)?.as_blob()?), row.get(1)?));
    statement.query_row([&key.0[..]], read).optional()
}

fn store(connection: &mut Connection, new: &[(Key, Vec<u8>)], used: &[Key], day: i64) -> rusqlite::Result<()> {
    if new.is_empty() && used.is_empty() {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    {
        let mut insert = transaction.prepare_cached("INSERT OR REPLACE INTO kept VALUES (?1, ?2, ?3)")?;
        for (key, value) in new {
            insert.execute(params![&key.0[..], value, day])?;
        }
        let mut touch = transaction.prepare_cached("UPDATE kept SET used = ?2 WHERE key = ?1 AND used < ?2")?;
        for key in used {
            touch.execute(params![&key.0[..], day])?;
        }
        if !new.is_empty() {
            let bytes: i64 =
                transaction.query_row("SELECT coalesce(sum(length(value)), 0) FROM kept", [], |row| row.get(0))?;
            if bytes as u64 > MOST_BYTES {
                drop_oldest(&transaction)?;
            }
        }
    }
    transaction.commit()
}

/// Drops the half that was not used for longest.
fn drop_oldest(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute(
        "DELETE FROM kept WHERE key IN (SELECT key FROM kept ORDER BY used, key LIMIT (SELECT count(*) / 2 FROM kept))",
        [],
    )?;
    Ok(())
}

fn is_broken(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

/// The database with what SQLite keeps beside it.
fn remove(file: &Path) -> Result<(), CacheError> {
    for ending in ["sqlite", "sqlite-wal", "sqlite-shm"] {
        let beside = file.with_extension(ending);
        match fs::remove_file(&beside) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => return Err(at(&beside, source)),
            _ => {}
        }
    }
    Ok(())
}

/// Best effort: another process may be quicker.
fn remove_stale(folder: &Path) {
    for file in files(folder).unwrap_or_default() {
        let other = file.file_stem().is_some_and(|stem| stem != FINGERPRINT);
        let age = fs::metadata(&file).and_then(|meta| meta.modified()).ok().and_then(|time| time.elapsed().ok());
        if other && age.is_some_and(|age| age > STALE) {
            let _ = fs::remove_file(&file);
        }
    }
}

/// The files that this module made, sorted.
fn files(folder: &Path) -> Result<Vec<PathBuf>, CacheError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(at(folder, source)),
    };
    let own = |path: &PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| matches!(ending, "sqlite" | "sqlite-wal" | "sqlite-shm")) && path.is_file()
    };
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(own).collect();
    files.sort();
    Ok(files)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn note(error: &rusqlite::Error) {
    tracing::debug!(%error, "the cache is passed over");
}

fn at(place: &Path, source: io::Error) -> CacheError {
    CacheError::Io { place: place.display().to_string(), source }
}

fn database(place: &Path, source: rusqlite::Error) -> CacheError {
    CacheError::Database { place: place.display().to_string(), source }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::extract;

    fn kept(text: &str) -> Kept {
        let extracted = Some(extract(Language::Python, "a.py", text));
        let size = text.len() as u64;
        Kept { language: Language::Python, size, lines: 1, head: String::new(), minified: false, extracted }
    }

    fn key(byte: u8) -> Key {
        Key::new(&[byte; 20], Language::Python, "a.py")
    }

    #[test]
    fn what_was_put_is_found_by_the_next_run() {
        let folder = tempfile::tempdir().unwrap();
        let value = kept("import os\nos.system(cmd, shell=True)  # run\nLIMIT = {'a': [1, None]}\n");
        let (cache, notice) = Cache::open(folder.path()).unwrap();
        assert_eq!((cache.get(&key(1)), notice), (None, None));
        cache.put(key(1), &value);
        cache.finish();
        let (cache, _) = Cache::open(folder.path()).unwrap();
        assert_eq!(cache.get(&key(1)), Some(value));
        assert_eq!(cache.get(&key(2)), None);
        cache.finish();
        assert_eq!(info(folder.path()).unwrap().entries, 1);
        assert!(clear(folder.path()).unwrap() > 0);
        assert_eq!(info(folder.path()).unwrap().entries, 0);
    }

    #[test]
    fn keys_tell_apart_what_is_read_differently() {
        let key = |language, path| Key::new(&[7; 20], language, path);
        assert_eq!(key(Language::Python, "a.py"), key(Language::Python, "b/c.py"));
        assert_ne!(key(Language::Python, "a.py"), key(Language::Go, "a.py"));
        assert_ne!(key(Language::Yaml, "a.yml"), key(Language::Yaml, "compose.yml"));
    }

    #[test]
    fn a_broken_database_is_replaced_and_said_to_be() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(format!("{FINGERPRINT}.sqlite"));
        fs::write(&file, "no database, but longer than the hundred bytes of a header ".repeat(20)).unwrap();
        let (cache, notice) = Cache::open(folder.path()).unwrap();
        assert!(notice.unwrap().contains("built anew"));
        cache.put(key(1), &kept("x = 1\n"));
        cache.finish();
        assert!(Cache::open(folder.path()).unwrap().0.get(&key(1)).is_some());
    }

    #[test]
    fn a_value_that_does_not_decode_is_no_entry() {
        let folder = tempfile::tempdir().unwrap();
        let (cache, _) = Cache::open(folder.path()).unwrap();
        cache.write(&[(key(1), vec![0xff; 40])], &[]);
        assert_eq!(cache.get(&key(1)), None);
    }

    #[test]
    fn the_half_that_nobody_used_goes_first() {
        let folder = tempfile::tempdir().unwrap();
        let (cache, _) = Cache::open(folder.path()).unwrap();
        for byte in 0..10 {
            cache.put(key(byte), &kept("x = 1\n"));
        }
        cache.write(&std::mem::take(&mut lock(&cache.waiting).new), &[]);
        let connection = cache.take().unwrap();
        connection.execute("UPDATE kept SET used = 0 WHERE key = ?1", [&key(3).0[..]]).unwrap();
        drop_oldest(&connection).unwrap();
        let count: i64 = connection.query_row("SELECT count(*) FROM kept", [], |row| row.get(0)).unwrap();
        assert_eq!(count, 5);
        assert_eq!(cache.get(&key(3)), None);
    }

    #[test]
    fn processes_at_once_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for part in 0..4_u8 {
                let folder = folder.path();
                scope.spawn(move || {
                    let (cache, _) = Cache::open(folder).unwrap();
                    for byte in 0..50 {
                        cache.put(key(part * 50 + byte), &kept("def f():\n    return 1\n"));
                    }
                    cache.finish();
                });
            }
        });
        assert_eq!(info(folder.path()).unwrap().entries, 200);
    }
}
