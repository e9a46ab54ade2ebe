import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useAccount } from '../api/account.ts';
import { IconDots, IconSelector } from '../parts/icons.tsx';
import { NameLine } from '../parts/name.tsx';
import { currentSession } from '../sign-in/session.ts';
import { useOtherAccounts, useOtherEnvironments } from './elsewhere.ts';

export function AccountButton({ className = '', ...props }: ComponentProps<'button'>) {
  const { data: account } = useAccount();
  const { user } = currentSession();
  const elsewhere = useOtherAccounts().length + useOtherEnvironments().length;
  const Icon = elsewhere > 0 ? IconSelector : IconDots;
  return (
    // The popover gives its button a class of its own.
    <UnstyledButton className={`account ${className}`} title="Account and appearance" {...props}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Stack gap={0} miw={0}>
          <NameLine fw={600}>{account?.name ?? 'Account'}</NameLine>
          {user && (
            <Text size="xs" c="dimmed" truncate>
              {user.email}
            </Text>
          )}
        </Stack>
        <Group gap={6} wrap="nowrap" flex="none">
          {account && (
            <Text size="xs" c="dimmed" tt="capitalize">
              {account.plan}
            </Text>
          )}
          <Icon size={16} stroke={1.6} aria-hidden />
        </Group>
      </Group>
    </UnstyledButton>
  );
}
