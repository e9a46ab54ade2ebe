import { gmailClipBytes } from '../../engine/limits.ts';
import type { LookCode, LookFinding } from '../../engine/looks/finding.ts';
import type { CompiledTemplate } from '../../engine/render/compiled-template.ts';
import type { RenderedMail } from '../../engine/render/render-template.ts';
import type { TemplateDraft } from './template-source.ts';

/** `template lint` has these codes, and more (cli/commands/template/lint/finding.ts). */
export type DraftWarningCode =
  | LookCode
  | 'empty-subject'
  | 'long-subject'
  | 'gmail-clip'
  | 'raw-placeholder'
  | 'unencoded-value'
  | 'missing-text'
  | 'html-only-variable';

export interface DraftWarning extends Pick<LookFinding, 'feature' | 'clients' | 'share'> {
  code: DraftWarningCode;
  /** A sentence that says what to do. */
  detail: string;
  part: 'subject' | 'html' | 'text' | 'testData';
  /** From 1, within the part. */
  line?: number;
  column?: number;
  variable?: string;
}

export function draftWarnings(
  { kind, html, text }: Pick<TemplateDraft, 'kind' | 'html' | 'text'>,
  { variables }: Pick<CompiledTemplate, 'variables'>,
  rendered: RenderedMail,
): DraftWarning[] {
  return [
    // A partial is a piece of a mail.
    ...(kind === 'partial'
      ? []
      : [emptySubject, longSubject, clipped, missingText].flatMap((warningsOf) =>
          warningsOf(rendered),
        )),
    ...rawTags(html),
    ...unencoded('html', html),
    ...unencoded('text', text ?? ''),
    ...(text === undefined ? [] : onlyInHtml(variables)),
  ];
}

function emptySubject({ subject }: RenderedMail): DraftWarning[] {
  if (subject !== '') return [];
  const detail = 'The subject is empty with this data: write one';
  return [{ code: 'empty-subject', part: 'subject', detail }];
}

/** In characters: clients show fewer. */
const longestSubject = 120;

function longSubject({ subject }: RenderedMail): DraftWarning[] {
  const { length } = [...subject];
  if (length <= longestSubject) return [];
  const detail = `The subject has ${length} characters with this data, and mail programs cut it off: write at most ${longestSubject}`;
  return [{ code: 'long-subject', part: 'subject', detail }];
}

function clipped({ html }: RenderedMail): DraftWarning[] {
  const bytes = Buffer.byteLength(html);
  if (bytes <= gmailClipBytes) return [];
  const size = Math.ceil(bytes / 1024);
  const detail = `The HTML is ${size} KB with this data, and Gmail cuts a message off at 102 KB: shorten it`;
  return [{ code: 'gmail-clip', part: 'html', detail }];
}

/** `{{{name}}}` and `{{&name}}`, as they are written. */
const rawTag = /\{\{(?:\{\s*([^{}|]+?)\s*(?:\|[^{}]*)?\}|&\s*([^{}|]+?)\s*(?:\|[^{}]*)?)\}\}/g;

const maxPlaceholders = 20;

function rawTags(html: string): DraftWarning[] {
  return [...html.matchAll(rawTag)].slice(0, maxPlaceholders).map((match) => {
    const name = match[1] ?? match[2];
    const detail = `${name} is printed unescaped: write {{${name}}} unless its value is HTML that you trust`;
    return { code: 'raw-placeholder', part: 'html', detail, ...placeIn(html, match.index) };
  });
}

function unencoded(part: 'html' | 'text', source: string): DraftWarning[] {
  const found = unencodedValues(source).slice(0, maxPlaceholders);
  return found.map(({ name, offset }) => {
    const detail = `The value of ${name} can add a field to the query of its link, or end the link: write {{%${name}}}, unless your application encodes the value`;
    return { code: 'unencoded-value', part, detail, ...placeIn(source, offset) };
  });
}

function placeIn(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** What a plain text needs: a code and a word or two are enough. */
const minTextCharacters = 10;

function missingText({ html, text }: RenderedMail): DraftWarning[] {
  const warning = (detail: string): DraftWarning[] => [
    { code: 'missing-text', part: 'text', detail },
  ];
  if (text.trim() === '') {
    return warning('The plain text is empty with this data: readers without HTML see nothing');
  }
  const words = text.replace(/https?:\S+/g, '').match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (words >= minTextCharacters || !/<img\b/i.test(html)) return [];
  return warning(
    'The plain text has almost no words, and the HTML has pictures: write what they show as text, or in their alt attributes',
  );
}

function onlyInHtml(variables: CompiledTemplate['variables']): DraftWarning[] {
  const inText = new Set(
    variables.flatMap(({ name, parts }) => (parts.includes('text') ? name : [])),
  );
  const missing = variables.filter(
    ({ name, parts, uses }) =>
      parts.includes('html') &&
      (uses.includes('value') || uses.includes('raw')) &&
      !inText.has(name),
  );
  return [...new Set(missing.map(({ name }) => name))].map((name) => ({
    code: 'html-only-variable',
    part: 'text',
    variable: name,
    detail: `The HTML prints ${name}, and the text does not: add it to the text, or leave the text out to have it derived`,
  }));
}

/** A placeholder that prints its value escaped, not encoded: its name is in the first group. */
const valueTag = /(?<!\{)\{\{\s*([^\s{}#^/&!>=%|][^\s{}|]*)\s*(?:\|[^{}]*)?\}\}/g;

const anyTag = /\{\{\{[^{}]*\}\}\}|\{\{[^{}]*\}\}/g;

/** A query up to a value of one of its fields, without white space. */
const beforeValue = /(?:\?|&(?:amp;|#38;)?)[^\s"'<>=&#?;]+=[^\s"'<>&#]*$/;

/** The field of a query and what comes before the placeholder in its value are shorter than this. */
const searchedCharacters = 300;

function unencodedValues(source: string): { name: string; offset: number }[] {
  // A tag is a part of the address around it, whatever its own letters are.
  const masked = source.replace(anyTag, (tag) => 'x'.repeat(tag.length));
  return [...source.matchAll(valueTag)].flatMap(({ index: offset, 1: name = '' }) => {
    const before = masked.slice(Math.max(0, offset - searchedCharacters), offset);
    return beforeValue.test(before) ? [{ name, offset }] : [];
  });
}
