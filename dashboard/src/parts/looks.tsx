import { Button, type ButtonProps, type PolymorphicComponentProps, Text } from '@mantine/core';
import type { IconX } from './icons.tsx';

/** Words that explain others. */
export const Quiet = /* @__PURE__ */ Text.withProps({ size: 'sm', c: 'dimmed' });

type LookProps<C> = PolymorphicComponentProps<C, ButtonProps> & { icon?: typeof IconX };

/* @__NO_SIDE_EFFECTS__ */
function look(fixed: ButtonProps, iconSize = 14) {
  return <C = 'button'>({ icon: Icon, ...props }: LookProps<C>) => {
    const leftSection = Icon && <Icon size={iconSize} aria-hidden />;
    return <Button {...fixed} leftSection={leftSection} {...(props as ButtonProps)} />;
  };
}

/** The main button of a page or dialog. */
export const MainButton = look({}, 16);

/** Every other button. */
export const PlainButton = look({ variant: 'default' }, 16);

export const SmallButton = look({ variant: 'default', size: 'xs' });

/** As high as a line of text. */
export const TinyButton = look({ variant: 'default', size: 'compact-sm' });
