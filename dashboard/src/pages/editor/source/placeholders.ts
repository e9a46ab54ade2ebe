import { EditorState, type Extension } from '@codemirror/state';
import { Decoration, type DecorationSet, MatchDecorator, ViewPlugin } from '@codemirror/view';
import { completeTag, knownNames } from './complete-tag.ts';

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

/** Highlights placeholders, and completes the names in them. */
export const placeholders: Extension = [
  highlighted,
  knownNames,
  EditorState.languageData.of(() => [{ autocomplete: completeTag }]),
];
