import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** Mails that no mail client breaks, by their names. */
export const cleanMails: ReadonlyMap<string, string> = new Map(
  readdirSync(join(import.meta.dirname, 'clean')).map((file) => [
    file.replace(/\.html$/, ''),
    read(`clean/${file}`),
  ]),
);

export interface PlantedMail {
  title: string;
  /** The rule of `rules.json`, or the code, that finds the fault or that the guard silences. */
  rule: string;
  /** The name of the clean mail that was changed. */
  base: string;
  html: string;
  /** From 1: the fault is on one of these lines. */
  lines: number[];
}

/** Reads the mails of `planted/`; the form is described in `planted/faults.txt`. Throws if an edit does not fit. */
export function plantedMails(file: 'faults' | 'guarded'): PlantedMail[] {
  const [, ...blocks] = read(`planted/${file}.txt`).split(/^@@ /m);
  return blocks.map(plant);
}

const filling = '.col-6{width:50%}.p-2{padding:8px}\n'.repeat(470);

function plant(block: string): PlantedMail {
  const [head = '', ...lines] = block.trimEnd().split('\n');
  const [rule = '', named = '', ...words] = head.split(', ');
  const base = named.replace('crlf ', '');
  let html = cleanMails.get(base) ?? '';
  for (const [, mark, text] of runsOf(lines)) {
    html = edited(html, mark ?? '', text ?? '', head);
  }
  if (named !== base) html = html.replaceAll('\n', '\r\n');
  const [first = '', ...after] = html.replace('¤', filling).split('«');
  const starts = after.map((_, at) => [first, ...after.slice(0, at)].join(''));
  const places = starts.map((text) => text.split('\n').length);
  return {
    title: `${base}: ${words.join(', ')}`,
    rule,
    base,
    html: first + after.join(''),
    lines: places,
  };
}

const anchored = '\u0000';

/** Consecutive lines of one mark are one text. */
function runsOf(lines: readonly string[]): RegExpMatchArray[] {
  const marked = lines.map((line) => (line === '+' ? '+ ' : line)).join('\n');
  const joined = marked.replace(
    /^([-+=]) (.*(?:\n\1 .*)*)/gm,
    (_, mark, text) => `${anchored}${mark}${text.replaceAll(`\n${mark} `, '\n')}`,
  );
  return [...joined.matchAll(/\0([-+=])([^\0]*?)\n?(?=\0|$)/g)];
}

/** Marks the place of `-` and `=`, then writes the text of `+` there. */
function edited(html: string, mark: string, text: string, head: string): string {
  if (mark === '+') {
    if (!html.includes(anchored)) throw new Error(`${head}: no place for ${text}`);
    return html.replace(anchored, () => text);
  }
  const parts = html.split(text);
  if (parts.length !== 2) throw new Error(`${head}: ${parts.length - 1} places of ${text}`);
  return parts.join(mark === '-' ? anchored : `${text}\n${anchored}`);
}
