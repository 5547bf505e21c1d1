//! Rules pages: sections with text, figures and links to terms.

mod read;

use std::fmt;

/// A rules page in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The game's name.
    pub title: String,
    /// Text before the first section.
    pub intro: Vec<Block>,
    /// The sections in order.
    pub sections: Vec<Section>,
}

/// A second-level heading with all below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The id, the same in every language.
    pub id: String,
    /// The heading.
    pub title: String,
    /// The content.
    pub blocks: Vec<Block>,
}

/// A block of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A third-level heading; in the glossary, a term.
    Heading {
        /// The id, the same in every language.
        id: String,
        /// The heading.
        title: String,
    },
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// A live picture.
    Figure {
        /// The figure's name.
        name: String,
        /// The caption below it.
        caption: String,
    },
    /// A list.
    List {
        /// Whether the items are numbered.
        is_ordered: bool,
        /// The items.
        items: Vec<Vec<Block>>,
    },
    /// A table.
    Table {
        /// The cells of the head.
        head: Vec<Vec<Inline>>,
        /// The cells of each row.
        rows: Vec<Vec<Vec<Inline>>>,
    },
}

/// A piece of running text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Plain text.
    Text(String),
    /// Stressed text.
    Emphasis(Vec<Inline>),
    /// Strongly stressed text.
    Strong(Vec<Inline>),
    /// A move, a cell or another text of the rules.
    Code(String),
    /// A link to a term of the glossary.
    Term {
        /// The term's id.
        id: String,
        /// The word in the text.
        word: String,
    },
}

impl Page {
    /// A section by its id.
    pub fn section(&self, id: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.id == id)
    }

    /// The names of all figures, in order.
    pub fn figures(&self) -> Vec<&str> {
        let sections = self.sections.iter().flat_map(Section::figures);
        figures_of(&self.intro).into_iter().chain(sections).collect()
    }

    /// The ids of all terms linked, in order.
    pub fn terms(&self) -> Vec<&str> {
        let sections = self.sections.iter().flat_map(Section::terms);
        terms_of(&self.intro).into_iter().chain(sections).collect()
    }
}

impl Section {
    /// The ids of third-level headings, in order: in the glossary, its terms.
    pub fn headings(&self) -> Vec<&str> {
        let ids = self.blocks.iter().filter_map(|block| match block {
            Block::Heading { id, .. } => Some(id.as_str()),
            _ => None,
        });
        ids.collect()
    }

    /// The names of the figures, in order.
    pub fn figures(&self) -> Vec<&str> {
        figures_of(&self.blocks)
    }

    /// The ids of the terms linked, in order.
    pub fn terms(&self) -> Vec<&str> {
        terms_of(&self.blocks)
    }
}

fn figures_of(blocks: &[Block]) -> Vec<&str> {
    let mut names = Vec::new();
    each_block(blocks, &mut |block| {
        if let Block::Figure { name, .. } = block {
            names.push(name.as_str());
        }
    });
    names
}

fn terms_of(blocks: &[Block]) -> Vec<&str> {
    let mut ids = Vec::new();
    each_block(blocks, &mut |block| match block {
        Block::Paragraph(text) => terms(text, &mut ids),
        Block::Table { head, rows } => {
            let cells = head.iter().chain(rows.iter().flatten());
            cells.for_each(|cell| terms(cell, &mut ids));
        }
        _ => {}
    });
    ids
}

/// Calls `visit` with every block, those of list items included.
fn each_block<'a>(blocks: &'a [Block], visit: &mut dyn FnMut(&'a Block)) {
    for block in blocks {
        visit(block);
        if let Block::List { items, .. } = block {
            for item in items {
                each_block(item, visit);
            }
        }
    }
}

fn terms<'a>(text: &'a [Inline], ids: &mut Vec<&'a str>) {
    for inline in text {
        match inline {
            Inline::Term { id, .. } => ids.push(id),
            Inline::Emphasis(inner) | Inline::Strong(inner) => terms(inner, ids),
            Inline::Text(_) | Inline::Code(_) => {}
        }
    }
}

impl fmt::Display for Inline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Inline::Text(text) | Inline::Code(text) | Inline::Term { word: text, .. } => f.write_str(text),
            Inline::Emphasis(inner) | Inline::Strong(inner) => {
                inner.iter().try_for_each(|inline| inline.fmt(f))
            }
        }
    }
}
