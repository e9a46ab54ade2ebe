import { escapeHtml } from '../engine/render/program/html-output.ts';
import { checkBytes } from '../engine/render/program/rendered-size.ts';
import { DoorRefusal } from './failure.ts';

/** The request brings its own content. */
export interface RawContent {
  subject: string;
  html: string | undefined;
  text: string | undefined;
  /** What the other API calls these fields. Default: the same. */
  names?: { subject: string; html: string; text: string };
}

/** A placeholder of postrider or of most other template languages. */
const placeholder = /\{\{[^{}]{1,200}\}\}/;

const maxShownCharacters = 60;

/** Refuses a text with a placeholder that the application did not fill. `name` is what the sentence calls the text. */
export function refuseUnfilled(name: string, text: string): void {
  const [found] = placeholder.exec(text) ?? [];
  if (found === undefined) return;
  const shown = found.slice(0, maxShownCharacters).toWellFormed();
  throw new DoorRefusal(400, `${name} has an unfilled placeholder: ${shown}`);
}

const ownNames = { subject: 'subject', html: 'html', text: 'text' };

/**
 * The variables of a mail that brings its own content. A missing HTML is made of the text, a missing text of the HTML.
 * Refuses content with a placeholder that the application did not fill: the template prints it as it is. Throws a
 * `DoorRefusal`, and the refusal `overLimit` for HTML without a text that could not be rendered.
 */
export async function rawVariables(content: RawContent): Promise<Record<string, string>> {
  const { subject, html, text, names = ownNames } = content;
  for (const part of ['subject', 'html', 'text'] as const)
    refuseUnfilled(names[part], content[part] ?? '');
  if (html !== undefined)
    return { subject, html, text: text ?? (await textOf(checkBytes('html', html))) };
  if (text !== undefined) return { subject, html: htmlOf(text), text };
  throw new DoorRefusal(400, `${names.html} or ${names.text} is required`);
}

const htmlOf = (text: string) => escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>');

async function textOf(html: string): Promise<string> {
  const { textFromHtml } = await import('../engine/render/text-from-html.ts');
  return textFromHtml(html);
}
