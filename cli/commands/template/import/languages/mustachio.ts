import { renderTree } from './render-tree.ts';
import {
  type BlockNode,
  type SourceNode,
  type TemplateLanguage,
  UnreadableSource,
  type ValuePath,
} from './tree.ts';

export const mustachio: TemplateLanguage = {
  read: readMustachio,
  render: (source, data, options) => renderTree(readMustachio(source), data, options),
  namesAreLevels: true,
};

/** As in Mustachio's tokenizer: a tag has no braces inside, and everything else is text. */
const tags = /\{\{\{[^{}]+\}\}\}|\{\{[^{}]+\}\}/g;

interface OpenBlock {
  name: string;
  source: string;
  nodes: SourceNode[];
}

/** https://github.com/wildbit/mustachio/blob/master/Mustachio/Tokenizer.cs @throws {UnreadableSource} */
function readMustachio(source: string): SourceNode[] {
  const top: SourceNode[] = [];
  const open: OpenBlock[] = [];
  const add = (node: SourceNode) => (open.at(-1)?.nodes ?? top).push(node);
  let at = 0;
  for (const { 0: tag, index } of source.matchAll(tags)) {
    if (index > at) add({ kind: 'text', text: source.slice(at, index) });
    at = index + tag.length;
    const place = `(line ${source.slice(0, index).split('\n').length})`;
    const inside = tag.replace(/^\{+|\}+$/g, '').trim();
    const name = inside.slice(1).trim();
    if (/^[#^]/.test(inside)) {
      // `{{^name}}` in the block `{{#name}}` is its else.
      if (open.at(-1)?.name === name) open.pop();
      const { node, ...block } = blockOf(inside, name, place);
      add(node);
      open.push(block);
    } else if (inside.startsWith('/')) {
      if (open.pop()?.name === name) continue;
      throw new UnreadableSource(`${inside} ${place} does not close the block before it`);
    } else add(leafOf(tag, inside, place));
  }
  const [unclosed] = open;
  if (unclosed) throw new UnreadableSource(`${unclosed.source} is not closed`);
  if (at < source.length) top.push({ kind: 'text', text: source.slice(at) });
  return top;
}

function blockOf(inside: string, name: string, place: string): OpenBlock & { node: BlockNode } {
  const source = `${inside} ${place}`;
  const [, list] = /^each\s+(.*)$/s.exec(name) ?? [];
  const path = readPath(list ?? name);
  if (path === null) {
    throw new UnreadableSource(`${source}: Mustachio has only #name, ^name and #each name`);
  }
  const nodes: SourceNode[] = [];
  const halves = inside.startsWith('^')
    ? { body: [], otherwise: nodes }
    : { body: nodes, otherwise: [] };
  const isEach = list !== undefined;
  const node: BlockNode = {
    kind: 'block',
    use: isEach ? 'each' : 'enter',
    path,
    ...halves,
    source,
  };
  return { name: isEach ? 'each' : name, source, nodes, node };
}

function leafOf(tag: string, inside: string, place: string): SourceNode {
  if (inside.startsWith('!')) return { kind: 'comment', text: inside.slice(1) };
  const name = inside.replace(/^&\s*/, '');
  if (name === '@content') return { kind: 'content' };
  const source = `${name} ${place}`;
  if (name.startsWith('pm:')) return { kind: 'refused', source, why: ofPostmark };
  const path = readPath(name);
  if (path === null) return { kind: 'refused', source, why: noExpression };
  return { kind: 'value', path, isRaw: tag.startsWith('{{{') || inside !== name, default: null };
}

/** https://github.com/wildbit/mustachio/blob/master/Mustachio/ContextObject.cs; null for what it refuses. */
function readPath(text: string): ValuePath | null {
  const [, climbs = '', rest = ''] = /^((?:\.\.\/)*)(.*)$/s.exec(text) ?? [];
  if (!/^[\p{L}\p{N}_.-]*$/u.test(rest) || rest.includes('..')) return null;
  return { up: climbs.length / 3, parts: rest.split('.').filter((part) => part !== '') };
}

const noExpression =
  'postrider has no expressions and no @ variables: compute the value before the call';
const ofPostmark =
  'Postmark writes an address of its own here: give the address of your own page as a variable';
