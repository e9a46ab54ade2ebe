import { Grid, Stack } from '@mantine/core';
import { useLocation, useParams } from 'react-router';
import { useMessage } from '../../api/messages.ts';
import { ServiceProblem } from '../../api/problem.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MessageStateBadge } from '../../parts/message-state.tsx';
import { Page } from '../../shell/page.tsx';
import { Findings } from './findings.tsx';
import { FlowTrace } from './flow-trace.tsx';
import { MessageFacts } from './message-facts.tsx';
import { MessageRecipients } from './message-recipients.tsx';
import { Story } from './story.tsx';

/** What became of one message, why, and what to do about it. */
export function Component() {
  const { id = '' } = useParams();
  const query = useMessage(id);
  const { data: message, error } = query;
  const isGone = error instanceof ServiceProblem && error.code === 'not_found';
  const above = [{ to: `/messages${useCameFrom()}`, label: 'Messages' }];
  return (
    <Page
      title={message ? message.subject || 'No subject' : 'Message'}
      above={above}
      {...(message && {
        lead: <span aria-live="polite">{message.summary}</span>,
        badge: <MessageStateBadge state={message.state} />,
      })}
    >
      {isGone ? (
        <NoMessage />
      ) : (
        <Loaded query={query} what="This message could not be read">
          {(message) => (
            <Grid gap="xl">
              <Grid.Col span={{ base: 12, lg: 8 }}>
                <Stack gap="lg">
                  <Findings message={message} />
                  <MessageRecipients recipients={message.recipients} />
                  <Story events={message.events} />
                  <FlowTrace trace={message.trace} />
                </Stack>
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 4 }}>
                <MessageFacts message={message} />
              </Grid.Col>
            </Grid>
          )}
        </Loaded>
      )}
    </Page>
  );
}

function NoMessage() {
  return (
    <Empty title="No message has this id">
      It may be mistyped, or older than this deployment keeps messages. A request that was refused
      leaves none: the answer said why.
    </Empty>
  );
}

/** The filters of the list that led here. */
function useCameFrom(): string {
  const { state } = useLocation();
  const search: unknown = typeof state === 'object' && state !== null ? state.search : undefined;
  return typeof search === 'string' ? search : '';
}
