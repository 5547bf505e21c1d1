//! Options of the command line.

use crate::analyse::Analyse;
use crate::failure::Failure;
use crate::matches::Match;
use crate::puzzles::Puzzles;
use clap::{Args, Parser, Subcommand, ValueEnum};
use games::{AnyGame, BoardId, GameId};
use rules::TextError;
use server::{Analysing, Behaviour, Config, Limits, PublicUrl};
use std::ffi::OsString;
use std::fmt::Display;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

/// Tablier: Offboard, Polygone, Isometron and Polarity, on a server of your own and on the command line.
#[derive(Debug, Parser)]
#[command(version = crate::VERSION, args_conflicts_with_subcommands = true)]
pub(crate) struct Options {
    /// The command; without one, serve.
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Serve,
}

impl Options {
    pub(crate) fn command(self) -> Command {
        self.command.unwrap_or(Command::Serve(self.serve))
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve the games to browsers. This is what is done without a command.
    Serve(Serve),
    /// Bring the database's schema up to date. The server does so itself when it starts.
    Migrate {
        #[command(flatten)]
        place: Place,
    },
    /// Move everything from one database into another, empty one, and count it.
    Move {
        /// The address of the database that is there. Everybody on the machine sees flags: an address with a password
        /// comes by the variable.
        #[arg(long, env = "TABLIER_MOVE_FROM", value_name = "URL", hide_env_values = true)]
        from: String,
        /// The address of the database to move into.
        #[arg(long, env = "TABLIER_MOVE_TO", value_name = "URL", hide_env_values = true)]
        to: String,
    },
    /// The host's work, with the server running or not: people, chat, games, reports, keys.
    Admin {
        #[command(subcommand)]
        work: Work,
        #[command(flatten)]
        place: Place,
    },
    /// Count the sequences of legal moves, one line a depth: `<depth> <nodes>`.
    Perft {
        #[command(flatten)]
        start: Start,
        /// How many moves deep.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        depth: u32,
        /// Count positions that are met again by a table of this many megabytes.
        #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=65_536))]
        hash: Option<u32>,
    },
    /// Print the legal moves in byte order, one a line.
    Moves {
        #[command(flatten)]
        start: Start,
        /// Read a position a line, and print the moves of each on one line.
        #[arg(long, conflicts_with_all = ["position", "symmetry"])]
        stdin: bool,
    },
    /// Play moves: prints the position after each, and the result when the game is over.
    Play {
        #[command(flatten)]
        start: Start,
        /// Moves in the game's notation.
        #[arg(value_name = "MOVE")]
        moves: Vec<String>,
    },
    /// Draw a position, or the one after some moves with the last of them marked, or a whole game as an animation.
    Render {
        #[command(flatten)]
        start: Start,
        /// Moves in the game's notation.
        #[arg(value_name = "MOVE")]
        moves: Vec<String>,
        /// A file with the record of a game, instead of moves.
        #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "symmetry", "moves"])]
        record: Option<PathBuf>,
        /// The picture to write: a name that ends in .svg or .png, or in .gif for all boards one after the other.
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
    /// Find the best ways to go on, with what they are worth and why; or judge every move of a game.
    Analyse(Analyse),
    /// Let two players, or all neighbouring levels, play games against each other.
    Match(Match),
    /// Find, choose and prove puzzles.
    #[command(subcommand)]
    Puzzles(Puzzles),
    /// Copy the server's SQLite file into a new file, whether the server runs or not.
    Backup {
        /// The file to write.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        place: Place,
    },
    /// Ask a server whether it is well: for containers and monitors. Exits with 1 when it is not.
    Health {
        /// The port that the server listens on.
        #[arg(long, env = "TABLIER_PORT", default_value_t = Config::PORT)]
        port: u16,
        /// The address that the server listens on.
        #[arg(long, env = "TABLIER_ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
        address: IpAddr,
    },
    /// Speak the engine protocol on standard input and output.
    Engine,
    /// Measure the rules and the search of every game; the search's nodes are its fingerprint.
    Bench,
}

/// The host's work. A person is named by the name of their account, or by their id.
#[derive(Debug, Subcommand)]
pub(crate) enum Work {
    /// List the reports that are open: id, time, reporter, person, reason, table and event, words, quoted line.
    Reports {
        /// List those that are closed, too.
        #[arg(long)]
        all: bool,
        /// Page of the list, of 100 reports each, the oldest first.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
        page: u32,
    },
    /// Close a report.
    CloseReport {
        /// The report's id.
        report: String,
    },
    /// Let somebody not sign in any more; they are signed out at once.
    Ban {
        /// The person.
        person: String,
        /// For so many days; for ever if it is left out.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        days: Option<u32>,
    },
    /// Let somebody sign in again.
    Unban {
        /// The person.
        person: String,
    },
    /// Let somebody not write in any chat.
    Mute {
        /// The person.
        person: String,
        /// For so many days; for ever if it is left out.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        days: Option<u32>,
    },
    /// Let somebody write again.
    Unmute {
        /// The person.
        person: String,
    },
    /// Give somebody another name, in all games that they have played, too.
    Rename {
        /// The person.
        person: String,
        /// The new name.
        name: String,
    },
    /// Give an account a random password, print it, and sign the account out everywhere.
    ResetPassword {
        /// The person.
        person: String,
    },
    /// Take a line of chat out of a game's log.
    RemoveChat {
        /// The table's id: the last part of its address.
        table: String,
        /// The number of the event, as reports and logs have it.
        event: u64,
    },
    /// Remove a game from all lists and pages, with its log.
    RemoveGame {
        /// The table's id: the last part of its address.
        table: String,
    },
    /// Make another key to sign cookies and invitation links with.
    RotateKey {
        /// Days for which signatures of the key before stay good; 0 signs everybody out.
        #[arg(long, value_name = "DAYS", default_value_t = 7)]
        grace: u32,
    },
}

/// How to serve.
#[derive(Args, Debug)]
pub(crate) struct Serve {
    /// The port to listen on.
    #[arg(long, env = "TABLIER_PORT", default_value_t = Config::PORT)]
    port: u16,
    /// The address to listen on; 0.0.0.0 lets other machines in.
    #[arg(long, env = "TABLIER_ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// The form of log lines on standard error; `RUST_LOG` chooses the levels (warn if it is not set).
    #[arg(long, env = "TABLIER_LOG_FORMAT", value_enum, default_value_t)]
    pub(crate) log_format: LogFormat,
    /// The address that browsers use, if a proxy stands before the server: <https://games.example>. It decides cookies,
    /// allowed origins, links and HSTS.
    #[arg(long, env = "TABLIER_PUBLIC_URL", value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// How many proxies stand before the server: the first of them writes the client's address into X-Forwarded-For.
    #[arg(long, env = "TABLIER_PROXIES", value_name = "N", default_value_t = 0)]
    proxies: u8,
    /// Sockets that may be open at once; never more than the system lets a process open.
    #[arg(long, env = "TABLIER_MOST_SOCKETS", default_value_t = Behaviour::default().most_sockets)]
    most_sockets: usize,
    /// Whole-game analyses that are made at once; 0 leaves them to other processes on the same database.
    #[arg(long, env = "TABLIER_ANALYSES", value_name = "N", default_value_t = Analysing::default().workers)]
    analyses: usize,
    /// Address of a NATS server for messages between processes, instead of the database.
    #[arg(long, env = "TABLIER_BUS", value_name = "URL", hide_env_values = true)]
    bus: Option<String>,
    /// Let everybody read the measurements at /metrics; otherwise only this machine may, and not through a proxy.
    #[arg(long, env = "TABLIER_METRICS_OPEN")]
    metrics_open: bool,
    /// Open the first page in this machine's browser.
    #[arg(long, env = "TABLIER_OPEN")]
    open: bool,
    #[command(flatten)]
    each: Each,
    #[command(flatten)]
    place: Place,
}

/// The form of log lines.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum LogFormat {
    /// A line of words for people.
    #[default]
    Text,
    /// A JSON object a line, for programs.
    Json,
}

/// Limits for one address.
#[derive(Args, Debug)]
struct Each {
    /// Requests a minute from one address.
    #[arg(long = "requests-each", env = "TABLIER_REQUESTS_EACH", value_name = "N", default_value_t = Limits::default().requests)]
    requests: u32,
    /// New games a minute from one address.
    #[arg(long = "tables-each", env = "TABLIER_TABLES_EACH", value_name = "N", default_value_t = Limits::default().tables)]
    tables: u32,
    /// Sockets and streams at once from one address.
    #[arg(long = "sockets-each", env = "TABLIER_SOCKETS_EACH", value_name = "N", default_value_t = Limits::default().sockets)]
    sockets: u32,
    /// Requests at once from one address, until their answers are sent.
    #[arg(long = "at-once-each", env = "TABLIER_AT_ONCE_EACH", value_name = "N", default_value_t = Limits::default().at_once)]
    at_once: u32,
    /// Games of one person that are not over.
    #[arg(long = "open-tables-each", env = "TABLIER_OPEN_TABLES_EACH", value_name = "N", default_value_t = Limits::default().open_tables)]
    open_tables: u32,
    /// Seconds a minute that one processor simulates and searches for one person; an address has twice as many.
    #[arg(long = "work-each", env = "TABLIER_WORK_EACH", value_name = "SECONDS", default_value_t = Limits::default().work)]
    work: u32,
}

/// The place of the data.
#[derive(Args, Debug)]
pub(crate) struct Place {
    /// The folder of the SQLite file; the user's data folder if it is left out.
    #[arg(long, env = "TABLIER_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The address of a database, instead of a file in the data folder.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    database: Option<String>,
}

impl Serve {
    pub(crate) fn config(self) -> Result<Config, server::Error> {
        let address = SocketAddr::new(self.address, self.port);
        let behaviour = Behaviour {
            public_url: self.public_url,
            proxies: self.proxies,
            version: crate::VERSION,
            most_sockets: self.most_sockets,
            limits: Limits {
                requests: self.each.requests,
                tables: self.each.tables,
                sockets: self.each.sockets,
                at_once: self.each.at_once,
                open_tables: self.each.open_tables,
                work: self.each.work,
                ..Limits::default()
            },
            analysing: Analysing {
                workers: self.analyses,
                ..Analysing::default()
            },
            metrics_open: self.metrics_open,
            opens_browser: self.open,
            ..Behaviour::default()
        };
        Ok(Config {
            address,
            database: self.place.database()?,
            bus: self.bus,
            behaviour,
        })
    }
}

impl Place {
    /// The address of a database that is there already: no folder is made for it.
    pub(crate) fn existing_database(self) -> Result<String, server::Error> {
        match (self.database, self.data) {
            (Some(url), _) => Ok(url),
            (None, Some(folder)) => Ok(server::database_path(&folder)),
            (None, None) => Ok(server::database_path(&server::data_folder()?)),
        }
    }

