//! A lane table read back: lanes, turns, and the few deeds that a picture shows.

/// What a step means for the picture, beside its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// The thread blocks.
    Sleeps,
    /// It wakes the thread of this lane.
    Wakes(usize),
    /// It comes to wake the thread of this lane, which is not blocked.
    FindsAwake(usize),
    /// Anything else.
    Other,
}

/// How a lane ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Its thread came to its end, or the run was cut off.
    Gone,
    /// Its thread is blocked for ever.
    Blocked,
}

/// A step of one thread.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Its number in the table.
    pub(super) number: String,
    /// What it does, in as few words as can be.
    pub(super) short: String,
    pub(super) deed: Deed,
    /// The word after it, if the step changed it.
    pub(super) word: Option<String>,
    /// It has read something that was no longer so.
    pub(super) is_stale: bool,
}

/// The steps that a thread takes without another one between them.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) lane: usize,
    pub(super) steps: Vec<Step>,
}

impl Turn {
    /// Its numbers in the table.
    pub(super) fn numbers(&self) -> String {
        match self.steps.as_slice() {
            [first, .., last] => format!("{}–{}", first.number, last.number),
            [only] => only.number.clone(),
            [] => String::new(),
        }
    }
}

/// A recorded run, as a lane table tells it.
#[derive(Clone, Debug)]
pub struct Run {
    pub(super) lanes: Vec<String>,
    /// Whose thread searches, and so may sleep.
    pub(super) may_sleep: Vec<bool>,
    pub(super) asleep_at_first: Vec<bool>,
    pub(super) turns: Vec<Turn>,
    pub(super) endings: Vec<Ending>,
    /// The table has a column for the packed word.
    pub(super) has_word: bool,
}

const STATE: [&str; 3] = ["latch", "latch of B", THE_WORD];
const THE_WORD: &str = "sleeping / inactive / JEC";

impl Run {
    /// Reads a lane table.
    ///
    /// # Panics
    ///
    /// If the text is none.
    pub fn of_table(table: &str) -> Run {
        let mut rows = table.lines().take_while(|line| !line.is_empty()).map(cells);
        let head = rows.next().filter(|head| head.first().is_some_and(|cell| cell == "step"));
        let head = head.expect("a lane table begins with its head: | step | …");
        let lanes: Vec<String> =
            head[1..].iter().filter(|cell| !STATE.contains(&cell.as_str())).cloned().collect();
        let word = head.iter().position(|cell| cell == THE_WORD);
        let none = vec![false; lanes.len()];
        let mut run = Run {
            may_sleep: none.clone(),
            asleep_at_first: none,
            turns: Vec::new(),
            endings: vec![Ending::Gone; lanes.len()],
            has_word: word.is_some(),
            lanes,
        };
        for row in rows.skip(1) {
            if row[0] == "…" {
                run.not_a_step(&row);
            } else {
                run.step(&row, word.map(|k| row[k].as_str()));
            }
        }
        run
    }

    /// The row of what was before, or of how each lane ends.
    fn not_a_step(&mut self, row: &[String]) {
        for lane in 0..self.lanes.len() {
            match row[lane + 1].as_str() {
                "**blocked for ever**" => self.endings[lane] = Ending::Blocked,
                "(blocks)" => (self.may_sleep[lane], self.asleep_at_first[lane]) = (true, true),
                _ => {}
            }
        }
    }

    fn step(&mut self, row: &[String], word: Option<&str>) {
        let lane = (0..self.lanes.len()).find(|lane| !row[lane + 1].is_empty());
        let lane = lane.unwrap_or_else(|| panic!("step {} belongs to no lane", row[0]));
        let action = row[lane + 1].as_str();
        let is_stale = action.contains("not yet visible") || action.contains("an old word");
        let word = word.filter(|word| word.contains("**")).map(|word| word.replace('*', ""));
        let deed = self.deed(action);
        self.may_sleep[lane] |= action.starts_with("starts looking") || deed == Deed::Sleeps;
        let step = Step { number: row[0].clone(), short: short(action), deed, word, is_stale };
        match self.turns.last_mut() {
            Some(turn) if turn.lane == lane => turn.steps.push(step),
            _ => self.turns.push(Turn { lane, steps: vec![step] }),
        }
    }

    fn deed(&self, action: &str) -> Deed {
        let worker = |number: &str| {
            let index = number.parse::<usize>().ok()?;
            let is_worker = |name: &&String| name.starts_with(['W', 'S']);
            let name = self.lanes.iter().filter(is_worker).nth(index)?;
            self.lanes.iter().position(|lane| lane == name)
        };
        let sleeper = self.lanes.iter().position(|lane| lane == "worker").unwrap_or(0);
        match action {
            "blocks" | "lies down" => Deed::Sleeps,
            "wakes the worker" => Deed::Wakes(sleeper),
            "finds nobody asleep" => Deed::FindsAwake(sleeper),
            _ => {
                let woken = action.strip_prefix("wakes worker ").and_then(worker);
                let awake = action
                    .strip_prefix("worker ")
                    .and_then(|rest| rest.strip_suffix(" is not blocked").and_then(worker));
                woken.map(Deed::Wakes).or(awake.map(Deed::FindsAwake)).unwrap_or(Deed::Other)
            }
        }
    }
}

/// What the long actions are called beside a lane.
const SHORT: &[(&str, &str)] = &[
    ("starts looking", "starts"),
    ("latch SLEEPING → UNSET", "UNSET"),
    ("latch UNSET → SLEEPY", "SLEEPY"),
    ("latch SLEEPY → SLEEPING", "SLEEPING"),
    ("locks its", "locks"),
    ("check", "turns back"),
    ("for the woken", "counts it"),
    ("sees its latch SET", "sees SET"),
    ("found", "found"),
    ("goes to the bed", "goes to bed"),
    ("finds nobody", "finds none"),
    ("wakes the worker", "wakes it"),
    ("is awake again", "is awake"),
    ("sets the latch", "sets latch"),
];

/// An action in as few words as can be.
fn short(action: &str) -> String {
    if action.contains("an old word") {
        return "reads old".to_owned();
    }
    let job = action
        .split_once("job ")
        .map(|(_, rest)| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
    match job {
        Some(job) if action.contains("not yet visible") => return format!("misses {job}"),
        Some(job) if !job.is_empty() => {
            let verb = action.split(' ').next().unwrap_or_default();
            return format!("{verb} {job}");
        }
        _ => {}
    }
    if let Some((_, short)) = SHORT.iter().find(|(long, _)| action.starts_with(long)) {
        return (*short).to_owned();
    }
    if let Some(worker) = action.strip_prefix("wakes worker ") {
        return format!("wakes {worker}");
    }
    if action.ends_with("is not blocked") {
        return "finds none".to_owned();
    }
    action.split([':', ',']).next().unwrap_or(action).to_owned()
}

/// The cells of a row.
fn cells(line: &str) -> Vec<String> {
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(|cell| cell.trim().to_owned()).collect()
}
