import { Button, Group, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { errorAt } from '../../../api/problem.ts';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { type DeliveryField, deliveryFields, type RunInput, readData } from '../model/run-input.ts';
import { RunOutcome } from './run-outcome.tsx';
import type { TryRun } from './use-try-run.ts';

const words: Record<DeliveryField, { label: string; description?: string }> = {
  _to: { label: '_to' },
  _subject: { label: '_subject', description: "Takes the place of the template's subject." },
  _replyTo: { label: '_replyTo' },
  _cc: { label: '_cc', description: 'Addresses with commas between them.' },
  _bcc: { label: '_bcc' },
};

/** Runs the draft as execute would, everything but the send. */
export function TryIt({ run }: { run: TryRun }) {
  const { input, write, start, isPending, error, result, retry } = run;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  const data = readData(input.data);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start();
  };
  return (
    <Stack gap="md">
      <Title order={2} size="h5" ref={title} tabIndex={-1}>
        Try it
      </Title>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {deliveryFields.slice(0, 1).map((field) => (
            <Field key={field} field={field} run={run} />
          ))}
          <Textarea
            label="Variables"
            description="A JSON object. It begins with the template's test data."
            autosize
            minRows={4}
            maxRows={14}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            value={input.data}
            onChange={(event) =>
              write({ ...input, data: event.currentTarget.value } satisfies RunInput)
            }
            error={'error' in data ? data.error : errorAt(error, '/data')}
          />
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
          what="The flow was not run"
          retry={retry}
          shownElsewhere={shownPointers}
        />
      )}
      <div aria-live="polite" ref={outcome}>
        {result && <RunOutcome result={result} />}
      </div>
    </Stack>
  );
}

const shownPointers = ['/data', ...deliveryFields.map((field) => `/delivery/${field}`)];

function Field({ field, run: { input, write, error } }: { field: DeliveryField; run: TryRun }) {
  return (
    <TextInput
      {...words[field]}
      autoCapitalize="off"
      autoComplete="off"
      spellCheck={field === '_subject'}
      value={input.delivery[field]}
      onChange={(event) =>
        write({ ...input, delivery: { ...input.delivery, [field]: event.currentTarget.value } })
      }
      error={errorAt(error, `/delivery/${field}`)}
    />
  );
}
