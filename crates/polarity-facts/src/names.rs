//! The names that both sides use, each an enum with its texts.

/// Makes an enum whose variants have names.
macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($(#[$variant_doc:meta])* $variant:ident $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $type { $($(#[$variant_doc])* $variant,)* }

        impl $type {
            /// All of them.
            pub const ALL: &'static [$type] = &[$($type::$variant,)*];

            /// The name in texts.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $name,)* }
            }

            /// The one with a name.
            pub fn from_name(name: &str) -> Option<$type> {
                $type::ALL.iter().copied().find(|found| found.name() == name)
            }
        }
    };
}

named! {
    /// The state of the table.
    #[derive(Default)]
    Status {
        /// No hand, all at rest.
        #[default]
        Idle "idle",
        /// The player's hand holds something.
        Holding "holding",
        /// The hand is gone; something may still move.
        Settling "settling",
        /// The last movement is shown again.
        Replaying "replaying",
        /// Another player's hand is at the table.
        Watching "watching",
    }
}

named! {
    /// The force of the field on the hand.
    #[derive(Default)]
    Feel {
        /// Next to nothing.
        #[default]
        Calm "none",
        /// A pull.
        Pull "pull",
        /// A push.
        Push "push",
    }
}

named! {
    /// The duty of the side to move.
    Duty {
        /// Lay a foundation.
        Lay "lay",
        /// Leave a leaner.
        Lean "lean",
        /// Capture a cluster first.
        Capture "capture",
        /// Turn a disc over first.
        Turn "turn",
    }
}

named! {
    /// The purpose of a guided hand.
    GoalKind {
        /// To leave a leaner.
        Lean "lean",
        /// To let an own leaner fall onto its face.
        Convert "convert",
        /// To set something down flat.
        Lay "lay",
    }
}

named! {
    /// The forecast of a guided move.
    #[derive(Default)]
    Outlook {
        /// It has not been tried yet.
        #[default]
        Unknown "unknown",
        /// The move succeeds.
        Holds "holds",
        /// A disc that falls flat.
        Falls "falls",
        /// A fault.
        Faults "faults",
    }
}

named! {
    /// The stage of a guided hand.
    #[derive(Default)]
    GuideStage {
        /// The player chooses where.
        #[default]
        Ready "ready",
        /// The player holds it, and it goes down; it pulls back when it is let go.
        Held "held",
        /// The player holds it, and it is so low that it releases the disc when it is let go.
        Low "low",
        /// It goes its way.
        Busy "busy",
    }
}

named! {
    /// The marks by which the table guides a hand.
    #[derive(Default)]
    GuideMarks {
        /// Forecasts of every place.
        #[default]
        All "all",
        /// The ring where leaners usually hold.
        Ring "ring",
        /// None.
        Nothing "nothing",
    }
}

named! {
    /// How something owed is settled.
    How {
        /// By lifting the cluster and setting it down.
        Capture "capture",
        /// By a word: it already stands as it should.
        Declare "declare",
        /// By lifting a tower that could be declared, too.
        Lift "lift",
        /// By turning it over.
        Turn "turn",
    }
}

named! {
    /// Why a tap on a disc, or a call for a new one, does nothing.
    TapRefusal {
        /// It is the red disc.
        Red "red",
        /// It does not show the player's colour.
        NotYours "not-yours",
        /// The tower is too high for a hand that is led.
        TooHigh "too-high",
        /// Something is owed, and this disc is no part of it.
        OwedFirst "owed-first",
        /// No place beside it has room for a leaner.
        NoRoom "no-room",
        /// It neither lies flat nor leans.
        NotCarrier "not-carrier",
        /// Foundations are laid now: nothing is leaned.
        OpeningLay "opening-lay",
        /// The hand that is not led goes nowhere by taps.
        FreeHand "free-hand",
        /// The hand has yet to set down what it lifted.
        HandFull "hand-full",
        /// The other side plays.
        NotYourTurn "not-your-turn",
    }
}

named! {
    /// How the red disc lost a game.
    RedEnd {
        /// A disc touched it.
        Touched "touched",
        /// It left its dot.
        Moved "moved",
    }
}

named! {
    /// Commands that are not always possible.
    Command {
        /// Bring a disc with its white face up.
        White "white",
        /// Bring a disc with its black face up.
        Black "black",
        /// Lean the disc in the hand.
        Lean "lean",
        /// Let the hand that is led come down and do what it is there for.
        Place "place",
        /// Convert the leaner that the hand is at, or lean on it after all.
        Convert "convert",
        /// Let go.
        Release "release",
        /// Take back.
        Back "back",
        /// Let time pass faster.
        Hurry "hurry",
        /// Show the last movement again.
        Replay "replay",
        /// Show the fall or the fault of the last movement once more.
        SeeAgain "see-again",
    }
}

