//! Accessibility of a page, checked in the page itself: names, roles, labels, contrast, order.

use crate::chromium::Page;

/// Finds what a screen reader, a keyboard or weak eyes would stumble over.
const AUDIT: &str = r"
const found = [];
const tell = (what, element) => found.push(what + ': ' + element.outerHTML.slice(0, 120));
const seen = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getClientRects().length > 0;
const hidden = element => element.closest('[aria-hidden=true], [hidden]');
const name = element => {
  const by = (element.getAttribute('aria-labelledby') ?? '').split(' ').map(id => document.getElementById(id)?.textContent ?? '').join(' ');
  const labels = [...(element.labels ?? [])].map(label => label.textContent).join(' ');
  return (element.getAttribute('aria-label') || by.trim() || labels.trim() || element.textContent.trim() || element.title || element.getAttribute('placeholder') || '').trim();
};
// Names and roles.
for (const element of document.querySelectorAll('button, a[href], input, select, textarea, [role=button], [role=img], [role=gridcell], [tabindex]:not([tabindex=\'-1\'])')) {
  if (seen(element) && !hidden(element) && !name(element)) tell('no name', element);
}
for (const element of document.querySelectorAll('img')) if (!element.hasAttribute('alt')) tell('no alt', element);
for (const element of document.querySelectorAll('[tabindex]')) if (element.tabIndex > 0) tell('tab order', element);
for (const element of document.querySelectorAll('[aria-hidden=true]')) {
  if (element.matches('a, button, input, select, [tabindex]') || element.querySelector('a[href], button, input, select, [tabindex]:not([tabindex=\'-1\'])')) tell('hidden but focusable', element);
}
for (const element of document.querySelectorAll('button button, a button, button a, a a, label label')) tell('one control in another', element);
const roles = new Set('alert button cell dialog grid gridcell group img list listitem log main meter navigation none option presentation progressbar radio region row rowgroup slider status switch tab tablist timer toolbar application'.split(' '));
for (const element of document.querySelectorAll('[role]')) if (!roles.has(element.getAttribute('role'))) tell('unknown role', element);
for (const element of document.querySelectorAll('[role=gridcell]')) if (!element.closest('[role=row]')) tell('cell outside a row', element);
for (const element of document.querySelectorAll('ul, ol')) {
  for (const child of element.children) if (child.tagName != 'LI') tell('no item of its list', child);
}
// A scrolling element must scroll by keys, whether or not it overflows now.
for (const element of document.querySelectorAll('body *')) {
  const style = getComputedStyle(element);
  const scrolls = [style.overflowX, style.overflowY].some(value => value == 'auto' || value == 'scroll');
  const reached = element.tabIndex >= 0 || element.querySelector('a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex=\'-1\'])');
  if (scrolls && seen(element) && element.textContent.trim() && !reached) tell('scrolls without keys', element);
}
// Ids.
const ids = new Map();
for (const element of document.querySelectorAll('[id]')) ids.set(element.id, (ids.get(element.id) ?? 0) + 1);
for (const [id, count] of ids) if (count > 1) found.push('id ' + count + ' times: ' + id);
for (const element of document.querySelectorAll('[aria-labelledby], [aria-describedby], [aria-controls], label[for], output[for]')) {
  for (const attribute of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for']) {
    for (const id of (element.getAttribute(attribute) ?? '').split(' ').filter(Boolean)) if (!ids.has(id)) tell('points nowhere', element);
  }
}
// The document.
if (!document.documentElement.lang) found.push('no language');
if (!document.title) found.push('no title');
if (document.querySelectorAll('main').length != 1) found.push('not one main');
if (document.querySelectorAll('h1').length != 1) found.push('not one h1');
let level = 0;
for (const heading of document.querySelectorAll('h1, h2, h3, h4')) {
  const next = Number(heading.tagName[1]);
  if (next > level + 1) tell('heading too deep', heading);
  level = next;
}
// Contrast of text with what lies behind it.
const parse = colour => { const numbers = colour.match(/[\d.]+/g).map(Number); const scale = colour.startsWith('color(') ? 255 : 1; return [numbers[0] * scale, numbers[1] * scale, numbers[2] * scale, numbers[3] ?? 1]; };
const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
const background = element => {
  const layers = [];
  for (let node = element; node; node = node.parentElement) {
    const style = getComputedStyle(node);
    layers.push(parse(style.backgroundColor));
    if (layers.at(-1)[3] == 1) break;
  }
  return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255, 1]);
};
const light = colour => { const [r, g, b] = colour.map(part => { part /= 255; return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
for (const element of document.querySelectorAll('body *')) {
  const own = [...element.childNodes].some(node => node.nodeType == 3 && node.textContent.trim());
  if (!own || !seen(element) || element.closest('svg, .unseen, .skip, [disabled], option')) continue;
  const style = getComputedStyle(element);
  const behind = background(element);
  const ink = over(parse(style.color), behind);
  const [a, b] = [light(ink), light(behind)].sort((x, y) => y - x);
  const ratio = (a + 0.05) / (b + 0.05);
  const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
  if (ratio < (large ? 3 : 4.5)) tell('contrast ' + ratio.toFixed(2), element);
}
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
    assert_eq!(page.text(AUDIT).await, "", "{place}");
    assert_eq!(page.overflow().await, 0, "{place} is wider than its screen");
    let cut = "return [...document.querySelectorAll('button, .button, h1, h2, output, .choice span')]
        .filter(e => e.offsetParent && e.scrollWidth > e.clientWidth + 1 && !e.matches('.unseen, .line'))
        .map(e => e.textContent).join('|')";
    assert_eq!(page.text(cut).await, "", "{place}: words are cut");
}
