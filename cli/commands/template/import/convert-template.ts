import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import { type SourceNode, type TemplateLanguage, UnreadableSource } from './languages/tree.ts';
import { learnFromTags } from './levels.ts';
import type { WrittenSource } from './pieces.ts';
import type { SourceTemplate } from './sources/source-template.ts';
import { ValueShape } from './value-shape.ts';
import { type ImportedPart, writeMustache } from './write-mustache.ts';

/** What cannot be imported, at its place in the written template. */
export interface ConversionProblem {
  part: ImportedPart;
  /** Both from 1. */
  line: number;
  column: number;
  message: string;
}

export type ConvertedTemplate = ReturnType<typeof convertTemplate>;

/**
 * Converts a template to postrider's Mustache, and gives it test data: its own, merged over its layout's. If there is
 * none, each variable gets its own name as its value.
 */
export function convertTemplate(
  { origin: _, isLayout = false, language, ...template }: SourceTemplate,
  layoutData: Record<string, unknown> = {},
) {
  const { id, name, layout, text, testData } = template;
  const variables = new ValueShape();
  for (const [variable, value] of Object.entries({ ...layoutData, ...testData })) {
    variables.member(variable).learn(value);
  }
  const readings = parts.flatMap((part) => {
    const source = template[part];
    return source === undefined ? [] : [{ part, source, ...read(source, language) }];
  });
  const { namesAreLevels } = language;
  for (const { nodes } of readings) {
    learnFromTags(nodes, { shape: variables, outer: null }, namesAreLevels);
  }
  const missing = Object.fromEntries(
    Object.entries(layoutData).filter(([variable]) => !Object.hasOwn(testData ?? {}, variable)),
  );
  const problems: ConversionProblem[] = [];
  const write = (wanted: ImportedPart): string => {
    const reading = readings.find(({ part }) => part === wanted);
    if (!reading) return '';
    const { fault, source, nodes } = reading;
    const written = fault
      ? unreadText(source, fault, wanted)
      : writeMustache(nodes, { part: wanted, variables, namesAreLevels });
    for (const { offset, message } of written.problems) {
      problems.push({ part: wanted, ...placeOf(written.text, offset), message });
    }
    return written.text;
  };
  const source: TemplateSource = {
    templateId: id,
    name,
    ...(isLayout && { kind: 'partial' }),
    ...(layout !== undefined && { layout }),
    subject: write('subject'),
    html: write('html'),
    text: text === undefined ? undefined : write('text'),
    testData: { ...(testData ?? variables.sampleData()), ...missing },
  };
  return {
    source,
    problems,
    /** The parts that are not valid in their template language. `source` has them unchanged. */
    unread: readings.filter(({ fault }) => fault).map(({ part }) => part),
    /** Variables that are assumed to be single values, because neither a tag nor test data shows what they are. */
    assumed: variables.assumedNames(),
  };
}

const parts = ['subject', 'html', 'text'] as const;

interface Reading {
  nodes: readonly SourceNode[];
  fault?: UnreadableSource;
}

function read(source: string, language: TemplateLanguage): Reading {
  try {
    return { nodes: language.read(source) };
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    return { nodes: [], fault: error };
  }
}

/** The unchanged source, after a tag that a push refuses. */
function unreadText(
  source: string,
  { message, line }: UnreadableSource,
  part: ImportedPart,
): WrittenSource {
  const end = part === 'subject' ? ' ' : '\n';
  const text = `{{not imported: see the report}}${end}${source}`;
  const lines = text.split('\n').slice(0, part === 'subject' ? line - 1 : line);
  const offset = lines.reduce((sum, each) => sum + each.length + 1, 0);
  return { text, problems: [{ offset, message }] };
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
