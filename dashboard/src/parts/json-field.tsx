import { Textarea, type TextareaProps } from '@mantine/core';

/** In the font of code. */
export const inCode = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };

export const JsonField = (props: TextareaProps) => (
  <Textarea autosize spellCheck={false} styles={inCode} {...props} />
);
