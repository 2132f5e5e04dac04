//! The command line of `cargo lab`.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::{Args, Parser, Subcommand, value_parser};
use globset::{Glob, GlobSetBuilder};
use winks_lab::paired;
use winks_lab::probe::{self, Shape};
use winks_lab::progress::Progress;
use winks_lab::report::json::Run;
use winks_lab::report::{Line, table};
use winks_lab::row::{Row, Scale};
use winks_lab::subject::Slot;
use winks_lab::{birth, instructions, rows};

/// Measures the pool beside rayon-core.
#[derive(Parser)]
#[command(name = "cargo lab", bin_name = "cargo lab", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run both pools in one process, interleaved round by round, and print the ratios
    Bench(Bench),
    /// Count instructions per join and per spawn under valgrind's callgrind
    Instructions {
        /// How often to count
        #[arg(long, default_value_t = 3, value_name = "N", value_parser = positive())]
        rounds: u64,
        #[command(flatten)]
        common: Common,
    },
    /// Count the bytes of heap that a sleeping pool holds
    Heap {
        /// How often to count
        #[arg(long, default_value_t = 3, value_name = "N", value_parser = positive())]
        rounds: u64,
        #[command(flatten)]
        common: Common,
    },
    /// What the lab runs in a process of its own; not for people
    #[command(hide = true)]
    Probe {
        /// The pool
        slot: Slot,
        /// The shape
        shape: Shape,
        /// Its size
        size: u64,
    },
}

#[derive(Args)]
struct Bench {
    /// Only rows whose name matches; may be given more than once [example: 'fib*']
    #[arg(long, value_name = "GLOB")]
    rows: Vec<String>,
    /// How many rounds are counted [default: 21; with --quick 5]
    #[arg(long, value_name = "N", value_parser = positive())]
    rounds: Option<u64>,
    /// Sizes of pool for the rows that compare sizes
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = rows::THREADS,
          value_parser = threads)]
    threads: Vec<usize>,
    /// Fewer rounds and fewer repetitions in each: a first look
    #[arg(long)]
    quick: bool,
    /// Name the rows and what they measure, and run none
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
struct Common {
    /// Put rayon-core in the place of the pool too: shows how far the figures can be trusted
    #[arg(long)]
    control: bool,
    /// Write what came out to a file as well
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

fn positive() -> clap::builder::RangedU64ValueParser {
    value_parser!(u64).range(1..=10_000)
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=255) => Ok(threads),
        _ => Err("a pool has 1 to 255 threads here".to_owned()),
    }
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Bench(bench) => bench.run(),
        Command::Instructions { rounds, common } => {
            common.make_file()?;
            let lines = instructions::count(common.candidate(), rounds as usize)?;
            common.tell("instructions", false, &lines)
        }
        Command::Heap { rounds, common } => {
            common.make_file()?;
            let line = birth::count(common.candidate(), rounds as usize)?;
            common.tell("heap", false, &[line])
        }
        Command::Probe { slot, shape, size } => {
            probe::run(slot, shape, size);
            Ok(())
        }
    }
}

impl Bench {
    fn run(&self) -> Result<()> {
        let rows = self.chosen()?;
        if self.list {
            let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
            for row in rows {
                println!("{:width$}  {}", row.name, row.about);
            }
            return Ok(());
        }
        self.common.make_file()?;
        if cfg!(debug_assertions) {
            eprintln!(
                "warning: built without optimisation; use `cargo lab`, which builds for release"
            );
        }
        let scale = if self.quick { Scale::Quick } else { Scale::Full };
        let mut progress = Progress::new(rows.len());
        let mut lines = Vec::new();
        for row in &rows {
            progress.step(&row.name);
            let rounds = match self.rounds {
                Some(rounds) => rounds as usize,
                None if self.quick => 5,
                None => row.rounds.max(21),
            };
            let measured = paired::run(row, self.common.candidate(), scale, rounds);
            let told = (row.name.as_str(), row.about.as_str());
            lines.push(Line::new(told, row.unit.label, (row.kind, row.must), measured));
        }
        progress.finish();
        self.common.tell("bench", self.quick, &lines)
    }

    /// The rows whose names match.
    fn chosen(&self) -> Result<Vec<Row>> {
        let mut threads = self.threads.clone();
        threads.sort_unstable();
        threads.dedup();
        let mut rows = rows::all(&threads);
        if self.rows.is_empty() {
            return Ok(rows);
        }
        let mut globs = GlobSetBuilder::new();
        for glob in &self.rows {
            globs.add(Glob::new(glob).with_context(|| format!("--rows {glob}"))?);
        }
        let globs = globs.build().context("--rows")?;
        rows.retain(|row| globs.is_match(&row.name));
        ensure!(
            !rows.is_empty(),
            "no row is called {}; `cargo lab bench --list` names them all",
            self.rows.join(" or ")
        );
        Ok(rows)
    }
}

impl Common {
    fn candidate(&self) -> Slot {
        if self.control { Slot::Control } else { Slot::Ours }
    }

    /// Makes the file, so that a run of some minutes does not end with finding that it cannot.
    fn make_file(&self) -> Result<()> {
        match &self.json {
            Some(file) => {
                fs::write(file, "").with_context(|| format!("cannot write {}", file.display()))
            }
            None => Ok(()),
        }
    }

    /// Prints the table, and writes the file if one is asked for.
    fn tell(&self, command: &'static str, quick: bool, lines: &[Line]) -> Result<()> {
        println!("{}\n\n{}", table::table(self.candidate(), lines), table::LEGEND);
        match &self.json {
            Some(file) => Run::new(command, self.candidate(), quick, lines).write(file),
            None => Ok(()),
        }
    }
}
