import { Group, Stack, Text, Timeline, Title } from '@mantine/core';
import { useId } from 'react';
import type { Message } from '../../../../functions/manage/contracts/messages.ts';
import { Quiet } from '../../parts/looks.tsx';
import { PageLink } from '../../parts/name.tsx';
import { ResendEvent } from '../../parts/resend-event.tsx';
import { Section } from '../../parts/section.tsx';
import { readersZone } from '../../parts/time-words.ts';
import { ExactTime } from '../../parts/when.tsx';
import { ReplyWords } from './reply.tsx';

type Entry = Message['events'][number];

interface Chapter {
  /** ISO 8601; null if unknown. */
  at: string | null;
  text: string;
  /** Entries without a time, such as the steps of the flow. */
  steps: string[];
  delivery: Entry['delivery'];
  reply: Entry['reply'];
}

interface StoryProps {
  message: Message;
  /** Below the mail itself, it is shown on request. */
  isFolded: boolean;
}

export function Story({ message, isFolded }: StoryProps) {
  const titleId = useId();
  if (!isFolded) {
    return (
      <Section title="Timeline" lead={`Times in ${readersZone()}.`}>
        <Chapters message={message} />
      </Section>
    );
  }
  return (
    <section aria-labelledby={titleId}>
      <details className="folded-story">
        <summary>
          <Title order={2} size="h4" id={titleId} display="inline">
            Timeline
          </Title>
        </summary>
        <Quiet my="xs">Times in {readersZone()}.</Quiet>
        <Chapters message={message} />
      </details>
    </section>
  );
}

function Chapters({ message: { id: messageId, events } }: { message: Message }) {
  const chapters = chaptersOf(events);
  return (
    <Timeline active={chapters.length} bulletSize={12} lineWidth={2} color="gray" className="story">
      {chapters.map(({ at, text, steps, delivery, reply }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the end
        <Timeline.Item key={index}>
          {at && <ExactTime at={at} size="xs" c="dimmed" ff="monospace" display="block" />}
          <Text size="sm" className="copyable">
            {text}
          </Text>
          {steps.length > 0 && (
            <Stack component="ol" gap={0} mt="3xs" className="bare-list">
              {steps.map((step, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a flow never change
                <Quiet key={place} component="li" className="copyable">
                  {step}
                </Quiet>
              ))}
            </Stack>
          )}
          {reply && <ReplyWords reply={reply} />}
          {delivery && <DeliveryTools messageId={messageId} {...delivery} />}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

// A deleted webhook has no link.
function DeliveryTools(props: NonNullable<Entry['delivery']> & { messageId: string }) {
  const { messageId, webhookId, eventId, webhook } = props;
  if (webhook === 'deleted') return null;
  return (
    <Group gap="sm" mt="2xs">
      {webhook === 'active' && (
        <ResendEvent {...{ webhookId, messageId, eventId }} which={`to the webhook ${webhookId}`} />
      )}
      <PageLink to={`/settings/webhooks#${webhookId}`}>Show the webhook</PageLink>
    </Group>
  );
}

// An event without a time belongs to the event above it.
function chaptersOf(events: Message['events']): Chapter[] {
  const chapters: Chapter[] = [];
  for (const { at, text, delivery, reply } of events) {
    const last = chapters.at(-1);
    if (at === null && last) last.steps.push(text);
    else chapters.push({ at, text, steps: [], delivery, reply });
  }
  return chapters;
}
