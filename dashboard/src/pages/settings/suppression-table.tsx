import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Suppression } from '../../../../functions/manage/contracts/sending.ts';
import { actionsColumn, timeColumn } from '../../parts/columns.tsx';
import { counted } from '../../parts/counted.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { IconFlag, IconTrash } from '../../parts/icons.tsx';
import { SmallButton } from '../../parts/looks.tsx';
import { NameFilter, NameLine, PageLink } from '../../parts/name.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { Unsuppress } from '../../parts/suppress.tsx';

type Reason = Suppression['reason'];

export const reasonWords: Record<Reason, string> = {
  bounce: 'Bounced',
  complaint: 'Complained',
  manual: 'Added by hand',
};

const looks = {
  bounce: { tone: 'quiet', icon: undefined },
  complaint: { tone: 'bad', icon: IconFlag },
  manual: { tone: 'info', icon: undefined },
} as const satisfies Record<Reason, object>;

/** A forgotten person is in the list without the address. Only a person who knows it can remove the entry. */
const isForgotten = ({ address }: Suppression) => !address.includes('@');

const domainOf = ({ address }: Suppression) => address.slice(address.lastIndexOf('@') + 1);

const address: Column<Suppression> = {
  head: 'Address',
  sortBy: (row) => row.address,
  cell: (row) => (
    <NameLine fw={600}>{isForgotten(row) ? 'A forgotten person' : row.address}</NameLine>
  ),
};

const reason: Column<Suppression> = {
  head: 'Reason',
  width: 132,
  sortBy: (row) => reasonWords[row.reason],
  cell: (row) => <StateMark {...looks[row.reason]}>{reasonWords[row.reason]}</StateMark>,
};

const since = timeColumn<Suppression>('Since', 118, ({ at }) => at);

const detail: Column<Suppression> = {
  head: 'Why',
  width: '22%',
  cell: (row) => (
    <>
      {row.detail && <NameLine c="dimmed">{row.detail}</NameLine>}
      {row.messageId && <PageLink to={`/messages/${row.messageId}`}>Open the message</PageLink>}
    </>
  ),
};

const keyOf = (row: Suppression) => row.address;

interface SuppressionTableProps {
  rows: readonly Suppression[];
  onDomain: (domain: string) => void;
}

export function SuppressionTable({ rows, onDomain }: SuppressionTableProps) {
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const [removing, setRemoving] = useState<readonly string[]>([]);
  const addresses = rows.map(keyOf).filter((each) => chosen.has(each));
  const columns = useMemo((): Column<Suppression>[] => {
    const domain: Column<Suppression> = {
      head: 'Domain',
      width: '15%',
      sortBy: domainOf,
      whenFolded: 'hidden',
      cell: (row) =>
        isForgotten(row) ? null : (
          <NameFilter
            title={`Only addresses of ${domainOf(row)}`}
            onClick={() => onDomain(domainOf(row))}
          >
            {domainOf(row)}
          </NameFilter>
        ),
    };
    const remove = actionsColumn<Suppression>((row) =>
      isForgotten(row) ? null : (
        <IconButton
          icon={IconTrash}
          label={`Remove ${row.address}`}
          onClick={() => setRemoving([row.address])}
        />
      ),
    );
    return [choiceColumn(rows, chosen, setChosen), address, domain, reason, since, detail, remove];
  }, [rows, chosen, onDomain]);
  return (
    <>
      <DataTable
        rows={rows}
        columns={columns}
        keyOf={keyOf}
        rowProps={(row) => ({ 'data-chosen': chosen.has(row.address) || undefined })}
      />
      <div aria-live="polite" className={addresses.length > 0 ? 'selection-bar' : undefined}>
        {addresses.length > 0 && (
          <Group gap="sm">
            <Text size="sm" fw={600}>
              {counted(addresses.length, 'address')} chosen
            </Text>
            <SmallButton onClick={() => setRemoving(addresses)}>Remove the chosen</SmallButton>
            <Button variant="subtle" color="gray" size="xs" onClick={() => setChosen(new Set())}>
              Choose none
            </Button>
          </Group>
        )}
      </div>
      <Unsuppress addresses={removing} onClose={() => setRemoving([])} />
    </>
  );
}

type Chosen = ReadonlySet<string>;

/** A check box for each row, and in the head one for all rows. Addresses that are gone count for nothing. */
function choiceColumn(
  rows: readonly Suppression[],
  chosen: Chosen,
  onChoose: (addresses: Chosen) => void,
): Column<Suppression> {
  const named = rows.filter((row) => !isForgotten(row));
  const count = named.filter((row) => chosen.has(row.address)).length;
  return {
    head: 'Choose',
    isHeadHidden: true,
    width: 44,
    whenFolded: 'apart',
    headControl: (
      <Checkbox
        size="sm"
        aria-label={`Choose all ${named.length} that are shown`}
        checked={count > 0 && count === named.length}
        indeterminate={count > 0 && count < named.length}
        onChange={({ currentTarget: { checked } }) =>
          onChoose(new Set(checked ? named.map(keyOf) : []))
        }
      />
    ),
    cell: (row) =>
      isForgotten(row) ? null : (
        <Checkbox
          size="sm"
          aria-label={`Choose ${row.address}`}
          checked={chosen.has(row.address)}
          onChange={({ currentTarget: { checked } }) => {
            const others = [...chosen].filter((each) => each !== row.address);
            onChoose(new Set(checked ? [...others, row.address] : others));
          }}
        />
      ),
  };
}
