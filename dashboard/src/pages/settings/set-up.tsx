import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconRefresh } from '@tabler/icons-react';
import type { Check } from '../../../../functions/manage/contracts/checks.ts';
import { useChecks } from '../../api/checks.ts';
import { CheckRows } from '../../parts/check-rows.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/section.tsx';
import { goodWords, toTell } from './set-up-words.ts';

/** How SES, the DNS of the senders and the deployment are set up for sending. */
export function SetUp() {
  const checks = useChecks();
  return (
    <Section
      title="Set-up"
      lead="Of the whole deployment, as SES and DNS tell it: whoever deploys it can mend it."
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={checks.isFetching && !checks.isPending}
          onClick={() => void checks.refetch()}
        >
          Check the set-up again
        </Button>
      }
    >
      <Loaded query={checks} what="The set-up could not be checked">
        {(all) => <Told checks={all} />}
      </Loaded>
    </Section>
  );
}

function Told({ checks }: { checks: readonly Check[] }) {
  const told = toTell(checks);
  const good = goodWords(checks);
  return (
    <Stack gap="sm">
      {told.length > 0 && <CheckRows checks={told} />}
      {good !== null && (
        <Paper withBorder p="md">
          <Group gap="sm" wrap="nowrap">
            <IconCircleCheckFilled className="settled" size={22} aria-hidden />
            <Text size="sm">{good}</Text>
          </Group>
        </Paper>
      )}
    </Stack>
  );
}
