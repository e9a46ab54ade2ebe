import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, MatchDecorator, ViewPlugin } from '@codemirror/view';

const tagMark = Decoration.mark({ class: 'cm-placeholder-tag' });
const matcher = new MatchDecorator({
  regexp: /\{\{[^{}]*\}\}|\{\{\{[^{}]*\}\}\}/g,
  decoration: tagMark,
});

const highlighted = ViewPlugin.define<{
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

/** Gives an editor the names of the variables. */
export const variablesKnown = StateEffect.define<readonly string[]>();

const knownVariables = StateField.define<readonly string[]>({
  create: () => [],
  update: (names, { effects }) => {
    for (const effect of effects) if (effect.is(variablesKnown)) return effect.value;
    return names;
  },
});

/** Completes the name of a variable within two braces, and adds missing closing braces. */
export function completeVariable({ state, pos }: CompletionContext): CompletionResult | null {
  const line = state.doc.lineAt(pos);
  const before = line.text.slice(0, pos - line.from);
  const opened = /\{\{\{?\s*[#^/&%]?\s*([^\s{}|]*)$/.exec(before);
  if (!opened) return null;
  const closing = line.text.slice(pos - line.from);
  const options = state.field(knownVariables).map(
    (name): Completion => ({
      label: name,
      type: 'variable',
      apply: /^[^\s{}]*\s*[}|]/.test(closing)
        ? name
        : `${name}${opened[0].startsWith('{{{') ? '}}}' : '}}'}`,
    }),
  );
  return { from: pos - (opened[1] ?? '').length, options, validFor: /^[^\s{}|]*$/ };
}

/** Highlights placeholders, and completes the names in them. */
export const placeholders: Extension = [
  highlighted,
  knownVariables,
  EditorState.languageData.of(() => [{ autocomplete: completeVariable }]),
];
