import { Group, Loader, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import type { useMessages } from '../../api/messages.ts';
import { counted } from '../../parts/counted.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Empty, LoadMore } from '../../parts/loaded.tsx';
import { PlainButton, Quiet, SmallButton, TinyButton } from '../../parts/looks.tsx';
import { MessageStateBadge, MessageTitle, Recipients } from '../../parts/message-state.tsx';
import { momentOf } from '../../parts/message-states.ts';
import { ScheduledActions } from '../../parts/scheduled-actions.tsx';
import { longDay, shortMoment, timeWithZone } from '../../parts/time-words.ts';
import { useMedia } from '../../parts/use-media.ts';
import { When } from '../../parts/when.tsx';
import { ToTemplates } from '../../shell/not-found.tsx';
import { type Filters, isNarrowed, isSearch, type View, viewOf, writeFilters } from './filters.ts';
import { useGoingOn } from './use-going-on.ts';

interface MessageListProps {
  rows: readonly MessageSummary[];
  list: ReturnType<typeof useMessages>;
  filters: Filters;
}

/** A search goes on by itself; any other list has a page at first, and more on request. */
export function MessageList({ rows, list, filters }: MessageListProps) {
  const isSearched = isSearch(filters);
  const search = String(writeFilters(filters));
  const going = useGoingOn(list, { key: search, isSearch: isSearched });
  const isScheduled = filters.state === 'SCHEDULED';
  const isEnd = !list.hasNextPage && !list.isFetching;
  return (
    <>
      {isSearched && <Progress rows={rows.length} list={list} going={going} />}
      {rows.length > 0 && (
        <div className="message-rows" data-old={list.isPlaceholderData || undefined}>
          <MessageTable rows={rows} isScheduled={isScheduled} />
        </div>
      )}
      {rows.length === 0 && isEnd && <NoMessages filters={filters} />}
      {isSearched ? (
        list.isFetchNextPageError && <LoadMore list={list} />
      ) : (
        <LoadMore list={list}>
          {rows.length > 0 && counted(rows.length, 'message')}
          {list.hasNextPage && ' so far'}
        </LoadMore>
      )}
    </>
  );
}

interface ProgressProps {
  rows: number;
  list: MessageListProps['list'];
  going: ReturnType<typeof useGoingOn>;
}

/** How far a search has come. It takes one line, so that the rows below stay where they are. */
function Progress({ rows, list, going }: ProgressProps) {
  const { data, hasNextPage, isPlaceholderData } = list;
  const looked = counted(data?.looked ?? 0, 'message');
  const until = data?.back ? `, back to ${longDay(data.back)}` : '';
  return (
    <Group gap="sm" mih="2.25rem" wrap="nowrap" className="search-progress">
      {going.isGoingOn && <Loader size="xs" aria-hidden />}
      {/* Only the end is announced: a count that changes each second is noise. */}
      <Quiet aria-live={going.isGoingOn ? 'off' : 'polite'}>
        {isPlaceholderData
          ? 'Searching'
          : going.isGoingOn
            ? `${rows.toLocaleString('en')} found, ${looked} looked at${until}`
            : `${rows.toLocaleString('en')} found among ${looked}${hasNextPage ? until : ''}`}
      </Quiet>
      {going.isGoingOn ? (
        <TinyButton onClick={going.stop}>Stop</TinyButton>
      ) : (
        hasNextPage && <TinyButton onClick={going.goOn}>Search further</TinyButton>
      )}
    </Group>
  );
}

/** Scheduled messages have buttons. A narrow page has one column. */
function MessageTable(props: Pick<MessageListProps, 'rows'> & { isScheduled: boolean }) {
  const { rows, isScheduled } = props;
  const isNarrow = useMedia('(max-width: 62em)');
  const { recipients, subject, template } = columnsOf;
  const columns: Column<MessageSummary>[] = isScheduled
    ? [columnsOf.time, { ...recipients, width: '24%' }, subject, template, columnsOf.actions]
    : [columnsOf.state, recipients, subject, template, columnsOf.when];
  return (
    <DataTable
      folds={false}
      rows={rows}
      keyOf={({ id }) => id}
      isLinked
      columns={isNarrow ? [isScheduled ? narrowScheduled : narrow] : columns}
    />
  );
}

const columnsOf = {
  state: { head: 'State', width: 140, cell: ({ state }) => <MessageStateBadge state={state} /> },
  recipients: { head: 'To', width: '27%', cell: ({ to }) => <Recipients to={to} /> },
  subject: { head: 'Subject', cell: (message) => <MessageTitle message={message} /> },
  template: {
    head: 'Template',
    width: '17%',
    cell: ({ templateId }) => (
      <Quiet ff="monospace" truncate>
        {templateId}
      </Quiet>
    ),
  },
  when: {
    head: 'Requested',
    width: 136,
    cell: ({ createdAt }) => <When at={createdAt} size="sm" />,
  },
  time: {
    head: 'Time',
    width: 148,
    cell: (message) => {
      const at = message.sendAt ?? message.createdAt;
      return (
        <>
          <Text size="sm" className="number" title={timeWithZone(at)}>
            {shortMoment(at)}
          </Text>
          {message.state === 'SCHEDULED' && <When at={momentOf(message)} size="sm" c="dimmed" />}
        </>
      );
    },
  },
  actions: {
    head: 'Actions',
    isHeadHidden: true,
    width: 196,
    cell: (message) =>
      message.state === 'SCHEDULED' ? (
        <ScheduledActions message={message} />
      ) : (
        <MessageStateBadge state={message.state} />
      ),
  },
} as const satisfies Record<string, Column<MessageSummary>>;

type Cell = Column<MessageSummary>['cell'];

const narrowOf = (time: Cell, end: Cell): Column<MessageSummary> => ({
  head: 'Messages',
  cell: (message) => (
    <div className="narrow-message">
      <Recipients to={message.to} />
      {time(message)}
      <MessageTitle message={message} />
      {end(message)}
    </div>
  ),
});

const narrow = narrowOf(
  ({ createdAt }) => <When at={createdAt} size="sm" c="dimmed" />,
  columnsOf.state.cell,
);

const narrowScheduled = narrowOf(
  (message) => <div>{columnsOf.time.cell(message)}</div>,
  columnsOf.actions.cell,
);

// A search for an id covers all messages; one for another text, this list alone.
function NoMessages({ filters }: { filters: Filters }) {
  if (!isNarrowed(filters)) return empty[viewOf(filters)];
  const isTest = filters.test === 'true';
  const other = String(writeFilters({ ...filters, test: isTest ? '' : 'true' }));
  return (
    <Empty
      title="No matching messages"
      action={
        <SmallButton component={Link} to={{ search: other }}>
          {isTest ? 'Look among the live messages' : 'Look among those of test keys'}
        </SmallButton>
      }
    >
      No stored message matches. A message expires after some weeks, and a request without a valid
      key, template or body leaves none: the API’s answer said why.
    </Empty>
  );
}

const empty: Record<View, ReactNode> = {
  All: (
    <Empty title="No messages yet" action={<ToTemplates />}>
      This page shows the mails that flows send, with SES’s reports, and the requests that flows
      refuse. A template’s API page has requests for your code; its editor sends you a test mail.
    </Empty>
  ),
  Refused: (
    <Empty title="No refused requests">
      If a flow refuses a request, it is listed here with the reason: a missing variable, an address
      that cannot get mail, a suppressed recipient.
    </Empty>
  ),
  Scheduled: (
    <Empty title="No scheduled messages">
      A request with <code>_sendAt</code> is accepted for that time. Until then its message is
      listed here, and you can cancel it or send it at once.
    </Empty>
  ),
  'Test messages': (
    <Empty
      title="No test messages"
      action={
        <PlainButton component={Link} to="/settings/api-keys">
          Create a test key
        </PlainButton>
      }
    >
      A test key captures its mails, redirects them to you, or sends to a list of addresses alone.
      Run your tests with one, and see here what they would have sent.
    </Empty>
  ),
};
