import type { TemplateVariable, VariableUse } from '../compiled-template.ts';
import type { PlaceholderTag, SectionTag } from '../syntax/piece.ts';
import type { TemplatePart } from '../syntax/template-problem.ts';
import type { ProgramPiece } from './assemble-program.ts';

type PartProgram = { readonly part: TemplatePart; readonly pieces: readonly ProgramPiece[] };

/** The variables, by name, and the sections that are directly within the same sections. */
type Scope = {
  readonly within: readonly string[];
  readonly variables: Map<string, Listed>;
  readonly inner: Map<string, Scope>;
};

/** A variable while its tags are being collected. */
type Listed = {
  readonly name: string;
  readonly within: readonly string[];
  readonly uses: Set<VariableUse>;
  required: boolean;
  readonly defaults: Set<string>;
  readonly parts: Set<TemplatePart>;
};

/** The variables of a template's parts. The current item, `{{.}}`, is not listed. */
export function listVariables(parts: readonly PartProgram[]): TemplateVariable[] {
  const listed: Listed[] = [];
  const outermost = newScope([]);
  for (const { part, pieces } of parts) {
    const scopes = [outermost];
    for (const piece of pieces) {
      const scope = scopes.at(-1) ?? outermost;
      if (typeof piece !== 'object' || piece.kind === 'list') continue;
      if (piece.kind === 'close') scopes.pop();
      else if (piece.name !== '.') collect(variableIn(scope, piece.name, listed), piece, part);
      if (piece.kind === 'section') scopes.push(sectionIn(scope, piece.name));
    }
  }
  return listed.map(toVariable);
}

function newScope(within: readonly string[]): Scope {
  return { within, variables: new Map(), inner: new Map() };
}

function sectionIn(scope: Scope, name: string): Scope {
  const known = scope.inner.get(name);
  const inner = known ?? newScope([...scope.within, name]);
  if (known === undefined) scope.inner.set(name, inner);
  return inner;
}

function variableIn({ within, variables }: Scope, name: string, listed: Listed[]): Listed {
  const known = variables.get(name);
  if (known !== undefined) return known;
  const [uses, defaults, parts] = [
    new Set<VariableUse>(),
    new Set<string>(),
    new Set<TemplatePart>(),
  ];
  const variable = { name, within, uses, required: false, defaults, parts };
  variables.set(name, variable);
  listed.push(variable);
  return variable;
}

function collect(variable: Listed, tag: PlaceholderTag | SectionTag, part: TemplatePart): void {
  variable.parts.add(part);
  if (tag.kind === 'section') {
    variable.uses.add(tag.isInverted ? 'inverted' : 'section');
    return;
  }
  variable.uses.add(tag.isRaw ? 'raw' : 'value');
  if (tag.default !== null) variable.defaults.add(tag.default);
  else if (variable.within.length === 0) variable.required = true;
}

function toVariable({ name, within, uses, required, defaults, parts }: Listed): TemplateVariable {
  return { name, within, uses: [...uses], required, defaults: [...defaults], parts: [...parts] };
}
