import { LatePopup } from '../parts/late-popup.tsx';
import { later } from '../parts/later.tsx';
import { AccountButton } from './account-button.tsx';

const AccountPanel = later(() => import('./account-panel.tsx'));

export function AccountMenu() {
  return (
    <LatePopup button={<AccountButton />} opens="dialog">
      <AccountPanel />
    </LatePopup>
  );
}
