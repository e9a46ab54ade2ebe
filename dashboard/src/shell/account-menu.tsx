import { LatePopup } from '../parts/late-popup.tsx';
import { later } from '../parts/later.tsx';
import { AccountButton } from './account-button.tsx';

const AccountPanel = later(() => import('./account-panel.tsx'));

/** The account, the other accounts and environments, the colour scheme and the sign-out, at the bottom of the menu. */
export function AccountMenu() {
  return (
    <LatePopup button={<AccountButton />} opens="dialog">
      <AccountPanel />
    </LatePopup>
  );
}
