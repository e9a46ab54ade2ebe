import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The red of a letter box; shade 7 on white has a contrast of 6.1. */
const post: MantineColorsTuple = [
  '#fff1ed',
  '#f9e0d9',
  '#efbdb0',
  '#e69883',
  '#de785d',
  '#d96445',
  '#d25534',
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
});
