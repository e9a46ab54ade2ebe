import Handlebars from 'handlebars';
import {
  type BlockNode,
  refusedBlock,
  type SourceNode,
  type TemplateLanguage,
  UnreadableSource,
  type ValueNode,
  type ValuePath,
} from './tree.ts';

const engine = Handlebars.create();

/** SendGrid's helper for a value with a default. */
engine.registerHelper('insert', (value: unknown, fallback: unknown) => {
  const isGiven = value !== undefined && value !== null && value !== '';
  return isGiven || typeof fallback !== 'string' ? value : fallback.replace(/^default=/, '');
});

/** Content that a service adds to a mail by itself, and postrider does not. */
interface ServiceContent {
  service: string;
  /** Names that are not variables of the caller. */
  names?: readonly string[];
  /** Marks of another language of the service in the text between tags, as the only group of the pattern. */
  marks?: RegExp;
}

/** A service's dialect of Handlebars. */
export function handlebarsOf(content: ServiceContent): TemplateLanguage {
  return {
    read: (source) => readHandlebars(source, content),
    render: (source, data, { isHtml }) => engine.compile(source, { noEscape: !isHtml })(data),
    namesAreLevels: false,
  };
}

type Statement =
  | hbs.AST.ContentStatement
  | hbs.AST.CommentStatement
  | hbs.AST.MustacheStatement
  | hbs.AST.BlockStatement
  | hbs.AST.PartialStatement
  | (Omit<hbs.AST.PartialBlockStatement, 'type'> & {
      type: 'PartialBlockStatement' | 'DecoratorBlock';
    });

/** Only `{{~` removes white space: Mustache itself removes a line that has nothing but one tag. */
const options: ParseOptions & { ignoreStandalone: boolean } = { ignoreStandalone: true };
type ParseOptions = NonNullable<Parameters<typeof Handlebars.parse>[1]>;

/** @throws {UnreadableSource} */
function readHandlebars(source: string, { service, names = [], marks }: ServiceContent) {
  const ofService = `${service} writes a value of its own here: give one of yours as a variable`;
  // The types of Handlebars do not tell its statements apart.
  const read = (program: hbs.AST.Program | undefined): SourceNode[] =>
    ((program?.body ?? []) as Statement[]).flatMap(readStatement);
  const readStatement = (statement: Statement): SourceNode[] => {
    const place = `(line ${statement.loc.start.line})`;
    switch (statement.type) {
      case 'ContentStatement':
        return (marks ? statement.value.split(marks) : [statement.value]).map((text, index) =>
          index % 2 === 0
            ? { kind: 'text', text }
            : { kind: 'refused', source: `${text} ${place}`, why: ofService },
        );
      case 'CommentStatement':
        return [{ kind: 'comment', text: statement.value }];
      case 'MustacheStatement': {
        const called = nameOf(statement.path);
        const value = names.includes(called) ? { why: ofService } : readValue(statement);
        return [
          'why' in value ? { kind: 'refused', source: `${called} ${place}`, ...value } : value,
        ];
      }
      case 'BlockStatement':
        return readBlock(statement, read(statement.program), read(statement.inverse));
      case 'PartialStatement':
        return [{ kind: 'refused', source: `${nameOf(statement.name)} ${place}`, why: noPartial }];
      default:
        return refusedBlock(`partial ${place}`, noPartial, read(statement.program));
    }
  };
  try {
    return read(Handlebars.parse(source, options));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UnreadableSource(`Handlebars cannot read it: ${message}`, { cause: error });
  }
}

interface Refused {
  why: string;
}

function readValue({
  path,
  params,
  hash,
  escaped,
}: hbs.AST.MustacheStatement): ValueNode | Refused {
  const isInsert = nameOf(path) === 'insert' && params.length > 0;
  const [value, fallback, more] = isInsert ? params : [path, ...params];
  const text = fallback && 'value' in fallback ? String(fallback.value) : '';
  const isDefault = isInsert && text.startsWith('default=');
  if (hash || more || (fallback && !isDefault)) return { why: noHelper(nameOf(path)) };
  const read = pathOf(value);
  if ('why' in read) return read;
  const printed = fallback ? text.slice('default='.length) : null;
  return { kind: 'value', path: read, isRaw: !escaped, default: printed };
}

const blockUses: Readonly<Record<string, BlockNode['use']>> = {
  each: 'each',
  if: 'if',
  unless: 'if',
  with: 'enter',
};

function readBlock(
  { path, params, hash, program, inverse, loc }: hbs.AST.BlockStatement,
  body: SourceNode[],
  otherwise: SourceNode[],
): SourceNode[] {
  const called = nameOf(path);
  const source = `#${called} (line ${loc.start.line})`;
  const refuse = (why: string) => refusedBlock(source, why, body, otherwise);
  if (program?.blockParams || inverse?.blockParams) return refuse(noBlockParams);
  const [value, another] = params;
  const use = value === undefined ? 'section' : blockUses[called];
  if (use === undefined || another || hash) return refuse(noHelper(called));
  const read = pathOf(value ?? path);
  if ('why' in read) return refuse(read.why);
  const isUnless = use === 'if' && called === 'unless';
  const halves = isUnless ? { body: otherwise, otherwise: body } : { body, otherwise };
  return [{ kind: 'block', use, path: read, ...halves, source }];
}

function nameOf(path: hbs.AST.Expression): string {
  return 'original' in path ? String(path.original) : 'in brackets';
}

/** A path of Handlebars, or why postrider has none for it. */
function pathOf(value: hbs.AST.Expression | undefined): ValuePath | Refused {
  if (value?.type !== 'PathExpression') return { why: noExpression };
  const { data, depth, parts } = value as hbs.AST.PathExpression;
  if (!data) return { up: depth, parts };
  const [first, ...rest] = parts;
  if (first === 'root') return { up: Number.POSITIVE_INFINITY, parts: rest };
  return { why: `postrider has no @${first}: give each item a variable of its own` };
}

const noHelper = (name: string) =>
  `postrider has no helper ${name}: compute the value before the call, and give it as a variable`;
const noExpression = 'postrider has no expressions: compute the value before the call';
const noPartial = 'postrider has no such partial yet: write its content here';
const noBlockParams = 'postrider has no "as |name|": write the names of the items without it';
