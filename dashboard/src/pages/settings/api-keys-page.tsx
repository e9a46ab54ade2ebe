import {
  Badge,
  Button,
  Group,
  Input,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import type { ApiKey, NewApiKey } from '../../../../functions/manage/contracts/api-keys.ts';
import { useApiKeys, useCreateApiKey, useRevokeApiKey } from '../../api/api-keys.ts';
import { isUncertain } from '../../api/problem.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { counted } from '../../parts/counted.ts';
import { DialogForm, useFields } from '../../parts/dialog-form.tsx';
import { Empty, Loaded, LoadMore } from '../../parts/loaded.tsx';
import { SecretDialog, useSecret } from '../../parts/secret-dialog.tsx';
import { Section } from '../../parts/section.tsx';
import { useAskedForNew } from '../../parts/use-asked-for-new.ts';
import { When } from '../../parts/when.tsx';
import { Page } from '../../shell/page.tsx';

export function Component() {
  const keys = useApiKeys();
  const [isCreating, setCreating] = useState(false);
  useAskedForNew(() => setCreating(true));
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const create = <Button onClick={() => setCreating(true)}>Create API key</Button>;
  return (
    <Page
      title="API keys"
      lead="Your code sends one of these keys with each request. Use a separate key for each environment."
      actions={create}
    >
      <Loaded query={keys} what="The API keys could not be loaded">
        {({ items: all }) => {
          const { active = [], revoked = [] } = Object.groupBy(all, ({ status }) => status);
          return (
            <>
              {active.length > 0 ? (
                <Section title="Active" lead={rotation}>
                  <KeyRows keys={active} onRevoke={setRevoking} />
                </Section>
              ) : (
                <Empty title="No active API keys">
                  A key is shown once, when you create it. Store it where your code reads its
                  secrets, and send it as <code>Authorization: Bearer …</code> with every request.
                </Empty>
              )}
              {/* Folded, because they matter only to a user who looks up what happened to a key. */}
              {revoked.length > 0 && (
                <details className="more">
                  <summary>{counted(revoked.length, 'revoked key')}</summary>
                  <KeyRows keys={revoked} />
                </details>
              )}
              <LoadMore list={keys} />
            </>
          );
        }}
      </Loaded>
      <CreateKey opened={isCreating} onClose={() => setCreating(false)} />
      <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />
    </Page>
  );
}

const rotation =
  'To rotate a key, create a second one, switch your code to it, then revoke the first. Both work until then.';

/** `onRevoke` is absent for revoked keys. */
function KeyRows(props: { keys: readonly ApiKey[]; onRevoke?: (key: ApiKey) => void }) {
  const { keys, onRevoke } = props;
  return (
    <Paper withBorder component="ul" className="bare-list rows">
      {keys.map((key) => (
        <Group
          key={key.keyId}
          component="li"
          justify="space-between"
          align="flex-start"
          wrap="nowrap"
        >
          <Stack gap={2} miw={0}>
            <Group gap="xs">
              <Text fw={600} size="sm" className="copyable">
                {key.name}
              </Text>
              {key.mode === 'test' && <Badge color="yellow">Test</Badge>}
            </Group>
            <Group gap="0 var(--mantine-spacing-xs)" c="dimmed" fz="sm">
              <Text size="sm" ff="monospace" title="First and last characters of the key">
                {key.hint}
              </Text>
              <span>
                created <When at={key.createdAt} span />
              </span>
              {key.revokedAt && (
                <span>
                  revoked <When at={key.revokedAt} span />
                </span>
              )}
            </Group>
            <KeyLimits apiKey={key} />
          </Stack>
          {onRevoke && (
            <Button
              variant="default"
              size="xs"
              onClick={() => onRevoke(key)}
              aria-label={`Revoke ${key.name}`}
            >
              Revoke
            </Button>
          )}
        </Group>
      ))}
    </Paper>
  );
}

function KeyLimits({ apiKey: { mode, redirectTo, allow, scopes } }: { apiKey: ApiKey }) {
  const others = allow.length > 0 ? 'other mails' : 'mails';
  const lines = [
    allow.length > 0 && `Sends to ${allow.join(', ')}`,
    mode === 'test' && (redirectTo ? `Redirects ${others} to ${redirectTo}` : `Captures ${others}`),
    scopes && `May use ${scopes.join(', ')}`,
  ].filter((line) => typeof line === 'string');
  if (lines.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {lines.join('. ')}.
    </Text>
  );
}

/** Closed if `apiKey` is null. */
function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const revoke = useRevokeApiKey();
  return (
    <Confirm
      opened={apiKey !== null}
      onClose={onClose}
      title="Revoke this API key?"
      verb="Revoke"
      onConfirm={(then) => apiKey && revoke.mutate(apiKey.keyId, then)}
      request={revoke}
      done={`The key “${apiKey?.name}” was revoked`}
    >
      <strong>
        <bdi>{apiKey?.name}</bdi>
      </strong>{' '}
      ({apiKey?.hint}) stops working at once: the next request with it gets status 401. This cannot
      be undone.
    </Confirm>
  );
}

