import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useAccount } from '../api/account.ts';
import { currentSession } from '../sign-in/session.ts';

/** Whose dashboard this is, at the foot of the menu. */
export function AccountMenu() {
  const { data: account } = useAccount();
  const { user, signOut } = currentSession();
  return (
    <Stack gap={6} px="xs" py="sm">
      {account && (
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm" fw={600} truncate>
            {account.name}
          </Text>
          <Badge size="sm" variant="default">
            {account.plan}
          </Badge>
        </Group>
      )}
      {user && (
        <>
          <Text size="xs" c="dimmed" truncate>
            {user.email}
          </Text>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconLogout size={14} aria-hidden />}
            onClick={() => void signOut()}
          >
            Sign out
          </Button>
        </>
      )}
    </Stack>
  );
}
