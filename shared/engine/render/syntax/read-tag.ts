import { excerpt } from './excerpt.ts';
import type { SourceTag } from './find-tags.ts';
import type { Tag } from './piece.ts';
import type { TemplateProblemCode } from './template-problem.ts';
import { nameProblem } from './variable-name.ts';

/** What a tag says, or why it cannot stand in a template. */
export type TagReading =
  | Tag
  | { readonly kind: 'comment' }
  | { readonly code: TemplateProblemCode; readonly problem: string };

/** Reads one tag: its kind, its name and its default. */
export function readTag({ sigil, content }: SourceTag): TagReading {
  switch (sigil) {
    case '!':
      return { kind: 'comment' };
    case '>':
      return { code: 'partial', problem: 'Partials are not supported: write their content here' };
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
      return readPlaceholder(sigil !== '', content);
  }
}

function readPlaceholder(isRaw: boolean, content: string): TagReading {
  const pipe = content.indexOf('|');
  const name = pipe === -1 ? content : content.slice(0, pipe).trimEnd();
  const problem = nameProblem(name);
  if (problem !== null) return { code: 'bad-name', problem: `${problem}, as in {{name}}` };
  return {
    kind: 'value',
    name,
    isRaw,
    default: pipe === -1 ? null : content.slice(pipe + 1).trim(),
  };
}

function readSection(sigil: '#' | '^' | '/', content: string): TagReading {
  const pipe = content.indexOf('|');
  if (pipe !== -1) {
    const name = excerpt(content.slice(0, pipe).trimEnd());
    return {
      code: 'section-default',
      problem: `A section has no default: write {{${sigil}${name}}}`,
    };
  }
  const problem = nameProblem(content);
  if (problem !== null) return { code: 'bad-name', problem: `${problem}, as in {{${sigil}name}}` };
  if (sigil === '/') return { kind: 'close', name: content };
  return { kind: 'section', name: content, isInverted: sigil === '^' };
}
