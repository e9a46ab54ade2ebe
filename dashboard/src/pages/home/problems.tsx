import { Anchor, Group, Paper, Text } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import { MessageLink, Recipients, TestMark } from '../../parts/message-parts.tsx';
import { MessageStateBadge } from '../../parts/message-state.tsx';
import { Section } from '../../parts/section.tsx';
import { When } from '../../parts/when.tsx';
import { amongWords, type Late } from './late-messages.ts';

export interface ProblemsProps {
  late: Late;
  /** How many messages were looked at. */
  count: number;
  isMore: boolean;
}

/** What somebody should look at, the newest first. */
export function Problems({ late: { problems, problemCount }, count, isMore }: ProblemsProps) {
  const among = amongWords(count, isMore);
  if (problemCount === 0) {
    return (
      <Section title="Problems">
        <Paper withBorder p="md">
          <Group gap="sm" wrap="nowrap">
            <IconCircleCheckFilled className="step-done" size={22} aria-hidden />
            <Text size="sm">
              {count === 0
                ? 'No message was sent yet: requests so far only rendered or verified.'
                : `None among ${among}: nothing bounced, failed, was rejected or complained about.`}
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