function CreateKey({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { secret, setSecret, forget } = useSecret();
  const create = useCreateApiKey(setSecret);
  return (
    <SecretDialog
      {...{ opened, onClose, secret, forget }}
      request={create}
      title="Create API key"
      secretTitle="Store your new API key now"
      form={(cancel) => <NewKeyForm create={create} onCancel={cancel} />}
      place="where my code reads its secrets"
      reason="The key cannot be shown again."
    >
      This is the key <strong>{create.variables?.name ?? ''}</strong>. It is shown only this once,
      because postrider keeps only its hash.
    </SecretDialog>
  );
}

const empty = { name: '', mode: 'live' as 'live' | 'test', redirectTo: '', allow: '', scopes: '' };

// The name, the mode and the scopes cannot be changed later.
function NewKeyForm(props: { create: ReturnType<typeof useCreateApiKey>; onCancel: () => void }) {
  const { create, onCancel } = props;
  const { values, set, field } = useFields(empty, create.error);
  const { mode } = values;
  return (
    <DialogForm
      request={create}
      fields={Object.keys(empty)}
      what={
        isUncertain(create.error)
          ? 'No key arrived. If the list now shows an active key with this name, revoke it: its secret is lost'
          : 'The key was not created'
      }
      verb="Create"
      onSubmit={() => create.mutate(toNewKey(values))}
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
      <Input.Wrapper label="Mode" description={modes[mode]} labelElement="div">
        <SegmentedControl
          aria-label="Mode"
          mt="xs"
          fullWidth
          data={[
            { value: 'live', label: 'Live' },
            { value: 'test', label: 'Test' },
          ]}
          value={mode}
          onChange={(chosen) => set({ mode: chosen })}
        />
      </Input.Wrapper>
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
      <TextInput
        label="Scopes"
        description={`What the key may use, with spaces between: render, execute, verify, messages, or one template as execute:receipt. Empty: render, execute and verify${mode === 'test' ? ', and the messages of test keys' : ''}.`}
        autoComplete="off"
        {...field('scopes')}
      />
    </DialogForm>
  );
}

const modes = {
  live: 'Mails go to their recipients. A key never changes its mode.',
  test: 'Mails do not go to their recipients: they are captured, or redirected. A key never changes its mode.',
};

function toNewKey({ name, mode, redirectTo, allow, scopes }: typeof empty): NewApiKey {
  const isTest = mode === 'test';
  return {
    name: name.trim(),
    mode,
    redirectTo: (isTest && redirectTo.trim()) || undefined,
    allow: isTest ? entriesIn(allow) : undefined,
    scopes: entriesIn(scopes),
  };
}

function entriesIn(text: string): string[] | undefined {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.length > 0 ? entries : undefined;
}
