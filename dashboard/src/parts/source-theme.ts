import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { codeColors } from '../theme.ts';

const look = EditorView.theme({
  '&': {
    height: '100%',
    fontSize: 'var(--code-size)',
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
  },
  '&.cm-focused': {
    outline: 'var(--ring)',
    outlineOffset: '-2px',
  },
  '.cm-scroller': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    lineHeight: 'var(--code-line)',
  },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    color: codeColors.comment,
    backgroundColor: 'var(--mantine-color-body)',
    borderRight: 'var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': {
    backgroundColor: 'var(--surface-low)',
  },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { backgroundColor: 'var(--selection)' },
  '.cm-placeholder-tag': {
    color: codeColors.placeholder,
    backgroundColor: codeColors.placeholderBack,
    borderRadius: 'var(--mantine-radius-xs)',
  },
  '.cm-tooltip, .cm-panels': {
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-default)',
    borderColor: 'var(--mantine-color-default-border)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--mantine-primary-color-contrast)',
    backgroundColor: 'var(--mantine-primary-color-filled)',
  },
  '.cm-foldPlaceholder': { color: 'inherit', backgroundColor: 'var(--mantine-color-default)' },
});

const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: codeColors.tag },
  { tag: [tags.attributeName, tags.propertyName], color: codeColors.attribute },
  { tag: [tags.string, tags.attributeValue], color: codeColors.text },
  { tag: [tags.keyword, tags.className, tags.bool, tags.null], color: codeColors.keyword },
  { tag: [tags.number, tags.unit, tags.color], color: codeColors.number },
  { tag: [tags.comment, tags.documentMeta, tags.processingInstruction], color: codeColors.comment },
]);

/** The look of all code editors. The colours follow the page's colour scheme. */
export const sourceTheme: Extension = [look, syntaxHighlighting(colours)];
