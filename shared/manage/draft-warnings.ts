import type { CompiledTemplate } from '../render/compiled-template.ts';
import type { Mail } from '../render/render-template.ts';
import type { TemplatePart } from './manage-error.ts';

/** What would be accepted but surprises. */
export interface DraftWarning {
  /** A sentence that says what to do. */
  detail: string;
  part: Extract<TemplatePart, 'subject' | 'html' | 'text' | 'testData'>;
  /** From 1, within the part. */
  line?: number;
  column?: number;
}

/** Where Gmail cuts a message off, with a link to the rest. */
export const gmailClipBytes = 102 * 1024;

/** Warns of what a draft does that its author may not mean, from its source and its rendering. */
export function draftWarnings(
  { html, text }: { html: string; text: string | null },
  { variables }: Pick<CompiledTemplate, 'variables'>,
  rendered: Mail,
): DraftWarning[] {
  return [
    ...emptySubject(rendered),
    ...clipped(rendered),
    ...rawTags(html),
    ...emptyText(rendered),
    ...(text === null ? [] : onlyInHtml(variables)),
  ];
}

function emptySubject({ subject }: Mail): DraftWarning[] {
  if (subject !== '') return [];
  return [{ part: 'subject', detail: 'The subject is empty with this data: write one' }];
}

function clipped({ html }: Mail): DraftWarning[] {
  const bytes = Buffer.byteLength(html);
  if (bytes <= gmailClipBytes) return [];
  const size = Math.ceil(bytes / 1024);
  const detail = `The HTML has ${size} KB with this data, and Gmail cuts a message off at 102 KB: shorten it`;
  return [{ part: 'html', detail }];
}

/** `{{{name}}}` and `{{&name}}`, as they are written. */
const rawTag = /\{\{(?:\{\s*([^{}|]+?)\s*(?:\|[^{}]*)?\}|&\s*([^{}|]+?)\s*(?:\|[^{}]*)?)\}\}/g;

/** More than these nobody reads. */
const maxRawWarnings = 20;

function rawTags(html: string): DraftWarning[] {
  return [...html.matchAll(rawTag)].slice(0, maxRawWarnings).map((match) => {
    const name = match[1] ?? match[2];
    const before = html.slice(0, match.index);
    const detail = `${name} is printed unescaped: write {{${name}}} unless its value is HTML that you trust`;
    const line = before.split('\n').length;
    return { part: 'html', detail, line, column: match.index - before.lastIndexOf('\n') };
  });
}

function emptyText({ text }: Mail): DraftWarning[] {
  if (text.trim() !== '') return [];
  const detail = 'The plain text is empty with this data: readers who see no HTML see nothing';
  return [{ part: 'text', detail }];
}

/** A variable that a reader of the HTML sees, and one of the text does not. */
function onlyInHtml(variables: CompiledTemplate['variables']): DraftWarning[] {
  const inText = new Set(
    variables.flatMap(({ name, parts }) => (parts.includes('text') ? name : [])),
  );
  const missing = variables
    .filter(
      ({ parts, uses }) =>
        parts.includes('html') && (uses.includes('value') || uses.includes('raw')),
    )
    .map(({ name }) => name)
    .filter((name) => !inText.has(name));
  return [...new Set(missing)].map((name) => ({
    part: 'text',
    detail: `The HTML has ${name} and the text has not: write it there too, or leave the text out to have it derived`,
  }));
}
