import { Button, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { beginFlow } from './model/flow-changes.ts';
import { NodeIcon } from './node-state.tsx';
import { useFlow } from './use-flow.ts';

const choices = [
  {
    kind: 'provider',
    title: 'Send with SES',
    text: 'Execute sends the mail to the address in _to. You can add verifications before it.',
  },
  {
    kind: 'callback',
    title: 'Return the mail',
    text: 'Execute returns subject, HTML and text. The caller sends the mail.',
  },
] as const;

/** Explains a flow and offers two ways to begin. `wasRemoved`: the removal is not saved yet. */
export function BeginFlow({ wasRemoved }: { wasRemoved: boolean }) {
  const { apply, hints } = useFlow();
  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <Stack gap="xs" maw={680}>
          <Title order={2} size="h4">
            {wasRemoved ? 'The flow was removed' : 'This template has no flow'}
          </Title>
          <Text>
            A flow says what a call to <b>execute</b> does with the template: fill in defaults,
            verify the input, and then send the mail or return it. Without a flow, execute renders
            the template and returns the mail to the caller.
          </Text>
          {wasRemoved && (
            <Text>The next save removes the stored flow. Until then Undo brings it back.</Text>
          )}
        </Stack>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          {choices.map(({ kind, title, text }, index) => (
            <Paper key={kind} withBorder p="md" component={Stack} gap="sm" justify="space-between">
              <Text size="sm">{text}</Text>
              <Button
                variant={index === 0 ? 'filled' : 'default'}
                leftSection={<NodeIcon kind={kind} />}
                style={{ alignSelf: 'flex-start' }}
                onClick={() => apply(beginFlow(kind, hints))}
              >
                {title}
              </Button>
            </Paper>
          ))}
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}
