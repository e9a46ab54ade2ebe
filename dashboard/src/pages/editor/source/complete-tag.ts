import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { EditorState, type Extension } from '@codemirror/state';
import { Decoration, type DecorationSet, MatchDecorator, ViewPlugin } from '@codemirror/view';

import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import { type Data, dataIn, isData } from '../../../draft/test-data.ts';

export interface KnownNames {
  variables: readonly string[];
  /** Lists and objects, for `{{#name}}`. */
  sections: readonly string[];
  /** Ids, for `{{> id}}`. */
  partials: readonly string[];
}

const signs: readonly Completion[] = [
  sign('#', 'a section: once for each item of a list, or if there is a value'),
  sign('^', 'the opposite: if there is no value, or an empty list'),
  sign('>', 'a partial'),
  sign('%', 'a value in an address: ?q={{%name}}'),
  sign('&', 'HTML that you trust, without escaping'),
];

function sign(label: string, detail: string): Completion {
  return { label, detail, type: 'keyword', boost: -50 };
}

/** Inserts the chosen name, and adds missing closing braces. */
export function completeTag(
  { state, pos }: CompletionContext,
  names: KnownNames,
): CompletionResult | null {
  const line = state.doc.lineAt(pos);
  const before = line.text.slice(0, pos - line.from);
  const opened = /\{\{\{?\s*([#^/&%>]?)\s*([^\s{}|>]*)$/.exec(before);
  if (!opened) return null;
  const [start, sigil = '', typed = ''] = opened;
  const rest = line.text.slice(pos - line.from);
  const isClosed = /^[^\s{}]*\s*[}|]/.test(rest);
  const closing = isClosed ? '' : start.startsWith('{{{') ? '}}}' : '}}';
  const above = state.doc.sliceString(0, line.from + opened.index);
  const options: Completion[] = namesAfter(sigil, names, above).map((completion) => ({
    ...completion,
    apply: `${completion.label}${closing}`,
  }));
  const takesSign = start === '{{' && !rest.startsWith('|');
  return {
    from: pos - typed.length,
    options: takesSign ? [...options, ...endOf(above, closing), ...signs] : options,
    validFor: /^[^\s{}|#^/&%>]*$/,
  };
}

function namesAfter(sigil: string, names: KnownNames, before: string): Completion[] {
  switch (sigil) {
    case '/':
      return openSections(before).map((label, depth) => ({
        label,
        type: 'type',
        boost: 50 - depth,
      }));
    case '>':
      return names.partials.map((label) => ({ label, type: 'class' }));
    case '#':
    case '^':
      return [
        ...names.sections.map((label) => ({ label, type: 'type', boost: 50 })),
        ...names.variables
          .filter((each) => !names.sections.includes(each))
          .map((label) => ({ label, type: 'variable' })),
      ];
    default:
      return names.variables.map((label) => ({ label, type: 'variable' }));
  }
}

function endOf(before: string, closing: string): Completion[] {
  const [innermost] = openSections(before);
  if (innermost === undefined) return [];
  const label = `/${innermost}`;
  return [
    { label, detail: 'ends the section', type: 'type', apply: `${label}${closing}`, boost: -10 },
  ];
}

/** Open at the end of the text, innermost first. */
function openSections(text: string): string[] {
  const open: string[] = [];
  for (const [, sigil, name = ''] of text.matchAll(/\{\{\s*([#^/])\s*([^\s{}|]+)\s*\}\}/g)) {
    if (sigil !== '/') open.unshift(name);
    else if (open[0] === name) open.shift();
  }
  return open;
}

const matcher = new MatchDecorator({
  regexp: /\{\{[^{}]*\}\}|\{\{\{[^{}]*\}\}\}/g,
  decoration: Decoration.mark({ class: 'cm-placeholder-tag' }),
});

export const placeholders: Extension = ViewPlugin.define<{
  decorations: DecorationSet;
  update: (update: Parameters<typeof matcher.updateDeco>[0]) => void;
}>(
  (view) => ({
    decorations: matcher.createDeco(view),
    update(update) {
      this.decorations = matcher.updateDeco(update, this.decorations);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);

export function completion(names: () => KnownNames): Extension {
  // The editor recognizes a source of completions by its identity.
  const data = [{ autocomplete: (context: CompletionContext) => completeTag(context, names()) }];
  return EditorState.languageData.of(() => data);
}

export function namesIn(
  testData: string,
  variables: readonly TemplateVariable[],
): Omit<KnownNames, 'partials'> {
  const ofData = namesOf(dataIn(testData) ?? {});
  const asSections = variables.filter(({ uses }) => uses.includes('section'));
  return {
    variables: once([...variables.map(({ name }) => name), ...ofData.variables]),
    sections: once([...asSections.map(({ name }) => name), ...ofData.sections]),
  };
}

/** `customer.name` within an object, `title` in a list's items. */
function namesOf(data: Data, prefix = ''): Omit<KnownNames, 'partials'> {
  const variables: string[] = [];
  const sections: string[] = [];
  for (const [key, value] of Object.entries(data)) {
    const name = `${prefix}${key}`;
    const [item] = Array.isArray(value) ? value : [];
    const inner = isData(value) ? namesOf(value, `${name}.`) : isData(item) ? namesOf(item) : null;
    if (inner === null && !Array.isArray(value)) variables.push(name);
    else sections.push(name);
    variables.push(...(inner?.variables ?? []));
    sections.push(...(inner?.sections ?? []));
  }
  return { variables, sections };
}

const once = (names: readonly string[]) => [...new Set(names)];
