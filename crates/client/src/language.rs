//! The four languages and their texts, which are data: one file a language, the same keys in each.
//!
//! Long because it names every text.

use std::sync::OnceLock;

/// A language of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// French.
    French,
    /// English.
    English,
    /// German.
    German,
    /// Dutch.
    Dutch,
}

impl Language {
    /// All of them, in the order of the switch.
    pub const ALL: [Language; 4] = [
        Language::French,
        Language::English,
        Language::German,
        Language::Dutch,
    ];

    /// The two letters that browsers use.
    pub const fn code(self) -> &'static str {
        ["fr", "en", "de", "nl"][self as usize]
    }

    /// What the language calls itself.
    pub const fn name(self) -> &'static str {
        ["Français", "English", "Deutsch", "Nederlands"][self as usize]
    }

    /// The language of a browser's tag such as `de-CH`.
    pub fn from_tag(tag: &str) -> Option<Language> {
        let code = tag.split('-').next()?;
        Language::ALL
            .into_iter()
            .find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// The first of the browser's languages that we speak, or English.
    pub fn preferred(tags: impl IntoIterator<Item = String>) -> Language {
        tags.into_iter()
            .find_map(|tag| Language::from_tag(&tag))
            .unwrap_or(Language::English)
    }

    /// Whether a count takes the first of a text's two forms.
    const fn is_singular(self, count: usize) -> bool {
        match self {
            Language::French => count < 2,
            Language::English | Language::German | Language::Dutch => count == 1,
        }
    }

    /// Takes in the texts of a language. They stay for as long as the page does.
    pub fn learn(self, texts: String) {
        // Whoever was first has made them known already.
        let _ = KNOWN[self as usize].set(texts);
    }

    /// Whether the texts are there.
    pub fn is_known(self) -> bool {
        !self.file().is_empty()
    }

    fn file(self) -> &'static str {
        #[cfg(not(target_arch = "wasm32"))]
        {
            self.learn(self.own_file().to_owned());
        }
        KNOWN[self as usize].get().map_or("", String::as_str)
    }

    /// The file itself; in a browser it is fetched.
    #[cfg(not(target_arch = "wasm32"))]
    const fn own_file(self) -> &'static str {
        match self {
            Language::French => include_str!("../messages/fr.txt"),
            Language::English => include_str!("../messages/en.txt"),
            Language::German => include_str!("../messages/de.txt"),
            Language::Dutch => include_str!("../messages/nl.txt"),
        }
    }
}

/// The texts that are there.
static KNOWN: [OnceLock<String>; 4] = [const { OnceLock::new() }; 4];

macro_rules! texts {
    ($($name:ident $key:literal,)*) => {
        /// The name of a text.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the files of texts say what each is")]
        pub enum Text { $($name,)* }

        /// The key of each [`Text`], in order.
        const KEYS: &[&str] = &[$($key,)*];

        #[cfg(test)]
        const TEXTS: &[Text] = &[$(Text::$name,)*];
    };
}

