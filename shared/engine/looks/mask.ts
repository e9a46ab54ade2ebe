const inTag = String.raw`(?:[^{}]|\{(?!\{)|\}(?!\}))*`;

/** Every tag of a template, as it is written. A third brace after `{{name}}` is not a part of it: CSS has such. */
const anyTag = new RegExp(String.raw`\{\{\{${inTag}\}\}\}|\{\{${inTag}\}\}`, 'g');

/** Replaces the template's tags by texts of equal length, so that offsets stay: values by letters, all others by spaces. */
export function maskTags(source: string): string {
  return source.replace(anyTag, (tag) => blank(tag, /^\{\{\s*[#^/!]/.test(tag) ? ' ' : 'x'));
}

/** Like `maskTags`, for a style sheet: a partial, or a value in place of whole rules, must not become a selector. */
export function maskStyles(source: string): string {
  return source.replace(anyTag, (tag, offset: number) => {
    const isRules =
      /(^|[{};]|\*\/)\s*$/.test(source.slice(Math.max(0, offset - 200), offset)) &&
      !/^(\s*:|[\w.#-])/.test(source.slice(offset + tag.length, offset + tag.length + 200));
    return blank(tag, /^\{\{\s*[#^/!>]/.test(tag) || isRules ? ' ' : 'x');
  });
}

const blank = (text: string, letter: string) => text.replace(/[^\r\n]/g, letter);

/** Whether a part of a source has a tag of the template. */
export function hasTag(part: string): boolean {
  return part.includes('{{');
}

/** Whether a part of a source depends on the data. */
export function hasSection(part: string): boolean {
  return /\{\{\s*[#^]/.test(part);
}

const entities: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
  ...{ nbsp: ' ', zwnj: ' ', zwj: ' ', shy: ' ', ensp: ' ', emsp: ' ', thinsp: ' ' },
};

const entity = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));?/gi;

/** The text that stands for the usual entities; invisible ones become spaces, and others stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(entity, (written: string, hex?: string, decimal?: string, name = '') => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (Number.isNaN(code)) return entities[name.toLowerCase()] ?? written;
    return code <= 0x10ffff && code > 0 ? String.fromCodePoint(code) : '�';
  });
}

/** Replaces the quotes among the entities of a style attribute by texts of equal length. */
export function maskEntities(css: string): string {
  if (!css.includes('&')) return css;
  return css.replace(entity, (written) => {
    const text = decodeEntities(written);
    if (text === written) return written.replaceAll(';', 'x');
    return text + (/["'\s]/.test(text) ? ' ' : 'x').repeat(written.length - text.length);
  });
}
