//! The thread that builds: once at the start, and again after each change.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use notify::{Config, Event, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::watch;

use super::{Builder, State};
use crate::project::Project;

/// How long nothing must have changed before a build starts: editors save in several steps.
const QUIET: Duration = Duration::from_millis(150);

type Changes = Receiver<notify::Result<Event>>;

/// Starts the thread: it builds at once, and again after each change from now on.
pub(super) fn start(project: Project, sender: watch::Sender<State>) -> Result<Builder> {
    let (watcher, changes) = watcher(&project)?;
    let thread = std::thread::Builder::new()
        .name("builder".to_owned())
        .spawn(move || {
            println!("building …");
            build(&project, &sender);
            while let Some(changed) = next_change(&project.root, &changes) {
                println!("changed: {}", changed.join(", "));
                build(&project, &sender);
            }
        })
        .context("cannot start the thread that builds")?;
    Ok(Builder { thread, _watcher: watcher })
}

/// Watches everything the book is made of; by looking again and again where the system can't tell.
fn watcher(project: &Project) -> Result<(Box<dyn Watcher>, Changes)> {
    let (sender, changes) = channel();
    let told: notify::Result<RecommendedWatcher> = notify::recommended_watcher(sender.clone())
        .and_then(|mut watcher| {
            watch_all(project, &mut watcher)?;
            Ok(watcher)
        });
    match told {
        Ok(watcher) => Ok((Box::new(watcher), changes)),
        Err(error) => {
            println!("the system does not report changes ({error}); looking every second instead");
            let (sender, changes) = channel();
            let config = Config::default().with_poll_interval(Duration::from_secs(1));
            let mut watcher = PollWatcher::new(sender, config)?;
            watch_all(project, &mut watcher)?;
            Ok((Box::new(watcher), changes))
        }
    }
}

fn watch_all(project: &Project, watcher: &mut dyn Watcher) -> notify::Result<()> {
    for path in project.watched() {
        if path.is_dir() {
            watcher.watch(&path, RecursiveMode::Recursive)?;
        }
    }
    // For book.toml: an editor may replace the file, and its folder notices that.
    watcher.watch(&project.root, RecursiveMode::NonRecursive)
}

/// Waits for changes to come and to cease; `None` when nobody watches any more.
fn next_change(root: &Path, changes: &Changes) -> Option<Vec<String>> {
    let mut changed: Vec<String> = Vec::new();
    loop {
        let event = if changed.is_empty() {
            changes.recv().ok()?
        } else {
            match changes.recv_timeout(QUIET) {
                Ok(event) => event,
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => return Some(changed),
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return None,
            }
        };
        for path in event.map(paths).unwrap_or_default() {
            if let Some(name) = relevant(root, &path).filter(|name| !changed.contains(name)) {
                changed.push(name);
            }
        }
    }
}

/// The paths that an event changes; reading changes nothing.
fn paths(event: Event) -> Vec<PathBuf> {
    match event.kind {
        EventKind::Access(_) => Vec::new(),
        _ => event.paths,
    }
}

/// The name of a changed file, unless the book can't depend on it.
fn relevant(root: &Path, path: &Path) -> Option<String> {
    let inside = path.strip_prefix(root).ok()?;
    let mut parts = inside.components().map(|c| c.as_os_str().to_string_lossy());
    let noise = |part: &str| part.starts_with('.') || part.ends_with('~') || part == "target";
    if parts.any(|part| noise(&part)) {
        return None;
    }
    let name = inside.to_string_lossy().replace('\\', "/");
    // Of the root itself, only book.toml matters.
    (inside.components().count() > 1 || name == "book.toml").then_some(name)
}

/// Builds into a fresh folder and, if that goes well, shows the new site.
fn build(project: &Project, sender: &watch::Sender<State>) {
    let start = Instant::now();
    // book.toml itself may have changed.
    let built = Project::load(&project.root).and_then(|project| {
        let folder = tempfile::Builder::new().prefix("forty-winks-").tempdir()?;
        Ok((project.build(folder.path())?, folder))
    });
    let previous = sender.borrow().clone();
    let generation = previous.generation + 1;
    let state = match built {
        Ok((built, folder)) => {
            for warning in &built.warnings {
                println!("warning: {warning}");
            }
            println!("built in {:.1?}", start.elapsed());
            State { generation, site: Some(Arc::new(folder)), error: None }
        }
        Err(error) => {
            let message = format!("{error:#}");
            let kept = if previous.site.is_some() { "; the last good site stays" } else { "" };
            println!("{message}\nthe build failed{kept}");
            State { generation, site: previous.site, error: Some(message) }
        }
    };
    sender.send_replace(state);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_book_is_made_of_counts() {
        let name = |path: &str| relevant(Path::new("/p"), Path::new(path));
        assert_eq!(name("/p/book/src/a.md").as_deref(), Some("book/src/a.md"));
        assert_eq!(name("/p/book.toml").as_deref(), Some("book.toml"));
        for path in ["/p/Cargo.lock", "/p/target/x", "/p/crates/a/target/x", "/q/book.toml"] {
            assert_eq!(name(path), None, "{path}");
        }
        for path in ["/p/book/src/.a.md.swp", "/p/book/src/a.md~", "/p/.git/index"] {
            assert_eq!(name(path), None, "{path}");
        }
    }
}
