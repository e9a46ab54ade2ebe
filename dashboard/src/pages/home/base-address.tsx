import { Anchor, Paper, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { Copyable } from '../../parts/facts.tsx';
import { Section } from '../../parts/section.tsx';

export interface BaseAddressProps {
  baseUrl: string;
  /** Any one of the account: its API page shows how. */
  template: TemplateSummary | undefined;
}

/** Where one's own code goes, and what it finds there. */
export function BaseAddress({ baseUrl, template }: BaseAddressProps) {
  return (
    <Section title="Where your code goes">
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Copyable text={baseUrl} what="base address" />
          <ul className="calls">
            <Call name="/execute">
              runs a template’s flow: checks, renders, then sends or hands back
            </Call>
            <Call name="/render">puts variables into a template and hands back the mail</Call>
            <Call name="/verify">checks an e-mail address</Call>
          </ul>
          <Text size="sm" c="dimmed">
            All three are POST with <code>Authorization: Bearer</code> and an{' '}
            <Anchor component={Link} to="/settings/api-keys" size="sm" underline="always">
              API key
            </Anchor>
            .{' '}
            {template && (
              <>
                Lines to copy:{' '}
                <Anchor
                  component={Link}
                  underline="always"
                  to={`/templates/${encodeURIComponent(template.id)}/api`}
                  size="sm"
                >
                  the API page of {template.name || template.id}
                </Anchor>
                .
              </>
            )}
          </Text>
        </Stack>
      </Paper>
    </Section>
  );
}

function Call({ name, children }: { name: string; children: string }) {
  return (
    <Text component="li" size="sm">
      <code>{name}</code> {children}
    </Text>
  );
}
