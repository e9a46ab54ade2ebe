import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

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

const look = EditorView.theme({
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

// By default CodeMirror shows its panels in its own light colours, even in the dark scheme.
export const sourcePanels: Extension = [look, words];
