import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  rem,
} from '@mantine/core';

/** A calm blue, for whatever can be clicked, is chosen or has the focus. White on shade 7 has a contrast of 5.8. */
const accent: MantineColorsTuple = [
  '#eff4ff',
  '#dde8fd',
  '#bcd1fa',
  '#93b5f5',
  '#6c98ee',
  '#4e80e6',
  '#3f6fda',
  '#2f5fc9',
  '#264fab',
  '#1d3f8a',
];

const dark: MantineColorsTuple = [
  '#d3d6db',
  '#b4b8bf',
  '#868b94',
  '#676c75',
  '#43474f',
  '#363a41',
  '#292c32',
  '#1b1d21',
  '#141619',
  '#0f1012',
];

/** Red means an error and nothing else; the logo has its own in `favicon.svg`. `theme.css` has the rest. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  // `blue` is the accent colour, so that there is only one blue.
  colors: { accent, blue: accent, dark },
  spacing: {
    '3xs': rem(2),
    '2xs': rem(4),
    xs: rem(8),
    sm: rem(12),
    md: rem(16),
    lg: rem(24),
    xl: rem(32),
  },
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(22) },
  // Names alone are bold, and say so themselves.
  fontWeights: { medium: '500' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: rem(22), lineHeight: '1.3' },
      h2: { fontSize: rem(22), lineHeight: '1.3' },
      h3: { fontSize: rem(16), lineHeight: '1.4' },
      h4: { fontSize: rem(16), lineHeight: '1.4' },
      h5: { fontSize: rem(14), lineHeight: '1.45' },
      h6: { fontSize: rem(13), lineHeight: '1.5' },
    },
  },
  // Mantine's own default leaves text on filled buttons below the contrast of WCAG 1.4.3.
  autoContrast: true,
  luminanceThreshold: 0.35,
  // Plain objects: a component's own `extend` would load it with the first page.
  components: {
    Alert: { defaultProps: { variant: 'light' } },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 },
      vars: () => ({ root: { '--badge-fz': 'var(--mantine-font-size-xs)' } }),
    },
    // Mantine makes these 2 px smaller than the field's own text.
    InputWrapper: {
      vars: () => ({
        label: {},
        success: {},
        description: { '--input-description-size': 'var(--mantine-font-size-xs)' },
        error: { '--input-error-size': 'var(--mantine-font-size-xs)' },
      }),
    },
    Menu: {
      defaultProps: {
        // Inside the page's element, not at the end of the document, and without Mantine's focus placeholder.
        portalProps: { target: '#page' },
        withInitialFocusPlaceholder: false,
      },
    },
    Modal: {
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        // Mantine draws a `header` outside of `main`, which screen readers would announce as a second banner.
        attributes: { header: { role: 'none' } },
      },
      styles: { title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)' } },
    },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      // Mantine's gray below a title has a contrast of 3.3.
      styles: { description: { color: 'var(--mantine-color-dimmed)' } },
    },
    Tooltip: {
      // Default: hover alone.
      defaultProps: { events: { hover: true, focus: true, touch: true }, withArrow: true },
    },
  },
});

/** Light shades and their text, for badges and alerts: a contrast of at least 5.5. */
const pale = {
  '--mantine-color-red-light': '#ffe9e8',
  '--mantine-color-teal-light': '#dcf6ec',
  '--mantine-color-green-light': '#e2f5e5',
  '--mantine-color-yellow-light': '#fff4d6',
  '--mantine-color-blue-light': accent[1],
  '--mantine-color-violet-light': '#ede8fc',
  '--mantine-color-red-light-color': '#a11d1d',
  '--mantine-color-teal-light-color': '#055c41',
  '--mantine-color-green-light-color': '#1d5c27',
  '--mantine-color-yellow-light-color': '#7a4100',
  '--mantine-color-orange-light-color': '#8a3303',
  '--mantine-color-blue-light-color': accent[8],
  '--mantine-color-violet-light-color': '#4f2fa3',
  '--mantine-color-accent-light': accent[0],
  '--mantine-color-accent-light-hover': accent[1],
  '--mantine-color-accent-light-color': accent[8],
};

const tinted = Object.fromEntries(
  ['accent', 'blue', 'gray', 'grape', 'green', 'orange', 'red', 'teal', 'violet', 'yellow'].flatMap(
    (name) => {
      const shade = `var(--mantine-color-${name}-6)`;
      const tint = (percent: number) =>
        `color-mix(in srgb, ${shade} ${percent}%, var(--mantine-color-body))`;
      return [
        [`--mantine-color-${name}-light`, tint(20)],
        [`--mantine-color-${name}-light-hover`, tint(28)],
        [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-2)`],
      ];
    },
  ),
);

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
    // Surfaces stand out by their shade, so that a line need not.
    '--mantine-color-default-border': 'var(--mantine-color-dark-5)',
    '--mantine-color-dimmed': '#a6abb3',
    '--mantine-color-placeholder': '#969ba3',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-disabled-color': '#969ba3',
    ...tinted,
    ...filled,
  },
});

export const codeColors = {
  tag: 'light-dark(#264fab, #93b5f5)',
  attribute: 'light-dark(#6b4e00, #e0c080)',
  text: 'light-dark(#1d5c2b, #9fd6a8)',
  keyword: 'light-dark(#5b3fa0, #c9b6f5)',
  number: 'light-dark(#0b5d7a, #8fd3ee)',
  comment: 'light-dark(#5c636b, #a0a7af)',
  placeholder: 'light-dark(#85257a, #f5c4ee)',
  placeholderBack: 'light-dark(#f8e4f5, #4a2746)',
} as const;
