import './messages.css';
import { Button, Paper } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import {
  type MessagePages,
  messagesKey,
  useMessages,
  useNewestMessages,
} from '../../api/messages.ts';
import { errorAt } from '../../api/problem.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, readFilters, searchOf, writeFilters } from './filters.ts';
import { MessageList } from './message-list.tsx';
import { mergeNewest } from './newest.ts';
import { mergeSoonest } from './soonest.ts';

const lead =
  'Every mail that was handed to SES or is scheduled, and every request that a flow refused, the newest first.';
const scheduledLead = 'The mails that wait for their time, the soonest first.';

const filterNames = ['state', 'to', 'since'] as const;

/** All messages of the account. The address has the filters. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  // The browser's Back button shows the list as it was; a new visit reads a new list.
  const key = messagesKey(filters, useLocation().key);
  const search = () => searchOf(filters, Date.now());
  const list = useMessages(key, search);
  const newest = useNewestMessages(key, search, list.isSuccess);
  const queries = useQueryClient();
  const top = useRef<HTMLDivElement>(null);

  // A filter shows its own error.
  const isRefused = filterNames.some((name) => errorAt(list.error, `/query/${name}`));
  const isScheduled = filters.state === 'SCHEDULED';
  const change = (changed: Partial<Filters>) =>
    setParams(writeFilters({ ...filters, ...changed }), { replace: true });
  const showFresh = () => {
    if (!newest.data) return;
    queries.setQueryData<MessagePages>(key, { pages: [newest.data], pageParams: [''] });
    top.current?.focus();
  };
  return (
    <Page title="Messages" lead={isScheduled ? scheduledLead : lead}>
      <FilterBar filters={filters} onChange={change} error={list.error} />
      {isRefused || (
        <Loaded query={list} what="The messages could not be loaded">
          {({ items: shown, pages }) => {
            const { rows, fresh } = isScheduled
              ? mergeSoonest(shown, newest.data)
              : mergeNewest(shown, newest.data?.items ?? []);
            return (
              <div ref={top} tabIndex={-1} className="messages">
                <FreshMessages
                  fresh={fresh}
                  what={isScheduled ? 'change' : 'new message'}
                  isMore={fresh > 0 && fresh === newest.data?.items.length}
                  isInterrupted={newest.isError}
                  onShow={showFresh}
                />
                <MessageList rows={rows} list={list} pages={pages} filters={filters} />
              </div>
            );
          }}
        </Loaded>
      )}
    </Page>
  );
}

interface FreshMessagesProps {
  /** How many messages are newer than the list. */
  fresh: number;
  /** What was counted, in the singular. */
  what: string;
  /** There may be even more. */
  isMore: boolean;
  isInterrupted: boolean;
  onShow: () => void;
}

/** Announces new messages. The reader decides when the list shows them. */
function FreshMessages({ fresh, what, isMore, isInterrupted, onShow }: FreshMessagesProps) {
  return (
    <div aria-live="polite" className="fresh-messages">
      {fresh > 0 && (
        <Button
          size="xs"
          radius="xl"
          onClick={onShow}
          leftSection={<IconArrowUp size={14} aria-hidden />}
        >
          Show {fresh}
          {isMore && '+'} {fresh === 1 ? what : `${what}s`}
        </Button>
      )}
      {isInterrupted && (
        <Paper withBorder px="sm" py={4} fz="sm">
          The service does not answer, so this list may be out of date. The page keeps trying.
        </Paper>
      )}
    </div>
  );
}
