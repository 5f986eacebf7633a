//! Where documents go: standard output, a file, a folder; and the private file.

use std::{
    fs,
    io::{self, IsTerminal, Write},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use anstream::{AutoStream, adapter::strip_str};

use super::{
    args::Format,
    exit::{Exit, Failure},
    safety,
};

/// Where the documents of one run go, decided before any work is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    Stdout,
    /// One format, one file.
    File(PathBuf),
    /// A file per format in this folder, named after the card.
    Folder(PathBuf),
    /// A file per format: this path with an ending behind it.
    Stem(PathBuf),
}

impl Destination {
    /// # Errors
    /// Several formats without a place for each, or a folder that does not exist.
    pub fn new(output: Option<&Path>, formats: &[Format]) -> Result<Self, Failure> {
        let several = formats.len() > 1;
        let Some(path) = output.filter(|path| *path != Path::new("-")) else {
            if several {
                return Err(Failure::usage("several formats cannot share standard output")
                    .advice("give --output with a folder, or one --format"));
            }
            return Ok(Self::Stdout);
        };
        let names_folder = path.as_os_str().to_string_lossy().ends_with('/');
        if path.is_dir() || (several && names_folder) {
            return Ok(Self::Folder(path.to_owned()));
        }
        if names_folder {
            return Err(no_folder(path));
        }
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !parent.is_dir() {
            return Err(no_folder(parent));
        }
        if !several {
            return Ok(Self::File(path.to_owned()));
        }
        let text = path.as_os_str().to_string_lossy();
        let known = [Format::Entry, Format::Md, Format::Json, Format::Text, Format::Html];
        let stem = known.iter().find_map(|format| text.strip_suffix(&format!(".{}", format.extension())));
        Ok(Self::Stem(stem.filter(|stem| !stem.is_empty()).map_or_else(|| path.to_owned(), PathBuf::from)))
    }

    /// Writes one document. `name` is the card's own stem, used in folders.
    ///
    /// # Errors
    /// The place cannot be written to. A reader that has gone away is no error.
    pub fn write(&self, format: Format, name: &str, document: &str) -> Result<(), Failure> {
        let Some(file) = self.file(format, Some(name)) else { return to_stdout(format, document) };
        let plain;
        let document = match format {
            Format::Text => {
                plain = strip_str(document).to_string();
                &plain
            }
            _ => document,
        };
        if let Self::Folder(folder) = self {
            safety::require(safety::Level::L1, "a folder")?;
            fs::create_dir_all(folder).map_err(|e| unwritable(folder, &e))?;
        }
        // What a link leads to is what its owner wants written.
        replace(&behind_link(file), document.as_bytes(), 0o666)
    }

    /// Columns that text may have: those of the terminal that it goes to, else a fixed number.
    pub fn width(&self) -> usize {
        let terminal = if *self == Self::Stdout { terminal_size::terminal_size_of(io::stdout()) } else { None };
        terminal.map_or(crate::report::WIDTH, |(width, _)| usize::from(width.0))
    }

    /// Refuses documents in the place of a file that is read.
    ///
    /// # Errors
    /// One of the documents would be written over it.
    pub fn is_not(&self, input: &Path, formats: &[Format], what: &str) -> Result<(), Failure> {
        let input = input.canonicalize().ok();
        let same = |file: &PathBuf| input.is_some() && file.canonicalize().ok() == input;
        match formats.iter().filter_map(|format| self.file(*format, None)).find(same) {
            Some(file) => Err(Failure::usage(what).at(file.display().to_string()).advice("choose another --output")),
            None => Ok(()),
        }
    }

    /// The file that one document goes to; `None` for standard output, and in a folder while the card's name is not
    /// known.
    fn file(&self, format: Format, name: Option<&str>) -> Option<PathBuf> {
        let with_ending = |stem: &Path| {
            let mut file = stem.as_os_str().to_owned();
            file.push(format!(".{}", format.extension()));
            PathBuf::from(file)
        };
        match self {
            Self::Stdout => None,
            Self::File(file) => Some(file.clone()),
            Self::Folder(folder) => name.map(|name| with_ending(&folder.join(file_stem(name)))),
            Self::Stem(stem) => Some(with_ending(stem)),
        }
    }
}

/// Writes one document to a file, or to standard output.
///
/// # Errors
/// The place cannot be written to.
pub fn write_document(file: Option<&Path>, document: &str) -> Result<(), Failure> {
    match file {
        Some(file) => replace(&behind_link(file.to_owned()), document.as_bytes(), 0o666),
        None => to_stdout(Format::Md, document),
    }
}

/// The file that a symbolic link leads to, also where that does not exist yet.
fn behind_link(file: PathBuf) -> PathBuf {
    match (fs::canonicalize(&file), fs::read_link(&file)) {
        (Ok(target), Ok(_)) => target,
        (Err(_), Ok(target)) => file.parent().unwrap_or(Path::new("")).join(target),
        _ => file,
    }
}

/// A name that is a plain file name everywhere.
fn file_stem(name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' }).collect();
    let plain = plain.trim_matches(['.', '-']);
    if plain.is_empty() { "card".to_owned() } else { plain.to_owned() }
}

