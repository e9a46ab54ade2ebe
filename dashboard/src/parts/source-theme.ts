import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { codeColors } from '../theme.ts';

const field = {
  height: '2rem',
  padding: '0 var(--mantine-spacing-xs)',
  border: '1px solid var(--mantine-color-default-border)',
  borderRadius: 'var(--mantine-radius-sm)',
  color: 'var(--mantine-color-text)',
  backgroundColor: 'var(--mantine-color-default)',
  backgroundImage: 'none',
  fontFamily: 'inherit',
  fontSize: 'var(--mantine-font-size-sm)',
};

const squiggle = (colour: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy ${colour}`,
  textUnderlineOffset: '2px',
});

// By default CodeMirror shows its panels in its own light colours, even in the dark scheme.
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
  '.cm-panels': {
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--surface-low)',
    fontFamily: 'var(--mantine-font-family)',
  },
  '.cm-panels.cm-panels-top': { borderBottom: 'var(--line)' },
  '.cm-panels.cm-panels-bottom': { borderTop: 'var(--line)' },
  '.cm-panel.cm-search, .cm-panel.cm-gotoLine': {
    padding: 'var(--mantine-spacing-xs)',
    paddingInlineEnd: 'var(--mantine-spacing-xl)',
    fontSize: 'var(--mantine-font-size-sm)',
  },
  '.cm-panel.cm-search :is(input, button, label)': {
    margin: 'var(--mantine-spacing-3xs) var(--mantine-spacing-2xs)',
  },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    fontSize: 'var(--mantine-font-size-sm)',
  },
  '.cm-panel.cm-search input[type=checkbox]': {
    width: '1rem',
    height: '1rem',
    accentColor: 'var(--mantine-primary-color-filled)',
  },
  '.cm-panel .cm-textfield': { ...field, width: '14rem' },
  '.cm-panel .cm-button': {
    ...field,
    fontWeight: '600',
    cursor: 'pointer',
    '&:hover': { backgroundColor: 'var(--mantine-color-default-hover)' },
    '&:active': { backgroundColor: 'var(--track)', backgroundImage: 'none' },
  },
  '.cm-panel :is(.cm-textfield, .cm-button, input, [name=close]):focus-visible': {
    outline: 'var(--ring)',
    outlineOffset: '1px',
  },
  '.cm-panel [name=close], .cm-panel.cm-search [name=close]': {
    top: 'var(--mantine-spacing-xs)',
    right: 'var(--mantine-spacing-2xs)',
    width: '1.5rem',
    height: '1.5rem',
    borderRadius: 'var(--mantine-radius-sm)',
    color: 'var(--mantine-color-text)',
    fontSize: 'var(--mantine-font-size-lg)',
    lineHeight: '1',
    cursor: 'pointer',
  },
  '.cm-tooltip': {
    overflow: 'hidden',
    border: 'var(--line)',
    borderRadius: 'var(--mantine-radius-sm)',
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--surface-high)',
    boxShadow: 'var(--mantine-shadow-md)',
    fontSize: 'var(--mantine-font-size-sm)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mantine-font-family-monospace)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: 'var(--mantine-spacing-2xs) var(--mantine-spacing-xs)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--mantine-primary-color-contrast)',
    backgroundColor: 'var(--mantine-primary-color-filled)',
  },
  '.cm-completionMatchedText': { fontWeight: '700', textDecoration: 'none' },
  '.cm-completionDetail': { color: 'inherit', fontStyle: 'normal', opacity: '1' },
  '.cm-tooltip.cm-completionInfo': { padding: 'var(--mantine-spacing-xs)' },
  '.cm-tooltip-lint': { maxWidth: 'min(32rem, 90vw)', fontFamily: 'var(--mantine-font-family)' },
  '.cm-diagnostic': {
    padding: 'var(--mantine-spacing-xs) var(--mantine-spacing-sm)',
    borderInlineStart: 'var(--ring)',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  '.cm-diagnostic-error': { borderColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderColor: 'var(--warning)' },
  '.cm-lintRange-error': squiggle('var(--bad)'),
  '.cm-lintRange-warning': squiggle('var(--warning)'),
  '.cm-lintRange-active': { backgroundColor: 'var(--chosen)' },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--bad)' },
  '.cm-lintPoint-warning:after': { borderBottomColor: 'var(--warning)' },
});

const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: codeColors.tag },
  { tag: [tags.attributeName, tags.propertyName], color: codeColors.attribute },
  { tag: [tags.string, tags.attributeValue], color: codeColors.text },
  { tag: [tags.keyword, tags.className, tags.bool, tags.null], color: codeColors.keyword },
  { tag: [tags.number, tags.unit, tags.color], color: codeColors.number },
  { tag: [tags.comment, tags.documentMeta, tags.processingInstruction], color: codeColors.comment },
]);

/** CodeMirror's own words begin in lower case. */
const words = EditorState.phrases.of({
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
});

export const sourceTheme: Extension = [look, words, syntaxHighlighting(colours)];
