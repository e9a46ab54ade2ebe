import { Group, Paper, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Check, Sender } from '../../../../functions/manage/contracts/sending.ts';
import { useChecks, useSenders } from '../../api/sending.ts';
import { CheckRows } from '../../parts/check-rows.tsx';
import { plainColumn } from '../../parts/columns.tsx';
import { CopyIcon } from '../../parts/copy.tsx';
import { counted } from '../../parts/counted.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import {
  IconCircleCheckFilled,
  IconClock,
  IconHelp,
  IconRefresh,
  IconX,
} from '../../parts/icons.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { SmallButton } from '../../parts/looks.tsx';
import { NameLine } from '../../parts/name.tsx';
import { Section } from '../../parts/section.tsx';
import { RowsWait } from '../../parts/skeletons.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
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
    <>
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
        <Loaded query={senders} what="The senders could not be loaded" wait={<RowsWait rows={2} />}>
          {(all) =>
            all.length === 0 ? (
              <Empty title="No senders yet">
                Add an address or a domain to <code>senders</code> in the settings, and deploy.
                Until then, flows that send end in <code>flow_error</code>.
              </Empty>
            ) : (
              <DataTable rows={all} columns={senderColumns} keyOf={({ identity }) => identity} />
            )
          }
        </Loaded>
      </Section>
      <Records senders={senders.data ?? []} />
    </>
  );
}

const senderColumns: Column<Sender>[] = [
  {
    head: 'Sender',
    sortBy: ({ identity }) => identity,
    cell: ({ identity }) => (
      <NameLine fw={600}>{identity === '*' ? 'Any address' : identity}</NameLine>
    ),
  },
  plainColumn('Kind', 96, ({ identity }) => kindOf(identity)),
  {
    head: 'State',
    width: 124,
    sortBy: ({ status }) => status,
    cell: ({ status }) => <StateMark {...looks[status]} />,
  },
  {
    head: 'Use',
    width: '48%',
    cell: ({ identity, advice }) => (
      <Text size="sm" c={advice ? undefined : 'dimmed'}>
        {identity === '*'
          ? 'This deployment accepts every sender, as every local run does.'
          : (advice ??
            `Flows may send from ${identity.includes('@') ? 'this exact address' : 'every address of this domain'}.`)}
      </Text>
    ),
  },
];

function kindOf(identity: string): string {
  if (identity === '*') return 'Any';
  return identity.includes('@') ? 'Address' : 'Domain';
}

type DnsRecord = Sender['records'][number];

/** Draws nothing without a domain. */
function Records({ senders }: { senders: readonly Sender[] }) {
  const records = senders.flatMap((sender) => sender.records);
  if (records.length === 0) return null;
  return (
    <Section
      title="DNS records"
      lead="Create them where the domain’s DNS is managed. The DMARC record is a proposal: its policy p=none affects no mail, and a record that the domain has already is as good."
    >
      <DataTable
        rows={records}
        columns={recordColumns}
        keyOf={({ name, type }) => `${name} ${type}`}
      />
    </Section>
  );
}

const copied = (
  head: string,
  width: string,
  read: (record: DnsRecord) => string,
): Column<DnsRecord> => ({
  head,
  width,
  sortBy: read,
  cell: (record) => (
    <Group gap="2xs" wrap="nowrap">
      <NameLine ff="monospace" miw={0}>
        {read(record)}
      </NameLine>
      <CopyIcon
        text={read(record)}
        label={`Copy the ${head.toLowerCase()} of ${record.type} ${record.name}`}
      />
    </Group>
  ),
});

const recordColumns: Column<DnsRecord>[] = [
  plainColumn('For', 104, ({ purpose }) => purpose),
  plainColumn('Type', 84, ({ type }) => type),
  copied('Name', '36%', ({ name }) => name),
  copied('Value', '36%', ({ value }) => value),
  {
    head: 'State',
    width: 116,
    sortBy: ({ state }) => state,
    cell: ({ state }) =>
      state === 'missing' ? (
        <StateMark tone="warning" icon={IconClock}>
          Missing
        </StateMark>
      ) : (
        <StateMark tone={state === 'found' ? 'good' : 'quiet'}>
          {state === 'found' ? 'Found' : 'Proposed'}
        </StateMark>
      ),
  },
];

function SetUp() {
  const checks = useChecks();
  return (
    <Section
      title="Set-up"
      lead="Checks of the whole deployment with SES and DNS. The person who deploys it can fix the problems."
      actions={<ReadAgain query={checks}>Check the set-up again</ReadAgain>}
    >
      <Loaded query={checks} what="The set-up could not be checked">
        {(checks) => {
          const having = (wanted: Check['status']) =>
            checks.filter(({ status }) => status === wanted);
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
        }}
      </Loaded>
    </Section>
  );
}

const looks = {
  verified: { children: 'Verified', tone: 'good', icon: undefined },
  pending: { children: 'Pending', tone: 'warning', icon: IconClock },
  failed: { children: 'Failed', tone: 'bad', icon: IconX },
  unknown: { children: 'Unknown', tone: 'warning', icon: IconHelp },
} as const satisfies Record<Sender['status'], object>;

function ReadAgain({ query, children }: { query: UseQueryResult; children: string }) {
  const { isFetching, isPending, refetch } = query;
  return (
    <SmallButton
      icon={IconRefresh}
      loading={isFetching && !isPending}
      onClick={() => void refetch()}
    >
      {children}
    </SmallButton>
  );
}
