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

/** The names that an editor completes. */
export interface KnownNames {
  variables: readonly string[];
  /** The ids of the partials that `{{> id}}` can take. */
  partials: readonly string[];
}

export const noNames: KnownNames = { variables: [], partials: [] };

/** Gives an editor the names. */
export const namesKnown = StateEffect.define<KnownNames>();

const knownNames = StateField.define<KnownNames>({
  create: () => noNames,
  update: (names, { effects }) => {
    for (const effect of effects) if (effect.is(namesKnown)) return effect.value;
    return names;
  },
});

/** Completes the name of a variable or a partial within two braces, and adds missing closing braces. */
export function completeName({ state, pos }: CompletionContext): CompletionResult | null {
  const line = state.doc.lineAt(pos);
  const before = line.text.slice(0, pos - line.from);
  const opened = /\{\{\{?\s*([#^/&%>]?)\s*([^\s{}|>]*)$/.exec(before);
  if (!opened) return null;
  const [start, sign, typed = ''] = opened;
  const { variables, partials } = state.field(knownNames);
  const closing = line.text.slice(pos - line.from);
  const options = (sign === '>' ? partials : variables).map(
    (name): Completion => ({
      label: name,
      type: sign === '>' ? 'class' : 'variable',
      apply: /^[^\s{}]*\s*[}|]/.test(closing)
        ? name
        : `${name}${start.startsWith('{{{') ? '}}}' : '}}'}`,
    }),
  );
  return { from: pos - typed.length, options, validFor: /^[^\s{}|]*$/ };
}

/** Highlights placeholders, and completes the names in them. */
export const placeholders: Extension = [
  highlighted,
  knownNames,
  EditorState.languageData.of(() => [{ autocomplete: completeName }]),
];
