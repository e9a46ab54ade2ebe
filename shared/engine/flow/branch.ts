import { lookUpLanguage } from '../language/look-up-language.ts';
import { languageField } from './delivery.ts';
import { inputValue, isEmpty, type NodeInput } from './input-value.ts';
import type { FlowBranch, FlowPlan } from './plan.ts';
import { withDefaults } from './variables.ts';

export type BranchInput = NodeInput & {
  /** The canonical tag of the language that the request asks for. Default: none. */
  readonly language?: string | undefined;
};

/** The first branch of a plan whose condition a request meets, the flow's defaults included; null if there is none. */
export function takenBranch(
  { branches = [], variables: nodes }: FlowPlan,
  input: BranchInput,
): FlowBranch | null {
  if (branches.length === 0) return null;
  const variables = nodes.reduce(
    (filled, { defaults }) => withDefaults(filled, defaults),
    input.variables,
  );
  return branches.find((branch) => isMet(branch, { ...input, variables })) ?? null;
}

function isMet({ field, values }: FlowBranch, input: BranchInput): boolean {
  const value = field === languageField ? input.language : inputValue(input, field);
  if (isEmpty(value)) return false;
  if (values === null) return true;
  if (typeof value === 'object') return false;
  const text = String(value);
  // `de` also means `de-AT`, as in the choice among a template's languages.
  return field === languageField ? lookUpLanguage(text, values) !== null : values.includes(text);
}
