import { escapeHtml } from '../../../../shared/engine/render/program/html-output.ts';
import { type BlockNode, refusedBlock, type SourceNode, type ValuePath } from './languages/tree.ts';
import type { ValueUse } from './value-use.ts';

export type ImportedPart = 'subject' | 'html' | 'text';

export interface WriteOptions {
  part: ImportedPart;
  /** The variables of a request. Writing adds what the tags show about them. */
  variables: ValueUse;
  namesAreLevels: boolean;
}

/** A tag that postrider cannot express becomes a comment with the reason, and a tag that a push refuses. */
export function writeMustache(nodes: readonly SourceNode[], options: WriteOptions): string {
  const { variables } = options;
  const written = new MustacheWriter(options).write(nodes, [variables], [variables]);
  // Mustache removes a line that has nothing but one tag.
  const elseAlone = /^([ \t]*)(\{\{\/[^{}]+\}\})(\{\{\^[^{}]+\}\})(?=[ \t\r]*$)/gm;
  return written.replace(elseAlone, '$1$2\n$1$3');
}

/** The places that could not be converted, with the reason for each. */
export function refusedPlaces(written: string) {
  const marks = /\{\{! ([^{}]*) \}\}\{\{not imported: [^{}]*\}\}/g;
  return [...written.matchAll(marks)].map(({ 1: message = '', index }) => {
    const before = written.slice(0, index).split('\n');
    return { message, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  });
}

/** ValueUses, outermost first. */
type ValueUses = readonly ValueUse[];

/** Its methods take the levels that `../` of the source climbs, and the values in which postrider looks a name up. */
class MustacheWriter {
  private readonly options: WriteOptions;

  constructor(options: WriteOptions) {
    this.options = options;
  }

  write(nodes: readonly SourceNode[], levels: ValueUses, scopes: ValueUses): string {
    return nodes.map((node) => this.node(node, levels, scopes)).join('');
  }

  private node(node: SourceNode, levels: ValueUses, scopes: ValueUses): string {
    const isHtml = this.options.part === 'html';
    switch (node.kind) {
      case 'text':
        return node.text.replaceAll('{{', isHtml ? '&#123;&#123;' : refused('{ {', bracesInText));
      case 'comment':
        return `{{! ${withoutBraces(node.text)} }}`;
      case 'content':
        // Mustache removes the line end after a partial that has a line to itself.
        return this.options.part === 'text' ? '{{> content}}\n' : '{{> content}}';
      case 'refused':
        return refused(node.source, node.why);
      case 'block':
        return this.block(node, levels, scopes);
      case 'value': {
        const value = lastOf(this.levelsAt(levels, node.path));
        value.isPrinted = true;
        const name = nameIn(scopes, value);
        if (name === null) return refused(value.name || 'this', hiddenName);
        const printed = isHtml ? escapeHtml(node.default ?? '') : node.default;
        const tag = node.default === null ? name : `${name}|${printed}`;
        return node.isRaw ? `{{{${tag}}}}` : `{{${tag}}}`;
      }
    }
  }

  private block(node: BlockNode, levels: ValueUses, scopes: ValueUses): string {
    const { use, path, body, otherwise, source } = node;
    const { namesAreLevels } = this.options;
    const reached = this.levelsAt(levels, path);
    const value = lastOf(reached);
    const items = use === 'each' || (use === 'section' && value.isList) ? value.items : null;
    // A section of a list would repeat the content.
    const asksLength = value.isList && items === null;
    const name = nameIn(scopes, value);
    if (name === null || (asksLength && name === '.')) {
      return this.write(refusedBlock(source, hiddenName, body, otherwise), levels, scopes);
    }
    const outer = namesAreLevels ? reached : levels;
    let inside = namesAreLevels ? reached : [...levels, value];
    if (items) inside = [...outer, items];
    else if (use === 'if') inside = levels;
    const scope = asksLength ? value.member('length') : (items ?? value);
    const opening = asksLength ? `${name}.length` : name;
    const printed = this.write(body, inside, [...scopes, scope]);
    const skipped = this.write(otherwise, outer, scopes);
    return (
      (body.length > 0 ? `{{#${opening}}}${printed}{{/${opening}}}` : '') +
      (otherwise.length > 0 ? `{{^${name}}}${skipped}{{/${name}}}` : '')
    );
  }

  /** The levels that a path leads through; its value is the last. */
  private levelsAt(levels: ValueUses, { up, parts }: ValuePath): ValueUses {
    const reached = levels.slice(0, Math.max(1, levels.length - up));
    for (const part of parts) reached.push(lastOf(reached).member(part));
    return reached;
  }
}

function lastOf(values: ValueUses): ValueUse {
  const value = values.at(-1);
  if (!value) throw new Error('There is no level without a value');
  return value;
}

/**
 * How a tag of postrider names a value inside `scopes`; null if it cannot. Postrider looks a name up in the innermost
 * value that has it, unlike Handlebars and Mustachio, which look only where a path leads.
 */
function nameIn(scopes: ValueUses, value: ValueUse): string | null {
  for (const [at, scope] of [...scopes.entries()].reverse()) {
    const names = value.namesFrom(scope);
    const [first] = names ?? [];
    if (first === undefined || scopes.slice(at + 1).some((inner) => inner.has(first))) continue;
    return names?.join('.') ?? null;
  }
  return scopes.at(-1) === value ? '.' : null;
}

/** A push refuses the tag, because the name of a variable has no white space. */
function refused(source: string, why: string | null): string {
  const reason = why === null ? '' : `{{! ${withoutBraces(why)} }}`;
  return `${reason}{{not imported: ${withoutBraces(source).replaceAll('|', ' ')}}}`;
}

const withoutBraces = (text: string) => text.replaceAll(/[{}]+|\s+/g, ' ').trim();

const hiddenName =
  'postrider looks a name up in the innermost block that has it, and would not find this value: give it a name of its own there';
const bracesInText = 'postrider cannot print two opening braces in a text: give them as a variable';
