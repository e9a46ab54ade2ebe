import { ActionIcon } from '@mantine/core';
import { IconRefresh } from './icons.tsx';
import { LatePopup } from './late-popup.tsx';
import { later } from './later.tsx';
import { RowButton, type RowMenuProps } from './row-button.tsx';

const notLoaded = 'The menu could not be loaded. Reload the page';

const DrawnRowMenu = later(
  async () => ({ default: (await import('./popups.tsx')).DrawnRowMenu }),
  <ActionIcon
    variant="light"
    color="yellow"
    {...{ title: notLoaded, 'aria-label': notLoaded }}
    onClick={() => window.location.reload()}
  >
    <IconRefresh size={18} aria-hidden />
  </ActionIcon>,
);

/** The button at the end of a row, with a menu of the actions on the row. */
export function RowMenu(props: RowMenuProps) {
  return (
    <LatePopup button={<RowButton aria-label={props.label} />} opens="menu">
      <DrawnRowMenu {...props} />
    </LatePopup>
  );
}
