//! A rules page as lines: text as HTML, headings and figures apart.

use learn::{Block, Inline, Page};
use std::fmt::Write as _;

/// The lines of a page.
pub(super) fn page(page: &Page) -> Result<String, String> {
    let mut lines = String::new();
    blocks(&page.title, &page.intro, &mut lines)?;
    for section in &page.sections {
        let _ = writeln!(lines, "section\trule-{}\t{}", section.id, section.title);
        blocks(&section.title, &section.blocks, &mut lines)?;
    }
    Ok(lines)
}

/// Text between two figures is one line.
fn blocks(title: &str, blocks: &[Block], lines: &mut String) -> Result<(), String> {
    let mut html = String::new();
    for block in blocks {
        if let Block::Figure { name, caption } = block {
            flush(&mut html, lines);
            let _ = writeln!(lines, "figure\t{name}\t{caption}");
        } else {
            html += &text_block(title, block)?;
        }
    }
    flush(&mut html, lines);
    Ok(())
}

fn flush(html: &mut String, lines: &mut String) {
    if !html.is_empty() {
        let _ = writeln!(lines, "html\t{html}");
        html.clear();
    }
}

fn text_block(title: &str, block: &Block) -> Result<String, String> {
    Ok(match block {
        Block::Heading { id, title } => {
            format!("<h3 id=\"term-{id}\" tabindex=\"-1\">{}</h3>", escaped(title))
        }
        Block::Paragraph(text) => format!("<p>{}</p>", inline(text)),
        Block::Figure { name, .. } => return Err(format!("the figure {name} stands in a list")),
        Block::List { is_ordered, items } => {
            let tag = if *is_ordered { "ol" } else { "ul" };
            let items = items.iter().map(|item| list_item(title, item));
            format!("<{tag}>{}</{tag}>", items.collect::<Result<String, _>>()?)
        }
        Block::Table { head, rows } => table(title, head, rows),
    })
}

fn list_item(title: &str, blocks: &[Block]) -> Result<String, String> {
    if let [Block::Paragraph(text)] = blocks {
        return Ok(format!("<li>{}</li>", inline(text)));
    }
    let blocks = blocks.iter().map(|block| text_block(title, block));
    Ok(format!("<li>{}</li>", blocks.collect::<Result<String, _>>()?))
}

/// A table in a frame of its own, which scrolls where the screen is narrow.
fn table(title: &str, head: &[Vec<Inline>], rows: &[Vec<Vec<Inline>>]) -> String {
    let row = |cells: String| format!("<tr>{cells}</tr>");
    let heads = head.iter().map(|cell| match inline(cell) {
        // A corner without words is no heading.
        text if text.is_empty() => "<td></td>".to_owned(),
        text => format!("<th scope=\"col\">{text}</th>"),
    });
    let cell = |cell: &Vec<Inline>| format!("<td>{}</td>", inline(cell));
    let rows: String = rows
        .iter()
        .map(|cells| row(cells.iter().map(cell).collect()))
        .collect();
    format!(
        "<div class=\"wide\" role=\"group\" tabindex=\"0\" aria-label=\"{}\"><table><thead>{}</thead><tbody>{rows}</tbody></table></div>",
        escaped(title),
        row(heads.collect())
    )
}

fn inline(text: &[Inline]) -> String {
    let piece = |inline_text: &Inline| match inline_text {
        Inline::Text(text) => escaped(text),
        Inline::Emphasis(inner) => format!("<em>{}</em>", inline(inner)),
        Inline::Strong(inner) => format!("<strong>{}</strong>", inline(inner)),
        Inline::Code(text) => format!("<code>{}</code>", escaped(text)),
        Inline::Term { id, word } => format!("<a href=\"#term-{id}\">{}</a>", escaped(word)),
    };
    text.iter().map(piece).collect()
}

/// Text inside HTML. A line has no tab and no line end.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace(['\n', '\t'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_become_lines_of_html() {
        let text = "# G\n\nIntro with [a & b](term:t).\n\n## Aim {#aim}\n\n- one\n- **two**\n\n![See.](figure:f)\n\n\
                    | | b |\n|---|---|\n| 1 | 2 |\n\n### Term {#t}\n";
        let lines = page(&Page::parse("page", text).unwrap()).unwrap();
        let lines: Vec<&str> = lines.lines().collect();
        assert_eq!(
            lines,
            [
                "html\t<p>Intro with <a href=\"#term-t\">a &amp; b</a>.</p>",
                "section\trule-aim\tAim",
                "html\t<ul><li>one</li><li><strong>two</strong></li></ul>",
                "figure\tf\tSee.",
                "html\t<div class=\"wide\" role=\"group\" tabindex=\"0\" aria-label=\"Aim\"><table><thead><tr>\
                 <td></td><th scope=\"col\">b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr>\
                 </tbody></table></div><h3 id=\"term-t\" tabindex=\"-1\">Term</h3>",
            ]
        );
    }
}
