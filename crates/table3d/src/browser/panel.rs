//! The page beside the picture: its texts and controls brought up to date, its sheets opened and closed.

use super::mounted::Mounted;
use crate::page::{DEEDS, Panel, Player, SOMETIMES, SWITCHES};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlSelectElement};

type Done = Result<(), JsValue>;

/// The sheets, by their ids.
const SHEETS: [&str; 3] = ["view-sheet", "game-sheet", CHAT];
/// What the players write to each other.
const CHAT: &str = "chat-sheet";
/// Commands that close the sheet that they are given in: one wants to see what they did.
const CLOSING: [&str; 5] = ["start", "opening", "first", "empty", "replay"];

/// Changes an element's text only when it is another: a reader would read it again.
fn set_text(element: &Element, text: &str) {
    if element.text_content().as_deref() != Some(text) {
        element.set_text_content(Some(text));
    }
}

impl Mounted {
    /// Brings the page's texts and controls up to date.
    pub(super) fn show_panel(&mut self) {
        if self.shown.as_ref() != Some(&self.panel) {
            // What cannot be shown now is shown with the next change.
            let _ = self.fill_panel(&self.panel);
            self.shown = Some(self.panel.clone());
        }
    }

    fn find(&self, selector: &str) -> Result<Option<Element>, JsValue> {
        self.root.query_selector(selector)
    }

    fn show(&self, name: &str, text: &str) -> Done {
        if let Some(element) = self.find(&format!("[data-show={name}]"))? {
            set_text(&element, text);
        }
        Ok(())
    }

    fn fill_panel(&self, panel: &Panel) -> Done {
        self.root.set_attribute("data-status", panel.status)?;
        for (name, text) in [
            ("state", panel.state.as_str()),
            ("hint", &panel.hint),
            ("feel", panel.feel.0),
            ("reserve", &panel.reserve),
            ("toss", &panel.toss),
            ("link", &panel.link),
            ("unread", &panel.unread),
            ("copy-level", panel.copy_level),
        ] {
            self.show(name, text)?;
        }
        if let Some(feel) = self.find("[data-show=feel]")? {
            feel.set_attribute("data-feel", panel.feel.1)?;
        }
        let before = self.shown.as_ref();
        if before.is_none_or(|before| before.news != panel.news) {
            self.fill_news(panel)?;
        }
        if before.is_none_or(|before| before.owed != panel.owed) {
            self.fill_owed(panel)?;
        }
        if before.is_none_or(|before| before.chat != panel.chat) {
            self.fill_chat(panel)?;
        }
        self.fill_players(panel.players.as_ref())?;
        self.fill_pose(panel)?;
        self.fill_terms(panel)?;
        self.fill_buttons(panel)
    }

    fn fill_buttons(&self, panel: &Panel) -> Done {
        for name in SOMETIMES {
            if let Some(button) = self.button(name)? {
                let off = !panel.enabled.contains(&name);
                // What stands in the row of the hand makes room for what can be done.
                let attribute = if name == "replay" { "disabled" } else { "hidden" };
                button.toggle_attribute_with_force(attribute, off)?;
            }
        }
        for name in DEEDS {
            if let Some(button) = self.button(name)? {
                let deed = panel.deeds.iter().find(|deed| deed.command == name);
                button.toggle_attribute_with_force("hidden", deed.is_none())?;
                if let Some(deed) = deed {
                    set_text(&button, deed.words);
                    button.toggle_attribute_with_force("disabled", !deed.can)?;
                }
            }
        }
        for name in SWITCHES {
            if let Some(button) = self.button(name)? {
                let on = panel.pressed.contains(&name);
                button.set_attribute("aria-pressed", if on { "true" } else { "false" })?;
            }
        }
        Ok(())
    }

    fn button(&self, name: &str) -> Result<Option<Element>, JsValue> {
        self.find(&format!("[data-do={name}]"))
    }

    fn fill_players(&self, players: Option<&[Player; 2]>) -> Done {
        if let Some(row) = self.find("[data-show=players]")? {
            row.toggle_attribute_with_force("hidden", players.is_none())?;
        }
        if let Some(reserve) = self.find("[data-show=reserve]")? {
            reserve.toggle_attribute_with_force("hidden", players.is_some())?;
        }
        for (player, colour) in players.into_iter().flatten().zip(["white", "black"]) {
            self.show(&format!("{colour}-name"), &player.name)?;
            self.show(&format!("{colour}-count"), &player.count)?;
            self.show(&format!("{colour}-clock"), &player.clock)?;
            if let Some(row) = self.find(&format!("[data-player={colour}]"))? {
                row.toggle_attribute_with_force("data-moves", player.moves)?;
            }
        }
        Ok(())
    }

    fn fill_news(&self, panel: &Panel) -> Done {
        let (Some(list), Some(document)) = (self.find("[data-show=news]")?, self.root.owner_document())
        else {
            return Ok(());
        };
        list.set_inner_html("");
        let nothing = [(self.words.text("nothing-yet").to_owned(), false)];
        let lines = if panel.news.is_empty() {
            &nothing[..]
        } else {
            &panel.news
        };
        for (text, fault) in lines {
            let line = document.create_element("li")?;
            line.set_text_content(Some(text));
            line.set_class_name(match (panel.news.is_empty(), fault) {
                (true, _) => "none",
                (false, true) => "fault",
                (false, false) => "fine",
            });
            list.append_child(&line)?;
        }
        // The newest is what one waits for.
        list.set_scroll_top(list.scroll_height());
        Ok(())
    }

