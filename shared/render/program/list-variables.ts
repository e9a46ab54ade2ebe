import type { TemplateVariable, VariableUse } from '../compiled-template.ts';
import type { PlaceholderTag, SectionTag } from '../syntax/piece.ts';
import type { TemplatePart } from '../syntax/template-problem.ts';
import type { ProgramPiece } from './assemble-program.ts';

/** One tag that names a variable. */
type Mention = {
  readonly name: string;
  readonly within: readonly string[];
  readonly use: VariableUse;
  readonly default: string | null;
  readonly part: TemplatePart;
};

/** The variables of a template's parts. The current item, `{{.}}`, is none. */
export function listVariables(
  parts: readonly { part: TemplatePart; pieces: readonly ProgramPiece[] }[],
): TemplateVariable[] {
  const mentions = parts.flatMap(({ part, pieces }) => mentionsIn(part, pieces));
  const byVariable = Map.groupBy(mentions, ({ name, within }) => JSON.stringify([name, within]));
  return [...byVariable.values()].map(describe);
}

function mentionsIn(part: TemplatePart, pieces: readonly ProgramPiece[]): Mention[] {
  const mentions: Mention[] = [];
  const within: string[] = [];
  for (const piece of pieces) {
    if (typeof piece !== 'object' || piece.kind === 'list') continue;
    if (piece.kind === 'close') {
      within.pop();
      continue;
    }
    const fallback = piece.kind === 'value' ? piece.default : null;
    const mention = { name: piece.name, within: [...within], use: useOf(piece), default: fallback };
    if (piece.name !== '.') mentions.push({ ...mention, part });
    if (piece.kind === 'section') within.push(piece.name);
  }
  return mentions;
}

function useOf(tag: PlaceholderTag | SectionTag): VariableUse {
  if (tag.kind === 'section') return tag.isInverted ? 'inverted' : 'section';
  return tag.isRaw ? 'raw' : 'value';
}

function describe(mentions: readonly Mention[]): TemplateVariable {
  const { name, within } = mentions[0] ?? { name: '', within: [] };
  const isPrinted = ({ use }: Mention) => use === 'value' || use === 'raw';
  return {
    name,
    within,
    uses: distinct(mentions.map(({ use }) => use)),
    required:
      within.length === 0 && mentions.some((each) => isPrinted(each) && each.default === null),
    defaults: distinct(mentions.flatMap(({ default: fallback }) => fallback ?? [])),
    parts: distinct(mentions.map(({ part }) => part)),
  };
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