texts! {
    Language "language",
    SkipToBoard "skip-to-board",
    Red "red",
    Yellow "yellow",
    RedMarble "red-marble",
    YellowMarble "yellow-marble",
    Points "points",
    PointsOf "points-of",
    ToMove "to-move",
    HintTake "hint-take",
    HintAim "hint-aim",
    HintReturned "hint-returned",
    HintPast "hint-past",
    WinsByPoints "wins-by-points",
    WinsByNoMove "wins-by-no-move",
    DrawByRepetition "draw-by-repetition",
    Undo "undo",
    Redo "redo",
    Flip "flip",
    NewGame "new-game",
    NewGameSure "new-game-sure",
    Moves "moves",
    NoMoves "no-moves",
    TheStart "the-start",
    Board "board",
    Row "row",
    CellEmpty "cell-empty",
    CellMarble "cell-marble",
    CellMovable "cell-movable",
    CellHeld "cell-held",
    CellLit "cell-lit",
    Target "target",
    TargetEmpty "target-empty",
    TrayMarble "tray-marble",
    SaidStep "said-step",
    SaidPush "said-push",
    SaidScore "said-score",
    SaidBack "said-back",
    SaidReturn "said-return",
    HowToPlay "how-to-play",
    Rules1 "rules-1",
    Rules2 "rules-2",
    Rules3 "rules-3",
    Rules4 "rules-4",
    Rules5 "rules-5",
    Rules6 "rules-6",
    // frame
    You "you",
    Computer "computer",
    Thinking "thinking",
    HintConfirm "hint-confirm",
    Confirm "confirm",
    TakeBack "take-back",
    Level1 "level-1",
    Level2 "level-2",
    Level3 "level-3",
    Level4 "level-4",
    Level5 "level-5",
    Level6 "level-6",
    Level7 "level-7",
    Level8 "level-8",
    Level9 "level-9",
    Level10 "level-10",
    // polygone
    White "white",
    Black "black",
    PolygoneBoard "polygone-board",
    PolygoneHintTake "polygone-hint-take",
    PolygoneHintAim "polygone-hint-aim",
    PolygoneHintTaking "polygone-hint-taking",
    PolygoneSegments "polygone-segments",
    PolygonePolygon "polygone-polygon",
    PolygoneSaidTaken "polygone-said-taken",
    PolygoneWinsByApex "polygone-wins-by-apex",
    PolygoneWinsBySeven "polygone-wins-by-seven",
    PolygoneRules1 "polygone-rules-1",
    PolygoneRules2 "polygone-rules-2",
    PolygoneRules3 "polygone-rules-3",
    PolygoneRules4 "polygone-rules-4",
    PolygoneRules5 "polygone-rules-5",
    PolygoneRules6 "polygone-rules-6",
    // isometron
    Blue "blue",
    IsometronBoard "isometron-board",
    IsometronHintForced "isometron-hint-forced",
    IsometronHintFree "isometron-hint-free",
    IsometronAxial "isometron-axial",
    IsometronCentral "isometron-central",
    IsometronShift "isometron-shift",
    IsometronSaidTile "isometron-said-tile",
    IsometronSaidWrong "isometron-said-wrong",
    IsometronSaidPass "isometron-said-pass",
    IsometronWins "isometron-wins",
    IsometronDraw "isometron-draw",
    IsometronRules1 "isometron-rules-1",
    IsometronRules2 "isometron-rules-2",
    IsometronRules3 "isometron-rules-3",
    IsometronRules4 "isometron-rules-4",
    IsometronRules5 "isometron-rules-5",
    IsometronRules6 "isometron-rules-6",
    // pages
    Analysis "analysis",
    Settings "settings",
    Help "help",
    Close "close",
    KeyArrows "key-arrows",
    KeyChoose "key-choose",
    KeyLetGo "key-let-go",
    KeyBack "key-back",
    KeyOn "key-on",
    Theme "theme",
    ThemeAuto "theme-auto",
    ThemeLight "theme-light",
    ThemeDark "theme-dark",
    Sounds "sounds",
    Motion "motion",
    MotionHint "motion-hint",
    ConfirmMoves "confirm-moves",
    ConfirmMovesHint "confirm-moves-hint",
    Assist "assist",
    AssistHint "assist-hint",
    Lead "lead",
    UnderWay "under-way",
    PlayComputer "play-computer",
    PlaySameScreen "play-same-screen",
    WhatIsThis "what-is-this",
    WhatIsThis1 "what-is-this-1",
    WhatIsThis2 "what-is-this-2",
    OffboardBlurb "offboard-blurb",
    PolygoneBlurb "polygone-blurb",
    IsometronBlurb "isometron-blurb",
    PolarityBlurb "polarity-blurb",
    PolarityRules "polarity-rules",
    PolarityTemple "polarity-temple",
    PolarityFerti "polarity-ferti",
    Variant "variant",
    Level "level",
    YouPlay "you-play",
    Start "start",
    Rematch "rematch",
    EngineLines "engine-lines",
    Evaluation "evaluation",
    ReviewGame "review-game",
    Accuracy "accuracy",
    CurveLabel "curve-label",
    CopyLink "copy-link",
    LinkCopied "link-copied",
    SaveRecord "save-record",
    SavePicture "save-picture",
    // isometron in words
    IsometronTile "isometron-tile",
    IsometronWeb "isometron-web",
    IsometronInHand "isometron-in-hand",
    IsometronHand "isometron-hand",
    IsometronHandTile "isometron-hand-tile",
    IsometronHintPass "isometron-hint-pass",
    IsometronNe "isometron-ne",
    IsometronSe "isometron-se",
    IsometronSw "isometron-sw",
    IsometronNw "isometron-nw",
    // boards
    KeyTurn "key-turn",
    KeyPolygon "key-polygon",
    Magnify "magnify",
    Promote "promote",
    Delete "delete",
    SetUp "set-up",
    EditBoard "edit-board",
    EditHint "edit-hint",
    EditText "edit-text",
    EditEmpty "edit-empty",
    EditDone "edit-done",
    EditCancel "edit-cancel",
    EditFewer "edit-fewer",
    EditMore "edit-more",
    EditTooMany "edit-too-many",
    EditBothWon "edit-both-won",
    EditTyped "edit-typed",
    Import "import",
    ImportHint "import-hint",
    ImportFile "import-file",
    ImportNow "import-now",
    ImportRefused "import-refused",
    // online
    PlayFriend "play-friend",
    PlayOnline "play-online",
    FriendLead "friend-lead",
    Either "either",
    TimeToThink "time-to-think",
    ClockNone "clock-none",
    ClockMinutes "clock-minutes",
    ClockDays "clock-days",
    PaceMinutes "pace-minutes",
    PaceDays "pace-days",
    MinutesEach "minutes-each",
    SecondsEach "seconds-each",
    DaysEach "days-each",
    Rated "rated",
    RatedHint "rated-hint",
    Public "public",
    Chat "chat",
    CreateLink "create-link",
    SendLink "send-link",
    Share "share",
    WaitingForFriend "waiting-for-friend",
    WaitingHint "waiting-hint",
    Invited "invited",
    YouPlaySide "you-play-side",
    Join "join",
    NoAccountNeeded "no-account-needed",
    SeatTaken "seat-taken",
    NoSuchGame "no-such-game",
    ToHome "to-home",
    TryAgain "try-again",
    SeatFree "seat-free",
    Away "away",
    Watching "watching",
    Watchers "watchers",
    LookingBack "looking-back",
    Premoved "premoved",
    TheirTurn "their-turn",
    OfferDraw "offer-draw",
    DrawWaits "draw-waits",
    DrawAsked "draw-asked",
    AskTakeback "ask-takeback",
    TakebackWaits "takeback-waits",
    TakebackAsked "takeback-asked",
    RematchAsked "rematch-asked",
    RematchOffered "rematch-offered",
    ToRematch "to-rematch",
    Accept "accept",
    Decline "decline",
    Resign "resign",
    ResignSure "resign-sure",
    Abort "abort",
    Claim "claim",
    OverWon "over-won",
    OverResignation "over-resignation",
    OverTime "over-time",
    OverAbsence "over-absence",
    OverAgreement "over-agreement",
    OverDraw "over-draw",
    OverAborted "over-aborted",
    ChatText "chat-text",
    ChatSend "chat-send",
    Connecting "connecting",
    Offline "offline",
    Reconnected "reconnected",
    Restarting "restarting",
    RefusedLate "refused-late",
    RefusedIllegal "refused-illegal",
    RefusedNow "refused-now",
    RefusedVersion "refused-version",
    OpenGames "open-games",
    NoSeeks "no-seeks",
    LookForSomeone "look-for-someone",
    Looking "looking",
    StopLooking "stop-looking",
    Near "near",
    SeekRefused "seek-refused",
    Account "account",
    AccountWhy "account-why",
    GuestAs "guest-as",
    YourGames "your-games",
    SignIn "sign-in",
    SignUp "sign-up",
    SignOut "sign-out",
    SignOutEverywhere "sign-out-everywhere",
    SignedIn "signed-in",
    Name "name",
    Password "password",
    NewPassword "new-password",
    ChangePassword "change-password",
    Rename "rename",
    RenameHint "rename-hint",
    DownloadData "download-data",
    DeleteAccount "delete-account",
    DeleteHint "delete-hint",
    Done "done",
    ErrorForm "error-form",
    ErrorWrong "error-wrong",
    ErrorTaken "error-taken",
    ErrorFast "error-fast",
    ErrorNetwork "error-network",
    Games "games",
    NoGamesYet "no-games-yet",
    Results "results",
    RatingIs "rating-is",
    Won "won",
    Drawn "drawn",
    Lost "lost",
}

