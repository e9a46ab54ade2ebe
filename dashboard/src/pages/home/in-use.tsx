import { Box, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconCircleCheckFilled } from '../../parts/icons.tsx';
import { MessageStateBadge, MessageTitle, Recipients } from '../../parts/message-state.tsx';
import { isProblemState, statesWithoutMail } from '../../parts/message-states.ts';
import { PageLink } from '../../parts/page-link.tsx';
import { Section } from '../../parts/section.tsx';
import { When } from '../../parts/when.tsx';
import { StepList } from './checklist.tsx';
import { Figures } from './figures/figures.tsx';
import type { ChecklistStep, Overview } from './first-run.ts';

interface InUseProps {
  found: Overview;
  steps: readonly ChecklistStep[];
  address: ReactNode;
}

const maxShown = 8;

export function InUse({ found, steps, address }: InUseProps) {
  const open = steps.filter(({ isDone }) => !isDone);
  return (
    <>
      {open.length > 0 && (
        <Section title="Still to do">
          <StepList steps={open} />
        </Section>
      )}
      <Figures />
      <Problems {...found} />
      {address}
    </>
  );
}

function Problems({ messages, isMore }: Pick<Overview, 'messages' | 'isMore'>) {
  const count = messages.filter(({ state }) => !statesWithoutMail.has(state)).length;
  const problems = messages.filter(({ state }) => isProblemState(state));
  const among = isMore ? `the newest ${count} messages` : `all ${count} messages`;
  if (problems.length === 0) {
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
      lead={`${problems.length} among ${among}. Open one to see why, and what to do.`}
      actions={<PageLink to="/messages">All messages</PageLink>}
    >
      <Paper withBorder component="ul" className="bare-list rows">
        {problems.slice(0, maxShown).map((message) => (
          <Group key={message.id} component="li" gap="sm">
            <Box w={140}>
              <MessageStateBadge state={message.state} />
            </Box>
            <Box flex="1 1 12rem" miw={0}>
              <MessageTitle message={message} />
              <Recipients to={message.to} />
            </Box>
            <When at={message.createdAt} size="sm" c="dimmed" />
          </Group>
        ))}
      </Paper>
    </Section>
  );
}
