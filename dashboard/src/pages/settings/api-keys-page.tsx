import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ApiKey } from '../../../../functions/manage/contracts/api-keys.ts';
import { useApiKeys, useRevokeApiKey } from '../../api/api-keys.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { counted } from '../../parts/counted.ts';
import { Empty, Loaded, LoadMore } from '../../parts/loaded.tsx';
import { Section } from '../../parts/section.tsx';
import { useAskedForNew } from '../../parts/use-asked-for-new.ts';
import { When } from '../../parts/when.tsx';
import { Page } from '../../shell/page.tsx';
import { CreateKey } from './create-key.tsx';

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
