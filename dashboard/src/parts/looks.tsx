import { Button, Text } from '@mantine/core';

/** Words that explain others. */
export const Quiet = /* @__PURE__ */ Text.withProps({ size: 'sm', c: 'dimmed' });

/** Every button but the main one of a page or dialog. */
export const PlainButton = /* @__PURE__ */ Button.withProps({ variant: 'default' });

export const SmallButton = /* @__PURE__ */ Button.withProps({ variant: 'default', size: 'xs' });

/** As high as a line of text. */
export const TinyButton = /* @__PURE__ */ Button.withProps({
  variant: 'default',
  size: 'compact-sm',
});
