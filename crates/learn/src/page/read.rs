//! Reads a rules page from Markdown.

use super::{Block, Inline, Page, Section};
use crate::error::LearnError;
use pulldown_cmark::{CowStr, Event, HeadingLevel, OffsetIter, Options, Parser, Tag};
use std::iter::Peekable;
use std::ops::Range;

impl Page {
    /// Reads a page; `file` names it in errors.
    pub fn parse(file: &str, text: &str) -> Result<Page, LearnError> {
        let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
        let events = Parser::new_ext(text, options).into_offset_iter().peekable();
        Reader { file, text, events }.page()
    }
}

/// A piece of running text, or a figure in it.
enum Piece {
    Inline(Inline),
    Figure { name: String, caption: String },
}

struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    events: Peekable<OffsetIter<'a>>,
}

impl<'a> Reader<'a> {
    fn error(&self, range: &Range<usize>, expected: &str) -> LearnError {
        let line = self.text[..range.start].matches('\n').count() + 1;
        let found = self.text[range.clone()].lines().next().unwrap_or_default();
        LearnError::new(self.file, line, expected, format!("{found:?}"))
    }

    fn page(mut self) -> Result<Page, LearnError> {
        let mut page = match self.events.next() {
            Some((
                Event::Start(Tag::Heading {
                    level: HeadingLevel::H1,
                    ..
                }),
                range,
            )) => Page {
                title: self.heading(&range)?,
                intro: Vec::new(),
                sections: Vec::new(),
            },
            _ => return Err(self.error(&(0..0), "a first-level heading at the top")),
        };
        while let Some((event, range)) = self.events.next() {
            let Event::Start(tag) = event else {
                return Err(self.error(&range, "a heading, a paragraph, a list or a table"));
            };
            if let Tag::Heading {
                level: HeadingLevel::H2,
                id,
                ..
            } = &tag
            {
                let id = self.id(id.as_ref(), &range)?;
                page.sections.push(Section {
                    id,
                    title: self.heading(&range)?,
                    blocks: Vec::new(),
                });
                continue;
            }
            let blocks = self.block(tag, &range)?;
            match page.sections.last_mut() {
                Some(section) => section.blocks.extend(blocks),
                None => page.intro.extend(blocks),
            }
        }
        Ok(page)
    }

    fn id(&self, id: Option<&CowStr<'a>>, range: &Range<usize>) -> Result<String, LearnError> {
        id.map(ToString::to_string)
            .ok_or_else(|| self.error(range, "an id after the heading: {#id}"))
    }

    /// The text of a heading whose start has been read.
    fn heading(&mut self, range: &Range<usize>) -> Result<String, LearnError> {
        let text = self.inlines(range)?;
        self.events.next();
        Ok(text.iter().map(ToString::to_string).collect())
    }

    /// The blocks of something whose start has been read: one, or a paragraph taken apart by its figures.
    fn block(&mut self, tag: Tag<'a>, range: &Range<usize>) -> Result<Vec<Block>, LearnError> {
        match tag {
            Tag::Paragraph => {
                let pieces = self.pieces()?;
                self.events.next();
                Ok(split(pieces))
            }
            Tag::Heading {
                level: HeadingLevel::H3,
                id,
                ..
            } => {
                let id = self.id(id.as_ref(), range)?;
                let title = self.heading(range)?;
                Ok(vec![Block::Heading { id, title }])
            }
            Tag::List(first) => {
                let items = self.items()?;
                let is_ordered = first.is_some();
                Ok(vec![Block::List { is_ordered, items }])
            }
            Tag::Table(_) => self.table(range).map(|table| vec![table]),
            _ => Err(self.error(
                range,
                "a heading of the third level, a paragraph, a list or a table",
            )),
        }
    }

    /// The items of a list, and its end.
    fn items(&mut self) -> Result<Vec<Vec<Block>>, LearnError> {
        let mut items = Vec::new();
        while let Some((Event::Start(Tag::Item), _)) = self.events.next() {
            let mut blocks = Vec::new();
            loop {
                // The text of a tight list stands in no paragraph.
                blocks.extend(split(self.pieces()?));
                match self.events.next() {
                    Some((Event::Start(tag), range)) => blocks.extend(self.block(tag, &range)?),
                    _ => break,
                }
            }
            items.push(blocks);
        }
        Ok(items)
    }

