import { Paper, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import { MessageStateBadge } from '../../parts/message-state.tsx';
import { Section } from '../../parts/section.tsx';
import { When } from '../../parts/when.tsx';
import { amongWords, type Late } from './late-messages.ts';

export interface StatesProps {
  messages: readonly MessageSummary[];
  late: Late;
  isMore: boolean;
}

/** How the newest messages stand: a number for each state, which leads to its messages. */
export function States({ messages, late: { counts }, isMore }: StatesProps) {
  const oldest = messages.at(-1);
  if (!oldest) return null;
  return (
    <Section
      title="Newest messages by state"
      lead={
        <>
          Of {amongWords(messages.length, isMore)}; the oldest of them was sent{' '}
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