/// The bytes as they are, so that a redirected card equals the card; only a terminal gets a last line break and, of
/// the format that is made for it, colours.
fn to_stdout(format: Format, document: &str) -> Result<(), Failure> {
    let out = io::stdout().lock();
    let end = if out.is_terminal() && !document.ends_with('\n') { "\n" } else { "" };
    let mut out = match format {
        Format::Text => AutoStream::auto(out),
        _ => AutoStream::always_ansi(out),
    };
    let written = out.write_all(document.as_bytes()).and_then(|()| out.write_all(end.as_bytes()));
    match written.and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new(Exit::Usage, format!("cannot write to standard output ({e})")))
        }
        _ => Ok(()),
    }
}

/// Writes beside the target first, so that no half of a file is ever seen under its name.
pub(super) fn replace(file: &Path, bytes: &[u8], mode: u32) -> Result<(), Failure> {
    safety::require(safety::Level::L1, "a file")?;
    let error = |e: io::Error| unwritable(file, &e);
    // Devices and pipes are written to, not replaced.
    if fs::metadata(file).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return match fs::OpenOptions::new().write(true).open(file).and_then(|mut pipe| pipe.write_all(bytes)) {
            Err(e) if e.kind() != io::ErrorKind::BrokenPipe => Err(error(e)),
            _ => Ok(()),
        };
    }
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = tempfile::Builder::new()
        .prefix(".depthgauge-")
        .permissions(fs::Permissions::from_mode(mode))
        .tempfile_in(parent)
        .map_err(error)?;
    beside.write_all(bytes).map_err(error)?;
    beside.persist(file).map_err(|e| error(e.error))?;
    Ok(())
}

/// Where the private file goes, checked before any work is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrivateFile(PathBuf);

impl PrivateFile {
    /// `target`: the local path that is audited, `None` for a URL.
    ///
    /// # Errors
    /// The file would lie in the audited tree, where the next commit could publish it, or its folder does not exist.
    pub fn new(file: &Path, target: Option<&Path>) -> Result<Self, Failure> {
        let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = parent.canonicalize().map_err(|_| no_folder(parent))?;
        if file == Path::new("-") {
            return Err(Failure::usage("the private file is not written to standard output")
                .at("--private -")
                .advice("give --private the path of a file, ./- for one of that name"));
        }
        if file.is_dir() || file.file_name().is_none() {
            return Err(Failure::usage("--private needs the name of a file").at(file.display().to_string()));
        }
        if let Some(root) = target.and_then(tree_around).filter(|root| folder.starts_with(root)) {
            return Err(Failure::usage("the private file would lie in the audited repository")
                .at(file.display().to_string())
                .advice(format!("choose a place outside {}", root.display())));
        }
        Ok(Self(folder.join(file.file_name().unwrap_or_default())))
    }

    /// Refuses a private file in the place of a document, which may be published. Without a name, documents in a folder
    /// are not compared.
    ///
    /// # Errors
    /// One of the documents would be written to this file, or over it.
    pub fn apart_from(&self, output: &Destination, formats: &[Format], name: Option<&str>) -> Result<(), Failure> {
        let same = |file: &PathBuf| {
            let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let plain = parent.canonicalize().ok().zip(file.file_name()).map(|(folder, name)| folder.join(name));
            let behind_links = file.canonicalize().ok();
            plain.as_ref() == Some(&self.0) || behind_links.is_some() && behind_links == self.0.canonicalize().ok()
        };
        match formats.iter().filter_map(|format| output.file(*format, name)).find(same) {
            Some(file) => Err(Failure::usage("--private and --output name the same file")
                .at(file.display().to_string())
                .advice("give the private file a path of its own")),
            None => Ok(()),
        }
    }

    /// Readable and writable by its owner only, also where a file of that name was there before.
    ///
    /// # Errors
    /// The place cannot be written to.
    pub fn write(&self, document: &str) -> Result<(), Failure> {
        replace(&self.0, document.as_bytes(), 0o600)
    }
}

/// The folder of the repository that `target` lies in: the nearest one with a `.git`, or a bare repository; else the
/// target itself.
fn tree_around(target: &Path) -> Option<PathBuf> {
    let target = target.canonicalize().ok()?;
    let bare = |folder: &Path| folder.join("HEAD").is_file() && folder.join("objects").is_dir();
    let root = target.ancestors().find(|folder| folder.join(".git").exists() || bare(folder));
    Some(root.unwrap_or(&target).to_owned())
}

