import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconRefresh } from '@tabler/icons-react';
import type { Check, Sender } from '../../../../functions/manage/contracts/sending.ts';
import { useChecks, useSenders } from '../../api/sending.ts';
import { CheckRows } from '../../parts/check-rows.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/section.tsx';
import { SenderStatus } from '../../parts/sender-status.tsx';
import { Page } from '../../shell/page.tsx';
import { goodWords, toTell } from './set-up-words.ts';
import { Suppressions } from './suppressions.tsx';

/** Who mail comes from, and whom none goes to. */
export function Component() {
  return (
    <Page title="Senders" lead="The addresses and domains that flows send from.">
      <Identities />
      <SetUp />
      <Suppressions />
    </Page>
  );
}

/** What the deployment may send from, as SES sees it just now. */
function Identities() {
  const senders = useSenders();
  return (
    <Section
      title="Identities"
      lead={
        <>
          They belong to the deployment: its settings name them as <code>senders</code>, and SES
          verifies each before it sends for it.
        </>
      }
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={senders.isFetching && !senders.isPending}
          onClick={() => void senders.refetch()}
        >
          Check again
        </Button>
      }
    >
      <Loaded query={senders} what="The senders could not be read">
        {(all) =>
          all.length === 0 ? (
            <Empty title="No sender">
              Add an address or a domain to <code>senders</code> in the settings and deploy. Until
              then flows that send end in <code>flow_error</code>.
            </Empty>
          ) : (
            <Paper withBorder component="ul" className="bare-list rows">
              {all.map((sender) => (
                <Identity key={sender.identity} sender={sender} />
              ))}
            </Paper>
          )
        }
      </Loaded>
    </Section>
  );
}

function Identity({ sender: { identity, status, advice } }: { sender: Sender }) {
  const isAny = identity === '*';
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <Text fw={600} size="sm" className="copyable">
          {isAny ? 'Any address' : identity}
        </Text>
        <SenderStatus status={status} />
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {isAny ? 'This deployment takes every sender, as it is on your own machine.' : advice}
        {advice === null && !isAny && meaningOf(identity)}
      </Text>
    </li>
  );
}

function meaningOf(identity: string): string {
  return identity.includes('@')
    ? 'Flows may send from this very address.'
    : 'Flows may send from every address of this domain.';
}

/** How SES, the DNS of the senders and the deployment are set up for sending. */
function SetUp() {
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
