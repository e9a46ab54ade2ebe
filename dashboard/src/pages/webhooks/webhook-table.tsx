import { Badge, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Webhook } from '../../../../functions/manage/contracts/webhooks.ts';
import { useChangeWebhook } from '../../api/webhooks.ts';
import { actionsColumn, timeColumn } from '../../parts/columns.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import {
  IconAlertTriangle,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
} from '../../parts/icons.tsx';
import { Name, NameLine } from '../../parts/name.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { eventWords, lookOf, type WebhookLook } from './webhook-words.ts';

export interface WebhookQuestion {
  about: 'edit' | 'rotate' | 'delete';
  webhook: Webhook;
}

const address: Column<Webhook> = {
  head: 'Address',
  sortBy: ({ url }) => url,
  cell: ({ id, url }) => (
    <Text component={Link} to={`#${id}`} size="sm" ff="monospace" c="inherit">
      <Name>{url}</Name>
    </Text>
  ),
};

const looks = {
  active: { children: 'Active', tone: 'good', icon: undefined },
  failing: { children: 'Failing', tone: 'bad', icon: IconAlertTriangle },
  paused: { children: 'Paused', tone: 'warning', icon: IconPlayerPause },
} as const satisfies Record<WebhookLook, object>;

const state: Column<Webhook> = {
  head: 'State',
  width: 116,
  sortBy: (webhook) => lookOf(webhook),
  cell: (webhook) => <StateMark {...looks[lookOf(webhook)]} />,
};

const events: Column<Webhook> = {
  head: 'Events',
  width: '22%',
  cell: (webhook) => <NameLine>{eventWords(webhook)}</NameLine>,
};

const keys: Column<Webhook> = {
  head: 'Of keys',
  width: 112,
  sortBy: ({ test }) => Number(test),
  cell: ({ test }) => (test ? <Badge variant="default">Live and test</Badge> : 'Live'),
};

const added: Column<Webhook> = {
  ...timeColumn('Added', 118, ({ createdAt }) => createdAt),
  whenFolded: 'hidden',
};

const facts = [address, state, events, keys, added];

interface WebhookTableProps {
  onAsk: (question: WebhookQuestion) => void;
  webhooks: readonly Webhook[];
  chosen: Webhook | undefined;
}

export function WebhookTable({ webhooks, chosen, onAsk }: WebhookTableProps) {
  const columns = useMemo((): Column<Webhook>[] => {
    const menu = actionsColumn<Webhook>((webhook) => <WebhookMenu {...{ webhook, onAsk }} />);
    return [...facts, menu];
  }, [onAsk]);
  return (
    <DataTable
      isLinked
      rows={webhooks}
      columns={columns}
      keyOf={({ id }) => id}
      rowProps={(webhook) => ({ 'data-chosen': webhook === chosen || undefined })}
    />
  );
}

const pausedNotice = 'It was paused. Events may still reach it for 30 seconds.';

const needs = 'administer' as const;

function WebhookMenu(props: Pick<WebhookTableProps, 'onAsk'> & { webhook: Webhook }) {
  const { webhook, onAsk } = props;
  const { id, url, state } = webhook;
  const change = useChangeWebhook();
  const isActive = state === 'active';
  const toggle = () =>
    change.mutate(
      { id, state: isActive ? 'paused' : 'active' },
      {
        onSuccess: () =>
          notifications.show({ title: url, message: isActive ? pausedNotice : 'It was resumed.' }),
        onError: ({ message }) => notifications.show({ color: 'red', title: url, message }),
      },
    );
  return (
    <RowMenu
      label={`More about ${url}`}
      items={[
        { label: 'Edit', icon: IconPencil, does: () => onAsk({ about: 'edit', webhook }), needs },
        {
          label: 'Rotate the secret',
          icon: IconKey,
          does: () => onAsk({ about: 'rotate', webhook }),
          needs,
        },
        isActive
          ? { label: 'Pause', icon: IconPlayerPause, does: toggle, needs }
          : { label: 'Resume', icon: IconPlayerPlay, does: toggle, needs },
      ]}
      onDelete={() => onAsk({ about: 'delete', webhook })}
      deleteNeeds={needs}
      isPending={change.isPending}
    />
  );
}
