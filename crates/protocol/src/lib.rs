#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod analysis;
mod api;
mod as_text;
mod date;
mod event;
mod ids;
mod lobby;
mod message;
mod record;
mod remote_table;
pub mod sample;
mod seats;
mod settings;
mod table_state;

pub use analysis::{Analysis, AnalysisProgress, AnalysisState, Judgement, Review, ReviewedMove};
pub use api::{
    AccountEvent, ArchivedGame, CreateTable, Created, GameRating, Join, Looked, Me, Problem, Profile, Rename,
    TableInfo, Tables,
};
pub use date::{date_time, read_date_time};
pub use event::{Clocks, EndReason, Ending, Event, EventKind, Offer, Player, PlayerKind};
pub use ids::{ChallengeKey, ClientKey, IdError, PersonId, TableId};
pub use lobby::{LobbyMessage, LobbyRequest, Seek};
pub use message::{
    Action, ByeReason, ClientMessage, MOST_BYTES, MOST_CHAT, MOST_HAND, MOST_MOVE, MessageError, Refusal,
    ServerMessage, VERSION,
};
pub use record::{Record, RecordError, split_records};
pub use remote_table::{Link, RESEND_BEATS, RemoteTable, TableUpdate};
pub use seats::{seat_to_move, side_of};
pub use settings::{Clock, SettingsError, SideChoice, TableSettings, has_teams};
pub use table_state::{CLAIM_AFTER, ChatLine, Consequence, Facts, PlayedMove, Refused, Stage, TableState};
