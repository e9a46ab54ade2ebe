import { Badge, Code, Group, Paper, Text } from '@mantine/core';
import type { Answer } from './answers.ts';

/** Answers with their status, when each comes, and what it looks like. */
export function AnswerList({ answers }: { answers: readonly Answer[] }) {
  return (
    <Paper withBorder component="ul" className="bare-list rows">
      {answers.map(({ status, when, body, isGood }) => (
        <li key={when}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Badge color={isGood ? 'teal' : status === 200 ? 'yellow' : 'red'} className="status">
              {status}
            </Badge>
            <Text size="sm">{when}</Text>
          </Group>
          <Code block className="answer">
            {inOneLine(body)}
          </Code>
        </li>
      ))}
    </Paper>
  );
}

/** JSON with spaces, where it may break. */
function inOneLine(body: unknown): string {
  return JSON.stringify(body, null, 1).replace(/\n\s*/g, ' ');
}
