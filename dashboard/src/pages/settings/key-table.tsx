import { Badge, Skeleton, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { ApiKey } from '../../../../functions/manage/contracts/api-keys.ts';
import { useApiKeyUse } from '../../api/api-keys.ts';
import type { Pausable } from '../../api/pause.ts';
import { actionsColumn, timeColumn } from '../../parts/columns.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { IconBan, IconRefresh } from '../../parts/icons.tsx';
import { Quiet } from '../../parts/looks.tsx';
import { NameLine } from '../../parts/name.tsx';
import { pauseItem } from '../../parts/pause.tsx';
import { PausedBadge } from '../../parts/paused-badge.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { When } from '../../parts/when.tsx';
import { deliveryWordsOf, scopeWords } from './key-words.ts';

interface KeyActions {
  onAsk: (question: { about: 'rotate' | 'revoke'; key: ApiKey }) => void;
  onPause: (key: Pausable) => void;
}

const name: Column<ApiKey> = {
  head: 'Name',
  sortBy: (key) => key.name,
  cell: (key) => (
    <>
      <NameLine fw={600}>{key.name}</NameLine>
      <Text size="xs" c="dimmed" ff="monospace" title="First and last characters of the key">
        {key.hint}
      </Text>
    </>
  ),
};

const mode: Column<ApiKey> = {
  head: 'Mode',
  width: 68,
  sortBy: (key) => key.mode,
  cell: (key) => (key.mode === 'test' ? <Badge variant="default">Test</Badge> : 'Live'),
};

const use: Column<ApiKey> = {
  head: 'May use',
  width: '22%',
  cell: (key) => {
    const delivery = deliveryWordsOf(key);
    return (
      <>
        <NameLine>{scopeWords(key)}</NameLine>
        {delivery !== '' && (
          <NameLine size="xs" c="dimmed">
            {delivery}
          </NameLine>
        )}
      </>
    );
  },
};

const state: Column<ApiKey> = {
  head: 'State',
  width: 104,
  sortBy: (key) => key.activeUntil ?? '',
  cell: ({ activeUntil, paused }) =>
    paused ? (
      <PausedBadge paused={paused} />
    ) : activeUntil === null ? (
      <StateMark tone="good">Active</StateMark>
    ) : (
      <>
        <StateMark tone="quiet">Replaced</StateMark>
        <Text size="xs" c="dimmed">
          ends <When at={activeUntil} span />
        </Text>
      </>
    ),
};

const created: Column<ApiKey> = {
  ...timeColumn('Created', 110, (key) => key.createdAt),
  whenFolded: 'hidden',
};

const revoked = timeColumn<ApiKey>('Revoked', 118, (key) => key.revokedAt);

function useKeyColumns({ onAsk, onPause }: KeyActions): readonly Column<ApiKey>[] {
  const { data: uses, isPending } = useApiKeyUse();
  return useMemo(() => {
    const unknown = isPending ? (
      <Skeleton h="0.75rem" w="3rem" ms="auto" />
    ) : (
      <Quiet span title="CloudWatch did not answer in time, or refused to">
        not known
      </Quiet>
    );
    const lastUsed: Column<ApiKey> = {
      head: 'Last used',
      width: 110,
      sortBy: ({ keyId }) => uses?.get(keyId)?.lastAt ?? null,
      isGreatestFirst: true,
      cell: ({ keyId }) => {
        if (!uses) return unknown;
        const at = uses.get(keyId)?.lastAt;
        return at ? <When at={at} size="sm" /> : notUsed;
      },
    };
    const requests: Column<ApiKey> = {
      head: 'Requests in 7 days',
      width: 140,
      isNumber: true,
      sortBy: ({ keyId }) => uses?.get(keyId)?.requests ?? 0,
      cell: ({ keyId }) => (uses ? (uses.get(keyId)?.requests ?? 0).toLocaleString('en') : unknown),
    };
    const actions = actionsColumn<ApiKey>((key) => (
      <RowMenu
        label={`More about ${key.name}`}
        items={[
          ...(isHook(key) ? [] : [rotateItem(() => onAsk({ about: 'rotate', key }))]),
          pauseItem({ ...key, kind: 'key', id: key.keyId }, onPause),
          {
            label: 'Revoke',
            icon: IconBan,
            does: () => onAsk({ about: 'revoke', key }),
            needs: 'administer',
            ...{ isApart: true, isDanger: true },
          },
        ]}
      />
    ));
    return [name, mode, use, state, lastUsed, requests, created, actions];
  }, [uses, isPending, onAsk, onPause]);
}

const rotateItem = (does: () => void) =>
  ({ label: 'Rotate', icon: IconRefresh, does, needs: 'administer' }) as const;

/** A hook is replaced by another one, because its address has its id. */
const isHook = ({ keyId }: ApiKey) => keyId.startsWith('hook_');

const notUsed = <Quiet span>not in 7 days</Quiet>;

const keyOf = ({ keyId }: ApiKey) => keyId;

export function ActiveKeys({ keys, ...actions }: KeyActions & { keys: readonly ApiKey[] }) {
  const columns = useKeyColumns(actions);
  return <DataTable rows={keys} keyOf={keyOf} columns={columns} />;
}

const ofRevoked = [name, mode, use, revoked, created];

export function RevokedKeys({ keys }: { keys: readonly ApiKey[] }) {
  return <DataTable rows={keys} keyOf={keyOf} columns={ofRevoked} />;
}
