import { LatePopup, later } from './later.tsx';
import { RowButton, type RowMenuProps } from './row-button.tsx';

const RowMenuPopup = later(async () => ({
  default: (await import('./popups.ts')).RowMenuPopup,
}));

export function RowMenu(props: RowMenuProps) {
  return (
    <LatePopup button={<RowButton label={props.label} />} opens="menu">
      <RowMenuPopup {...props} />
    </LatePopup>
  );
}
