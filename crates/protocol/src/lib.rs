#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod analysis;
mod api;
mod as_text;
mod date;
mod event;
mod ids;
mod learned;
mod lobby;
mod message;
mod mistakes;
mod record;
mod remote_table;
pub mod sample;
#[cfg(feature = "schema")]
pub mod schema;
mod seats;
mod settings;
mod table_state;

pub use analysis::{Analysis, AnalysisProgress, AnalysisState, Judgement, Review, ReviewedMove};
pub use api::{
    AccountEvent, ArchivedGame, BlockedPerson, CreateTable, CreateToken, Created, GameRating, Join, Looked,
    MOST_REPORT, Me, Problem, Profile, PushEndpoint, PushKey, PushSubscription, Rename, Report, ReportReason,
    TableInfo, Tables, TokenInfo, TokenScope,
};
pub use date::{date_time, read_date_time};
pub use event::{Clocks, EndReason, Ending, Event, EventKind, GONE, Offer, Player, PlayerKind};
pub use ids::{ChallengeKey, ClientKey, IdError, PersonId, TableId};
pub use learned::{Learned, LessonState, MOST_LEARNED};
pub use lobby::{LobbyMessage, LobbyRequest, Seek};
pub use message::{
    Action, ByeReason, ClientMessage, MOST_BYTES, MOST_CHAT, MOST_HAND, MOST_MOVE, MessageError, Refusal,
    ServerMessage, VERSION,
};
pub use mistakes::{KeptMistakes, MOST_MISTAKE_LETTERS, MistakeCard, MistakeDeck, MistakeMemory};
pub use record::{Record, RecordError, split_records};
pub use remote_table::{ConnectionState, RESEND_BEATS, RemoteTable, TableUpdate};
pub use seats::{seat_to_move, side_of};
pub use settings::{
    Clock, GuideChoice, SettingsError, SideChoice, TableSettings, has_assist, has_guide, has_teams,
};
pub use table_state::{
    CLAIM_AFTER, ChatLine, Facts, PermittedEffect, PlayedMove, Refused, Stage, TableState,
};
