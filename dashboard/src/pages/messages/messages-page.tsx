import './messages.css';
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
import { FreshMessages } from './fresh-messages.tsx';
import { MessageList } from './message-list.tsx';
import { mergeNewest } from './newest.ts';

const filterNames = ['state', 'to', 'since'] as const;

/** All messages of the account; the filters stand in the address. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  // Who comes back with the browser's own button finds the list as it was left; who comes anew, a new one.
  const key = messagesKey(filters, useLocation().key);
  const search = () => searchOf(filters, Date.now());
  const list = useMessages(key, search);
  const newest = useNewestMessages(key, search, list.isSuccess);
  const queries = useQueryClient();
  const top = useRef<HTMLDivElement>(null);

  // What is wrong with a filter stands at the filter.
  const isRefused = filterNames.some((name) => errorAt(list.error, `/query/${name}`));
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
      lead="Every mail that was handed to SES, the newest first. A refused request leaves none."
    >
      <FilterBar filters={filters} onChange={change} error={list.error} />
      {isRefused || (
        <Loaded query={list} what="The messages could not be read">
          {({ pages }) => {
            const shown = pages.flatMap(({ items }) => items);
            const { rows, fresh } = mergeNewest(shown, newest.data?.items ?? []);
            return (
              <div ref={top} tabIndex={-1} className="messages">
                <FreshMessages
                  fresh={fresh}
                  isMore={fresh > 0 && fresh === newest.data?.items.length}
                  isInterrupted={newest.isError}
                  onShow={showFresh}
                />
                <MessageList rows={rows} list={list} pages={pages.length} filters={filters} />
              </div>
            );
          }}
        </Loaded>
      )}
    </Page>
  );
}
