import { Button } from '@mantine/core';
import { Empty } from '../parts/loaded.tsx';
import { Page } from '../shell/page.tsx';
import { forgetAccount } from './chosen-account.ts';

/** Shown if the account that the address or an earlier choice names does not exist, or is not the user's. */
export function OtherAccount() {
  const openOwn = () => {
    forgetAccount();
    location.assign('/');
  };
  return (
    <Page title="You may not open this account">
      <Empty
        title="The account is not one of yours"
        action={<Button onClick={openOwn}>Open your own account</Button>}
      >
        It was deleted, or nobody has invited you to it. Ask the person who gave you the link.
      </Empty>
    </Page>
  );
}
