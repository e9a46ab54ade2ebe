import './messages.css';
import { Button, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from 'react-router';
import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import { useMay } from '../../api/account.ts';
import {
  type MessagePages,
  mergeNewest,
  messagesKey,
  readMessages,
  useMessages,
  useNewestMessages,
} from '../../api/messages.ts';
import { errorAt } from '../../api/problem.ts';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { IconArrowUp } from '../../parts/icons.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { maskedWords } from '../../parts/message-state.tsx';
import { RowsWait } from '../../parts/skeletons.tsx';
import { Page } from '../../shell/page.tsx';
import { csvHead, csvLine } from './csv.ts';
import { FilterBar, Views } from './filter-bar.tsx';
import { type Filters, readFilters, searchOf, type View, viewOf, writeFilters } from './filters.ts';
import { MessageList } from './message-list.tsx';

const leads: Record<View, string> = {
  All: 'Every request for a mail, the newest first: sent, scheduled or refused.',
  Refused: 'Requests that a flow refused, so that nothing was sent. They are kept for some days.',
  Scheduled: 'The mails that wait for their time, the soonest first.',
  'Test messages': 'What test keys asked for. No live recipient got these mails by accident.',
};

export function Component() {
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  // The browser's Back button shows the list as it was; a new visit reads a new list.
  const key = messagesKey(filters, useLocation().key);
  const search = () => searchOf(filters, Date.now());
  const list = useMessages(key, search);
  // A scheduled message comes anywhere in its list, not at the top.
  const hasNewest =
    list.isSuccess &&
    !list.isPlaceholderData &&
    filters.search === '' &&
    filters.state !== 'SCHEDULED';
  const newest = useNewestMessages(key, search, hasNewest);
  const queries = useQueryClient();
  const top = useRef<HTMLDivElement>(null);
  useGoToExact(list.isPlaceholderData ? undefined : list.data);

  // A filter shows its own error.
  const isRefused = ['search', 'to', 'since', 'until'].some((name) =>
    errorAt(list.error, `/query/${name}`),
  );
  const view = viewOf(filters);
  const seesRecipients = useMay('personal');
  const change = (changed: Partial<Filters>) =>
    setParams(writeFilters({ ...filters, ...changed }), { replace: true });
  const showFresh = () => {
    if (!newest.data) return;
    queries.setQueryData<MessagePages>(key, { pages: [newest.data], pageParams: [''] });
    top.current?.focus();
  };
  return (
    <Page
      title="Messages"
      lead={seesRecipients ? leads[view] : `${leads[view]} ${maskedWords}`}
      actions={
        <ExportCsv
          what="message"
          name="messages"
          head={csvHead}
          lineOf={csvLine}
          begin={() => {
            const asked = search();
            return (cursor, signal) => readMessages({ ...asked, limit: 100, cursor }, signal);
          }}
        />
      }
    >
      <Views filters={filters} />
      <FilterBar filters={filters} onChange={change} error={list.error} />
      {isRefused || (
        <Loaded query={list} what="The messages could not be loaded" wait={<RowsWait />}>
          {({ items: shown }) => {
            const { rows, fresh } = mergeNewest(shown, newest.data?.items ?? []);
            return (
              <Stack ref={top} tabIndex={-1} gap="sm">
                {/* Announces new messages. The reader decides when the list shows them. */}
                <div aria-live="polite" className="fresh-messages">
                  {fresh > 0 && (
                    <Button
                      size="xs"
                      radius="xl"
                      onClick={showFresh}
                      leftSection={<IconArrowUp size={14} aria-hidden />}
                    >
                      Show {fresh}
                      {fresh === newest.data?.items.length && '+'} new{' '}
                      {fresh === 1 ? 'message' : 'messages'}
                    </Button>
                  )}
                </div>
                <MessageList rows={rows} list={list} filters={filters} />
              </Stack>
            );
          }}
        </Loaded>
      )}
    </Page>
  );
}

function useGoToExact(found: { items: readonly MessageSummary[]; isExact: boolean } | undefined) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const isNewVisit = useNavigationType() !== NavigationType.Pop;
  const id = found?.isExact && isNewVisit ? found.items[0]?.id : undefined;
  useEffect(() => {
    if (id !== undefined) void navigate(`/messages/${id}`, { state: { search } });
  }, [id, navigate, search]);
}
