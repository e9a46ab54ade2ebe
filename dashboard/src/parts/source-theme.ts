import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { codeColors } from '../theme.ts';
import { sourcePanels } from './source-panels.ts';

const look = EditorView.theme({
  '&': {
    height: '100%',
    fontSize: 'var(--code-size)',
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
  },
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused::after': {
    position: 'absolute',
    inset: '0',
    zIndex: '300',
    outline: 'var(--ring)',
    outlineOffset: '-2px',
    pointerEvents: 'none',
    content: '""',
  },
  '.cm-scroller': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    lineHeight: 'var(--code-line)',
  },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '@media (prefers-reduced-motion: reduce)': {
    '.cm-cursorLayer': { animation: 'none !important' },
  },
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
  '&:not(.cm-focused) :is(.cm-matchingBracket, .cm-nonmatchingBracket)': {
    backgroundColor: 'transparent',
    outline: 'none',
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--chosen)',
    outline: 'var(--line-strong)',
  },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--bad)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--chosen)' },
  '.cm-searchMatch': { backgroundColor: 'var(--found)', outline: 'var(--line-strong)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--found-here)', outline: 'var(--ring)' },
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

export const sourceTheme: Extension = [look, sourcePanels, syntaxHighlighting(colours)];
