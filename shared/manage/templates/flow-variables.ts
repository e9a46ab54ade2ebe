import type { FlowPlan, UnsubscribeSteps } from '../../engine/flow/plan.ts';
import type { TemplateVariable } from '../../engine/render/compiled-template.ts';

/** The placeholders in the flow's address to unsubscribe. */
export function unsubscribePlaceholders({ output }: FlowPlan) {
  const steps: UnsubscribeSteps = (output.type === 'provider' && output.unsubscribe) || [];
  return steps.filter((step) => typeof step !== 'string');
}

/** The variables of a template's content, and those of its flow's address to unsubscribe, which has no part. */
export function withFlowVariables(
  variables: readonly TemplateVariable[],
  plan: FlowPlan,
): TemplateVariable[] {
  const all = [...variables];
  for (const { name, isRaw, default: text } of unsubscribePlaceholders(plan)) {
    const at = all.findIndex((each) => each.name === name && each.within.length === 0);
    const { uses = [], required = false, defaults = [], parts = [] } = all[at] ?? {};
    const variable = {
      ...{ name, within: [], parts },
      uses: [...new Set([...uses, isRaw ? 'raw' : 'value'] as const)],
      required: required || text === null,
      defaults: [...new Set([...defaults, ...(text === null ? [] : [text])])],
    };
    all.splice(at === -1 ? all.length : at, 1, variable);
  }
  return all;
}
