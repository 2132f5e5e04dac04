//! `cargo book serve`: the book in a browser, built anew whenever something it is made of changes.
//!
//! One thread builds ([`rebuild`]), an HTTP server shows the last site that was built ([`pages`]),
//! and a channel between them carries the [`State`]. Each build goes into a fresh folder, so that
//! nobody ever reads half a site; a build that fails leaves the old site in its place and shows
//! its faults in the terminal and in every open page.

mod pages;
mod rebuild;

use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr, TcpListener, ToSocketAddrs};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread::JoinHandle;

use anyhow::{Context, Result, bail};
use tempfile::TempDir;
use tokio::sync::watch;

use crate::project::Project;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// The name or address to listen at.
    pub hostname: String,
    /// The port; 0 lets the system choose one.
    pub port: u16,
    /// Whether to show the book in a browser.
    pub open: bool,
}

/// What the server shows at a moment.
#[derive(Clone, Debug, Default)]
struct State {
    /// Counts the builds, the failed ones too; 0 until the first is done.
    generation: u64,
    /// The last site that was built.
    site: Option<Arc<TempDir>>,
    /// Why the last build failed, if it did.
    error: Option<String>,
}

/// Serves a project until Ctrl-C.
pub fn serve(project: &Project, options: &Options) -> Result<()> {
    let listener = bind(options)?;
    let address = listener.local_addr()?;
    println!("the book is at http://{address}/ (Ctrl-C stops)");
    if !address.ip().is_loopback() {
        println!("everybody who reaches this machine can read it there");
    }
    let (sender, receiver) = watch::channel(State::default());
    let builder = rebuild::start(project.clone(), sender)?;
    if options.open {
        open(&format!("http://{}/", reachable(address)));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let server = axum::serve(listener, pages::router(receiver));
        tokio::spawn(async move { server.await });
        interrupted().await
    });
    // Open connections are waiting for the next build; nobody needs to wait for them.
    runtime.shutdown_background();
    println!("\nstopped");
    builder.stop();
    served
}

/// The thread that builds, and what it listens to.
struct Builder {
    thread: JoinHandle<()>,
    /// Dropping it ends the thread.
    _watcher: Box<dyn notify::Watcher>,
}

impl Builder {
    /// Waits for a build in progress, so that its folder is removed too.
    fn stop(self) {
        drop(self._watcher);
        // A panic of the builder was printed when it happened.
        let _ = self.thread.join();
    }
}

/// Opens the port before anything is built, so that a taken one is known at once.
fn bind(options: &Options) -> Result<TcpListener> {
    let Options { hostname, port, .. } = options;
    let addresses: Vec<SocketAddr> = (hostname.as_str(), *port)
        .to_socket_addrs()
        .with_context(|| format!("--hostname {hostname} is no address of this machine"))?
        .collect();
    match TcpListener::bind(&addresses[..]) {
        Ok(listener) => Ok(listener),
        Err(error) if error.kind() == ErrorKind::AddrInUse => bail!(
            "port {port} of {hostname} is taken, perhaps by another `cargo book serve`; \
             stop that one, or take another port: cargo book serve --port {}",
            port.checked_add(1).unwrap_or(3000)
        ),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => bail!(
            "you may not open port {port} of {hostname}; \
             take one from 1024 up: cargo book serve --port 3000"
        ),
        Err(error) => Err(error).with_context(|| format!("cannot listen at {hostname}:{port}")),
    }
}

/// Waits for Ctrl-C, or for the system to ask for the end.
async fn interrupted() -> Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminated = signal(SignalKind::terminate())?;
        let ended = Arc::new(tokio::sync::Notify::new());
        let other = Arc::clone(&ended);
        tokio::spawn(async move {
            terminated.recv().await;
            other.notify_one();
        });
        let other = Arc::clone(&ended);
        tokio::spawn(async move {
            if tokio::signal::ctrl_c().await.is_ok() {
                other.notify_one();
            }
        });
        ended.notified().await;
        Ok(())
    }
    #[cfg(not(unix))]
    Ok(tokio::signal::ctrl_c().await?)
}

/// An address that a browser can go to: nobody browses to "all addresses".
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::from([127, 0, 0, 1]),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Asks the desktop to show a page. That there is no desktop is no reason to stop serving.
fn open(url: &str) {
    let (program, args): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(args).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = command.spawn() {
        eprintln!("no browser opened ({program}: {error}); open {url} yourself");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_is_told_with_what_to_do() {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = taken.local_addr().unwrap().port();
        let options = Options { hostname: "127.0.0.1".into(), port, open: false };
        let message = bind(&options).unwrap_err().to_string();
        assert!(message.contains("is taken"), "{message}");
        assert!(message.contains(&format!("--port {}", port + 1)), "{message}");
    }

    #[test]
    fn a_browser_is_never_sent_to_all_addresses() {
        let all = "0.0.0.0:3000".parse().unwrap();
        assert_eq!(reachable(all), "127.0.0.1:3000".parse().unwrap());
        let own = "127.0.0.2:3000".parse().unwrap();
        assert_eq!(reachable(own), own);
    }
}