    fn table(&mut self, range: &Range<usize>) -> Result<Block, LearnError> {
        let mut rows: Vec<Vec<Vec<Inline>>> = Vec::new();
        while let Some((Event::Start(Tag::TableHead | Tag::TableRow), _)) = self.events.next() {
            let mut row = Vec::new();
            while let Some((Event::Start(Tag::TableCell), _)) = self.events.next() {
                row.push(self.inlines(range)?);
                self.events.next();
            }
            rows.push(row);
        }
        let head = if rows.is_empty() {
            Vec::new()
        } else {
            rows.remove(0)
        };
        Ok(Block::Table { head, rows })
    }

    /// Running text without figures.
    fn inlines(&mut self, range: &Range<usize>) -> Result<Vec<Inline>, LearnError> {
        let pieces = self.pieces()?.into_iter().map(|piece| match piece {
            Piece::Inline(inline) => Ok(inline),
            Piece::Figure { .. } => Err(self.error(range, "text without a figure")),
        });
        pieces.collect()
    }

    /// Running text up to the end of its block, or up to the start of another.
    fn pieces(&mut self) -> Result<Vec<Piece>, LearnError> {
        let mut pieces = Vec::new();
        loop {
            let is_text = match self.events.peek() {
                Some((Event::Start(tag), _)) => is_inline(tag),
                Some((Event::End(_), _)) | None => false,
                Some(_) => true,
            };
            if !is_text {
                return Ok(pieces);
            }
            let Some((event, range)) = self.events.next() else {
                return Ok(pieces);
            };
            let piece = self.piece(event, &range)?;
            match (pieces.last_mut(), piece) {
                (Some(Piece::Inline(Inline::Text(before))), Piece::Inline(Inline::Text(more))) => {
                    before.push_str(&more);
                }
                (_, piece) => pieces.push(piece),
            }
        }
    }

    fn piece(&mut self, event: Event<'a>, range: &Range<usize>) -> Result<Piece, LearnError> {
        let inline = match event {
            Event::Text(text) => Inline::Text(text.into_string()),
            Event::SoftBreak => Inline::Text(" ".to_owned()),
            Event::Code(text) => Inline::Code(text.into_string()),
            Event::Start(tag) => return self.tagged(tag, range),
            _ => return Err(self.error(range, "text without HTML, forced line breaks, rules or footnotes")),
        };
        Ok(Piece::Inline(inline))
    }

    /// A stressed text, a term or a figure whose start has been read.
    fn tagged(&mut self, tag: Tag<'a>, range: &Range<usize>) -> Result<Piece, LearnError> {
        let inner = self.inlines(range)?;
        self.events.next();
        let text = || inner.iter().map(ToString::to_string).collect::<String>();
        match tag {
            Tag::Emphasis => Ok(Piece::Inline(Inline::Emphasis(inner))),
            Tag::Strong => Ok(Piece::Inline(Inline::Strong(inner))),
            Tag::Link { dest_url, .. } => match dest_url.strip_prefix("term:") {
                Some(id) => Ok(Piece::Inline(Inline::Term {
                    id: id.to_owned(),
                    word: text(),
                })),
                None => Err(self.error(range, "a link to a term: [word](term:NAME)")),
            },
            Tag::Image { dest_url, .. } => match dest_url.strip_prefix("figure:") {
                Some(name) if !inner.is_empty() => Ok(Piece::Figure {
                    name: name.to_owned(),
                    caption: text(),
                }),
                _ => Err(self.error(range, "a figure with a caption: ![caption](figure:NAME)")),
            },
            _ => Err(self.error(range, "stressed text, a term or a figure")),
        }
    }
}

fn is_inline(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Emphasis | Tag::Strong | Tag::Link { .. } | Tag::Image { .. }
    )
}

/// Takes a paragraph apart: text before a figure, the figure, text after it.
fn split(pieces: Vec<Piece>) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut text: Vec<Inline> = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Figure { name, caption } => {
                blocks.extend(paragraph(&mut text));
                blocks.push(Block::Figure { name, caption });
            }
            Piece::Inline(inline) => text.push(inline),
        }
    }
    blocks.extend(paragraph(&mut text));
    blocks
}

fn paragraph(text: &mut Vec<Inline>) -> Option<Block> {
    let is_blank = text.iter().all(|inline| inline.to_string().trim().is_empty());
    let text = std::mem::take(text);
    (!is_blank).then_some(Block::Paragraph(text))
}
