import {
  Alert,
  Box,
  Group,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type {
  Template,
  TemplateVariable,
} from '../../../../../functions/manage/contracts/templates.ts';
import { deliveryFields, languageField } from '../../../../../shared/engine/flow/delivery.ts';
import { errorAt } from '../../../api/problem.ts';
import { parseData } from '../../../draft/test-data.ts';
import { exactText } from '../../../parts/exact-text.ts';
import { IconPlayerPlay } from '../../../parts/icons.tsx';
import { JsonField } from '../../../parts/json-field.tsx';
import { MainButton } from '../../../parts/looks.tsx';
import { Allowed } from '../../../parts/may.tsx';
import { titleOf } from '../../../parts/message-states.ts';
import { PageLink } from '../../../parts/name.tsx';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { DataForm } from '../../editor/data/data-form.tsx';
import { RunOutcome } from './run-outcome.tsx';
import { type TryField, type TryRun, useTriedVariables } from './use-try-run.ts';

const descriptions: Partial<Record<TryField, string>> = {
  _language: 'The language of the request, such as de.',
  _subject: 'Replaces the template’s subject.',
  _replyTo: 'One address.',
  _cc: 'Addresses, separated by commas.',
  _bcc: 'Addresses, separated by commas.',
};

export function TryIt({ run, template }: { run: TryRun; template: Template }) {
  const variables = useTriedVariables(template);
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
          {run.hasLanguage && <Field field={languageField} run={run} />}
          <TryData run={run} variables={variables} />
          <details className="more">
            <summary>More delivery fields</summary>
            <Stack gap="sm">
              {deliveryFields.slice(1).map((field) => (
                <Field key={field} field={field} run={run} />
              ))}
            </Stack>
          </details>
          <Group>
            <Allowed to="write">
              <MainButton type="submit" loading={isPending} icon={IconPlayerPlay}>
                Run
              </MainButton>
            </Allowed>
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

function Field({ field, run }: { field: TryField; run: TryRun }) {
  const { delivery, writeDelivery, error } = run;
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

function TriedMessage({ run: { tried, state } }: { run: TryRun }) {
  const { data, error, refetch, isLoading } = tried;
  if (isLoading) return <Text size="sm">Reading the message…</Text>;
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
    <PageLink to={`/messages/${message.id}`} underline="always">
      <bdi>{titleOf(message)}</bdi>
    </PageLink>
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

function TryData({ run, variables }: { run: TryRun; variables: readonly TemplateVariable[] }) {
  const { store, data, error } = run;
  const [view, setView] = useState<'fields' | 'json'>('fields');
  const parsed = parseData(data);
  const isJson = view === 'json' || !parsed.ok;
  return (
    <Box component="fieldset" miw={0} m={0} p={0} bd="none">
      <Group justify="space-between" mb={4}>
        <Box component="legend" p={0}>
          Variables
        </Box>
        <SegmentedControl
          size="xs"
          aria-label="Show the variables as"
          value={isJson ? 'json' : 'fields'}
          onChange={setView}
          data={[
            { value: 'fields', label: 'Fields', disabled: !parsed.ok },
            { value: 'json', label: 'JSON' },
          ]}
        />
      </Group>
      {isJson ? (
        <JsonField
          aria-label="Variables as JSON"
          minRows={4}
          maxRows={14}
          value={data}
          onChange={({ currentTarget: { value: testData } }) =>
            store.dispatch({ kind: 'written', changes: { testData } })
          }
          error={parsed.ok ? errorAt(error, '/data') : parsed.detail}
        />
      ) : (
        <Paper withBorder radius="sm">
          <DataForm store={store} data={parsed.data} variables={variables} />
        </Paper>
      )}
    </Box>
  );
}
