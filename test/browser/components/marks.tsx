import { Badge, Code, Group, Kbd, Stack, Text, Title } from '@mantine/core';
import { KindBadge } from '../../../dashboard/src/parts/kind-badge.tsx';
import { MessageMarks, MessageStateBadge } from '../../../dashboard/src/parts/message-state.tsx';
import type { MessageState } from '../../../dashboard/src/parts/message-states.ts';
import { stateWords } from '../../../dashboard/src/parts/message-states.ts';
import { Section } from '../../../dashboard/src/parts/section.tsx';
import { messages } from './lists.tsx';

/** All states of a message. */
const states = Object.keys(stateWords) as MessageState[];

const chartColours = [
  ...['sent', 'delivered', 'delayed', 'bounced'],
  ...['complained', 'refused', 'scheduled', 'other'],
];

/** Type, colours and badges. */
export function Marks() {
  return (
    <>
      <Section title="Type" lead="A section’s lead is one or two sentences in gray.">
        <Stack gap="xs">
          {([2, 3, 4, 5] as const).map((size) => (
            <Title key={size} order={3} size={`h${size}`}>
              The quick brown fox
            </Title>
          ))}
          {(['lg', 'md', 'sm', 'xs'] as const).map((size) => (
            <Text key={size} size={size}>
              Text of the size {size}: the mail was sent to <strong>ada@example.com</strong> with{' '}
              <Code>_to</Code>. Press <Kbd>Ctrl</Kbd> <Kbd>S</Kbd>.
            </Text>
          ))}
          <Text size="sm" c="dimmed">
            Dimmed text
          </Text>
        </Stack>
      </Section>
      <Section title="Badges">
        <Group gap="xs">
          {states.map((state) => (
            <MessageStateBadge key={state} state={state} />
          ))}
        </Group>
        <Group gap="xs">
          <KindBadge isLayout={false} />
          <KindBadge isLayout />
          <Badge color="teal">Sends</Badge>
          <Badge color="gray">No flow</Badge>
          <Badge>Draft</Badge>
          {messages.map((message) => (
            <MessageMarks key={message.id} message={message} />
          ))}
        </Group>
      </Section>
      <Section title="Colours of charts">
        <div className="swatches">
          {chartColours.map((name) => (
            <div key={name} className="swatch">
              <span style={{ background: `var(--state-${name})` }} />
              <Text size="sm" tt="capitalize">
                {name}
              </Text>
            </div>
          ))}
        </div>
        <Text size="sm" c="dimmed">
          {stateWords.UNKNOWN} and {stateWords.SENDING} have the colour of other states.
        </Text>
      </Section>
    </>
  );
}
