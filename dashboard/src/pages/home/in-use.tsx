import { Anchor, Grid, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import {
  MessageLink,
  MessageStateBadge,
  Recipients,
  TestMark,
} from '../../parts/message-state.tsx';
import { Section } from '../../parts/section.tsx';
import { Usage } from '../../parts/usage.tsx';
import { When } from '../../parts/when.tsx';
import { StepList } from './checklist.tsx';
import type { Overview, Step } from './first-run.ts';
import { amongWords, type RecentMessages, summaryOf } from './recent-messages.ts';

/** The states of messages of which no mail was made, or none yet. */
const madeNoMail: ReadonlySet<MessageSummary['state']> = new Set([
  'REFUSED',
  'SCHEDULED',
  'CANCELLED',
]);

interface InUseProps {
  found: Overview;
  steps: readonly Step[];
  /** The section with the base address, which comes below the problems. */
  address: ReactNode;
}

/** The overview of an account that sends: first its problems, then its numbers. */
export function InUse({ found, steps, address }: InUseProps) {
  const { isMore, account } = found;
  const messages = found.messages.filter(({ state }) => !madeNoMail.has(state));
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
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="xl">
            <Problems recent={recent} count={messages.length} isMore={isMore} />
            {address}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack gap="xl">
            <States messages={messages} recent={recent} isMore={isMore} />
            <Section title="Requests per day" lead="All keys together, in UTC days.">
              <Usage usage={account.usage} />
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

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
            <IconCircleCheckFilled className="step-done" size={22} aria-hidden />
            <Text size="sm">
              {count === 0
                ? 'No mails: all requests only rendered or verified, or were refused.'
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
      actions={
        <Anchor component={Link} to="/messages" size="sm">
          All messages
        </Anchor>
      }
    >
      <Paper withBorder component="ul" className="bare-list rows">
        {problems.map((message) => (
          <ProblemRow key={message.id} message={message} />
        ))}
      </Paper>
    </Section>
  );
}

function ProblemRow({ message }: { message: MessageSummary }) {
  return (
    <li className="problem">
      <div className="problem-state">
        <MessageStateBadge state={message.state} />
      </div>
      <div className="problem-words">
        <span className="one-line">
          <MessageLink message={message} />
          <TestMark message={message} />
        </span>
        <Recipients to={message.to} />
      </div>
      <When at={message.createdAt} size="sm" c="dimmed" className="problem-time" />
    </li>
  );
}

interface StatesProps {
  messages: readonly MessageSummary[];
  recent: RecentMessages;
  isMore: boolean;
}

/** The number of the newest messages in each state, with a link to them. */
function States({ messages, recent: { counts }, isMore }: StatesProps) {
  const oldest = messages.at(-1);
  if (!oldest) return null;
  return (
    <Section
      title="Newest messages by state"
      lead={
        <>
          Counts {amongWords(messages.length, isMore)}. The oldest was sent{' '}
          <When at={oldest.createdAt} span />.
        </>
      }
    >
      <Paper withBorder component="ul" className="bare-list rows states">
        {counts.map(({ state, count }) => (
          <li key={state}>
            <Link to={`/messages?state=${state}`} className="state">
              <MessageStateBadge state={state} />
              <span className="state-bar" aria-hidden>
                <span style={{ width: `${(count / messages.length) * 100}%` }} />
              </span>
              <Text component="span" fw={600} className="number">
                {count}
              </Text>
            </Link>
          </li>
        ))}
      </Paper>
    </Section>
  );
}
