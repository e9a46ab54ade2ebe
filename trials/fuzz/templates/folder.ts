import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../../shared/engine/errors.ts';
import type {
  CompiledTemplate,
  TemplateVariable,
} from '../../../shared/engine/render/compiled-template.ts';
import { renderContent } from '../../../shared/engine/render/render-content.ts';
import type { Verdict } from '../../harness/verdict.ts';
import { renderWithMustache } from './agreement.ts';
import { compileAsSaved } from './invariants.ts';

/** Checks whether each HTML file in a folder and its subfolders is accepted, and renders as in mustache.js. */
export async function checkFolder(folder: string): Promise<Verdict> {
  const lines: string[] = [];
  let held = 0;
  const files = await htmlFilesIn(folder);
  if (files.length === 0) return { text: `There is no HTML file in ${folder}\n`, held: false };
  for (const file of files) {
    const faults = checkSource(await readFile(join(folder, file), 'utf8'));
    if (faults.length === 0) held++;
    else lines.push(...faults.map((fault) => `${file}: ${fault}`));
  }
  const summary = `${held} of ${files.length} HTML files are saved, and render as in mustache.js`;
  return { text: [...lines, summary, ''].join('\n'), held: held === files.length };
}

async function htmlFilesIn(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true }).catch(() => []);
  return all.filter((name) => /\.html?$/i.test(name)).toSorted();
}

/** A text with every escaped character, and a text for places that refuse the first one. */
const texts = [`R&D's <"1">`, '/red'];

/**
 * A sentence for each fault of a template's HTML; none if it is accepted and renders as in mustache.js, with
 * its sections entered and skipped.
 */
export function checkSource(html: string): string[] {
  const compiled = compileAsSaved(html);
  if (!('html' in compiled)) {
    return compiled.map(({ line, column, message }) => `refused ${line}:${column} ${message}`);
  }
  return [true, false].flatMap((entersSections) => differences(html, compiled, entersSections));
}

function differences(html: string, compiled: CompiledTemplate, entersSections: boolean): string[] {
  let refusal = '';
  for (const text of texts) {
    const values = sampleValues(compiled.variables, { text, entersSections });
    try {
      const rendering = renderContent(compiled, values);
      if (rendering.outcome === 'missing') return [`missing ${rendering.names.join(', ')}`];
      const wanted = renderWithMustache(withoutDefaults(html), values);
      return rendering.html === wanted ? [] : [differenceOf(rendering.html, wanted)];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal = `refused ${error.message}`;
    }
  }
  return [refusal];
}

/** Removes the defaults, which mustache.js does not have. None would be printed, because every name has a value. */
function withoutDefaults(html: string): string {
  return html.replace(/\{\{([^{}|]*)\|[^{}]*\}\}/g, '{{$1}}');
}

function differenceOf(rendered: string, wanted: string): string {
  let at = 0;
  while (rendered[at] === wanted[at]) at++;
  const excerpt = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 20), at + 40));
  return `differs ${excerpt(rendered)} is ${excerpt(wanted)} in mustache.js`;
}

type Values = Record<string, unknown>;

interface Samples {
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
  // In a name with a dot, the part before the dot is a record.
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
