//! Which folder a build may empty.
//!
//! mdBook removes everything in its build folder before it writes; its default is `book/`, which is
//! where this project keeps what its readers read. So every build, by `cargo book` or by a stock
//! `mdbook`, asks here first: the folder must be new, empty, or a site that mdBook wrote, and must
//! not be, hold, or lie in anything the book is made from.

use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};

use mdbook_driver::config::Config;
use thiserror::Error;

/// Why a folder is no place for the site.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum DestError {
    #[error(
        "{} holds the project itself, and a build empties its folder; \
         choose another with --dest, or build-dir in book.toml", .0.display()
    )]
    Above(PathBuf),
    #[error(
        "{} belongs to the project ({}), and a build empties its folder; \
         choose another with --dest, or build-dir in book.toml", dest.display(), kept.display()
    )]
    Kept { dest: PathBuf, kept: PathBuf },
    #[error("{} is a file; a site needs a folder", .0.display())]
    File(PathBuf),
    #[error(
        "{} is neither empty nor a site that mdBook has built, and a build would empty it; \
         choose another folder, or empty this one yourself", .0.display()
    )]
    Foreign(PathBuf),
    #[error("cannot look into {}: {error}", dest.display())]
    Unreadable { dest: PathBuf, error: std::io::Error },
}

/// Refuses a folder whose content a build must not remove; gives its real path otherwise.
pub fn guard(root: &Path, config: &Config, dest: &Path) -> Result<PathBuf, DestError> {
    let root = real(root);
    let dest = real(&root.join(dest));
    if root.starts_with(&dest) {
        return Err(DestError::Above(dest));
    }
    for kept in kept(&root, config) {
        if dest.starts_with(&kept) || kept.starts_with(&dest) {
            return Err(DestError::Kept { dest, kept });
        }
    }
    let unreadable = |error| DestError::Unreadable { dest: dest.clone(), error };
    if dest.is_file() {
        return Err(DestError::File(dest));
    }
    if dest.is_dir() {
        let empty = fs::read_dir(&dest).map_err(unreadable)?.next().is_none();
        if !empty && !is_site(&dest) {
            return Err(DestError::Foreign(dest));
        }
    }
    Ok(dest)
}

/// Whether a folder is what mdBook writes, by its note to GitHub or, if the build was cut short
/// before that, by the script of its table of contents.
pub fn is_site(dir: &Path) -> bool {
    let has = |file: &str, mark: &str| {
        fs::read_to_string(dir.join(file)).is_ok_and(|text| text.contains(mark))
    };
    has(".nojekyll", "mdBook's output.") || has("toc.js", "mdbook-sidebar-scrollbox")
}

/// What the book is made from, and what else of the project no build may touch.
fn kept(root: &Path, config: &Config) -> Vec<PathBuf> {
    let mut kept = vec![root.join("book"), root.join("crates"), root.join("exercises")];
    let src = root.join(&config.book.src);
    // The folder of the sources and, if they have one to themselves, the folder around them.
    kept.extend(src.parent().filter(|dir| *dir != root).map(Path::to_owned));
    kept.push(src);
    kept.extend(config.build.extra_watch_dirs.iter().map(|dir| root.join(dir)));
    let html = config.html_config().unwrap_or_default();
    kept.push(html.theme_dir(root));
    // Version control, continuous integration, Cargo's settings.
    if let Ok(entries) = fs::read_dir(root) {
        let hidden = entries.flatten().map(|entry| entry.path()).filter(|path| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
        });
        kept.extend(hidden);
    }
    kept.iter().map(|path| real(path)).filter(|path| !root.starts_with(path)).collect()
}

/// The path without `.`, `..` and links, also if its end does not exist yet.
fn real(path: &Path) -> PathBuf {
    let mut rest: Vec<OsString> = Vec::new();
    let mut known = path.to_owned();
    loop {
        if let Ok(mut found) = known.canonicalize() {
            for part in rest.iter().rev() {
                if part == ".." {
                    found.pop();
                } else {
                    found.push(part);
                }
            }
            return found;
        }
        match known.components().next_back() {
            Some(Component::Normal(part)) => rest.push(part.to_owned()),
            Some(Component::ParentDir) => rest.push("..".into()),
            _ => {}
        }
        if !known.pop() {
            return path.to_owned();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project() -> (tempfile::TempDir, Config) {
        let dir = tempfile::tempdir().unwrap();
        for folder in ["book/src", "book/theme", "crates/sleep", "target", ".git", "tools"] {
            fs::create_dir_all(dir.path().join(folder)).unwrap();
        }
        let toml = "[book]\nsrc = 'book/src'\n[build]\nbuild-dir = 'target/book'\n\
                    extra-watch-dirs = ['crates', 'tools']\n[output.html]\ntheme = 'book/theme'\n";
        (dir, toml.parse().unwrap())
    }

    #[test]
    fn nothing_that_the_book_is_made_from_may_be_emptied() {
        let (dir, config) = project();
        let root = dir.path();
        for dest in [
            "book",
            "book/src",
            "book/src/new",
            "book/theme",
            "book/new",
            "crates",
            "crates/new",
            "exercises",
            "tools/x",
            ".git",
            ".git/new",
            "target/../book",
            "target/new/../../book",
        ] {
            let error = guard(root, &config, Path::new(dest)).unwrap_err();
            assert!(matches!(error, DestError::Kept { .. }), "{dest}: {error}");
        }
        for dest in [".", "", "..", "/", "target/.."] {
            let error = guard(root, &config, Path::new(dest)).unwrap_err();
            assert!(matches!(error, DestError::Above(_)), "{dest}: {error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_the_book_is_the_book() {
        let (dir, config) = project();
        std::os::unix::fs::symlink(dir.path().join("book"), dir.path().join("site")).unwrap();
        let error = guard(dir.path(), &config, Path::new("site")).unwrap_err();
        assert!(matches!(error, DestError::Kept { .. }), "{error}");
        let error = guard(dir.path(), &config, Path::new("site/out")).unwrap_err();
        assert!(matches!(error, DestError::Kept { .. }), "{error}");
    }

    #[test]
    fn new_empty_and_built_folders_are_fine_and_others_are_not() {
        let (dir, config) = project();
        let root = dir.path();
        let dest = root.join("target/book");
        assert!(guard(root, &config, &dest).is_ok(), "new");
        fs::create_dir(&dest).unwrap();
        assert!(guard(root, &config, &dest).is_ok(), "empty");
        fs::write(dest.join("letter.txt"), "dear").unwrap();
        let error = guard(root, &config, &dest).unwrap_err();
        assert!(matches!(error, DestError::Foreign(_)), "{error}");
        fs::write(dest.join(".nojekyll"), "… mdBook's output.\n").unwrap();
        assert!(guard(root, &config, &dest).is_ok(), "built");
        let error = guard(root, &config, &dest.join("letter.txt")).unwrap_err();
        assert!(matches!(error, DestError::File(_)), "{error}");
        assert!(dest.join("letter.txt").exists());
    }
}
