import { Alert, Box, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type {
  ForgottenPerson,
  FoundPerson,
  PersonCounts,
} from '../../../../functions/manage/contracts/people.ts';
import { useExportPerson, useFindPerson } from '../../api/people.ts';
import { errorAt } from '../../api/problem.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { saveFile } from '../../parts/export-csv.tsx';
import { IconCircleCheck, IconDownload, IconSearch, IconTrash } from '../../parts/icons.tsx';
import { laterAlone } from '../../parts/later.tsx';
import { Empty } from '../../parts/loaded.tsx';
import { MainButton, PlainButton } from '../../parts/looks.tsx';
import { NameLine, PageLink } from '../../parts/name.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Section } from '../../parts/section.tsx';
import { Page } from '../../shell/page.tsx';

const ForgetPerson = laterAlone(() => import('./forget-person.tsx'));

export function Component() {
  const [address, setAddress] = useState('');
  const [forgotten, setForgotten] = useState<ForgottenPerson | null>(null);
  const find = useFindPerson();
  const search = () => {
    setForgotten(null);
    find.mutate(address.trim());
  };
  const atField = errorAt(find.error, '/address');
  return (
    <Page
      title="A person’s data"
      lead="What is kept of one person, by their address. A company has a month to answer a person who asks for it, or asks to be forgotten."
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!find.isPending) search();
        }}
      >
        <Group align="flex-start" gap="sm">
          <Box flex="0 1 22.5rem">
            <TextInput
              aria-label="E-mail address"
              placeholder="ada@example.com"
              type="email"
              autoComplete="off"
              value={address}
              onChange={({ currentTarget }) => setAddress(currentTarget.value)}
              error={atField}
            />
          </Box>
          <MainButton icon={IconSearch} type="submit" loading={find.isPending}>
            Find
          </MainButton>
        </Group>
      </form>
      {find.error != null && !atField && (
        <ProblemAlert error={find.error} what="The person’s data could not be found" />
      )}
      <div aria-live="polite">
        {forgotten ? (
          <Forgotten forgotten={forgotten} />
        ) : (
          find.data && <Found found={find.data} onForgotten={setForgotten} />
        )}
      </div>
    </Page>
  );
}

const places: readonly (readonly [keyof PersonCounts, string, string])[] = [
  ['messages', 'Messages', 'The address and the subject go. Ids, states and times stay.'],
  ['refused', 'Refused requests', 'The address goes. Ids, reasons and times stay.'],
  ['scheduled', 'Scheduled mails', 'They are cancelled, also for the other people they are to.'],
  ['test', 'Messages of test keys', 'The address and the subject go. Ids, states and times stay.'],
  ['copies', 'Kept mails', 'They are deleted.'],
  ['replies', 'Replies', 'They are deleted.'],
  ['failures', 'Failed webhook events', 'They are deleted.'],
  ['suppressed', 'Suppression list', 'The entry goes on working without the address.'],
  ['seeds', 'Seed list', 'The address is removed.'],
  ['history', 'Names in histories', 'They become “former user”.'],
];

function Places({ counts }: { counts: PersonCounts }) {
  const columns: Column<(typeof places)[number]>[] = [
    { head: 'Place', cell: ([, label]) => <NameLine fw={600}>{label}</NameLine> },
    { head: 'Found', width: 96, cell: ([name]) => Number(counts[name]).toLocaleString('en') },
    { head: 'What forgetting does', width: '55%', cell: ([, , what]) => what },
  ];
  const rows = places.filter(([name]) => counts[name]);
  return rows.length > 0 && <DataTable rows={rows} columns={columns} keyOf={([name]) => name} />;
}

function Found({
  found,
  onForgotten,
}: {
  found: FoundPerson;
  onForgotten: (forgotten: ForgottenPerson) => void;
}) {
  const [isForgetting, setForgetting] = useState(false);
  const exporting = useExportPerson();
  const { address, left } = found;
  if (left.length === 0 && !Object.values(found.found).some(Boolean)) {
    return (
      <Empty title="Nothing is kept">No message, copy or list of this account has {address}.</Empty>
    );
  }
  const save = () =>
    exporting.mutate(address, {
      onSuccess: (document) => saveFile(address, [JSON.stringify(document, null, 2)], 'JSON'),
    });
  return (
    <Stack gap="lg">
      <Section
        title={address}
        actions={
          <>
            <PlainButton icon={IconDownload} onClick={save} loading={exporting.isPending}>
              Export as JSON
            </PlainButton>
            <PlainButton icon={IconTrash} onClick={() => setForgetting(true)}>
              Forget this person
            </PlainButton>
          </>
        }
      >
        {exporting.error != null && (
          <ProblemAlert error={exporting.error} what="The data could not be exported" />
        )}
        <Places counts={found.found} />
      </Section>
      <Left left={left} />
      {isForgetting && (
        <ForgetPerson
          address={address}
          onClose={() => setForgetting(false)}
          onForgotten={onForgotten}
        />
      )}
    </Stack>
  );
}

function Forgotten({ forgotten }: { forgotten: ForgottenPerson }) {
  const { address, left, stays } = forgotten;
  return (
    <Stack gap="lg">
      <Alert
        color="green"
        variant="light"
        icon={<IconCircleCheck aria-hidden />}
        title={`${address} is forgotten`}
      >
        Mails that callers send to the address from now on are new data. Receivers of your webhooks,
        inboxes and your exports have what they got: tell them.
      </Alert>
      <Places counts={forgotten.forgotten} />
      <Left left={left} />
      <Section title="What ends by itself">
        <List size="sm">
          {stays.map(({ what, until }) => (
            <List.Item key={what}>
              {what}, until {until}
            </List.Item>
          ))}
        </List>
      </Section>
    </Stack>
  );
}

type LeftPlace = FoundPerson['left'][number];

function Left({ left }: { left: FoundPerson['left'] }) {
  if (left.length === 0) return null;
  return (
    <Section
      title="What only you can change"
      lead="An author’s content is not changed behind their back."
    >
      <DataTable rows={left} columns={leftColumns} keyOf={({ what, where }) => what + where} />
    </Section>
  );
}

const leftColumns: Column<LeftPlace>[] = [
  { head: 'Place', cell: (row) => <Text size="sm">{row.what}</Text> },
  { head: 'Where', width: '30%', cell: (row) => <Where {...row} /> },
  { head: 'What to do', width: '40%', cell: ({ todo }) => todo },
];

const pages: Readonly<Record<string, (id: string) => string>> = {
  template: (id) => `/templates/${id}`,
  key: () => '/settings/api-keys',
  webhook: (id) => `/settings/webhooks/${id}`,
  user: () => '/settings/people',
};

function Where({ where, revision }: LeftPlace) {
  const [kind = '', id = ''] = where.split(/:(.*)/s);
  const to = pages[kind]?.(id);
  const text = revision === undefined ? id : `${id}, revision ${revision}`;
  return to ? <PageLink to={to}>{text}</PageLink> : text;
}