/// All texts in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Messages {
    language: Language,
    /// By [`Text`].
    texts: Vec<&'static str>,
}

impl Messages {
    /// The texts in a language.
    pub fn of(language: Language) -> Messages {
        let entries: Vec<(&str, &str)> = entries(language).collect();
        let find = |key: &&str| entries.iter().find(|(found, _)| found == key);
        let texts = KEYS.iter().map(|key| find(key).map_or("", |(_, text)| text));
        Messages {
            language,
            texts: texts.collect(),
        }
    }

    /// The language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// A text.
    pub fn text(&self, text: Text) -> &'static str {
        self.texts[text as usize]
    }

    /// A text with its `{name}`s replaced.
    pub fn fill(&self, text: Text, values: &[(&str, &str)]) -> String {
        fill(self.text(text), values)
    }

    /// A text that has two forms, `one|many`, with `{n}` replaced by the count.
    pub fn count(&self, text: Text, count: usize) -> String {
        let (one, many) = self.text(text).split_once('|').unwrap_or_default();
        let form = if self.language.is_singular(count) {
            one
        } else {
            many
        };
        fill(form, &[("n", &count.to_string())])
    }
}

fn fill(text: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(text.to_owned(), |text, (name, value)| {
        text.replace(&format!("{{{name}}}"), value)
    })
}

