import { escapeHtml } from '../../../../../shared/engine/render/program/html-output.ts';
import { noData } from './handlebars-helpers.ts';
import {
  type BlockNode,
  type Path,
  type SourceNode,
  type TemplateLanguage,
  UnreadableSource,
} from './tree.ts';

/** Mustachio, Postmark's language. */
export const mustachio: TemplateLanguage = {
  read: readMustachio,
  render: (source, data, { isHtml, content }) =>
    renderMustachio(readMustachio(source), data, isHtml, content),
  namesAreLevels: true,
};

/** As in Mustachio's tokenizer: a tag has no braces inside, and everything else is text. */
const tags = /\{\{\{[^{}]+\}\}\}|\{\{[^{}]+\}\}/g;

interface OpenBlock {
  /** The text that its closing tag must have. */
  name: string;
  node: BlockNode;
  isInverted: boolean;
  line: number;
  nodes: SourceNode[];
}

/**
 * Reads a template of Mustachio as its tokenizer does, which has no `if` and no `else`.
 *
 * https://github.com/wildbit/mustachio/blob/master/Mustachio/Tokenizer.cs
 *
 * @throws {UnreadableSource}
 */
function readMustachio(source: string): SourceNode[] {
  const top: SourceNode[] = [];
  const open: OpenBlock[] = [];
  let at = 0;
  let line = 1;
  for (const match of source.matchAll(tags)) {
    const nodes = open.at(-1)?.nodes ?? top;
    const before = source.slice(at, match.index);
    if (before !== '') nodes.push({ kind: 'text', text: before });
    line += before.split('\n').length - 1;
    at = match.index + match[0].length;
    const inside = match[0].replace(/^\{+|\}+$/g, '');
    if (/^[#^]/.test(inside)) openBlock(open, top, inside, line);
    else if (inside.startsWith('/')) closeBlock(open, inside.slice(1).trim(), line);
    else nodes.push(leafOf(match[0], inside));
    line += match[0].split('\n').length - 1;
  }
  const [unclosed] = open;
  if (unclosed)
    throw new UnreadableSource(`The block ${unclosed.name} is not closed`, unclosed.line);
  if (at < source.length) top.push({ kind: 'text', text: source.slice(at) });
  return top;
}

/** `{{#name}}` and `{{^name}}` directly in a block of this name end that block and begin the next one. */
function openBlock(open: OpenBlock[], top: SourceNode[], inside: string, line: number): void {
  const content = inside.slice(1).trim();
  if (open.at(-1)?.name === content) closeBlock(open, content, line);
  const isEach = /^each\s/.test(content);
  const name = isEach ? 'each' : content;
  const written = isEach ? content.slice(4).trim() : content;
  const path = pathOf(written, line);
  const isInverted = inside.startsWith('^');
  const nodes: SourceNode[] = [];
  const node: BlockNode = {
    kind: isEach ? 'each' : 'enter',
    path,
    ...(isInverted ? { body: [], otherwise: nodes } : { body: nodes, otherwise: [] }),
    entersOtherwise: true,
    source: inside.slice(1).trim(),
  };
  (open.at(-1)?.nodes ?? top).push(node);
  open.push({ name, node, isInverted, line, nodes });
}

function closeBlock(open: OpenBlock[], name: string, line: number): void {
  const block = open.pop();
  if (block?.name === name) return;
  const found = block ? `closes ${block.name}` : 'closes no block';
  throw new UnreadableSource(`The tag {{/${name}}} ${found}`, line);
}

function leafOf(tag: string, inside: string): SourceNode {
  const source = inside.trim();
  if (source.startsWith('!')) return { kind: 'comment', text: source.slice(1) };
  const isRaw = tag.startsWith('{{{') || source.startsWith('&');
  const name = source.replace(/^&\s*/, '');
  if (name === '@content') return { kind: 'content' };
  if (name.startsWith('@')) return { kind: 'unknown', source, why: noData(name.slice(1)) };
  if (name.startsWith('pm:')) return { kind: 'unknown', source, why: ofPostmark };
  const path = readPath(name);
  if (path === null) return { kind: 'unknown', source, why: noPath };
  return { kind: 'value', path, isRaw, default: null, source };
}

function pathOf(text: string, line: number): Path {
  const path = readPath(text);
  if (path) return path;
  const [, word, name] = /^(if|unless)\s+(\S+)$/.exec(text) ?? [];
  if (word !== undefined) {
    const block = `{{${word === 'if' ? '#' : '^'}${name}}}…{{/${name}}}`;
    throw new UnreadableSource(`Mustachio has no {{#${word}}}: write ${block} in the source`, line);
  }
  throw new UnreadableSource(`"${text}" is no name of a value, such as order.total`, line);
}

/** https://github.com/wildbit/mustachio/blob/master/Mustachio/ContextObject.cs; null for what it refuses. */
function readPath(text: string): Path | null {
  const [, climbs = '', rest = ''] = /^((?:\.\.\/)*)(.*)$/s.exec(text) ?? [];
  if (!/^[\p{L}\p{N}_.-]*$/u.test(rest) || rest.includes('..')) return null;
  const parts = rest.split('.').filter((part) => part !== '');
  return { up: climbs.length / 3, parts };
}

const noPath = 'postrider has no expressions: compute the value before the call';
const ofPostmark =
  'Postmark writes an address of its own here: give the address of your own page as a variable';

/** A value and the value that contains it. */
interface Context {
  value: unknown;
  outer: Context | null;
}

/**
 * Renders a template of Mustachio as its parser does: a name is looked up only where its path leads, and the white
 * space around tags stays.
 *
 * https://github.com/wildbit/mustachio/blob/master/Mustachio/Parser.cs
 *
 * @param content the content that a layout wraps
 * @throws {Error} for a list that the data gives as one value
 */
function renderMustachio(
  nodes: readonly SourceNode[],
  data: Record<string, unknown>,
  isHtml: boolean,
  content = '',
): string {
  const escaped = isHtml ? escapeHtml : (text: string) => text;
  const print = (inside: readonly SourceNode[], context: Context): string =>
    inside.map((node) => printNode(node, context)).join('');
  const printNode = (node: SourceNode, context: Context): string => {
    if (node.kind === 'text') return node.text;
    if (node.kind === 'content') return content;
    if (node.kind === 'value') {
      const text = textOf(find(context, node.path).value);
      return node.isRaw ? text : escaped(text);
    }
    return 'path' in node ? printBlock(node, context) : '';
  };
  const printBlock = ({ kind, path, body, otherwise, source }: BlockNode, context: Context) => {
    const found = find(context, path);
    if (!exists(found.value)) return print(otherwise, found);
    if (kind !== 'each') return print(body, found);
    if (!Array.isArray(found.value)) throw new Error(`${source}: the test data has no list there`);
    return found.value.map((value) => print(body, { value, outer: found })).join('');
  };
  return print(nodes, { value: data, outer: null });
}

function find(context: Context, { up, parts }: Path): Context {
  let base = context;
  for (let left = up; left > 0 && base.outer; left--) base = base.outer;
  return parts.reduce<Context>(
    (outer, name) => ({ value: memberOf(outer.value, name), outer }),
    base,
  );
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function exists(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

function textOf(value: unknown): string {
  // .NET writes True and False.
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
