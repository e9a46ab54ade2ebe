/** A part of a mail, in no engine's syntax. */
export type MailPart =
  | string
  | { readonly name: string; readonly default?: string }
  | { readonly each: string; readonly parts: readonly MailPart[] };

/** How an engine's language writes the parts of a mail. */
export interface Syntax {
  /** Text between the tags. Default: unchanged. */
  text?: (text: string) => string;
  value: (name: string, isInLoop: boolean, ifNone?: string) => string;
  each: (name: string, inner: string) => string;
}

/** Our own language: a placeholder holds its default. */
const postrider: Syntax = {
  value: (name, _, ifNone) => `{{${ifNone === undefined ? name : `${name}|${ifNone}`}}}`,
  each: (name, inner) => `{{#${name}}}${inner}{{/${name}}}`,
};

/** A mail's source in an engine's language. */
export function write(parts: readonly MailPart[], syntax = postrider, isInLoop = false): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return syntax.text?.(part) ?? part;
      if ('each' in part) return syntax.each(part.each, write(part.parts, syntax, true));
      return syntax.value(part.name, isInLoop, part.default);
    })
    .join('');
}

/** A mail that every engine must render to the same HTML. */
export interface Mail {
  name: string;
  parts: readonly MailPart[];
  /** The values that a caller sends, without the defaults. */
  variables: Record<string, unknown>;
}

const words =
  'Your order has been packed and is on its way. You can follow it until it reaches you, change ' +
  'where it is left, or send it back within thirty days without giving a reason. ';

/** A block as real mails have: tables, styles on every cell, some words. */
const block = (number: number, length: number): string => {
  const opening = `<tr><td align="left" style="padding:12px 24px 0 24px;font-family:Helvetica,Arial,sans-serif;font-size:15px;line-height:22px;color:#24292f" id="part-${number}">`;
  const closing = '</td></tr>\n';
  const room = Math.max(0, length - opening.length - closing.length);
  return opening + words.repeat(Math.ceil(room / words.length)).slice(0, room) + closing;
};

/** Blocks of `bytes` in all, with a placeholder after each; every fourth placeholder has a default. */
function blocks(count: number, bytes: number): MailPart[] {
  return Array.from({ length: count }, (_, index): MailPart[] => {
    const name = `value${index}`;
    const placeholder = index % 4 === 3 ? { name, default: `as usual ${index}` } : { name };
    return [block(index, Math.floor(bytes / count)), placeholder];
  }).flat();
}

/** A value as callers send it; every third has to be escaped. */
const textOf = (index: number): string =>
  index % 3 === 2 ? `Fisher & Daughters <${index}>` : `a value of number ${index}`;

/** Variables as a request has them: V8 lays out an object from JSON differently from a literal. */
const fromJson = (variables: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(variables));

const values = (count: number): Record<string, unknown> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`value${index}`, textOf(index)] as const).filter(
      (_, index) => index % 4 !== 3,
    ),
  );

const row: readonly MailPart[] = [
  '<tr><td style="padding:4px 24px;border-bottom:1px solid #d0d7de">',
  { name: 'title' },
  '</td><td align="right" style="padding:4px 8px;border-bottom:1px solid #d0d7de">',
  { name: 'quantity' },
  '</td><td align="right" style="padding:4px 24px;border-bottom:1px solid #d0d7de">',
  { name: 'price' },
  '</td></tr>\n',
];

const items = Array.from({ length: 50 }, (_, index) => ({
  title: `Notebook & pencil ${index}`,
  quantity: index + 1,
  price: `${index}.90 EUR`,
}));

const frame = (parts: readonly MailPart[]): MailPart[] => [
  '<!DOCTYPE html><html><head><title>Your order</title></head><body style="margin:0"><table>\n',
  ...parts,
  '</table></body></html>\n',
];

/** 12 KB with 12 variables and 4 defaults. */
export const smallMail: Mail = {
  name: '12KB',
  parts: frame(blocks(16, 12 * 1024)),
  variables: fromJson(values(16)),
};

/** The mail of 12 KB as a postrider template. */
export const smallMailTemplate = {
  templateId: 'mail',
  name: 'Mail',
  subject: 'Your order',
  html: write(smallMail.parts),
};

/** The small mail, and one of 100 KB with 200 placeholders and a loop over 50 rows. */
export const mails: readonly Mail[] = [
  smallMail,
  {
    name: '100KB+loop',
    parts: frame([...blocks(200, 80 * 1024), { each: 'items', parts: row }]),
    variables: fromJson({ ...values(200), items }),
  },
];
