//! Accessibility of a page, checked in the page itself: by axe-core, and by what axe-core does not look at.

use crate::chromium::{Page, target};
use std::sync::LazyLock;

/// The text of axe-core, which `cargo xtask test` gets.
static AXE: LazyLock<String> = LazyLock::new(|| {
    let file = target().join("axe/package/axe.min.js");
    std::fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{}: {error}; `cargo xtask axe` gets it", file.display()))
});

const RUN_AXE: &str = r"
axe.run(document).then(result => done(result.violations.map(rule =>
  rule.id + ': ' + rule.nodes.map(node => node.html.slice(0, 120) + ' ' + node.failureSummary).join('; ')).join('\n')
), error => done('axe-core: ' + error));
";

/// Finds what else a screen reader or a keyboard would stumble over.
const AUDIT: &str = r"
const found = [];
const tell = (what, element) => found.push(what + ': ' + element.outerHTML.slice(0, 120));
const seen = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getClientRects().length > 0;
const hidden = element => element.closest('[aria-hidden=true], [hidden]');
for (const element of document.querySelectorAll('button button, a button, button a, a a, label label')) tell('one control in another', element);
// A scrolling element must scroll by keys, whether or not it overflows now.
for (const element of document.querySelectorAll('body *')) {
  const style = getComputedStyle(element);
  const scrolls = [style.overflowX, style.overflowY].some(value => value == 'auto' || value == 'scroll');
  const reached = element.tabIndex >= 0 || element.querySelector('a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex=\'-1\'])');
  if (scrolls && seen(element) && element.textContent.trim() && !reached) tell('scrolls without keys', element);
}
const ids = new Map();
for (const element of document.querySelectorAll('[id]')) ids.set(element.id, (ids.get(element.id) ?? 0) + 1);
for (const [id, count] of ids) if (count > 1) found.push('id ' + count + ' times: ' + id);
for (const element of document.querySelectorAll('[aria-labelledby], [aria-describedby], [aria-controls], label[for], output[for]')) {
  for (const attribute of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for']) {
    for (const id of (element.getAttribute(attribute) ?? '').split(' ').filter(Boolean)) if (!ids.has(id)) tell('points nowhere', element);
  }
}
if (document.querySelectorAll('main').length != 1) found.push('not one main');
if (document.querySelectorAll('h1').length != 1) found.push('not one h1');
// Nothing lies on anything else that can be pressed.
const controls = [...document.querySelectorAll('button, .button, input:not([type=radio]), select')].filter(element => seen(element) && !hidden(element) && !element.closest('.skip, dialog:not([open])'));
controls.forEach((one, index) => {
  for (const other of controls.slice(index + 1)) {
    if (one.contains(other) || other.contains(one)) continue;
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1 && !one.closest('.moves, .chat') && !other.closest('.moves, .chat')) tell('overlaps ' + (other.id || other.textContent), one);
  }
});
return found.join('\n');
";

/// Fails with everything that is wrong on the page shown.
pub(crate) async fn audit(page: &Page, place: &str) {
    // A colour that is still changing is judged by nobody.
    page.wait_for("return !document.getAnimations().some(motion => motion instanceof CSSTransition)")
        .await;
    if page.run("return globalThis.axe == null").await == true {
        page.run(&AXE).await;
    }
    assert_eq!(page.run_long(RUN_AXE).await, "", "{place}: axe-core");
    assert_eq!(page.text(AUDIT).await, "", "{place}");
    assert_eq!(page.overflow().await, 0, "{place} is wider than its screen");
    let cut = "return [...document.querySelectorAll('button, .button, h1, h2, output, .choice span')]
        .filter(e => e.offsetParent && e.scrollWidth > e.clientWidth + 1 && !e.matches('.unseen, .line'))
        .map(e => e.textContent).join('|')";
    assert_eq!(page.text(cut).await, "", "{place}: words are cut");
}
