import {
  Alert,
  Badge,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  Menu,
  Modal,
  Notification,
  Tooltip,
} from '@mantine/core';

/** The red of a letter box. Shade 7 on white has a contrast of 6.1. */
const post: MantineColorsTuple = [
  '#fff1ed',
  '#f9e0d9',
  '#efbdb0',
  '#e69883',
  '#de785d',
  '#d96445',
  '#c94a2b',
  '#b4361f',
  '#a0301c',
  '#8b2617',
];

export const theme = createTheme({
  primaryColor: 'post',
  primaryShade: { light: 7, dark: 6 },
  colors: { post },
  defaultRadius: 'md',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650' },
  // Mantine's own default leaves text on filled buttons below the contrast of WCAG 1.4.3.
  autoContrast: true,
  luminanceThreshold: 0.35,
  components: {
    Alert: Alert.extend({ defaultProps: { variant: 'light' } }),
    Badge: Badge.extend({
      defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600 },
    }),
    Menu: Menu.extend({
      defaultProps: {
        // Inside the page's element, not at the end of the document, and without Mantine's focus placeholder.
        portalProps: { target: '#page' },
        withInitialFocusPlaceholder: false,
      },
    }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        // Mantine draws a `header` outside of `main`, which screen readers would announce as a second banner.
        attributes: { header: { role: 'none' } },
      },
      styles: { title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)' } },
    }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      // Mantine's gray below a title has a contrast of 3.3.
      styles: { description: { color: 'var(--mantine-color-dimmed)' } },
    }),
    Tooltip: Tooltip.extend({
      // Tooltips also open by keyboard focus and by touch.
      defaultProps: { events: { hover: true, focus: true, touch: true }, withArrow: true },
    }),
  },
});

/** Light shades and their text, for badges and alerts: a contrast of at least 5.5. */
const pale = {
  '--mantine-color-red-light': '#ffe9e8',
  '--mantine-color-teal-light': '#dcf6ec',
  '--mantine-color-yellow-light': '#fff2cc',
  '--mantine-color-blue-light': '#e1effd',
  '--mantine-color-violet-light': '#ede8fc',
  '--mantine-color-red-light-color': '#a11d1d',
  '--mantine-color-teal-light-color': '#055c41',
  '--mantine-color-green-light-color': '#1d5c27',
  '--mantine-color-yellow-light-color': '#7a4100',
  '--mantine-color-orange-light-color': '#8a3303',
  '--mantine-color-blue-light-color': '#12508a',
  '--mantine-color-violet-light-color': '#4f2fa3',
};

/** Red buttons have white text in both schemes. */
const filled = {
  '--mantine-color-red-filled': '#c92a2a',
  '--mantine-color-red-filled-hover': '#b02525',
};

/** Replaces the colours of Mantine that have less contrast than WCAG 1.4.3 requires. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#57606a',
    '--mantine-color-placeholder': '#66707a',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-red-text': 'var(--mantine-color-red-9)',
    '--mantine-color-disabled-color': '#66707a',
    ...pale,
    ...filled,
  },
  dark: {
    '--mantine-color-dimmed': '#a8a8a8',
    '--mantine-color-placeholder': '#999999',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-disabled-color': '#999999',
    ...filled,
  },
});

/** Colours of source code, with a contrast of at least 4.5 in both schemes. */
export const codeColors = {
  tag: 'light-dark(#8b2617, #efbdb0)',
  attribute: 'light-dark(#6b4e00, #e0c080)',
  text: 'light-dark(#1d5c2b, #9fd6a8)',
  keyword: 'light-dark(#5b3fa0, #c9b6f5)',
  number: 'light-dark(#0b5d7a, #8fd3ee)',
  comment: 'light-dark(#5c636b, #a0a7af)',
  placeholder: 'light-dark(#8b2617, #ffd9cd)',
  placeholderBack: 'light-dark(#fbe3db, #5a2a1f)',
} as const;
