import { Badge, Button, Checkbox, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Suppression } from '../../../../functions/manage/contracts/sending.ts';
import { useAddSuppression, useSuppressions } from '../../api/sending.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm, useFields } from '../../parts/dialog-form.tsx';
import { Empty, Loaded, LoadMore } from '../../parts/loaded.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { Unsuppress } from '../../parts/unsuppress.tsx';
import { useAskedForNew } from '../../parts/use-asked-for-new.ts';
import { When } from '../../parts/when.tsx';
import { Page } from '../../shell/page.tsx';

export function Component() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search')?.trim() ?? '';
  const list = useSuppressions(search);
  const [isAdding, setAdding] = useState(false);
  useAskedForNew(() => setAdding(true));
  const [title, sentence] = none[search === '' ? 'all' : list.hasNextPage ? 'further' : 'found'];
  return (
    <Page
      title="Suppression list"
      lead="Execute refuses these addresses with validation_failed. A permanent bounce or a complaint adds an address automatically."
      actions={<Button onClick={() => setAdding(true)}>Suppress an address</Button>}
    >
      <SearchBox
        key={search}
        text={search}
        label="Search suppressed addresses"
        placeholder="A part of an address"
        onSearch={(text) => setParams(text === '' ? {} : { search: text }, { replace: true })}
      />
      <Loaded query={list} what="The suppression list could not be loaded">
        {({ items: all }) => (
          <>
            {all.length === 0 ? <Empty title={title}>{sentence}</Empty> : <Addresses all={all} />}
            <LoadMore list={list} label={search === '' ? 'Load more' : 'Search further'} />
          </>
        )}
      </Loaded>
      <Dialog opened={isAdding} onClose={() => setAdding(false)} title="Suppress an address">
        <SuppressionForm onClose={() => setAdding(false)} />
      </Dialog>
    </Page>
  );
}

const none = {
  all: ['No suppressed addresses', 'Requests send mail to every address that they name.'],
  further: ['No match so far', 'The list is long. Search further to look through the rest of it.'],
  found: ['No suppressed address contains this text', 'Requests send mail to such addresses.'],
} as const;

function Addresses({ all }: { all: readonly Suppression[] }) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [removing, setRemoving] = useState<'chosen' | { address: string } | null>(null);
  const every = all.map(({ address }) => address);
  const addresses = every.filter((each) => chosen.includes(each));
  return (
    <Stack gap="xs">
      <Group justify="space-between" mih={36} px="md">
        <Checkbox
          size="sm"
          label={
            addresses.length === 0
              ? `Choose all${all.length > 1 ? ` ${all.length} that are shown` : ''}`
              : `${addresses.length} chosen`
          }
          checked={addresses.length === all.length}
          indeterminate={addresses.length > 0 && addresses.length < all.length}
          onChange={({ currentTarget: { checked } }) => setChosen(checked ? every : [])}
        />
        {addresses.length > 0 && (
          <Button variant="default" size="xs" onClick={() => setRemoving('chosen')}>
            Remove the chosen
          </Button>
        )}
      </Group>
      <Checkbox.Group value={chosen} onChange={setChosen} aria-label="Suppressed addresses">
        <Paper withBorder component="ul" className="bare-list rows">
          {all.map((suppression) => (
            <SuppressionRow
              key={suppression.address}
              {...suppression}
              onRemove={() => setRemoving(suppression)}
            />
          ))}
        </Paper>
      </Checkbox.Group>
      <Unsuppress
        addresses={removing === 'chosen' ? addresses : removing ? [removing.address] : []}
        onClose={() => setRemoving(null)}
      />
    </Stack>
  );
}

function SuppressionForm({ onClose }: { onClose: () => void }) {
  const add = useAddSuppression();
  const { values, field } = useFields({ address: '', note: '' }, add.error);
  const body = { address: values.address.trim(), note: values.note.trim() || null };
  return (
    <DialogForm
      request={add}
      fields={['address', 'note']}
      what="The address was not suppressed"
      verb="Suppress"
      onSubmit={() => add.mutate(body, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <Text size="sm">
        No request sends mail to this address until a user removes it from the list.
      </Text>
      <TextInput
        label="Address"
        type="email"
        autoComplete="off"
        required
        data-autofocus
        {...field('address')}
      />
      <TextInput
        label="Note"
        description="Why the address is suppressed."
        autoComplete="off"
        {...field('note')}
      />
    </DialogForm>
  );
}

const reasons: Record<Suppression['reason'], { word: string; color: string }> = {
  bounce: { word: 'Bounced', color: 'red' },
  complaint: { word: 'Complained', color: 'red' },
  manual: { word: 'Added by hand', color: 'gray' },
};

function SuppressionRow(props: Suppression & { onRemove: () => void }) {
  const { address, reason, at, detail, messageId, onRemove } = props;
  const { word, color } = reasons[reason];
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="md" align="flex-start">
      <Checkbox size="sm" value={address} aria-label={`Choose ${address}`} />
      <Stack gap={2} miw={0} flex={1}>
        <Group gap="xs">
          <Text fw={600} size="sm" className="copyable">
            {address}
          </Text>
          <Badge color={color}>{word}</Badge>
        </Group>
        <Group gap="0 var(--mantine-spacing-xs)" fz="sm" c="dimmed">
          <When at={at} span />
          {messageId && <PageLink to={`/messages/${messageId}`}>Open the message</PageLink>}
          {detail && <span className="copyable">{detail}</span>}
        </Group>
      </Stack>
      <Button variant="default" size="xs" onClick={onRemove} aria-label={`Remove ${address}`}>
        Remove
      </Button>
    </Group>
  );
}
