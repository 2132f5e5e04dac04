//! The project that a command works on: where it is, and how its book is built.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use mdbook_driver::MDBook;
use mdbook_driver::config::Config;

use crate::dest;
use crate::preprocess::{NAME, Winks};
use crate::warnings;

/// A project with a `book.toml`.
#[derive(Clone, Debug)]
pub struct Project {
    /// The folder of `book.toml`.
    pub root: PathBuf,
    /// What `book.toml` says.
    pub config: Config,
}

/// A site that was built.
#[derive(Clone, Debug)]
pub struct Built {
    /// The folder of the site.
    pub dir: PathBuf,
    /// What mdBook complained of while it built.
    pub warnings: Vec<String>,
    /// The files of the chapters, relative to the folder of the chapters, in the book's order.
    pub chapters: Vec<PathBuf>,
}

impl Project {
    /// Finds the project around a folder.
    pub fn find(from: &Path) -> Result<Self> {
        let from = from.canonicalize().with_context(|| format!("no folder {}", from.display()))?;
        let Some(root) = from.ancestors().find(|dir| dir.join("book.toml").is_file()) else {
            bail!(
                "no book.toml in {} or above it; run `cargo book` inside the project",
                from.display()
            );
        };
        Self::load(root)
    }

    /// Reads `book.toml` in a folder.
    pub fn load(root: &Path) -> Result<Self> {
        let file = root.join("book.toml");
        let mut config = Config::from_disk(&file).context("book.toml can't be read")?;
        config.update_from_env()?;
        let before: Vec<String> =
            config.get(&format!("preprocessor.{NAME}.before"))?.unwrap_or_default();
        ensure!(
            before.iter().any(|name| name == "links"),
            "book.toml wants [preprocessor.{NAME}] with before = [\"links\"]: \
             otherwise mdBook lets broken includes pass"
        );
        Ok(Self { root: root.to_owned(), config })
    }

    /// Where the site goes unless somebody says otherwise.
    pub fn default_dest(&self) -> PathBuf {
        self.root.join(&self.config.build.build_dir)
    }

    /// Builds the site into a folder, which must be one that a build may empty.
    pub fn build(&self, dest: &Path) -> Result<Built> {
        let dest = dest::guard(&self.root, &self.config, dest)?;
        let mut config = self.config.clone();
        config.build.build_dir = dest;
        let (result, warnings) = warnings::collect(|| {
            let mut book = MDBook::load_with_config(&self.root, config)?;
            // In the place of the command of the same name, which is for a stock mdbook.
            book.with_preprocessor(Winks);
            book.build()?;
            let chapters = book.book.chapters().filter_map(|c| c.source_path.clone()).collect();
            anyhow::Ok((book.build_dir_for("html"), chapters))
        });
        let (dir, chapters) = result?;
        Ok(Built { dir, warnings, chapters })
    }

    /// The folders whose change calls for a new build, and `book.toml`.
    pub fn watched(&self) -> Vec<PathBuf> {
        let src = self.root.join(&self.config.book.src);
        let around = src.parent().filter(|dir| *dir != self.root).unwrap_or(&src).to_owned();
        let html = self.config.html_config().unwrap_or_default();
        let mut watched = vec![self.root.join("book.toml"), around, html.theme_dir(&self.root)];
        watched.extend(self.source_dirs());
        watched.retain(|path| path.exists());
        watched.sort();
        watched.dedup();
        // A folder inside another one is watched with it.
        let all = watched.clone();
        watched.retain(|path| !all.iter().any(|other| other != path && path.starts_with(other)));
        watched
    }

    /// The folders of the sources that chapters show.
    pub fn source_dirs(&self) -> Vec<PathBuf> {
        let named = self.config.build.extra_watch_dirs.iter().map(PathBuf::as_path);
        let usual = ["crates", "exercises"].iter().map(Path::new);
        let mut dirs: Vec<PathBuf> = named.chain(usual).map(|dir| self.root.join(dir)).collect();
        dirs.retain(|dir| dir.is_dir());
        dirs.sort();
        dirs.dedup();
        dirs
    }

    /// The folder of the chapters.
    pub fn src(&self) -> PathBuf {
        self.root.join(&self.config.book.src)
    }

    /// A path as a reader sees it: relative to the project, with slashes.
    pub fn display(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).to_string_lossy().replace('\\', "/")
    }
}

/// All files below a folder in a fixed order, without build output, hidden ones, and other books.
pub fn files_below(dir: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut entries: Vec<PathBuf> =
        fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') || name == "target" {
            continue;
        }
        if !path.is_dir() {
            files.push(path);
        } else if !path.join("book.toml").is_file() {
            files.extend(files_below(&path));
        }
    }
    files
}
