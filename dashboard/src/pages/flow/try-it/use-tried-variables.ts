import type {
  Template,
  TemplateVariable,
} from '../../../../../functions/manage/contracts/templates.ts';
import { useTemplatesOf } from '../../../api/templates.ts';
import { useFlow } from '../use-flow.ts';

/** The variables that a run may need: the template's, those that branches read, and those of their templates. */
export function useTriedVariables(template: Template): TemplateVariable[] {
  const { nodes } = useFlow().flow;
  const branches = nodes.filter((node) => node.type === 'branch');
  const others = useTemplatesOf(branches.map((branch) => branch.template));
  const read = branches.flatMap(({ field }) => (/^(_|$)/.test(field) ? [] : variableOf(field)));
  const known = new Set(template.variables.map(keyOf));
  const isNew = (variable: TemplateVariable) => {
    const key = keyOf(variable);
    return known.has(key) ? false : known.add(key) !== null;
  };
  const more = [...read, ...others.flatMap(({ variables }) => variables)];
  return [...template.variables, ...more.filter(isNew)];
}

const keyOf = ({ within, name }: TemplateVariable) => JSON.stringify([within, name]);

function variableOf(name: string): TemplateVariable {
  return { name, within: [], uses: ['value'], required: false, defaults: [] };
}
