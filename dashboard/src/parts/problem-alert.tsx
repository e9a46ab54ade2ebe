import { Alert, Code, Group, List, Stack, Text } from '@mantine/core';
import { isTransient, OtherVersion, ServiceProblem } from '../api/problem.ts';
import { IconAlertTriangle } from './icons.tsx';
import { ReloadButton } from './later.tsx';
import { SmallButton } from './looks.tsx';

interface ProblemAlertProps {
  error: unknown;
  /** "The template was not saved". */
  what?: string;
  /** The alert shows the button only after a fault that may pass. */
  retry?: (() => void) | undefined;
  /** JSON Pointers of fields that show their own problems. */
  shownElsewhere?: readonly string[];
}

export function ProblemAlert({ error, what, retry, shownElsewhere = [] }: ProblemAlertProps) {
  const isProblem = error instanceof ServiceProblem;
  const details = isProblem
    ? error.errors.filter(
        ({ pointer }) => !shownElsewhere.some((place) => isWithin(pointer, place)),
      )
    : [];
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={what ?? 'The request failed'}
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
          {retry && isTransient(error) && <SmallButton onClick={retry}>Try again</SmallButton>}
          {error instanceof OtherVersion && <ReloadButton />}
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

function isWithin(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}

function sentenceOf(error: unknown): string {
  if (error instanceof ServiceProblem) return error.detail ?? `${error.message}.`;
  if (error instanceof Error) return `${error.message}.`;
  return 'An unexpected error occurred. Reload the page.';
}
