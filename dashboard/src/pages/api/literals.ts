/** How a language writes JSON values. */
interface Words {
  nothing: string;
  text: (text: string) => string;
  /** Of a list and of an object: what stands before and after the items. */
  list: readonly [string, string];
  object: readonly [string, string];
  pair: (name: string, value: string) => string;
  emptyObject?: string;
  indent?: string;
}

function literal(value: unknown, words: Words, indent = ''): string {
  if (value === null || value === undefined) return words.nothing;
  if (typeof value === 'string') return words.text(value);
  if (typeof value === 'boolean' && words.nothing === 'None') return value ? 'True' : 'False';
  if (typeof value !== 'object') return String(value);
  const within = indent + (words.indent ?? '    ');
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => literal(item, words, within))
    : Object.entries(value).map(([name, item]) => words.pair(name, literal(item, words, within)));
  const [open, close] = isList ? words.list : words.object;
  if (items.length === 0) return (isList ? undefined : words.emptyObject) ?? open + close;
  return `${open}\n${items.map((item) => `${within}${item},\n`).join('')}${indent}${close}`;
}

const doubleQuoted = (text: string) => JSON.stringify(text);
const singleQuoted = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
const hash = (name: string, value: string) => `${singleQuoted(name)} => ${value}`;
const colon = (name: string, value: string) => `${doubleQuoted(name)}: ${value}`;
const braces = ['{', '}'] as const;
const brackets = ['[', ']'] as const;

const writer = (words: Words) => (value: unknown) => literal(value, words);

/** `"__proto__": x` would set the prototype; `["__proto__"]: x` is a field. */
export const scriptLiteral = writer({
  ...{ nothing: 'null', text: doubleQuoted, list: brackets, object: braces, indent: '  ' },
  pair: (name, value) => (name === '__proto__' ? `["__proto__"]: ${value}` : colon(name, value)),
});

export const pythonLiteral = writer({
  ...{ nothing: 'None', text: doubleQuoted, list: brackets, object: braces, pair: colon },
});

export const goLiteral = writer({
  ...{ nothing: 'nil', text: doubleQuoted, pair: colon, indent: '\t' },
  ...{ list: ['[]any{', '}'], object: ['map[string]any{', '}'] },
});

/** PHP writes an empty array, and one with the names 0, 1 …, as a JSON list. */
export const phpLiteral = writer({
  ...{ nothing: 'null', text: singleQuoted, list: brackets, object: brackets },
  ...{ pair: hash, emptyObject: 'new stdClass' },
});

export const rubyLiteral = writer({
  ...{ nothing: 'nil', text: singleQuoted, list: brackets, object: braces, pair: hash },
  ...{ indent: '  ' },
});
