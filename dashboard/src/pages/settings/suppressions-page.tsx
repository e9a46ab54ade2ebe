import { Box, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  type Suppression,
  suppressionReasons,
} from '../../../../functions/manage/contracts/sending.ts';
import { readSuppressions, useAddSuppression, useSuppressions } from '../../api/sending.ts';
import { csvLine } from '../../parts/csv.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm, useFields } from '../../parts/dialog-form.tsx';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { IconUpload } from '../../parts/icons.tsx';
import { laterAlone } from '../../parts/later.tsx';
import { Empty, Loaded, LoadMore } from '../../parts/loaded.tsx';
import { PlainButton } from '../../parts/looks.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { RowsWait } from '../../parts/skeletons.tsx';
import { useAskedForNew } from '../../parts/use-asked-for-new.ts';
import { Page } from '../../shell/page.tsx';
import { reasonWords, SuppressionTable } from './suppression-table.tsx';

const ImportSuppressions = laterAlone(() => import('./import-suppressions.tsx'));

export function Component() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search')?.trim() ?? '';
  const reason = suppressionReasons.find((each) => each === params.get('reason'));
  const list = useSuppressions({ search, reason });
  const [isAdding, setAdding] = useState(false);
  const [isImporting, setImporting] = useState(false);
  useAskedForNew(() => setAdding(true));
  const isNarrowed = search !== '' || reason !== undefined;
  const choose = (choice: { search?: string; reason?: string }) => {
    const all = { search, reason: reason ?? '', ...choice };
    setParams(Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')), {
      replace: true,
    });
  };
  const [title, sentence] = none[!isNarrowed ? 'all' : list.hasNextPage ? 'further' : 'found'];
  return (
    <Page
      title="Suppressions"
      lead="Addresses that get no mail: a request that names one is refused. A permanent bounce or a complaint adds its address automatically."
      actions={
        <>
          <ExportCsv
            what="address"
            name="suppressions"
            head={csvLine(['address', 'reason', 'since', 'detail', 'message'])}
            lineOf={lineOf}
            begin={() => (cursor, signal) => readSuppressions({ search, reason, cursor }, signal)}
          />
          <PlainButton icon={IconUpload} onClick={() => setImporting(true)}>
            Import CSV
          </PlainButton>
          <Button onClick={() => setAdding(true)}>Suppress an address</Button>
        </>
      }
    >
      <Group gap="sm" align="flex-start">
        <Box flex="0 1 22.5rem">
          <SearchBox
            text={search}
            label="Search suppressed addresses"
            placeholder="A part of an address, or @ and a domain"
            onSearch={(text) => choose({ search: text })}
          />
        </Box>
        <NativeSelect
          aria-label="Reason"
          value={reason ?? ''}
          onChange={({ currentTarget }) => choose({ reason: currentTarget.value })}
          data={[
            { value: '', label: 'Every reason' },
            ...suppressionReasons.map((value) => ({ value, label: reasonWords[value] })),
          ]}
        />
      </Group>
      <Loaded query={list} what="The suppressed addresses could not be loaded" wait={<RowsWait />}>
        {({ items: all }) => (
          <>
            {all.length === 0 ? (
              <Empty title={title}>{sentence}</Empty>
            ) : (
              <SuppressionTable
                rows={all}
                onDomain={(domain) => choose({ search: `@${domain}` })}
              />
            )}
            <LoadMore list={list} label={isNarrowed ? 'Search further' : 'Load more'} />
          </>
        )}
      </Loaded>
      <Dialog opened={isAdding} onClose={() => setAdding(false)} title="Suppress an address">
        <SuppressionForm onClose={() => setAdding(false)} />
      </Dialog>
      {isImporting && <ImportSuppressions onClose={() => setImporting(false)} />}
    </Page>
  );
}

const lineOf = ({ address, reason, at, detail, messageId }: Suppression) =>
  csvLine([address, reason, at, detail, messageId]);

const none = {
  all: ['No suppressed addresses', 'Requests send mail to every address that they name.'],
  further: ['No match so far', 'The list is long. Search further to look through the rest of it.'],
  found: ['No suppressed address matches', 'Requests send mail to such addresses.'],
} as const;

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
