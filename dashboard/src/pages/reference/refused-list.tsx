import { Badge, Code, Group, Paper, Text } from '@mantine/core';
import type { RefusedAnswer } from './shapes.ts';
import { Words } from './words.tsx';

const retryAfterInWords = {
  always: 'With Retry-After.',
  sometimes: '',
  never: '',
} as const;

/** What may be refused: each status with all that it may say. */
export function RefusedList({ refused, of }: { refused: readonly RefusedAnswer[]; of: string }) {
  return (
    <Paper withBorder component="ul" className="bare-list rows" aria-label={`Refusals of ${of}`}>
      {refused.map(({ status, description, retryAfter, sentences }) => (
        <li key={status}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Badge color="red" className="status">
              {status}
            </Badge>
            <Text size="sm">
              <Words>{description}</Words> {retryAfterInWords[retryAfter]}
            </Text>
          </Group>
          <Code block className="answer">
            {sentences.join('\n')}
          </Code>
        </li>
      ))}
    </Paper>
  );
}
