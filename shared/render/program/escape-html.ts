const special = /[&<>"'{}]/;
const specials = /[&<>"'{}]/g;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '{': '&#123;',
  '}': '&#125;',
};

/**
 * Makes a value safe in HTML text and in quoted attributes. Braces are escaped as well, so that no
 * value can look like a placeholder; `/`, `=` and the backtick, which mustache.js also escapes,
 * are left alone: in a quoted attribute they do no harm, and links stay legible.
 */
export function escapeHtml(value: string): string {
  return special.test(value) ? value.replace(specials, (found) => entities[found] ?? found) : value;
}
