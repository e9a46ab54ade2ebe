import { Parser } from 'htmlparser2';
import { DoorRefusal } from '../../shared/doors/failure.ts';
import { refuseUnfilled } from '../../shared/doors/raw.ts';

/**
 * Reads a body that names a template instead of being a text: `postrider: ID`, then a variable on each line. For
 * systems in which people can edit the body of a mail alone. Null for any other body. The headers are the choices that a
 * mail otherwise makes with them.
 */
export function templateInBody(text: string | undefined, html: string | undefined) {
  const ofText = read(text?.split(/\r\n|\r|\n/) ?? []);
  return ofText ?? (html === undefined ? null : read(linesOf(html)));
}

/** Names of lines that are no variables: each stands for a header with `x-` before it. */
const choice = /^postrider-(language|reference)$/;

function read(given: readonly string[]) {
  const lines = given.map((line) => line.trim());
  const first = lines.findIndex((line) => line !== '');
  const [, templateId] = /^postrider:\s*(.*)$/.exec(lines[first] ?? '') ?? [];
  if (templateId === undefined) return null;
  const values = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    if (index <= first || line === '') continue;
    const [, name, value = ''] = /^([^\s:{}|._][^\s:{}|.]*):(?:\s+(.*))?$/.exec(line) ?? [];
    const place = `line ${index + 1} of the body`;
    if (name === undefined) throw new DoorRefusal(400, `${place} is not "name: value"`);
    // A line break in a value must not replace another variable.
    if (values.has(name)) throw new DoorRefusal(400, `${place} repeats ${name}`);
    refuseUnfilled(place, value);
    values.set(name, value);
  }
  const entries = [...values];
  const variables = Object.fromEntries(entries.filter(([name]) => !choice.test(name)));
  const chosen = entries.filter(([name]) => choice.test(name));
  return {
    content: { templateId, variables },
    headers: chosen.map(([name, value]) => [`x-${name}`, value] as const),
  };
}

const endsLine: ReadonlySet<string> = new Set(['br', 'p', 'div', 'li']);
const unseen: ReadonlySet<string> = new Set(['style', 'script', 'title']);

/** The lines of an HTML, with entities decoded: Go writes `&amp;` into a link. */
function linesOf(html: string): string[] {
  let text = '';
  let isSeen = true;
  const parser = new Parser({
    onopentagname: (name) => {
      if (unseen.has(name)) isSeen = false;
    },
    ontext: (words) => {
      if (isSeen) text += words;
    },
    onclosetag: (name) => {
      if (unseen.has(name)) isSeen = true;
      if (endsLine.has(name)) text += '\n';
    },
  });
  parser.end(html);
  return text.split(/\r\n|\r|\n/);
}
