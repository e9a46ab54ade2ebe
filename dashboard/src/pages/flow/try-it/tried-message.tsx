import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { ServiceProblem } from '../../../api/problem.ts';
import { titleOf } from '../../../parts/message-states.ts';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import type { TryRun } from './use-try-run.ts';

/** Which message the test run begins with, if the page was opened with one. */
export function TriedMessage({ run: { tried, state } }: { run: TryRun }) {
  const { data, error, refetch, isLoading } = tried;
  if (isLoading) return <Text size="sm">Reading the message…</Text>;
  if (error instanceof ServiceProblem && error.code === 'not_found') {
    return (
      <Alert color="yellow" title="No message has the id in the address">
        The id may be mistyped, or the message has expired. Fill in the fields yourself.
      </Alert>
    );
  }
  if (error) {
    return (
      <ProblemAlert
        error={error}
        what="The message could not be loaded"
        retry={() => void refetch()}
      />
    );
  }
  if (!data) return null;
  const { message, copy } = data;
  const link = (
    <Anchor component={Link} to={`/messages/${message.id}`} size="sm" underline="always">
      <bdi>{titleOf(message)}</bdi>
    </Anchor>
  );
  if (copy === null) {
    return (
      <Alert color="yellow" title="The variables are not those of the message">
        No copy of {link} is kept. Only the recipients are its own.
      </Alert>
    );
  }
  const isMasked = message.test === undefined && state.draft.secret.length > 0;
  return (
    <Text size="sm">
      The variables and recipients are those of the message {link}. A run sends nothing.
      {isMasked && ' Its copy has • in place of the values of secret variables.'}
    </Text>
  );
}
