//! The command line of `cargo book`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use winks_book::fault::Faults;
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
                Some(faults) => eprintln!("{faults}\nerror: {} faults, no site", faults.0.len()),
                None => eprintln!("error: {error:#}"),
            }
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<ExitCode> {
    match cli.command {
        Command::Serve { open, port, hostname } => {
            let project = Project::find(&std::env::current_dir()?)?;
            serve::serve(&project, &Options { hostname, port, open })?;
        }
        Command::Build { dest } => {
            let here = std::env::current_dir()?;
            let project = Project::find(&here)?;
            let dest = dest.map_or_else(|| project.default_dest(), |dest| here.join(dest));
            let start = Instant::now();
            let built = project.build(&dest)?;
            for warning in &built.warnings {
                eprintln!("warning: {warning}");
            }
            println!("built {} in {:.1?}", built.dir.join("index.html").display(), start.elapsed());
        }
        Command::Check { browser, shots, json } => {
            let project = Project::find(&std::env::current_dir()?)?;
            let built = project.build(&project.default_dest())?;
            let mut report = check::check(&project, &built)?;
            if browser {
                browser::check(&project, &built, shots.as_deref(), &mut report)?;
            }
            if let Some(file) = json {
                let text = serde_json::to_string_pretty(&report)?;
                std::fs::write(&file, text + "\n")
                    .with_context(|| format!("cannot write {}", file.display()))?;
            }
            let faults = report.faults();
            for fault in &faults {
                eprintln!("{fault}");
            }
            print!("{}", report.summary());
            if !faults.is_empty() {
                eprintln!("error: {} faults", faults.len());
                return Ok(ExitCode::FAILURE);
            }
            println!("the book is sound");
        }
        Command::Preprocess { question: None } => {
            preprocess::stdin_to_stdout(std::io::stdin().lock(), std::io::stdout().lock())?;
        }
        Command::Preprocess { question: Some(Question::Supports { renderer }) } => {
            if !preprocess::supports(&renderer) {
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