/// The `key = text` lines of a language's file.
fn entries(language: Language) -> impl Iterator<Item = (&'static str, &'static str)> {
    language.file().lines().filter_map(|line| line.split_once(" = "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The `{name}`s in a text, and how many forms it has.
    fn shape(text: &str) -> (Vec<&str>, usize) {
        let mut names: Vec<&str> = text
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split('}').next())
            .collect();
        names.sort_unstable();
        names.dedup();
        (names, text.split('|').count())
    }

    #[test]
    fn every_language_has_every_text_in_the_same_order_and_shape() {
        let english = Messages::of(Language::English);
        for language in Language::ALL {
            let keys: Vec<&str> = entries(language).map(|(key, _)| key).collect();
            assert_eq!(keys, KEYS, "{language:?}");
            let messages = Messages::of(language);
            for &text in TEXTS {
                assert!(!messages.text(text).is_empty(), "{language:?} {text:?}");
                assert_eq!(
                    shape(messages.text(text)),
                    shape(english.text(text)),
                    "{language:?} {text:?}"
                );
            }
        }
    }

    #[test]
    fn plurals_follow_the_language() {
        let points = |language, n| Messages::of(language).count(Text::Points, n);
        assert_eq!(points(Language::English, 0), "0 points");
        assert_eq!(points(Language::English, 1), "1 point");
        assert_eq!(points(Language::French, 0), "0 point");
        assert_eq!(points(Language::French, 2), "2 points");
        assert_eq!(points(Language::German, 2), "2 Punkte");
        assert_eq!(points(Language::Dutch, 1), "1 punt");
    }

    #[test]
    fn the_browser_chooses_the_language() {
        let preferred = |tags: &[&str]| Language::preferred(tags.iter().map(ToString::to_string));
        assert_eq!(preferred(&["pt-BR", "de-CH", "fr"]), Language::German);
        assert_eq!(preferred(&["NL"]), Language::Dutch);
        assert_eq!(preferred(&["xx", ""]), Language::English);
    }
}