named! {
    /// Commands that switch something on and off.
    Switch {
        /// A fifth of the pace.
        Slow "slow",
        /// No time passes.
        Pause "pause",
        /// Four times the pace.
        Hurry "hurry",
        /// The lines of the field.
        Field "field",
        /// The ring where a leaner holds.
        Guide "guide",
        /// The flat view in place of 3D.
        Flat "flat",
        /// Hands are steered freely, not led.
        Free "free",
        /// A fall or a fault is shown once more.
        SeeAgain "see-again",
    }
}

named! {
    /// A kind of news.
    NewsKind {
        /// The disc that was let go stands as a leaner.
        Stands "news-stands",
        /// It lies flat.
        Lies "news-lies",
        /// It stands on its rim, or on others.
        Upright "news-upright",
        /// The hand took it away again.
        TakenAway "news-taken-away",
        /// A disc sticks to what the hand holds.
        Stuck "news-stuck",
        /// A standing leaner fell.
        Fell "news-fell",
        /// Two discs stick together.
        Joined "news-joined",
        /// Two discs touch by their rims.
        Kissed "news-kissed",
        /// A disc left the circle.
        Left "news-left",
        /// A disc slid farther than its diameter.
        Slid "news-slid",
        /// A flat disc turned over.
        Overturned "news-overturned",
        /// A leaner is held up by a disc that is not its player's.
        WrongSupport "news-wrong-support",
        /// A leaner is held up by the red disc.
        RedSupport "news-red-support",
        /// A leaner is held up by nothing.
        Unsupported "news-unsupported",
        /// The disc that was let go is outside the circle.
        Outside "news-outside",
        /// It should lie flat, and does not.
        Tilted "news-tilted",
        /// It should lean, and stands on its edge.
        Steep "news-steep",
        /// It shows the other side's colour.
        WrongColour "news-wrong-colour",
        /// It touches another disc.
        Touching "news-touching",
        /// A disc that lay flat was tipped while a foundation was laid.
        Tipped "news-tipped",
        /// A disc did not come along with its cluster.
        LeftBehind "news-left-behind",
        /// A disc touches the red one.
        RedTouched "news-red-touched",
        /// The red disc is off its spot.
        RedMoved "news-red-moved",
        /// Something still moved at the end, and is frozen.
        Frozen "news-frozen",
        /// A foundation lies.
        Laid "news-laid",
        /// A flipped disc has been turned and laid.
        Turned "news-turned",
        /// A cluster is a tower of its capturer.
        Captured "news-captured",
        /// Nothing reacted: try again.
        Again "news-again",
        /// Discs go to the player's reserve.
        ToReserve "news-to-reserve",
        /// A flipped leaner is owed to its owner.
        OwesTurn "news-owes-turn",
        /// A cluster has to be captured.
        OwesCapture "news-owes-capture",
        /// The turn passes to White.
        NextWhite "news-next-white",
        /// The turn passes to Black.
        NextBlack "news-next-black",
        /// White has won.
        WhiteWins "news-white-wins",
        /// Black has won.
        BlackWins "news-black-wins",
        /// The game is drawn.
        Draw "news-draw",
        /// The referee does not take the movement.
        Refused "news-refused",
        /// The referee does not take it, because something reacted while a foundation was laid.
        Disturbed "news-disturbed",
        /// The referee does not take it, because the disc does not lie as it must.
        NotFlat "news-not-flat",
        /// The referee does not take it, because the hand left with the disc that it should lay.
        Withheld "news-withheld",
        /// The referee does not take it, because it began in another position.
        Outdated "news-outdated",
    }
}

impl NewsKind {
    /// Whether the movement counts as not made.
    pub const fn is_refusal(self) -> bool {
        matches!(
            self,
            NewsKind::Refused
                | NewsKind::Disturbed
                | NewsKind::NotFlat
                | NewsKind::Withheld
                | NewsKind::Outdated
        )
    }

    /// Whether it says why the disc that was let go does not count.
    pub const fn is_objection(self) -> bool {
        matches!(
            self,
            NewsKind::WrongSupport
                | NewsKind::RedSupport
                | NewsKind::Unsupported
                | NewsKind::Outside
                | NewsKind::Tilted
                | NewsKind::Steep
                | NewsKind::WrongColour
                | NewsKind::Touching
        )
    }

    /// Whether it ends a turn, or would.
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            NewsKind::Stuck
                | NewsKind::Fell
                | NewsKind::Joined
                | NewsKind::Kissed
                | NewsKind::Left
                | NewsKind::Slid
                | NewsKind::Overturned
                | NewsKind::Tipped
                | NewsKind::LeftBehind
                | NewsKind::RedTouched
                | NewsKind::RedMoved
        )
    }
}
