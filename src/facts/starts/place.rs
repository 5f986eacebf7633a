//! Where a command is run: what its paths mean in the repository.

use crate::facts::modules::{join, relative};

/// Copies of one image that are followed.
const MOST_COPIES: usize = 64;

#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    /// Folders in which paths may lie, the likeliest first.
    pub folders: Vec<String>,
    /// Where the container runs it.
    pub workdir: String,
    /// Path in the container and what was copied there, the last copy first.
    copies: Vec<(String, String)>,
}

impl Place {
    pub fn new<'f>(folders: impl IntoIterator<Item = &'f str>) -> Self {
        Self { folders: folders.into_iter().map(str::to_owned).collect(), ..Self::default() }
    }

    /// The same below `cd folder`.
    pub fn below(&self, folder: &str) -> Self {
        let folders = self.folders.iter().filter_map(|at| relative(at, folder)).collect();
        Self { folders, workdir: self.inside(folder), copies: self.copies.clone() }
    }

    pub fn copy(&mut self, source: &str, target: &str) {
        if self.copies.len() < MOST_COPIES {
            self.copies.insert(0, (self.inside(target), source.to_owned()));
        }
    }

    /// A path as the container sees it, without the leading slash.
    pub fn inside(&self, path: &str) -> String {
        let start = if path.starts_with('/') { "" } else { &self.workdir };
        relative(start, path).unwrap_or_default()
    }

    /// What a path of a command may be in the repository, the likeliest first.
    pub fn paths(&self, path: &str) -> Vec<String> {
        let inside = self.inside(path);
        let copied = self.copies.iter().filter_map(|(target, source)| {
            let rest = inside.strip_prefix(target.as_str())?;
            let whole = rest.is_empty() || target.is_empty() || rest.starts_with('/');
            whole.then(|| join(source.trim_end_matches('/'), rest.trim_start_matches('/')))
        });
        let plain = (!path.starts_with('/')).then(|| path.to_owned());
        let candidates: Vec<String> = copied.chain(plain).collect();
        candidates.iter().flat_map(|path| self.folders.iter().filter_map(|at| relative(at, path))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn paths_of_a_container() {
        let mut place = Place::new(["deploy", ""]);
        assert_eq!(place.paths("./run.py"), ["deploy/run.py", "run.py"]);
        place.workdir = place.inside("/app");
        place.copy("service/", ".");
        assert_eq!(place.paths("/app/run.py"), ["deploy/service/run.py", "service/run.py"]);
        assert_eq!(place.paths("/opt/run.py"), Vec::<String>::new());
        assert_eq!(
            place.below("jobs").paths("run.py")[..2],
            ["deploy/jobs/service/jobs/run.py", "jobs/service/jobs/run.py"]
        );
        assert_eq!(place.paths("../../../x"), Vec::<String>::new());
    }
}
