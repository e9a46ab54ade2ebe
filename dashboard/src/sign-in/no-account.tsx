import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { Page } from '../shell/page.tsx';
import { currentSession } from './session.ts';

/** Somebody has signed in whom nobody has invited: there is nothing that they could be shown. */
export function NoAccount() {
  const { user, signOut } = currentSession();
  return (
    <Page title="No dashboard is yours yet">
      <Stack maw={640} align="flex-start">
        <Text>
          You are signed in as <strong>{user?.email}</strong>, and no account has invited this user.
          Ask whoever runs postrider here to do so:
        </Text>
        <Code block className="copyable">
          {`npm run -s postrider -- user invite ${user?.email ?? 'EMAIL'} --account ACCOUNT`}
        </Code>
        <Text>Then load this page anew. Or sign out, and sign in as somebody else.</Text>
        <Group>
          <Button onClick={() => location.reload()}>Load anew</Button>
          <Button variant="default" onClick={() => void signOut()}>
            Sign out
          </Button>
        </Group>
      </Stack>
    </Page>
  );
}
