import { type CheckInput, checkInputs } from '../../shared/engine/flow/check-inputs.ts';
import type { FlowCheck, FlowPlan } from '../../shared/engine/flow/plan.ts';
import { lookUp } from '../../shared/engine/flow/variables.ts';
import { mark } from '../../shared/message/mask-secrets.ts';
import type { MessageCopy } from '../../shared/message/message-copy.ts';

/** The variables of a copy, ready to be rendered. */
export interface FilledVariables {
  /** With a text of the same length in place of each masked value. */
  variables: Record<string, unknown>;
  /** The names of the masked values, without the names around them. */
  masked: ReadonlySet<string>;
}

/** A digit suits most of the places whose values are checked: a port, a host, a style, an address. */
const filling = '1';

/** Fills the values that are masked because the template calls them secret. */
export function fillMasked(variables: Record<string, unknown>): FilledVariables {
  const masked = new Set<string>();
  return { variables: filledObject(variables, masked), masked };
}

function filledObject(value: object, masked: Set<string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, filled(field, name, masked)]),
  );
}

function filled(value: unknown, name: string, masked: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => filled(item, name, masked));
  if (typeof value === 'object' && value !== null) return filledObject(value, masked);
  if (!isMasked(value)) return value;
  masked.add(lastPart(name));
  return filling.repeat(value.length);
}

function isMasked(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.replaceAll(mark, '') === '';
}

/** Whether a refused placeholder may have printed a masked value. `{{.}}` is an item of any list. */
export function mayBeMasked(placeholder: unknown, masked: ReadonlySet<string>): boolean {
  if (typeof placeholder !== 'string') return false;
  return placeholder === '{{.}}' ? masked.size > 0 : masked.has(lastPart(placeholder));
}

const lastPart = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** The plan without the patterns over masked values, and the nodes that were left out. */
export function withoutMaskedPatterns(
  plan: FlowPlan,
  { variables, given }: Pick<MessageCopy, 'variables' | 'given'>,
): { reduced: FlowPlan; skipped: string[] } {
  const isMaskedInput = ({ name }: CheckInput) => {
    const value = name === '_subject' ? given?._subject : lookUp(variables, name);
    return typeof value === 'string' && value.includes(mark);
  };
  const isOverMasked = (check: FlowCheck) =>
    checkInputs(check).some((input) => input.isPrinted && isMaskedInput(input));
  const skipped = plan.checks.filter(isOverMasked).map(({ node }) => node);
  const checks = plan.checks.filter((check) => !isOverMasked(check));
  return { reduced: { ...plan, checks }, skipped };
}
