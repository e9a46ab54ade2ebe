import { Alert, Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import { type DeliveryField, deliveryFields } from '../../../../../shared/engine/flow/delivery.ts';
import { errorAt, ServiceProblem } from '../../../api/problem.ts';
import { exactText } from '../../../parts/exact-text.ts';
import { IconPlayerPlay } from '../../../parts/icons.tsx';
import { titleOf } from '../../../parts/message-states.ts';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { RunOutcome } from './run-outcome.tsx';
import { TryData } from './try-data.tsx';
import type { TryRun } from './use-try-run.ts';

const descriptions: Partial<Record<DeliveryField, string>> = {
  _subject: 'Replaces the template’s subject.',
  _replyTo: 'One address.',
  _cc: 'Addresses, separated by commas.',
  _bcc: 'Addresses, separated by commas.',
};

/** A test run of the draft: everything that execute does, except to send. */
export function TryIt({ run, variables }: { run: TryRun; variables: readonly TemplateVariable[] }) {
  const { start, isPending, error, result } = run;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start();
  };
  return (
    <Stack gap="md">
      <Title order={2} size="h5" ref={title} tabIndex={-1}>
        Try it
      </Title>
      <TriedMessage run={run} />
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Field field="_to" run={run} />
          <TryData run={run} variables={variables} />
          <details>
            <summary className="flow-summary">More delivery fields</summary>
            <Stack gap="sm" pt="sm">
              {deliveryFields.slice(1).map((field) => (
                <Field key={field} field={field} run={run} />
              ))}
            </Stack>
          </details>
          <Group>
            <Button
              type="submit"
              loading={isPending}
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
            >
              Run
            </Button>
          </Group>
        </Stack>
      </form>
      {error !== null && (
        <ProblemAlert
          error={error}
          what="The flow did not run"
          retry={start}
          shownElsewhere={['/data', '/delivery']}
        />
      )}
      <div aria-live="polite" ref={outcome}>
        {result && <RunOutcome result={result} />}
      </div>
    </Stack>
  );
}

interface FieldProps {
  field: DeliveryField;
  run: TryRun;
}

function Field({ field, run: { delivery, writeDelivery, error } }: FieldProps) {
  return (
    <TextInput
      {...exactText}
      label={field}
      description={descriptions[field]}
      spellCheck={field === '_subject'}
      value={delivery[field] ?? ''}
      onChange={(event) => writeDelivery(field, event.currentTarget.value)}
      error={errorAt(error, `/delivery/${field}`)}
    />
  );
}

/** Which message the test run begins with, if the page was opened with one. */
function TriedMessage({ run: { tried, state } }: { run: TryRun }) {
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
