import { checkInputs } from '../../../../shared/engine/flow/check-inputs.ts';
import { flowGraph } from '../../../../shared/engine/flow/graph.ts';
import type { CompiledTemplate } from '../../../../shared/engine/render/compiled-template.ts';
import { reportVariables } from '../../../../shared/engine/render/report.ts';
import { compileUnsubscribe } from '../../../../shared/manage/templates/compile-unsubscribe.ts';
import {
  type KnownPartials,
  revisionsTaken,
} from '../../../../shared/manage/templates/partials/known-partials.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import { placeAt } from '../../../terminal/json-source.ts';
import type { LintFinding } from './finding.ts';

export interface JoinedTemplate {
  source: TemplateSource;
  known: KnownPartials;
}

export function variableFindings(
  joined: JoinedTemplate,
  compiled: CompiledTemplate,
): LintFinding[] {
  const { source } = joined;
  const inputs = inputsOf(source.flow);
  const declared = inputs.declared ?? [];
  const report = source.testData && reportVariables(compiled, source.testData);
  const missing = [...new Set(report?.missing)].filter((name) => !isCovered(name, declared));
  const surplus = (report?.unknown ?? []).filter(
    (name) => !isCovered(name, [...declared, ...inputs.checked]),
  );
  // Inside a section a name may be a property of its items.
  const used = compiled.variables.flatMap(({ name, within }) => (within.length === 0 ? name : []));
  const undeclared = inputs.declared ? used.filter((name) => !isCovered(name, declared)) : [];
  return [
    ...undeclared.map((name) =>
      finding(joined, name, `${noInput}: add it to the variables node, or correct the name`),
    ),
    ...missing
      .filter((name) => !undeclared.includes(name))
      .map((name) => finding(joined, name, `${noValue}: add a value, or correct the name`)),
    ...surplus.map((name) => ({
      code: 'unknown-test-data' as const,
      part: 'testData' as const,
      pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      message: `${name} is not used: delete it, or correct the name`,
    })),
  ];
}

/** Every variable that a flow declares, checks or prints. */
export function flowFields(flow: unknown): string[] {
  const { declared = [], checked } = inputsOf(flow);
  return [...declared, ...checked];
}

/** The inputs that a flow declares, undefined if it declares none; and the fields that it checks or prints. */
function inputsOf(flow: unknown): { declared: string[] | undefined; checked: string[] } {
  const nodes = flowGraph.safeParse(flow).data?.nodes ?? [];
  const declaring = nodes.filter((node) => node.type === 'variables');
  const names = declaring.flatMap(({ variables }) => variables.map(({ name }) => name));
  const checked = nodes.flatMap((node) => {
    if (node.type === 'provider') return printedBy(node.unsubscribe);
    if (node.type === 'branch') return [node.field];
    return node.type === 'verification' ? checkInputs(node).map(({ name }) => name) : [];
  });
  return { declared: declaring.length > 0 ? names : undefined, checked };
}

function printedBy(unsubscribe: string | null | undefined): string[] {
  const compiled = unsubscribe ? compileUnsubscribe(unsubscribe) : null;
  const steps = compiled?.ok ? compiled.steps : [];
  return steps.flatMap((step) => (typeof step === 'string' ? [] : [step.name]));
}

/** The place of the address to unsubscribe, if it prints the variable. */
function placeInFlow(flow: unknown, name: string): Pick<LintFinding, 'part' | 'pointer'> | null {
  const nodes = flowGraph.safeParse(flow).data?.nodes ?? [];
  const index = nodes.findIndex(
    (node) => node.type === 'provider' && printedBy(node.unsubscribe).includes(name),
  );
  return index === -1 ? null : { part: 'flow', pointer: `/nodes/${index}/unsubscribe` };
}

/** `customer` covers `customer.name`, and the other way round. */
function isCovered(name: string, declared: readonly string[]): boolean {
  return declared.some(
    (other) => name === other || name.startsWith(`${other}.`) || other.startsWith(`${name}.`),
  );
}

export function placeOfVariable(
  source: TemplateSource,
  name: string,
  parts: readonly ('subject' | 'html' | 'text')[] = ['subject', 'html', 'text'],
): Pick<LintFinding, 'part' | 'line' | 'column'> {
  const tag = new RegExp(
    `\\{\\{\\{?\\s*[#^&%]?\\s*${name.replace(/[.*+?^$/|-]/g, '\\$&')}\\s*[|}]`,
  );
  for (const part of parts) {
    const text = source[part] ?? '';
    const offset = text.search(tag);
    if (offset >= 0) return { part, ...placeAt(text, offset) };
  }
  return { part: 'html' };
}

const noInput = 'is not an input of the flow';
const noValue = 'has neither a default nor a value in the test data';

/** A finding about a variable. That of a partial is reported where the template takes the partial. */
function finding(joined: JoinedTemplate, name: string, what: string): LintFinding {
  const code = 'undeclared-variable';
  const { source } = joined;
  const partial = partialWith(joined, name);
  if (partial !== null) {
    const message = `${name}, which the partial ${partial} uses, ${what}`;
    return { code, ...placeOfPartial(source, partial), message };
  }
  const own = placeOfVariable(source, name);
  const inFlow = own.line === undefined ? placeInFlow(source.flow, name) : null;
  return { code, ...(inFlow ?? own), message: `${name} ${what}` };
}

/** The partial that has a variable which the template's own source does not have; null if there is none. */
function partialWith({ source, known }: JoinedTemplate, name: string): string | null {
  if (placeOfVariable(source, name).line !== undefined) return null;
  const taken = Object.keys(revisionsTaken(source, known));
  const has = (id: string) => {
    const partial = known.get(id);
    return partial && placeOfVariable(partial.source, name).line !== undefined;
  };
  return taken.find(has) ?? null;
}

/** Where a template first takes a partial; a layout has no place. */
export function placeOfPartial({ html, text = '' }: TemplateSource, partial: string) {
  const tag = new RegExp(`\\{\\{\\s*>\\s*${partial}\\s*\\}\\}`);
  for (const [part, written] of [['html', html] as const, ['text', text] as const]) {
    const offset = written.search(tag);
    if (offset >= 0) return { part, ...placeAt(written, offset) };
  }
  return { part: 'html' as const };
}
