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
    /// The command; `serve` if it is left out.
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
    /// Serve the games to browsers. This is the default command.
    Serve(Serve),
    /// Update the database schema. The server does so when it starts.
    Migrate {
        #[command(flatten)]
        place: Place,
    },
    /// Move everything into an empty database and print the number of rows of each table.
    Move {
        /// The address of the database to move from. Everybody on the machine sees flags: an address with a password
        /// comes by the variable.
        #[arg(long, env = "TABLIER_MOVE_FROM", value_name = "URL", hide_env_values = true)]
        from: String,
        /// The address of the database to move into.
        #[arg(long, env = "TABLIER_MOVE_TO", value_name = "URL", hide_env_values = true)]
        to: String,
    },
    /// Moderate people, chat, games and reports, and rotate keys; the server may be running.
    Admin {
        #[command(subcommand)]
        work: Work,
        #[command(flatten)]
        place: Place,
    },
    /// Count the sequences of legal moves and print a line for each depth: `<depth> <nodes>`.
    Perft {
        #[command(flatten)]
        start: Start,
        /// How many moves deep.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        depth: u32,
        /// Size in megabytes of a table that counts repeated positions only once.
        #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=65_536))]
        hash: Option<u32>,
    },
    /// Print the legal moves in byte order, one per line.
    Moves {
        #[command(flatten)]
        start: Start,
        /// Read positions from standard input, one per line, and print the moves of each on one line.
        #[arg(long, conflicts_with_all = ["position", "symmetry"])]
        stdin: bool,
    },
    /// Play moves and print the position after each, and the result when the game is over.
    Play {
        #[command(flatten)]
        start: Start,
        /// Moves in the game's notation.
        #[arg(value_name = "MOVE")]
        moves: Vec<String>,
    },
    /// Draw a position, the position after some moves with the last move marked, or a whole game as an animation.
    Render {
        #[command(flatten)]
        start: Start,
        /// Moves in the game's notation.
        #[arg(value_name = "MOVE")]
        moves: Vec<String>,
        /// A file with a game record, instead of moves.
        #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "symmetry", "moves"])]
        record: Option<PathBuf>,
        /// The picture to write: a name that ends in .svg or .png, or in .gif for an animation of the whole game.
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
    /// Find the best moves with scores and reasons, or judge every move of a game.
    Analyse(Analyse),
    /// Play games between two players or between all neighbouring levels.
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
    /// Check the health of a server, for containers and monitors; exit with 1 if it is not healthy.
    Health {
        /// The port that the server listens on.
        #[arg(long, env = "TABLIER_PORT", default_value_t = Config::PORT)]
        port: u16,
        /// The address that the server listens on.
        #[arg(long, env = "TABLIER_ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
        address: IpAddr,
    },
    /// Run the engine protocol on standard input and output.
    Engine,
    /// Measure the speed of the rules and the search of every game; the node count identifies the search.
    Bench,
}

/// Moderation. A person is given by the name of their account or by their id.
#[derive(Debug, Subcommand)]
pub(crate) enum Work {
    /// List the open reports: id, time, reporter, person, reason, table and event, words, quoted line.
    Reports {
        /// Include closed reports.
        #[arg(long)]
        all: bool,
        /// Page of the list: 100 reports a page, the oldest first.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
        page: u32,
    },
    /// Close a report.
    CloseReport {
        /// The report's id.
        report: String,
    },
    /// Ban a person; they are signed out at once.
    Ban {
        /// The person.
        person: String,
        /// Number of days; for ever if it is left out.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        days: Option<u32>,
    },
    /// Lift a ban.
    Unban {
        /// The person.
        person: String,
    },
    /// Mute a person in every chat.
    Mute {
        /// The person.
        person: String,
        /// Number of days; for ever if it is left out.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        days: Option<u32>,
    },
    /// Unmute a person.
    Unmute {
        /// The person.
        person: String,
    },
    /// Rename a person, also in all games that they have played.
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
    /// Remove a chat line from a game's log.
    RemoveChat {
        /// The table's id: the last part of its address.
        table: String,
        /// The number of the event, as reports and logs have it.
        event: u64,
    },
    /// Remove a game with its log from all lists and pages.
    RemoveGame {
        /// The table's id: the last part of its address.
        table: String,
    },
    /// Create a new key for signing cookies and invitation links.
    RotateKey {
        /// Days for which signatures of the old key stay valid; 0 signs everybody out.
        #[arg(long, value_name = "DAYS", default_value_t = 7)]
        grace: u32,
    },
}

/// Options of the server.
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
    /// The address that browsers use, if a proxy stands before the server: <https://games.example>. It determines cookies,
    /// allowed origins, links and HSTS.
    #[arg(long, env = "TABLIER_PUBLIC_URL", value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// How many proxies stand before the server: the first of them writes the client's address into X-Forwarded-For.
    #[arg(long, env = "TABLIER_PROXIES", value_name = "N", default_value_t = 0)]
    proxies: u8,
    /// Most sockets open at once; the system's limit of open files caps it.
    #[arg(long, env = "TABLIER_MOST_SOCKETS", default_value_t = Behaviour::default().most_sockets)]
    most_sockets: usize,
    /// Whole-game analyses to run at once; 0 leaves them to other processes on the same database.
    #[arg(long, env = "TABLIER_ANALYSES", value_name = "N", default_value_t = Analysing::default().workers)]
    analyses: usize,
    /// Address of a NATS server for messages between processes, instead of the database.
    #[arg(long, env = "TABLIER_BUS", value_name = "URL", hide_env_values = true)]
    bus: Option<String>,
    /// Let everybody read the measurements at /metrics; otherwise only this machine may, and not through a proxy.
    #[arg(long, env = "TABLIER_METRICS_OPEN")]
    metrics_open: bool,
    /// Open the home page in this machine's browser.
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
    /// Open sockets and streams of one address.
    #[arg(long = "sockets-each", env = "TABLIER_SOCKETS_EACH", value_name = "N", default_value_t = Limits::default().sockets)]
    sockets: u32,
    /// Concurrent requests from one address.
    #[arg(long = "at-once-each", env = "TABLIER_AT_ONCE_EACH", value_name = "N", default_value_t = Limits::default().at_once)]
    at_once: u32,
    /// Unfinished games of one person.
    #[arg(long = "open-tables-each", env = "TABLIER_OPEN_TABLES_EACH", value_name = "N", default_value_t = Limits::default().open_tables)]
    open_tables: u32,
    /// Processor seconds per minute for the simulations and searches of one person; an address has twice as many.
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
    /// The first position, in the game's notation; the game's start if it is left out.
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
