import { Paper } from '@mantine/core';
import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import { MessageStateBadge, MessageTitle, Recipients } from '../../parts/message-state.tsx';
import { momentOf } from '../../parts/message-states.ts';
import { When } from '../../parts/when.tsx';

/** A few messages of the overview. */
export function MessageRows({ messages }: { messages: readonly MessageSummary[] }) {
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
