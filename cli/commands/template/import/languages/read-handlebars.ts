import Handlebars from 'handlebars';
import { noData, noHelper } from './handlebars-helpers.ts';
import { type BlockNode, type Path, type SourceNode, UnreadableSource } from './tree.ts';

type Statement =
  | hbs.AST.ContentStatement
  | hbs.AST.CommentStatement
  | hbs.AST.MustacheStatement
  | hbs.AST.BlockStatement
  | hbs.AST.PartialStatement
  | hbs.AST.PartialBlockStatement
  | InlinePartial;

type InlinePartial = Omit<hbs.AST.DecoratorBlock, 'type'> & { type: 'DecoratorBlock' };

type Value = hbs.AST.PathExpression | hbs.AST.StringLiteral | hbs.AST.SubExpression;

/** Only `{{~` removes white space: Mustache itself removes a line that has nothing but one tag. */
const options: ParseOptions & { ignoreStandalone: boolean } = { ignoreStandalone: true };
type ParseOptions = NonNullable<Parameters<typeof Handlebars.parse>[1]>;

/** Reads a template of Handlebars with its own parser. @throws {UnreadableSource} */
export function readHandlebars(source: string): SourceNode[] {
  const code = withoutTagEntities(source);
  try {
    return new Reader(code).nodes(Handlebars.parse(code, options));
  } catch (error) {
    throw unreadable(error);
  }
}

class Reader {
  private readonly lines: readonly string[];
  /** The partials that the template itself defines, by name. */
  private readonly inlines = new Map<string, readonly SourceNode[]>();

  constructor(code: string) {
    this.lines = code.split('\n');
  }

  nodes(program: hbs.AST.Program | undefined): SourceNode[] {
    // The types of Handlebars do not tell its statements apart.
    const statements = (program?.body ?? []) as Statement[];
    return statements.flatMap((statement) => {
      if (statement.type === 'DecoratorBlock') return this.inline(statement);
      if (statement.type === 'PartialStatement') return this.partial(statement);
      return this.node(statement);
    });
  }

  /** `{{#*inline "name"}}` prints nothing: its content is printed where the template takes it. */
  private inline(statement: InlinePartial): SourceNode[] {
    const [name] = statement.params as Value[];
    const content = this.nodes(statement.program);
    if (name?.type === 'StringLiteral' && !goesUp(content)) {
      this.inlines.set(name.value, content);
      return [];
    }
    const block = { body: content, otherwise: [] };
    return [{ kind: 'unknown', source: this.tagOf(statement), why: noInline, block }];
  }

  private partial(statement: hbs.AST.PartialStatement): readonly SourceNode[] {
    const { name, params, hash } = statement;
    const isPlain = params.length === 0 && !hash;
    const content = isPlain ? this.inlines.get(nameOf(name)) : undefined;
    return content ?? [{ kind: 'unknown', source: this.tagOf(statement), why: noPartial }];
  }

  private node(
    statement: Exclude<Statement, { type: 'DecoratorBlock' | 'PartialStatement' }>,
  ): SourceNode {
    switch (statement.type) {
      case 'ContentStatement':
        return { kind: 'text', text: statement.value };
      case 'CommentStatement':
        return { kind: 'comment', text: statement.value };
      case 'MustacheStatement':
        return this.value(statement);
      case 'BlockStatement':
        return this.block(statement);
      default: {
        const block = { body: this.nodes(statement.program), otherwise: [] };
        return { kind: 'unknown', source: this.tagOf(statement), why: noPartial, block };
      }
    }
  }

  private value(statement: hbs.AST.MustacheStatement): SourceNode {
    const source = this.tagOf(statement);
    const { params, hash, escaped } = statement;
    const called = nameOf(statement.path);
    const [first, second] = params as Value[];
    const fallback =
      second?.type === 'StringLiteral' ? /^default=(.*)$/s.exec(second.value)?.[1] : undefined;
    const isInsert = called === 'insert' && !hash && params.length > 0 && params.length < 3;
    const isPlain = params.length === 0 && !hash;
    if (isInsert && first && (params.length === 1 || fallback !== undefined)) {
      const path = pathOf(first);
      if ('why' in path) return { kind: 'unknown', source, ...path };
      return { kind: 'value', path, isRaw: false, default: fallback ?? null, source };
    }
    if (!isPlain) return { kind: 'unknown', source, why: noHelper(called) };
    const path = pathOf(statement.path as Value);
    if ('why' in path) return { kind: 'unknown', source, ...path };
    return { kind: 'value', path, isRaw: !escaped, default: null, source };
  }

