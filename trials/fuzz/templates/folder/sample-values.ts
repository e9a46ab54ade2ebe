import type { TemplateVariable } from '../../../../shared/engine/render/compiled-template.ts';

type Values = Record<string, unknown>;

export interface Samples {
  /** The value of each printed name. */
  readonly text: string;
  /** Whether sections are entered, twice each, or skipped. */
  readonly entersSections: boolean;
}

/** Values for every name of a template, in each scope in which it is looked up. */
export function sampleValues(variables: readonly TemplateVariable[], samples: Samples): Values {
  return valuesWithin([], variables, samples);
}

/** The values of one scope, also for the names of inner sections, which may be looked up here. */
function valuesWithin(
  within: readonly string[],
  variables: readonly TemplateVariable[],
  samples: Samples,
): Values {
  const values: Values = {};
  const here = variables.filter((variable) =>
    within.every((name, at) => variable.within[at] === name),
  );
  // A name with a dot shows that the name before the dot is a record.
  const dottedFirst = here.toSorted((a, b) => dotsIn(b.name) - dotsIn(a.name));
  for (const variable of dottedFirst) {
    const item = isPrinted(variable)
      ? samples.text
      : sectionValue([...variable.within, variable.name], variables, samples);
    put(values, variable.name.split('.'), item);
  }
  return values;
}

function sectionValue(
  within: readonly string[],
  variables: readonly TemplateVariable[],
  samples: Samples,
): unknown {
  if (!samples.entersSections) return [];
  const item = valuesWithin(within, variables, samples);
  return Object.keys(item).length > 0 ? [item, item] : [samples.text, samples.text];
}

function isPrinted({ uses }: TemplateVariable): boolean {
  return uses.includes('value') || uses.includes('raw');
}

function dotsIn(name: string): number {
  return name.split('.').length - 1;
}

function put(values: Values, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    values[name] ??= value;
    return;
  }
  values[name] ??= {};
  const inner = values[name];
  if (typeof inner === 'object' && inner !== null) put(inner as Values, rest, value);
}