    /// The address of the database.
    pub(crate) fn database(self) -> Result<String, server::Error> {
        match (self.database, self.data) {
            (Some(url), _) => Ok(url),
            (None, Some(folder)) => server::database_in(&folder),
            (None, None) => server::database_in(&server::data_folder()?),
        }
    }
}

/// A game, and the position to begin at.
#[derive(Args, Debug)]
pub(crate) struct Start {
    /// The game.
    #[arg(value_parser = game)]
    pub(crate) game: GameId,
    /// The position to begin with, in the game's notation; the start if it is left out.
    #[arg(long, value_name = "TEXT", conflicts_with = "symmetry")]
    position: Option<String>,
    /// Isometron's symmetry: axial, central or shift.
    #[arg(long)]
    symmetry: Option<String>,
    /// How Polarity starts: temple-north or ferti-south, with -teams for two players a side.
    #[arg(long, conflicts_with_all = ["position", "symmetry"])]
    variant: Option<String>,
}

impl Start {
    pub(crate) fn game(&self) -> Result<AnyGame, TextError> {
        match &self.position {
            Some(position) => AnyGame::from_position(self.game, position),
            None => AnyGame::start(self.game, self.symmetry.as_deref().or(self.variant.as_deref())),
        }
    }

    /// The game, if its moves can be counted.
    pub(crate) fn board(&self) -> Result<BoardId, Failure> {
        self.game.board().ok_or_else(|| by_hand(self.game))
    }
}

/// Polarity's moves are movements of a hand: there is no list of them.
pub(crate) fn by_hand(game: GameId) -> Failure {
    Failure::about(
        game,
        "it is played by hand, so that its moves cannot be listed, counted or searched",
    )
}

pub(crate) fn game(name: &str) -> Result<GameId, String> {
    named(name, GameId::ALL)
}

pub(crate) fn board(name: &str) -> Result<BoardId, String> {
    named(name, BoardId::ALL)
}

fn named<T: Copy + Display>(name: &str, all: &[T]) -> Result<T, String> {
    let names: Vec<String> = all.iter().map(ToString::to_string).collect();
    let found = names.iter().position(|known| known == name);
    found
        .map(|index| all[index])
        .ok_or_else(|| format!("the games are {}", names.join(", ")))
}

/// The commands that take moves.
const MOVERS: [&str; 3] = ["analyse", "play", "render"];

/// Among moves, `--` is Isometron's pass: the first one is doubled, because the parser takes one `--` for itself.
pub(crate) fn with_passes(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.collect();
    if args
        .get(1)
        .is_some_and(|command| MOVERS.iter().any(|mover| command == mover))
        && let Some(pass) = args.iter().position(|arg| arg == "--")
    {
        args.insert(pass, "--".into());
    }
    args
}
