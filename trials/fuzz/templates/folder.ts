import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../../shared/engine/errors.ts';
import type { TemplateVariable } from '../../../shared/engine/render/compiled-template.ts';
import { renderContent } from '../../../shared/engine/render/render-content.ts';
import type { Verdict } from '../../harness/verdict.ts';
import { renderWithMustache } from './agreement.ts';
import { compileAsSaved } from './invariants.ts';

/** Checks whether each HTML file in a folder and its subfolders is accepted, and renders as in mustache.js. */
export async function checkFolder(folder: string): Promise<Verdict> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = names.filter((name) => /\.html?$/i.test(name)).toSorted();
  if (files.length === 0) return { text: `There is no HTML file in ${folder}\n`, held: false };
  const lines: string[] = [];
  for (const file of files) {
    const fault = faultOf(await readFile(join(folder, file), 'utf8'));
    if (fault !== null) lines.push(`${file}: ${fault}`);
  }
  const held = files.length - lines.length;
  const summary = `${held} of ${files.length} HTML files are saved, and render as in mustache.js`;
  return { text: [...lines, summary, ''].join('\n'), held: lines.length === 0 };
}

/** Texts for the printed names: one with every escaped character, and one for places that refuse the first. */
const texts = [`R&D's <"1">`, '/red'];

/**
 * The fault of a template's HTML; null if it is accepted and renders as in mustache.js, with its sections entered and
 * skipped.
 */
export function faultOf(html: string): string | null {
  const compiled = compileAsSaved(html);
  if (!('html' in compiled)) {
    const [{ line, column, message } = { line: 0, column: 0, message: '' }] = compiled;
    return `refused ${line}:${column} ${message}`;
  }
  // mustache.js has no defaults. None is printed, because every name has a value.
  const inMustache = html.replace(/\{\{([^{}|]*)\|[^{}]*\}\}/g, '{{$1}}');
  for (const isEntered of [true, false]) {
    const fault = texts.map((text) => {
      const values = sampleValues(compiled.variables, text, isEntered);
      try {
        const rendering = renderContent(compiled, values);
        if (rendering.outcome === 'missing') return `missing ${rendering.names.join(', ')}`;
        return rendering.html === renderWithMustache(inMustache, values) ? null : 'differs';
      } catch (error) {
        if (error instanceof Refusal) return `refused ${error.message}`;
        throw error;
      }
    });
    if (!fault.includes(null)) return `${fault.join(', ')}, sections entered: ${isEntered}`;
  }
  return null;
}

type Values = Record<string, unknown>;

/**
 * Values for every name of a template, in each scope in which it is looked up. A section is entered twice, or skipped.
 * `within`: the names of the sections around the scope.
 */
function sampleValues(
  variables: readonly TemplateVariable[],
  text: string,
  isEntered: boolean,
  within: readonly string[] = [],
): Values {
  const values: Values = {};
  const dotsIn = ({ name }: TemplateVariable) => name.split('.').length;
  // In a name with a dot, the part before the dot is a record: so these come first.
  const here = variables
    .filter((variable) => within.every((name, at) => variable.within[at] === name))
    .toSorted((one, other) => dotsIn(other) - dotsIn(one));
  for (const { name, uses, within: around } of here) {
    if (uses.includes('value') || uses.includes('raw')) put(values, name.split('.'), text);
    else if (!isEntered) put(values, name.split('.'), []);
    else {
      const inner = sampleValues(variables, text, isEntered, [...around, name]);
      const item = Object.keys(inner).length > 0 ? inner : text;
      put(values, name.split('.'), [item, item]);
    }
  }
  return values;
}

function put(values: Values, [name = '', ...rest]: readonly string[], value: unknown): void {
  values[name] ??= rest.length === 0 ? value : {};
  const inner = values[name];
  if (rest.length > 0 && typeof inner === 'object' && inner !== null) {
    put(inner as Values, rest, value);
  }
}
