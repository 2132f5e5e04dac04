//! A browser that does what it is told: Chromium's DevTools protocol over a pair of pipes.
//!
//! Chromium reads commands from file descriptor 3 and writes answers and events to 4, as JSON with a
//! zero byte after each. A shell puts our pipes there, which keeps this free of unsafe code and of
//! another dependency. No port is opened. Everything here has a deadline: a browser that hangs
//! must not hang whoever asked it.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use tempfile::TempDir;

/// How long the browser may take to answer, and to load one page.
const PATIENCE: Duration = Duration::from_secs(30);

/// A headless browser with one page open. It ends when this is dropped.
pub(super) struct Browser {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    session: String,
    last_id: u64,
    events: Vec<Value>,
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser with a fresh profile.
    pub(super) fn start() -> Result<Self> {
        let program = find()?;
        let profile = tempfile::Builder::new().prefix("forty-winks-browser-").tempdir()?;
        let mut child = Command::new("sh")
            .args(["-c", r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null"#])
            .arg(&program)
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let input = child.stdin.take();
        let output = child.stdout.take().context("the browser has no output")?;
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for message in BufReader::new(output).split(0).map_while(Result::ok) {
                let message = serde_json::from_slice(&message).unwrap_or(Value::Null);
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let mut browser = Self {
            child,
            input,
            messages,
            session: String::new(),
            last_id: 0,
            events: Vec::new(),
            _profile: profile,
        };
        browser
            .open_page()
            .with_context(|| format!("{} does not do as it is told", program.display()))?;
        Ok(browser)
    }

    fn open_page(&mut self) -> Result<()> {
        let target = self.call("Target.createTarget", json!({ "url": "about:blank" }))?;
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = self.call("Target.attachToTarget", attach)?;
        self.session = attached["sessionId"].as_str().unwrap_or("").to_owned();
        for domain in ["Page", "Runtime", "Network", "Log"] {
            self.call(&format!("{domain}.enable"), json!({}))?;
        }
        Ok(())
    }

    /// Sends a command and waits for its answer; events that come in between are kept.
    pub(super) fn call(&mut self, method: &str, params: Value) -> Result<Value> {
        let id = self.send(method, params)?;
        let answer = self.wait(method, |message| message["id"] == json!(id))?;
        if let Some(error) = answer["error"]["message"].as_str() {
            bail!("{method}: {error}");
        }
        Ok(answer["result"].clone())
    }

    /// Sends a command and gives its number.
    fn send(&mut self, method: &str, params: Value) -> Result<u64> {
        self.last_id += 1;
        let id = self.last_id;
        let mut command = json!({ "id": id, "method": method, "params": params });
        if !self.session.is_empty() {
            command["sessionId"] = json!(self.session);
        }
        let mut bytes = serde_json::to_vec(&command)?;
        bytes.push(0);
        let input = self.input.as_mut().context("the browser is closed")?;
        input.write_all(&bytes).context("the browser has ended")?;
        Ok(id)
    }

    /// Loads a page and waits until it is there, fonts and scripts included.
    pub(super) fn load(&mut self, url: &str) -> Result<()> {
        self.events.clear();
        let answer = self.call("Page.navigate", json!({ "url": url }))?;
        if let Some(error) = answer["errorText"].as_str() {
            bail!("{url}: {error}");
        }
        let loaded = |message: &Value| message["method"] == json!("Page.loadEventFired");
        if !self.events.iter().any(loaded) {
            let event = self.wait(url, loaded)?;
            self.events.push(event);
        }
        self.evaluate("document.fonts.ready.then(() => 0)")?;
        Ok(())
    }

    /// The value of an expression in the page; a promise is waited for.
    pub(super) fn evaluate(&mut self, expression: &str) -> Result<Value> {
        let params =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", params)?;
        let exception = &answer["exceptionDetails"];
        if !exception.is_null() {
            bail!("a script failed in the page: {exception}");
        }
        Ok(answer["result"]["value"].clone())
    }

    /// What has happened since the page was asked for.
    pub(super) fn events(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.events)
    }

    fn wait(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Result<Value> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(message) = self.messages.recv_timeout(left) else {
                bail!("the browser has not answered in {} s: {what}", PATIENCE.as_secs());
            };
            if wanted(&message) {
                return Ok(message);
            }
            self.events.push(message);
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Asked politely, it takes its helpers with it; its end closes the channel.
        self.session.clear();
        let deadline = Instant::now() + Duration::from_secs(5);
        if self.send("Browser.close", json!({})).is_ok() {
            let left = || deadline.saturating_duration_since(Instant::now());
            while self.messages.recv_timeout(left()).is_ok() {}
        }
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What makes a browser quiet, fresh, and fit for a container.
const FLAGS: [&str; 16] = [
    "--headless",
    "--remote-debugging-pipe",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--hide-scrollbars",
    "--metrics-recording-only",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-first-run",
    // Should a page ask for something, the question is recorded and leads nowhere.
    "--host-resolver-rules=MAP * ~NOTFOUND",
];

/// Finds Chromium: the variable CHROMIUM, or one of its usual names.
fn find() -> Result<PathBuf> {
    if let Some(named) = env::var_os("CHROMIUM").filter(|name| !name.is_empty()) {
        let named = PathBuf::from(named);
        return on_path(&named)
            .with_context(|| format!("CHROMIUM names {}, which is no program", named.display()));
    }
    let names = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ];
    names.iter().find_map(|name| on_path(Path::new(name))).context(
        "--browser needs Chromium, and there is none; install it (apt-get install chromium), \
         or name it in the variable CHROMIUM",
    )
}

fn on_path(name: &Path) -> Option<PathBuf> {
    if name.components().count() > 1 {
        return name.is_file().then(|| name.to_owned());
    }
    env::split_paths(&env::var_os("PATH")?).map(|dir| dir.join(name)).find(|path| path.is_file())
}
