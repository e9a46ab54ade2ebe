import { NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ApiKey, NewApiKey } from '../../../../functions/manage/contracts/api-keys.ts';
import { useCreateApiKey, useRotateApiKey } from '../../api/api-keys.ts';
import { errorAt, isUncertain } from '../../api/problem.ts';
import { DialogForm, useFields } from '../../parts/dialog-form.tsx';
import { SecretDialog, useSecret } from '../../parts/secret-dialog.tsx';
import { SegmentsField } from '../../parts/segments.tsx';
import { ExactTime } from '../../parts/when.tsx';
import { type ScopeChoice, scopesOf } from './key-words.ts';
import { ScopesField } from './scopes-field.tsx';

const storing = {
  secretTitle: 'Store your new API key now',
  place: 'where my code reads its secrets',
  reason: 'The key cannot be shown again.',
};

export function CreateKey({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { secret, setSecret, forget } = useSecret();
  const create = useCreateApiKey(setSecret);
  return (
    <SecretDialog
      {...{ opened, onClose, secret, forget }}
      request={create}
      title="Create API key"
      form={(cancel) => <NewKeyForm create={create} onCancel={cancel} />}
      {...storing}
    >
      This is the key <strong>{create.variables?.name ?? ''}</strong>. It is shown only this once,
      because postrider keeps only its hash.
    </SecretDialog>
  );
}

const empty = { name: '', mode: 'live' as 'live' | 'test', redirectTo: '', allow: '' };

// The name, the mode and the scopes cannot be changed later.
function NewKeyForm(props: { create: ReturnType<typeof useCreateApiKey>; onCancel: () => void }) {
  const { create, onCancel } = props;
  const { values, set, field } = useFields(empty, create.error);
  const { mode } = values;
  const [choice, setChoice] = useState<ScopeChoice | null>(null);
  return (
    <DialogForm
      request={create}
      fields={[...Object.keys(empty), 'scopes']}
      what={
        isUncertain(create.error)
          ? 'No key arrived. If the list now shows an active key with this name, revoke it: its secret is lost'
          : 'The key was not created'
      }
      verb="Create"
      onSubmit={() => create.mutate(toNewKey(values, choice))}
      onCancel={onCancel}
    >
      <TextInput
        label="Name"
        description="The program and environment that use the key, so that you know which key to revoke."
        placeholder="production"
        required
        autoComplete="off"
        data-autofocus
        {...field('name')}
      />
      <SegmentsField
        label="Mode"
        description={modes[mode]}
        of={{ live: 'Live', test: 'Test' }}
        value={mode}
        onChange={(chosen) => set({ mode: chosen })}
      />
      {mode === 'test' && (
        <>
          <TextInput
            label="Redirect to"
            description="Optional. Every mail goes to this address instead of its recipients."
            placeholder="qa@example.com"
            autoComplete="off"
            {...field('redirectTo')}
          />
          <Textarea
            label="Allowed recipients"
            description="Optional. They get their mails. One address, or one domain such as @example.com, on each line."
            placeholder="@example.com"
            autosize
            minRows={2}
            maxRows={6}
            {...field('allow')}
          />
        </>
      )}
      <ScopesField
        choice={choice}
        onChoose={setChoice}
        isTest={mode === 'test'}
        error={errorAt(create.error, '/scopes')}
      />
    </DialogForm>
  );
}

const modes = {
  live: 'Mails go to their recipients. A key never changes its mode.',
  test: 'Mails do not go to their recipients: they are captured, or redirected. A key never changes its mode.',
};

function toNewKey(
  { name, mode, redirectTo, allow }: typeof empty,
  choice: ScopeChoice | null,
): NewApiKey {
  const isTest = mode === 'test';
  return {
    name: name.trim(),
    mode,
    redirectTo: (isTest && redirectTo.trim()) || undefined,
    allow: isTest ? entriesIn(allow) : undefined,
    scopes: choice ? scopesOf(choice) : undefined,
  };
}

function entriesIn(text: string): string[] | undefined {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.length > 0 ? entries : undefined;
}

const hourMs = 60 * 60 * 1000;

const ends = [
  { value: '1', label: 'works for an hour more' },
  { value: '24', label: 'works for a day more' },
  { value: '168', label: 'works for a week more' },
  { value: '720', label: 'works for 30 days more' },
  { value: '', label: 'works until I revoke it' },
];

/** Closed if `apiKey` is null. */
export function RotateKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const { secret, setSecret, forget } = useSecret();
  const rotate = useRotateApiKey(setSecret);
  const [hours, setHours] = useState('24');
  const end = () => (hours === '' ? null : new Date(Date.now() + Number(hours) * hourMs));
  const { old } = rotate.data ?? {};
  return (
    <SecretDialog
      {...{ onClose, secret, forget }}
      opened={apiKey !== null}
      request={rotate}
      title="Rotate this API key?"
      form={(cancel) => (
        <DialogForm
          request={rotate}
          fields={[]}
          what={
            isUncertain(rotate.error)
              ? 'No key arrived. If the list now shows a newer key with this name, revoke that one: its secret is lost'
              : 'The key was not rotated'
          }
          verb="Rotate"
          onSubmit={() =>
            apiKey && rotate.mutate({ keyId: apiKey.keyId, oldUntil: end()?.toISOString() ?? null })
          }
          onCancel={cancel}
          data-autofocus
        >
          <Text>
            You get a new key like <strong className="copyable">{apiKey?.name}</strong> (
            {apiKey?.hint}), with the same mode and the same rights. Both work side by side while
            you give your code the new one.
          </Text>
          <NativeSelect
            label="The old key"
            data={ends}
            value={hours}
            onChange={({ currentTarget }) => setHours(currentTarget.value)}
          />
        </DialogForm>
      )}
      {...storing}
      more={
        old && (
          <Text size="sm">
            {old.activeUntil ? (
              <>
                The old key {old.hint} works until <ExactTime at={old.activeUntil} span />.
              </>
            ) : (
              <>The old key {old.hint} works until you revoke it.</>
            )}
          </Text>
        )
      }
    >
      This is the new key <strong className="copyable">{apiKey?.name}</strong>. It is shown only
      this once, because postrider keeps only its hash.
    </SecretDialog>
  );
}
