import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { Empty } from '../parts/loaded.tsx';
import { PlainButton } from '../parts/looks.tsx';
import { Page } from '../shell/page.tsx';
import { forgetAccount } from './open-session.ts';
import { currentSession } from './session.ts';

export function NoAccount() {
  const { user, signOut } = currentSession();
  return (
    <Page title="You have no account yet">
      <Stack maw={640} align="flex-start">
        <Text>
          You are signed in as <strong>{user?.email}</strong>, but this user has no invitation to an
          account. Ask the person who runs postrider to run:
        </Text>
        <Code block className="copyable">
          {`npm run -s postrider -- user invite ${user?.email ?? 'EMAIL'} --account ACCOUNT`}
        </Code>
        <Text>Then reload this page. You can also sign out and sign in as another user.</Text>
        <Group>
          <Button onClick={() => location.reload()}>Reload</Button>
          <PlainButton onClick={() => void signOut()}>Sign out</PlainButton>
        </Group>
      </Stack>
    </Page>
  );
}

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
        It was deleted, or you have no invitation to it. Ask the person who gave you the link.
      </Empty>
    </Page>
  );
}