  private block(statement: hbs.AST.BlockStatement): SourceNode {
    const source = this.tagOf(statement);
    const { program, inverse, params, hash } = statement;
    const called = nameOf(statement.path);
    const body = this.nodes(program);
    const otherwise = this.nodes(inverse);
    const unknown = (why: string): SourceNode => {
      return { kind: 'unknown', source, why, block: { body, otherwise } };
    };
    if (program?.blockParams || inverse?.blockParams) return unknown(noBlockParams);
    const [only, another] = params as Value[];
    const kind = only === undefined ? 'section' : blockKinds[called];
    if (kind === undefined || another !== undefined || hash) return unknown(noHelper(called));
    const path = pathOf(only ?? statement.path);
    if ('why' in path) return unknown(path.why);
    const isChained = inverse !== undefined && 'chained' in inverse;
    const block: BlockNode = { kind, path, body, otherwise, source, isChained };
    if (called === 'unless') {
      return { ...block, body: otherwise, otherwise: body, isChained: false, otherwiseFirst: true };
    }
    // `{{^name}}` begins with the content that is printed if there is no value.
    const isInverse = only === undefined && this.sigilOf(statement) === '^';
    return isInverse ? { ...block, otherwiseFirst: true } : block;
  }

  /** A tag as it is written between its braces. */
  private tagOf(node: hbs.AST.Node): string {
    return this.from(node).replace(/^\{\{+~?[#^&>*]*\s*|\s*~?\}\}[\s\S]*$/g, '');
  }

  private sigilOf(node: hbs.AST.Node): string {
    return this.from(node)
      .replace(/^\{\{~?/, '')
      .charAt(0);
  }

  private from({ loc: { start } }: hbs.AST.Node): string {
    const [line = '', ...more] = this.lines.slice(start.line - 1, start.line + 4);
    const text = [line.slice(start.column), ...more].join('\n');
    return text.slice(0, text.indexOf('}}') + 2);
  }
}

const blockKinds: Readonly<Record<string, BlockNode['kind']>> = {
  each: 'each',
  if: 'if',
  unless: 'if',
  with: 'enter',
};

function nameOf(path: hbs.AST.Expression): string {
  return 'original' in path ? String(path.original) : 'in brackets';
}

/** A path of Handlebars, or why postrider has none for it. */
function pathOf(value: Value): Path | { why: string } {
  if (value.type === 'SubExpression') return { why: noHelper(nameOf(value.path)) };
  if (value.type !== 'PathExpression') return { up: 0, parts: [String(value.value)] };
  const { data, depth, parts } = value;
  if (!data) return { up: depth, parts };
  const [first = '', ...rest] = parts;
  if (first === 'root' && depth === 0) return { up: Number.POSITIVE_INFINITY, parts: rest };
  return { why: noData(first) };
}

function unreadable(error: unknown): UnreadableSource {
  const message = error instanceof Error ? error.message : String(error);
  const line = /(?:on line |- )(\d+)/.exec(message)?.[1];
  const [, found] = message.split('\n');
  const what = message.startsWith('Parse error') && found ? `at ${found.trim()}` : message;
  return new UnreadableSource(`Handlebars cannot read it: ${what}`, Number(line ?? 1));
}

/** Whether content names a value outside its own level. */
function goesUp(nodes: readonly SourceNode[]): boolean {
  return nodes.some((node) => {
    if (node.kind === 'unknown')
      return goesUp([...(node.block?.body ?? []), ...(node.block?.otherwise ?? [])]);
    if ('path' in node && node.path.up > 0) return true;
    return 'body' in node && goesUp([...node.body, ...node.otherwise]);
  });
}

const noPartial = 'postrider has no partial of this name yet: write its content here';
const noInline = 'postrider cannot take this part elsewhere: write it where the template takes it';
const noBlockParams = 'postrider has no "as |name|": write the names of the items without it';

const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

/** The source with the characters that its HTML editor wrote as entities inside the tags. */
export function withoutTagEntities(source: string): string {
  return source.replace(/\{\{[^{}]*\}\}/g, (tag) =>
    tag.replace(/&[#\w]+;/g, (entity) => entities[entity.toLowerCase()] ?? entity),
  );
}
