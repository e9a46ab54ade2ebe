import { maxJsonDepth } from '../../limits.ts';
import { excerpt } from './excerpt.ts';
import type { SourceTag } from './find-tags.ts';
import type { Tag } from './piece.ts';
import type { TemplateProblemCode } from './template-problem.ts';

/** The content of a tag, or why a template cannot contain it. */
export type TagReading =
  | Tag
  | { readonly kind: 'comment' }
  /** `{{> name}}` */
  | { readonly kind: 'partial'; readonly name: string }
  | { readonly code: TemplateProblemCode; readonly problem: string };

/** Reads one tag: its kind, its name and its default. */
export function readTag({ sigil, content }: SourceTag): TagReading {
  switch (sigil) {
    case '!':
      return { kind: 'comment' };
    case '>':
      return readPartial(content);
    case '=':
      return {
        code: 'delimiters',
        problem: 'The delimiters cannot be changed: write every tag with {{ and }}',
      };
    case '#':
    case '^':
    case '/':
      return readSection(sigil, content);
    default:
      return readPlaceholder(sigil, content);
  }
}

function readPlaceholder(sigil: string, content: string): TagReading {
  const pipe = content.indexOf('|');
  const name = pipe === -1 ? content : content.slice(0, pipe).trimEnd();
  const problem = nameProblem(name);
  if (problem !== null) return { code: 'bad-name', problem: `${problem}, as in {{name}}` };
  return {
    kind: 'value',
    name,
    isRaw: sigil === '{' || sigil === '&',
    ...(sigil === '%' && { isEncoded: true }),
    default: pipe === -1 ? null : content.slice(pipe + 1).trim(),
  };
}

/** An id of a template. */
const partialName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

function readPartial(content: string): TagReading {
  if (partialName.test(content)) return { kind: 'partial', name: content };
  const problem = content.startsWith('*')
    ? 'The name of a partial cannot come from a variable: write its id, as in {{> footer}}'
    : `"${excerpt(content)}" is not the id of a partial: write one, as in {{> footer}}`;
  return { code: 'partial', problem };
}

function readSection(sigil: '#' | '^' | '/', content: string): TagReading {
  const pipe = content.indexOf('|');
  if (pipe !== -1) {
    const name = excerpt(content.slice(0, pipe).trimEnd());
    return {
      code: 'section-default',
      problem: `A section cannot have a default: write {{${sigil}${name}}}`,
    };
  }
  const problem = nameProblem(content);
  if (problem !== null) return { code: 'bad-name', problem: `${problem}, as in {{${sigil}name}}` };
  if (sigil === '/') return { kind: 'close', name: content };
  return { kind: 'section', name: content, isInverted: sigil === '^' };
}

/** No name may contain white space (Mustache specification, interpolation.yml), markup or parts of expressions. */
const foreign = /[\s\p{Cc}\p{Cs}\p{Co}{}<>&"'`()[\],;=\\]/u;

/** Why `name` is no variable's name, and what to write, as a sentence without its end; null for a name or `.`. */
function nameProblem(name: string): string | null {
  if (name === '.') return null;
  if (name === '') return 'This tag names no variable: write the name of one';
  const shown = excerpt(name);
  const found = name.match(foreign)?.[0];
  if (found !== undefined) {
    return `"${shown}" is not a variable name, it contains ${describe(found)}: write only the name of a variable`;
  }
  if (name.startsWith('%')) {
    return `"${shown}" is not a variable name, it begins with %: write only the name of a variable`;
  }
  const parts = name.split('.');
  if (parts.includes('')) return `"${shown}" has a dot without a name on both sides: write a.b`;
  if (parts.length > maxJsonDepth) {
    return `"${shown}" has more than ${maxJsonDepth} parts, deeper than a request may nest: write fewer`;
  }
  return null;
}

function describe(character: string): string {
  if (/\s/.test(character)) return 'white space';
  return /[\p{Cc}\p{Cs}\p{Co}]/u.test(character) ? 'an invisible character' : character;
}

/** The property names in a dotted name; empty for `.`, null for a name without dots. */
export function pathOf(name: string): readonly string[] | null {
  if (name === '.') return [];
  return name.includes('.') ? name.split('.') : null;
}
