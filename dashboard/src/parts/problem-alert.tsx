import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { isPassing, ServiceProblem } from '../api/problem.ts';

export interface ProblemAlertProps {
  error: unknown;
  /** What was to be done, as the beginning of a sentence: "The template was not saved". */
  what?: string;
  /** Asks again. Shown where that may go better. */
  retry?: (() => void) | undefined;
  /** Pointers of what is shown at its own field already. */
  shownElsewhere?: readonly string[];
}

/** What went wrong, why, and what can be done: the one look of every error. */
export function ProblemAlert({ error, what, retry, shownElsewhere = [] }: ProblemAlertProps) {
  const isProblem = error instanceof ServiceProblem;
  const details = isProblem
    ? error.errors.filter(({ pointer }) => !shownElsewhere.includes(pointer))
    : [];
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={what ?? 'This did not work'}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{sentenceOf(error)}</Text>
        {details.length > 0 && (
          <List size="sm">
            {details.map(({ pointer, detail }) => (
              <List.Item key={pointer + detail}>
                {pointer && <Code>{pointer}</Code>} {detail}
              </List.Item>
            ))}
          </List>
        )}
        <Group gap="md">
          {retry && isPassing(error) && (
            <Button size="xs" variant="default" onClick={retry}>
              Try again
            </Button>
          )}
          {isProblem && error.requestId && error.status >= 500 && (
            <Text size="xs" c="dimmed">
              Request <Code>{error.requestId}</Code>
            </Text>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

function sentenceOf(error: unknown): string {
  if (error instanceof ServiceProblem) return error.detail ?? `${error.message}.`;
  if (error instanceof Error) return `${error.message}.`;
  return 'Something unforeseen happened in this page: reload it.';
}
