//! The command line of `cargo book`.

use std::fmt;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use winks_book::fault::{Fault, Faults};
use winks_book::preprocess;
use winks_book::project::Project;
use winks_book::serve::{self, Options};
use winks_book::{browser, check};

/// Serves, builds and checks the book.
#[derive(Parser)]
#[command(name = "cargo book", bin_name = "cargo book", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show the book in a browser, and build it anew whenever it changes
    Serve {
        /// Open a browser
        #[arg(long)]
        open: bool,
        /// The port; 0 takes any free one
        #[arg(long, default_value_t = 3000, value_name = "N")]
        port: u16,
        /// The name or address to listen at
        #[arg(long, default_value = "127.0.0.1", value_name = "H")]
        hostname: String,
    },
    /// Write the site to a folder, from which a browser can open it
    Build {
        /// The folder: new, empty, or a site built before [default: build-dir in book.toml]
        #[arg(long, value_name = "DIR")]
        dest: Option<PathBuf>,
    },
    /// Build the book, and report everything about it that a machine can tell to be wrong
    Check {
        /// Open every page in headless Chromium too
        #[arg(long)]
        browser: bool,
        /// With --browser: photograph every page into a folder
        #[arg(long, value_name = "DIR", requires = "browser")]
        shots: Option<PathBuf>,
        /// Write the findings to a file as well
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
    },
    /// Speak the protocol of a stock mdbook; not for people
    Preprocess {
        #[command(subcommand)]
        question: Option<Question>,
    },
}

#[derive(Subcommand)]
enum Question {
    /// Exit with 0 if the renderer is supported
    Supports {
        /// The renderer's name
        renderer: String,
    },
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(code) => code,
        Err(error) => {
            match error.downcast_ref::<Faults>() {
                Some(Faults(faults)) => {
                    list(faults);
                    eprintln!("error: {}, and no site", count(faults.len()));
                }
                None => eprintln!("error: {error:#}"),
            }
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<ExitCode> {
    let here = std::env::current_dir().context("the current folder is gone")?;
    match cli.command {
        Command::Serve { open, port, hostname } => {
            serve::serve(&Project::find(&here)?, &Options { hostname, port, open })?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Build { dest } => {
            let project = Project::find(&here)?;
            let dest = dest.map_or_else(|| project.default_dest(), |dest| here.join(dest));
            let start = Instant::now();
            let built = project.build(&dest)?;
            for warning in &built.warnings {
                eprintln!("warning: {warning}");
            }
            let page = built.dir.join("index.html");
            say(format_args!("built {} in {:.1?}", page.display(), start.elapsed()));
            Ok(ExitCode::SUCCESS)
        }
        Command::Check { browser, shots, json } => {
            check(&Project::find(&here)?, browser, shots.as_deref(), json.as_deref())
        }
        Command::Preprocess { question: None } => {
            preprocess::stdin_to_stdout(std::io::stdin().lock(), std::io::stdout().lock())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Preprocess { question: Some(Question::Supports { renderer }) } => {
            Ok(ExitCode::from(u8::from(!preprocess::supports(&renderer))))
        }
    }
}

/// Builds the book, checks it, and prints what was found; exit code 1 if anything was.
fn check(
    project: &Project,
    browser: bool,
    shots: Option<&Path>,
    json: Option<&Path>,
) -> Result<ExitCode> {
    let built = project.build(&project.default_dest())?;
    let mut report = check::check(project, &built)?;
    if browser {
        browser::check(project, &built, shots, &mut report)?;
    }
    if let Some(file) = json {
        let text = serde_json::to_string_pretty(&report)? + "\n";
        fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
    }
    let faults = report.faults();
    list(&faults);
    say(format_args!("{}", report.summary()));
    if faults.is_empty() {
        say(format_args!("the book is sound"));
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("error: {}", count(faults.len()));
    Ok(ExitCode::FAILURE)
}

/// Prints faults, one line each.
fn list(faults: &[Fault]) {
    for fault in faults {
        eprintln!("{fault}");
    }
}

fn count(faults: usize) -> String {
    format!("{faults} fault{}", if faults == 1 { "" } else { "s" })
}

/// Prints a line. That nobody reads it any more, as in `cargo book check | head`, is no failure.
fn say(line: fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