    fn fill_chat(&self, panel: &Panel) -> Done {
        let (Some(list), Some(document)) = (self.find("[data-show=chat]")?, self.root.owner_document())
        else {
            return Ok(());
        };
        let lines = panel.chat.as_deref().unwrap_or_default();
        let known = self.shown.as_ref().and_then(|shown| shown.chat.as_deref());
        let known = known.filter(|known| lines.starts_with(known));
        if known.is_none() {
            list.set_inner_html("");
        }
        // What is there already stays, so that only the new lines are read out.
        for (who, text, own) in lines.iter().skip(known.map_or(0, <[_]>::len)) {
            let line = document.create_element("li")?;
            line.set_class_name(if *own { "own" } else { "" });
            let name = document.create_element("b")?;
            name.set_text_content(Some(who));
            line.append_child(&name)?;
            let said = document.create_element("span")?;
            said.set_text_content(Some(&format!(" {text}")));
            line.append_child(&said)?;
            list.append_child(&line)?;
        }
        list.set_scroll_top(list.scroll_height());
        Ok(())
    }

    /// Whether the chat is open.
    pub(super) fn is_chatting(&self) -> bool {
        self.root.get_attribute("data-sheet").as_deref() == Some(CHAT)
    }

    /// The field for what one wants to say.
    fn chat_field(&self) -> Option<HtmlInputElement> {
        let field = self.find("[data-say]").ok().flatten();
        field.map(JsCast::unchecked_into)
    }

    /// Says what stands in the field.
    pub(super) fn say(&mut self) -> bool {
        let Some(field) = self.chat_field() else {
            return false;
        };
        self.app.say(&field.value());
        field.set_value("");
        true
    }

    fn fill_owed(&self, panel: &Panel) -> Done {
        let (Some(list), Some(document)) = (self.find("[data-show=owed]")?, self.root.owner_document())
        else {
            return Ok(());
        };
        list.set_inner_html("");
        list.toggle_attribute_with_force("hidden", panel.owed.is_empty())?;
        for (command, text) in &panel.owed {
            let button = document.create_element("button")?;
            button.set_attribute("type", "button")?;
            button.set_attribute("data-do", command)?;
            button.set_text_content(Some(text));
            list.append_child(&button)?;
        }
        Ok(())
    }

    fn fill_pose(&self, panel: &Panel) -> Done {
        for (k, name) in ["height", "tilt", "heading"].into_iter().enumerate() {
            let value = panel.pose.map(|pose| pose[k]);
            if let Some(slider) = self.find(&format!("[data-set={name}]"))? {
                slider.toggle_attribute_with_force("disabled", value.is_none())?;
                let slider: HtmlInputElement = slider.unchecked_into();
                slider.set_value(&value.unwrap_or(0.0).to_string());
            }
            if let Some(output) = self.find(&format!("[data-value={name}]"))? {
                let text = match value {
                    None => String::new(),
                    Some(value) if k == 0 => format!("{value:.1} cm"),
                    Some(value) => format!("{value:.0}°"),
                };
                output.set_text_content(Some(&text));
            }
        }
        Ok(())
    }

    fn fill_terms(&self, panel: &Panel) -> Done {
        let rows = self.root.query_selector_all("[data-term]")?;
        for row in (0..rows.length()).filter_map(|k| rows.item(k)) {
            let row: Element = row.unchecked_into();
            let name = row.get_attribute("data-term").unwrap_or_default();
            let term = panel.terms.iter().find(|(term, _)| *term == name);
            row.toggle_attribute_with_force("hidden", term.is_none())?;
            if let (Some((_, value)), Some(list)) = (term, row.query_selector("[data-choose]")?) {
                let list: HtmlSelectElement = list.unchecked_into();
                if list.value() != *value {
                    list.set_value(value);
                }
                if name == "side" {
                    list.set_disabled(!self.app.play().may_choose_side());
                }
            }
        }
        Ok(())
    }

    /// What a command means for the sheets: whether it was all it meant.
    pub(super) fn sheet_command(&mut self, name: &str) -> Option<bool> {
        if name == "close-sheet" {
            return Some(self.close_sheet());
        }
        if CLOSING.contains(&name) && self.close_sheet() {
            // On with the game, by keys too.
            let _ = self.stage.focus();
        }
        let sheet = SHEETS.into_iter().find(|sheet| *sheet == name)?;
        if self.root.get_attribute("data-sheet").as_deref() == Some(sheet) {
            return Some(self.close_sheet());
        }
        self.close_sheet();
        Some(self.open_sheet(sheet).is_ok())
    }

    fn open_sheet(&self, sheet: &str) -> Done {
        self.root.set_attribute("data-sheet", sheet)?;
        if let Some(button) = self.button(sheet)? {
            button.set_attribute("aria-expanded", "true")?;
        }
        if let Some(section) = self.find(&format!("#{sheet}"))? {
            section.remove_attribute("hidden")?;
            let chosen = section.query_selector("[aria-pressed=true]")?;
            let first = section.query_selector("[data-say], button:not(.closes)")?;
            if let Some(first) = chosen.or(first) {
                let first: HtmlElement = first.unchecked_into();
                first.focus()?;
            }
        }
        Ok(())
    }

    /// Closes the sheet that is open, if one is; the focus goes back to where it came from.
    pub(super) fn close_sheet(&self) -> bool {
        let Some(open) = self.root.get_attribute("data-sheet") else {
            return false;
        };
        let close = || -> Done {
            self.root.remove_attribute("data-sheet")?;
            // A wide screen shows what the view offers all the time.
            if let Some(section) = self.find(&format!("#{open}:not(#view-sheet)"))? {
                section.set_attribute("hidden", "")?;
            }
            if let Some(button) = self.button(&open)? {
                button.set_attribute("aria-expanded", "false")?;
                let button: HtmlElement = button.unchecked_into();
                button.focus()?;
            }
            Ok(())
        };
        close().is_ok()
    }
}
