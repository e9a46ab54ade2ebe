import './messages.css';
import { Grid, Stack, Table, Text, Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation, useParams } from 'react-router';
import type { Message } from '../../../../functions/manage/contracts/messages.ts';
import { useMessage } from '../../api/messages.ts';
import { ServiceProblem } from '../../api/problem.ts';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { MessageStateBadge } from '../../parts/message-state.tsx';
import { titleOf } from '../../parts/message-states.ts';
import { ScheduledActions } from '../../parts/scheduled-actions.tsx';
import { Section } from '../../parts/section.tsx';
import { momentWords, readersZone } from '../../parts/time-words.ts';
import { ExactTime, When } from '../../parts/when.tsx';
import { Page } from '../../shell/page.tsx';
import { Findings } from './findings.tsx';
import { MessageCopySection } from './message-copy.tsx';
import { MessageFacts } from './message-facts.tsx';
import { MessageFiles } from './message-files.tsx';
import { MessageRecipients } from './message-recipients.tsx';

/** The result of one message, why, and what to do about it. */
export function Component() {
  const { id = '' } = useParams();
  const query = useMessage(id);
  const { data: message, error } = query;
  const isGone = error instanceof ServiceProblem && error.code === 'not_found';
  const above = [{ to: `/messages${useCameFrom()}`, label: 'Messages' }];
  return (
    <Page
      title={message ? titleOf(message) : 'Message'}
      above={above}
      {...(message && {
        lead: <span aria-live="polite">{leadOf(message)}</span>,
        badge: <MessageStateBadge state={message.state} />,
        actions: <ScheduledActions message={message} size="sm" />,
      })}
    >
      {isGone ? (
        <NoMessage />
      ) : (
        <Loaded query={query} what="The message could not be loaded">
          {(message) => (
            <Grid gap="xl">
              <Grid.Col span={{ base: 12, lg: 8 }}>
                <Stack gap="lg">
                  <Findings message={message} />
                  <MessageRecipients message={message} />
                  <MessageFiles message={message} isOver={isOver(message)} />
                  {/* The copy is written when the send has ended. */}
                  {isOver(message) && <MessageCopySection id={message.id} />}
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

function leadOf({ state, sendAt, summary }: Message): ReactNode {
  if (state !== 'SCHEDULED' || sendAt === null) return summary;
  return (
    <>
      It is scheduled for {momentWords(sendAt)} (<When at={sendAt} span />
      ).
    </>
  );
}

function isOver({ state }: Message): boolean {
  return state !== 'SENDING' && state !== 'SCHEDULED';
}

function NoMessage() {
  return (
    <Empty title="No message has this id">
      The id may be mistyped, or the message has expired. A request that was answered with a 4xx or
      a 5xx creates no message: the API’s answer said why.
    </Empty>
  );
}

/** The filters of the list from which this page was opened. */
function useCameFrom(): string {
  const { state } = useLocation();
  const search: unknown = typeof state === 'object' && state !== null ? state.search : undefined;
  return typeof search === 'string' ? search : '';
}

/** The steps of the flow that led to the send, and how long each took. */
function FlowTrace({ trace }: Pick<Message, 'trace'>) {
  if (trace.length === 0) return null;
  return (
    <Section title="Steps of the flow">
      <Table withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Step</Table.Th>
            <Table.Th>Outcome</Table.Th>
            <Table.Th ta="end">Time</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {trace.map(({ node, type, outcome, ms }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a trace never changes
            <Table.Tr key={index}>
              <Table.Td>
                {type} {node !== null && <code className="copyable">{node}</code>}
              </Table.Td>
              <Table.Td>{outcome.replaceAll('_', ' ')}</Table.Td>
              <Table.Td ta="end" className="number">
                {ms.toFixed(1)} ms
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}

/** The events of a message. An event without a time belongs to the event above it. */
function Story({ events }: Pick<Message, 'events'>) {
  return (
    <Section title="Timeline" lead={`Times in ${readersZone()}.`}>
      <Timeline active={events.length} bulletSize={12} lineWidth={2} color="gray" className="story">
        {events.map(({ at, text }, index) => (
          <Timeline.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the end
            key={index}
            lineVariant={events[index + 1]?.at === null ? 'dashed' : 'solid'}
          >
            {at && <ExactTime at={at} size="xs" c="dimmed" ff="monospace" display="block" />}
            <Text size="sm" className="copyable">
              {text}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}
