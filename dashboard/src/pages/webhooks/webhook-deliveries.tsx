import { Code, Group, Loader, Stack, Text, UnstyledButton } from '@mantine/core';
import { useMemo, useState } from 'react';
import {
  shownDeliveries,
  type Webhook,
  type WebhookDelivery,
} from '../../../../functions/manage/contracts/webhooks.ts';
import { hiddenValue } from '../../../../shared/people/roles.ts';
import { useMay } from '../../api/account.ts';
import { useEventBody, useWebhookDeliveries } from '../../api/webhooks.ts';
import { plainColumn, timeColumn } from '../../parts/columns.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { IconChevronDown, IconChevronRight } from '../../parts/icons.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Quiet } from '../../parts/looks.tsx';
import { Masked } from '../../parts/message-state.tsx';
import { PageLink } from '../../parts/name.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { ResendEvent } from '../../parts/resend-event.tsx';
import { RowsWait } from '../../parts/skeletons.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { When } from '../../parts/when.tsx';
import { shortType } from './webhook-words.ts';

const answer: Column<WebhookDelivery> = {
  head: 'Answer',
  width: 124,
  sortBy: ({ lastStatus }) => lastStatus,
  cell: ({ lastError, lastStatus }) =>
    lastError === null ? (
      <StateMark tone="good">{String(lastStatus ?? 'Accepted')}</StateMark>
    ) : (
      <StateMark tone="bad">{lastStatus === null ? 'No answer' : String(lastStatus)}</StateMark>
    ),
};

const tries = plainColumn<WebhookDelivery>('Tries', 68, ({ attempts }) => attempts, {
  isNumber: true,
});
const when = timeColumn<WebhookDelivery>('Last try', 128, ({ lastAt }) => lastAt);

const next = (isPaused: boolean): Column<WebhookDelivery> => ({
  head: 'Next try',
  width: 118,
  cell: ({ nextAt, lastError }) =>
    lastError === null ? null : nextAt && !isPaused ? (
      <When at={nextAt} size="sm" />
    ) : (
      <Quiet span>none</Quiet>
    ),
});

const keyOf = ({ eventId, lastAt }: WebhookDelivery) => `${lastAt} ${eventId}`;

export function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  const { id, state } = webhook;
  const deliveries = useWebhookDeliveries(id);
  const isPaused = state === 'paused';
  const [open, setOpen] = useState<string | null>(null);
  const columns = useMemo((): Column<WebhookDelivery>[] => {
    const event: Column<WebhookDelivery> = {
      head: 'Event',
      sortBy: ({ type }) => type,
      cell: (delivery) => (
        <Event
          {...{ delivery, isPaused, webhookId: id }}
          isOpen={open === keyOf(delivery)}
          onToggle={() => setOpen(open === keyOf(delivery) ? null : keyOf(delivery))}
        />
      ),
    };
    return [event, answer, tries, when, next(isPaused)];
  }, [id, isPaused, open]);
  return (
    <Loaded
      query={deliveries}
      what="The deliveries could not be loaded"
      wait={<RowsWait rows={6} />}
    >
      {(all) =>
        all.length === 0 ? (
          <Quiet>No event was sent to it in the last 7 days.</Quiet>
        ) : (
          <Stack gap="xs">
            <Quiet>{wordsOf(all)}</Quiet>
            <DataTable className="deliveries" rows={all} {...{ columns, keyOf }} />
          </Stack>
        )
      }
    </Loaded>
  );
}

function wordsOf(all: readonly WebhookDelivery[]): string {
  const accepted = all.filter(({ lastError }) => lastError === null).length;
  const which =
    all.length < shownDeliveries
      ? `the ${all.length} events of the last 7 days`
      : `the newest ${all.length} events`;
  return `It accepted ${accepted} of ${which}.`;
}

interface EventProps {
  delivery: WebhookDelivery;
  webhookId: string;
  isPaused: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

function Event({ delivery, webhookId, isPaused, isOpen, onToggle }: EventProps) {
  const { messageId, eventId, type, lastError } = delivery;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <UnstyledButton
          aria-expanded={isOpen}
          aria-label={`${shortType(type)}, ${eventId}`}
          onClick={onToggle}
          className="delivery-toggle"
        >
          <Icon size={16} aria-hidden />
          <strong>{shortType(type)}</strong>
        </UnstyledButton>
        <PageLink to={`/messages/${messageId}`} underline="always">
          the message
        </PageLink>
        {lastError !== null && !isPaused && (
          <ResendEvent
            {...{ webhookId, messageId, eventId }}
            which={`${shortType(type)} of message ${messageId}`}
          />
        )}
      </Group>
      {isOpen && <Exchange {...{ delivery, webhookId }} />}
    </>
  );
}

/** What was sent and what came back. */
function Exchange(props: Pick<EventProps, 'delivery' | 'webhookId'>) {
  const { messageId, eventId, lastError, answer } = props.delivery;
  const isShown = useMay('personal');
  const body = useEventBody(props.webhookId, messageId, eventId, isShown);
  return (
    <Stack gap="2xs" py="xs">
      <Text size="xs" c="dimmed">
        Answer
      </Text>
      <Code block className="wrapped">
        {lastError ?? (answer || (isShown ? 'An empty body' : hiddenValue))}
      </Code>
      <Text size="xs" c="dimmed">
        Event {eventId}
      </Text>
      {body.data ? (
        <Code block className="wrapped">
          {JSON.stringify(body.data.body, null, 2)}
        </Code>
      ) : body.error ? (
        <ProblemAlert error={body.error} what="The event cannot be made again from its message" />
      ) : isShown ? (
        <Loader size="xs" />
      ) : (
        <Masked />
      )}
    </Stack>
  );
}
