import { Grid, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import { IconCircleCheckFilled } from '../../parts/icons.tsx';
import { MessageStateBadge, MessageTitle, Recipients } from '../../parts/message-state.tsx';
import { momentOf, statesWithoutMail } from '../../parts/message-states.ts';
import { PageLink } from '../../parts/page-link.tsx';
import { Section } from '../../parts/section.tsx';
import { Usage } from '../../parts/usage.tsx';
import { When } from '../../parts/when.tsx';
import { StepList } from './checklist.tsx';
import { Figures } from './figures/figures.tsx';
import type { Overview, Step } from './first-run.ts';
import { amongWords, type RecentMessages, summaryOf, upcomingOf } from './recent-messages.ts';

interface InUseProps {
  found: Overview;
  steps: readonly Step[];
  /** The section with the base address, which comes below the problems. */
  address: ReactNode;
}

/** The overview of an account that sends: first its problems, then its numbers. */
export function InUse({ found, steps, address }: InUseProps) {
  const { isMore, account } = found;
  const messages = found.messages.filter(({ state }) => !statesWithoutMail.has(state));
  const recent = summaryOf(messages);
  // An account whose code sends mails needs no test mail of the dashboard.
  const open = steps.filter(({ isDone, code }) => !isDone && code !== 'test');
  return (
    <>
      {open.length > 0 && (
        <Section title="Still to do">
          <StepList steps={open} />
        </Section>
      )}
      <Figures />
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="xl">
            <Problems recent={recent} count={messages.length} isMore={isMore} />
            <Upcoming {...upcomingOf(found.messages)} />
            {address}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Section title="Requests per day" lead={requestsLead(account)}>
            <Usage usage={account.usage} />
          </Section>
        </Grid.Col>
      </Grid>
    </>
  );
}

const requestsLead = ({ limits }: Overview['account']) =>
  `All keys together, in UTC days. The plan allows ${limits.requestsPerMinute.toLocaleString('en')} a minute.`;

interface ProblemsProps {
  recent: RecentMessages;
  /** How many messages were read. */
  count: number;
  isMore: boolean;
}

/** The messages with a problem, the newest first. */
function Problems({ recent: { problems, problemCount }, count, isMore }: ProblemsProps) {
  const among = amongWords(count, isMore);
  if (problemCount === 0) {
    return (
      <Section title="Problems">
        <Paper withBorder p="md">
          <Group gap="sm" wrap="nowrap">
            <IconCircleCheckFilled className="good" size={22} aria-hidden />
            <Text size="sm">
              {count === 0
                ? 'No request has sent a mail yet.'
                : `None among ${among}: none bounced, failed, was rejected or drew a complaint.`}
            </Text>
          </Group>
        </Paper>
      </Section>
    );
  }
  return (
    <Section
      title="Problems"
      lead={`${problemCount} among ${among}. Open one to see why, and what to do.`}
      actions={<PageLink to="/messages">All messages</PageLink>}
    >
      <MessageRows messages={problems} />
    </Section>
  );
}

/** The scheduled messages among the newest messages; the one that is sent first is at the top. */
function Upcoming({ upcoming, count }: { upcoming: readonly MessageSummary[]; count: number }) {
  if (count === 0) return null;
  return (
    <Section
      title="Scheduled"
      lead={`${count} of the newest messages ${count === 1 ? 'waits' : 'wait'} to be sent. Soonest first.`}
      actions={<PageLink to="/messages?state=SCHEDULED">All scheduled</PageLink>}
    >
      <MessageRows messages={upcoming} />
    </Section>
  );
}

/** A few messages of the overview. */
function MessageRows({ messages }: { messages: readonly MessageSummary[] }) {
  return (
    <Paper withBorder component="ul" className="bare-list rows">
      {messages.map((message) => (
        <li key={message.id} className="overview-message">
          <div>
            <MessageStateBadge state={message.state} />
          </div>
          <div className="overview-message-words">
            <MessageTitle message={message} />
            <Recipients to={message.to} />
          </div>
          <When at={momentOf(message)} size="sm" c="dimmed" />
        </li>
      ))}
    </Paper>
  );
}
