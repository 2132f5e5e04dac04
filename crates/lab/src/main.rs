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
use winks_lab::report::semaphores::{self, Entry};
use winks_lab::report::{Line, table};
use winks_lab::row::{Row, Scale};
use winks_lab::semaphore::contender::Contender;
use winks_lab::semaphore::{self, fairness};
use winks_lab::subject::Slot;
use winks_lab::{birth, instructions, rows};

/// Measures the pool beside rayon-core, and the semaphore beside its peers.
#[derive(Parser)]
#[command(name = "cargo lab", bin_name = "cargo lab", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run all contenders in one process, interleaved round by round, and print the ratios
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
    /// Only rows whose name matches; may be given more than once [example: 'fib*', 'semaphore*']
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
    /// Put rayon-core in the place of the pool too, and the base of the semaphores in the place of
    /// ours: shows how far the figures can be trusted
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

/// The rows that were asked for, by who takes part in them.
struct Chosen {
    pools: Vec<Row>,
    semaphores: Vec<semaphore::row::Row>,
    fairness: Vec<fairness::Row>,
}

impl Bench {
    fn run(&self) -> Result<()> {
        let chosen = self.chosen()?;
        if self.list {
            chosen.list();
            return Ok(());
        }
        self.common.make_file()?;
        if cfg!(debug_assertions) {
            eprintln!(
                "warning: built without optimisation; use `cargo lab`, which builds for release"
            );
        }
        let scale = if self.quick { Scale::Quick } else { Scale::Full };
        let contenders = Contender::all(self.common.control);
        let mut progress = Progress::new(chosen.names().count());
        let (mut lines, mut entries, mut waits) = (Vec::new(), Vec::new(), Vec::new());
        for row in &chosen.pools {
            progress.step(&row.name);
            let rounds = self.rounds(row.rounds);
            let measured = paired::run(row, self.common.candidate(), scale, rounds);
            let told = (row.name.as_str(), row.about.as_str());
            lines.push(Line::new(told, row.unit.label, (row.kind, row.must), measured));
        }
        for row in &chosen.semaphores {
            progress.step(&row.name);
            let rounds = semaphore::row::run(row, &contenders, scale, self.rounds(1));
            entries.extend(semaphores::entries(row, &contenders, &rounds));
        }
        for row in &chosen.fairness {
            progress.step(&row.name);
            waits.extend(fairness::run(row, &contenders, scale, self.rounds(1)));
        }
        progress.finish();
        self.tell(&lines, &entries, &waits)
    }

    /// How many rounds are counted, of a row that wants at least so many.
    fn rounds(&self, at_least: usize) -> usize {
        match self.rounds {
            Some(rounds) => rounds as usize,
            None if self.quick => 5,
            None => at_least.max(21),
        }
    }

    /// Prints a table for each kind of row that was asked for, and writes the file.
    fn tell(&self, lines: &[Line], entries: &[Entry], waits: &[fairness::Line]) -> Result<()> {
        if !lines.is_empty() {
            println!("{}\n\n{}\n", table::table(self.common.candidate(), lines), table::LEGEND);
        }
        if !entries.is_empty() {
            println!("{}\n", semaphores::table(entries));
        }
        if !waits.is_empty() {
            println!("{}\n", semaphores::waits(waits));
        }
        if !(entries.is_empty() && waits.is_empty()) {
            println!("{}", semaphores::LEGEND);
        }
        let run = Run::new("bench", self.common.candidate(), self.quick, lines);
        self.common.write(run.with_semaphores(entries, waits))
    }

    /// The rows whose names match.
    fn chosen(&self) -> Result<Chosen> {
        let mut threads = self.threads.clone();
        threads.sort_unstable();
        threads.dedup();
        let mut chosen = Chosen {
            pools: rows::all(&threads),
            semaphores: semaphore::rows::rows(),
            fairness: fairness::rows(),
        };
        if self.rows.is_empty() {
            return Ok(chosen);
        }
        let mut globs = GlobSetBuilder::new();
        for glob in &self.rows {
            globs.add(Glob::new(glob).with_context(|| format!("--rows {glob}"))?);
        }
        let globs = globs.build().context("--rows")?;
        chosen.pools.retain(|row| globs.is_match(&row.name));
        chosen.semaphores.retain(|row| globs.is_match(&row.name));
        chosen.fairness.retain(|row| globs.is_match(&row.name));
        ensure!(
            chosen.names().next().is_some(),
            "no row is called {}; `cargo lab bench --list` names them all",
            self.rows.join(" or ")
        );
        Ok(chosen)
    }
}

impl Chosen {
    /// The names of the rows and what they measure.
    fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        let pools = self.pools.iter().map(|row| (&*row.name, &*row.about));
        let semaphores = self.semaphores.iter().map(|row| (&*row.name, &*row.about));
        let fairness = self.fairness.iter().map(|row| (&*row.name, &*row.about));
        pools.chain(semaphores).chain(fairness)
    }

    fn list(&self) {
        let width = self.names().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, about) in self.names() {
            println!("{name:width$}  {about}");
        }
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
        self.write(Run::new(command, self.candidate(), quick, lines))
    }

    /// Writes the file if one is asked for.
    fn write(&self, run: Run<'_>) -> Result<()> {
        self.json.as_ref().map_or(Ok(()), |file| run.write(file))
    }
}
