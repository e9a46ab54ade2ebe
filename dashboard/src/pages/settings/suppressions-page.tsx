import { Button, Checkbox, Group, Paper, Stack } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Suppression } from '../../../../functions/manage/contracts/sending.ts';
import { useRemoveSuppressions, useSuppressions } from '../../api/sending.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Empty, Loaded, LoadMore } from '../../parts/loaded.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { Unsuppress } from '../../parts/unsuppress.tsx';
import { Page } from '../../shell/page.tsx';
import { AddSuppression } from './add-suppression.tsx';
import { SuppressionRow } from './suppression-row.tsx';

/** The suppression list of the account. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search')?.trim() ?? '';
  const list = useSuppressions(search);
  const [isAdding, setAdding] = useState(false);
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
            {all.length === 0 ? (
              <None search={search} isMore={list.hasNextPage} />
            ) : (
              <Addresses all={all} />
            )}
            <LoadMore list={list} label={search === '' ? 'Load more' : 'Search further'} />
          </>
        )}
      </Loaded>
      <AddSuppression opened={isAdding} onClose={() => setAdding(false)} />
    </Page>
  );
}

function None({ search, isMore }: { search: string; isMore: boolean }) {
  if (search === '') {
    return (
      <Empty title="No suppressed addresses">
        Requests send mail to every address that they name.
      </Empty>
    );
  }
  return (
    <Empty title={isMore ? 'No match so far' : 'No suppressed address contains this text'}>
      {isMore
        ? 'The list is long. Search further to look through the rest of it.'
        : 'Requests send mail to such addresses.'}
    </Empty>
  );
}

/** The rows, and a button that removes those that were chosen. */
function Addresses({ all }: { all: readonly Suppression[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [removing, setRemoving] = useState<string | null>(null);
  const [isRemovingMany, setRemovingMany] = useState(false);
  const addresses = all.map(({ address }) => address).filter((each) => chosen.has(each));
  const choose = (address: string, isChosen: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      if (isChosen) after.add(address);
      else after.delete(address);
      return after;
    });
  const chooseAll = (isChosen: boolean) =>
    setChosen(new Set(isChosen ? all.map(({ address }) => address) : []));
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
          onChange={({ currentTarget: { checked } }) => chooseAll(checked)}
        />
        {addresses.length > 0 && (
          <Button variant="default" size="xs" onClick={() => setRemovingMany(true)}>
            Remove the chosen
          </Button>
        )}
      </Group>
      <Paper withBorder component="ul" className="bare-list rows">
        {all.map((suppression) => (
          <SuppressionRow
            key={suppression.address}
            suppression={suppression}
            isChosen={chosen.has(suppression.address)}
            onChoose={(isChosen) => choose(suppression.address, isChosen)}
            onRemove={() => setRemoving(suppression.address)}
          />
        ))}
      </Paper>
      <Unsuppress address={removing} onClose={() => setRemoving(null)} />
      <RemoveMany
        addresses={addresses}
        opened={isRemovingMany}
        onClose={() => setRemovingMany(false)}
      />
    </Stack>
  );
}

interface RemoveManyProps {
  addresses: readonly string[];
  opened: boolean;
  onClose: () => void;
}

/** Asks before it removes several addresses. After a fault those that are left stay chosen. */
function RemoveMany({ addresses, opened, onClose }: RemoveManyProps) {
  const remove = useRemoveSuppressions();
  const words = addresses.length === 1 ? '1 address' : `${addresses.length} addresses`;
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={`Remove ${words} from the suppression list?`}
      verb="Remove"
      onConfirm={(then) => remove.mutate(addresses, then)}
      request={remove}
    >
      Requests will send mail to them again. Remove them only if you know that the addresses work
      and that their owners want your mail. Each further bounce or complaint puts an address back on
      the list and harms your reputation with SES.
    </Confirm>
  );
}