fn no_folder(path: &Path) -> Failure {
    Failure::usage("no such folder").at(path.display().to_string()).advice("create it first")
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::usage(format!("cannot write ({error})"))
        .at(path.display().to_string())
        .advice("check the path and its permissions, or choose another --output")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn destinations() {
        let root = tempfile::tempdir().expect("folder");
        let at = |name: &str| root.path().join(name);
        let both = [Format::Md, Format::Json];
        let new = |path: &Path, formats: &[Format]| Destination::new(Some(path), formats);
        assert_eq!(Destination::new(None, &[Format::Md]), Ok(Destination::Stdout));
        assert_eq!(new(Path::new("-"), &[Format::Md]), Ok(Destination::Stdout));
        assert!(Destination::new(None, &both).is_err());
        assert_eq!(new(&at("card.md"), &[Format::Md]), Ok(Destination::File(at("card.md"))));
        assert_eq!(new(root.path(), &[Format::Md]), Ok(Destination::Folder(root.path().into())));
        assert_eq!(new(&at("card.md"), &both), Ok(Destination::Stem(at("card"))));
        assert_eq!(new(&at("card.entry.json"), &both), Ok(Destination::Stem(at("card"))));
        assert_eq!(new(&at("card"), &both), Ok(Destination::Stem(at("card"))));
        assert_eq!(new(&at("new/"), &both), Ok(Destination::Folder(at("new/"))));
        assert!(new(&at("missing/card.md"), &[Format::Md]).is_err());
        assert!(new(&at("missing/"), &[Format::Md]).is_err());
    }

    #[test]
    fn links_are_written_through() {
        let root = tempfile::tempdir().expect("folder");
        let at = |name: &str| root.path().join(name);
        fs::create_dir(at("sub")).expect("folder");
        fs::write(at("sub/old.md"), "old").expect("file");
        for (link, target) in [("one.md", "sub/old.md"), ("two.md", "sub/new.md")] {
            std::os::unix::fs::symlink(target, at(link)).expect("link");
            Destination::File(at(link)).write(Format::Md, "x", "new").expect("written");
            assert!(fs::symlink_metadata(at(link)).expect("link").is_symlink(), "{link}");
            assert_eq!(fs::read_to_string(at(target)).expect("file"), "new");
        }
        let output = Destination::File(at("one.md"));
        assert!(output.is_not(&at("sub/old.md"), &[Format::Md], "same").is_err());
        assert!(output.is_not(&at("sub/new.md"), &[Format::Md], "same").is_ok());
        assert!(PrivateFile::new(Path::new("-"), None).is_err());
    }

    #[test]
    fn files_in_a_folder() {
        let root = tempfile::tempdir().expect("folder");
        let folder = Destination::Folder(root.path().join("cards"));
        folder.write(Format::Md, "My Agent/../x", "# card").expect("md");
        folder.write(Format::Entry, "My Agent/../x", "{}").expect("entry");
        let mut names: Vec<String> = fs::read_dir(root.path().join("cards"))
            .expect("folder")
            .map(|entry| entry.expect("entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        assert_eq!(names, ["My-Agent-..-x.entry.json", "My-Agent-..-x.md"]);
        assert_eq!(file_stem("..."), "card");
    }

    #[test]
    fn private_file() {
        let root = tempfile::tempdir().expect("folder");
        let tree = root.path().join("tree");
        fs::create_dir_all(tree.join(".git")).expect("git folder");
        fs::create_dir_all(tree.join("src")).expect("source folder");
        let refused = |file: &Path| PrivateFile::new(file, Some(&tree.join("src"))).is_err();
        assert!(refused(&tree.join("private.md")));
        assert!(refused(&tree.join("src/private.md")));
        assert!(refused(&tree.join("src/../.git/private.md")));
        std::os::unix::fs::symlink(&tree, root.path().join("link")).expect("link");
        assert!(refused(&root.path().join("link/private.md")));

        let outside = root.path().join("private.md");
        fs::write(&outside, "old").expect("old file");
        fs::set_permissions(&outside, fs::Permissions::from_mode(0o644)).expect("mode");
        PrivateFile::new(&outside, Some(&tree)).expect("allowed").write("new").expect("written");
        assert_eq!(fs::read_to_string(&outside).expect("read"), "new");
        assert_eq!(fs::metadata(&outside).expect("metadata").permissions().mode() & 0o777, 0o600);
        assert!(PrivateFile::new(&root.path().join("gone/private.md"), None).is_err());
    }

    #[test]
    fn the_private_file_is_none_of_the_documents() {
        let root = tempfile::tempdir().expect("folder");
        let at = |name: &str| root.path().join(name);
        fs::create_dir(at("sub")).expect("folder");
        std::os::unix::fs::symlink(at("card.md"), at("link.md")).expect("link");
        fs::write(at("card.md"), "").expect("file");
        let private = PrivateFile::new(&at("card.md"), None).expect("allowed");
        let apart = |output: &Path, formats: &[Format], name| {
            let output = Destination::new(Some(output), formats).expect("destination");
            private.apart_from(&output, formats, name).is_ok()
        };
        let both = [Format::Json, Format::Md];
        for same in ["card.md", "./card.md", "sub/../card.md", "link.md"] {
            assert!(!apart(&at(same), &[Format::Md], None), "{same}");
        }
        assert!(!apart(&at("card"), &both, None) && apart(&at("card"), &[Format::Md], None));
        assert!(apart(&at("sub/card.md"), &[Format::Md], None));
        assert!(apart(root.path(), &both, None) && !apart(root.path(), &both, Some("card")));
        assert!(apart(root.path(), &both, Some("other")));
    }
}
