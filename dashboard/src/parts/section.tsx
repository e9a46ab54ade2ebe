import { Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Quiet } from './looks.tsx';

interface SectionProps {
  id?: string;
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Section({ id, title, lead, actions, children }: SectionProps) {
  const titleId = useId();
  return (
    <Stack component="section" id={id} gap="sm" className="section" aria-labelledby={titleId}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <Stack gap={2} miw={0}>
          <Title order={2} size="h4" id={titleId}>
            {title}
          </Title>
          {lead && (
            <Quiet component="div" maw={820}>
              {lead}
            </Quiet>
          )}
        </Stack>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
