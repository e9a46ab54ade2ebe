import './messages.css';
import { Group, NativeSelect, Text } from '@mantine/core';
import { useLocation, useParams, useSearchParams } from 'react-router';
import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import type { Suppression } from '../../../../functions/manage/contracts/sending.ts';
import { messagesKey, useMessages } from '../../api/messages.ts';
import { codeOf } from '../../api/problem.ts';
import { useRecipient } from '../../api/sending.ts';
import { Copy } from '../../parts/copy.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { PageLink } from '../../parts/name.tsx';
import { Section } from '../../parts/section.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { SuppressButton } from '../../parts/suppress.tsx';
import { ExactTime, When } from '../../parts/when.tsx';
import { Page } from '../../shell/page.tsx';
import { noFilters, readFilters, searchOf, spans, writeFilters } from './filters.ts';
import { MessageList } from './message-list.tsx';

/** `/recipients/:address`: whether the account sends to an address, and its mails. */
export function Component() {
  const { address = '' } = useParams();
  const query = useRecipient(address);
  const { data: recipient, error } = query;
  const isNone = codeOf(error) === 'not_found';
  const suppression = recipient?.suppression ?? null;
  return (
    <Page
      title={recipient?.address ?? address}
      above={[{ to: '/messages', label: 'Messages' }]}
      {...(recipient && {
        badge: suppression && <StateMark tone="bad">Suppressed</StateMark>,
        lead: (
          <span aria-live="polite">
            {suppression ? <WhySuppressed {...suppression} /> : 'This account may send to it.'}
          </span>
        ),
        actions: (
          <>
            <SuppressButton address={recipient.address} suppressed={suppression !== null} />
            <Copy text={location.href} label="Copy link" size="sm" />
          </>
        ),
      })}
    >
      {isNone ? (
        <Empty title="This is no email address">No mail can have gone to it.</Empty>
      ) : (
        <Loaded query={query} what="The recipient could not be loaded">
          {(found) => <Mails address={found.address} />}
        </Loaded>
      )}
    </Page>
  );
}

const reasons: Record<Suppression['reason'], string> = {
  bounce: 'a mail to it bounced',
  complaint: 'its reader marked a mail as spam',
  manual: 'a person or your code put it on the list',
};

function WhySuppressed({ reason, at, detail, messageId }: Suppression) {
  return (
    <>
      Suppressed since <ExactTime at={at} span />, because {reasons[reason]}
      {detail !== null && <>: {detail}</>}.{' '}
      {messageId !== null && <PageLink to={`/messages/${messageId}`}>Show that mail</PageLink>}
    </>
  );
}

function Mails({ address }: { address: string }) {
  const [params, setParams] = useSearchParams();
  const { from, to } = readFilters(params);
  const filters = { ...noFilters, search: address, from, to };
  const key = messagesKey(filters, useLocation().key);
  const list = useMessages(key, () => searchOf(filters, Date.now()));
  return (
    <Section
      title="Mails"
      lead={list.data && <LastDelivered rows={list.data.items} isWhole={!list.hasNextPage} />}
      actions={
        <NativeSelect
          aria-label="Requested"
          value={Object.hasOwn(spans, from) ? from : ''}
          onChange={({ currentTarget: { value } }) =>
            setParams(writeFilters({ ...noFilters, from: value }), { replace: true })
          }
          data={[
            { value: '', label: 'All that are kept' },
            ...Object.entries(spans).map(([value, { label }]) => ({ value, label })),
          ]}
        />
      }
    >
      <Loaded query={list} what="The mails could not be loaded">
        {({ items }) => <MessageList rows={items} list={list} filters={filters} />}
      </Loaded>
    </Section>
  );
}

/** A complaint is about a mail that was delivered. */
const arrived: ReadonlySet<MessageSummary['state']> = new Set(['DELIVERED', 'COMPLAINED']);

function LastDelivered({ rows, isWhole }: { rows: readonly MessageSummary[]; isWhole: boolean }) {
  const last = rows.find(({ state }) => arrived.has(state));
  if (last) {
    return (
      <Group gap={4}>
        <Text inherit>Last delivered:</Text>
        <PageLink to={`/messages/${last.id}`}>
          <When at={last.createdAt} />
        </PageLink>
      </Group>
    );
  }
  return isWhole ? 'None of these mails is reported as delivered.' : 'None delivered so far.';
}
