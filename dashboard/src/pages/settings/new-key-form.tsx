import { Input, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { NewApiKey } from '../../../../functions/manage/contracts/api-keys.ts';
import { errorAt, isUncertain } from '../../api/problem.ts';
import { DialogFoot } from '../../parts/dialog-foot.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';

interface NewKeyFormProps {
  onCreate: (key: NewApiKey) => void;
  isPending: boolean;
  error: unknown;
  onCancel: () => void;
}

/** What the person has written; nothing of it can be changed after the creation. */
const empty = { name: '', mode: 'live' as 'live' | 'test', redirectTo: '', allow: '', scopes: '' };

/** Asks what a new key is for: its name, its mode and its scopes. */
export function NewKeyForm({ onCreate, isPending, error, onCancel }: NewKeyFormProps) {
  const [written, setWritten] = useState(empty);
  const set = (changes: Partial<typeof empty>) => setWritten({ ...written, ...changes });
  const at = (field: keyof typeof empty) => errorAt(error, `/${field}`);
  const isAtField = (Object.keys(empty) as (keyof typeof empty)[]).some((field) => at(field));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onCreate(toNewKey(written));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          description="The program and environment that use the key, so that you know which key to revoke."
          placeholder="production"
          required
          autoComplete="off"
          data-autofocus
          value={written.name}
          onChange={({ currentTarget: { value } }) => set({ name: value })}
          error={at('name')}
        />
        <Input.Wrapper label="Mode" description={modes[written.mode]} labelElement="div">
          <SegmentedControl
            aria-label="Mode"
            mt="xs"
            fullWidth
            data={[
              { value: 'live', label: 'Live' },
              { value: 'test', label: 'Test' },
            ]}
            value={written.mode}
            onChange={(mode) => set({ mode: mode === 'test' ? 'test' : 'live' })}
          />
        </Input.Wrapper>
        {written.mode === 'test' && (
          <>
            <TextInput
              label="Redirect to"
              description="Optional. Every mail goes to this address instead of its recipients."
              placeholder="qa@example.com"
              autoComplete="off"
              value={written.redirectTo}
              onChange={({ currentTarget: { value } }) => set({ redirectTo: value })}
              error={at('redirectTo')}
            />
            <Textarea
              label="Allowed recipients"
              description="Optional. They get their mails. One address, or one domain such as @example.com, on each line."
              placeholder="@example.com"
              autosize
              minRows={2}
              maxRows={6}
              value={written.allow}
              onChange={({ currentTarget: { value } }) => set({ allow: value })}
              error={at('allow')}
            />
          </>
        )}
        <TextInput
          label="Scopes"
          description={`What the key may use, with spaces between: render, execute, verify, messages, or one template as execute:receipt. Empty: render, execute and verify${written.mode === 'test' ? ', and the messages of test keys' : ''}.`}
          autoComplete="off"
          value={written.scopes}
          onChange={({ currentTarget: { value } }) => set({ scopes: value })}
          error={at('scopes')}
        />
        {error != null && !isAtField && (
          <ProblemAlert
            error={error}
            what={
              isUncertain(error)
                ? 'No key arrived. If the list now shows an active key with this name, revoke it: its secret is lost'
                : 'The key was not created'
            }
          />
        )}
        <DialogFoot onCancel={onCancel} loading={isPending}>
          Create
        </DialogFoot>
      </Stack>
    </form>
  );
}

const modes = {
  live: 'Mails go to their recipients. A key never changes its mode.',
  test: 'Mails do not go to their recipients: they are captured, or redirected. A key never changes its mode.',
};

function toNewKey({ name, mode, redirectTo, allow, scopes }: typeof empty): NewApiKey {
  const listed = { allow: entriesIn(allow), scopes: entriesIn(scopes) };
  const isTest = mode === 'test';
  return {
    name: name.trim(),
    mode,
    ...(isTest && redirectTo.trim() !== '' && { redirectTo: redirectTo.trim() }),
    ...(isTest && listed.allow.length > 0 && { allow: listed.allow }),
    ...(listed.scopes.length > 0 && { scopes: listed.scopes }),
  };
}

const entriesIn = (text: string) => text.split(/[\s,]+/).filter((entry) => entry !== '');
