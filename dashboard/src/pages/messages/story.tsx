import { Text, Timeline } from '@mantine/core';
import type { Message } from '../../../../functions/manage/contracts/messages.ts';
import { Section } from '../../parts/section.tsx';
import { exactly } from '../../parts/when.tsx';

/** What happened, in words. A step without a time of its own belongs to the one above it. */
export function Story({ events }: Pick<Message, 'events'>) {
  return (
    <Section title="Timeline">
      <Timeline active={events.length} bulletSize={12} lineWidth={2} color="gray" className="story">
        {events.map(({ at, text }, index) => (
          <Timeline.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the end
            key={index}
            lineVariant={events[index + 1]?.at === null ? 'dashed' : 'solid'}
          >
            {at && (
              <Text
                component="time"
                dateTime={at}
                size="xs"
                c="dimmed"
                ff="monospace"
                display="block"
              >
                {exactly(at)}
              </Text>
            )}
            <Text size="sm" className="copyable">
              {text}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}
