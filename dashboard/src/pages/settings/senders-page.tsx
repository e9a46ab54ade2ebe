import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Check, Sender } from '../../../../functions/manage/contracts/sending.ts';
import { useChecks, useSenders } from '../../api/sending.ts';
import { CheckRows } from '../../parts/check-rows.tsx';
import { counted } from '../../parts/counted.ts';
import {
  IconCheck,
  IconCircleCheckFilled,
  IconClock,
  IconHelp,
  IconRefresh,
  IconX,
} from '../../parts/icons.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/section.tsx';
import { Page } from '../../shell/page.tsx';

export function Component() {
  return (
    <Page title="Senders" lead="The addresses and domains that flows send from.">
      <Identities />
      <SetUp />
    </Page>
  );
}

function Identities() {
  const senders = useSenders();
  return (
    <Section
      title="Identities"
      lead={
        <>
          The deployment’s settings name them as <code>senders</code>. SES sends only from those
          that it has verified.
        </>
      }
      actions={<ReadAgain query={senders}>Check the senders again</ReadAgain>}
    >
      <Loaded query={senders} what="The senders could not be loaded">
        {(all) =>
          all.length === 0 ? (
            <Empty title="No senders yet">
              Add an address or a domain to <code>senders</code> in the settings, and deploy. Until
              then, flows that send end in <code>flow_error</code>.
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
  const { word, color, icon: Icon } = looks[status];
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <Text fw={600} size="sm" className="copyable">
          {isAny ? 'Any address' : identity}
        </Text>
        <Badge color={color} size="lg" leftSection={<Icon size={14} stroke={2} aria-hidden />}>
          {word}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {isAny
          ? 'This deployment accepts every sender, as every local run does.'
          : (advice ??
            `Flows may send from ${identity.includes('@') ? 'this exact address' : 'every address of this domain'}.`)}
      </Text>
    </li>
  );
}

function SetUp() {
  const checks = useChecks();
  return (
    <Section
      title="Set-up"
      lead="Checks of the whole deployment with SES and DNS. The person who deploys it can fix the problems."
      actions={<ReadAgain query={checks}>Check the set-up again</ReadAgain>}
    >
      <Loaded query={checks} what="The set-up could not be checked">
        {(checks) => <SetUpResult checks={checks} />}
      </Loaded>
    </Section>
  );
}

function SetUpResult({ checks }: { checks: readonly Check[] }) {
  const having = (wanted: Check['status']) => checks.filter(({ status }) => status === wanted);
  const shown = [...having('broken'), ...having('unknown')];
  const passed = having('ok').length;
  return (
    <Stack gap="sm">
      {shown.length > 0 && <CheckRows checks={shown} />}
      {passed > 0 && (
        <Paper withBorder p="md">
          <Group gap="sm" wrap="nowrap">
            <IconCircleCheckFilled className="good" size={22} aria-hidden />
            <Text size="sm">{counted(passed, 'check')} passed.</Text>
          </Group>
        </Paper>
      )}
    </Stack>
  );
}

const looks = {
  verified: { word: 'Verified', color: 'teal', icon: IconCheck },
  pending: { word: 'Pending', color: 'yellow', icon: IconClock },
  failed: { word: 'Failed', color: 'red', icon: IconX },
  unknown: { word: 'Unknown', color: 'gray', icon: IconHelp },
} as const satisfies Record<Sender['status'], object>;

function ReadAgain({ query, children }: { query: UseQueryResult; children: string }) {
  const { isFetching, isPending, refetch } = query;
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={isFetching && !isPending}
      onClick={() => void refetch()}
    >
      {children}
    </Button>
  );
}
