import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ApiKey } from '../../../../functions/manage/contracts/api-keys.ts';
import { useApiKeys, useRevokeApiKey } from '../../api/api-keys.ts';
import type { Pausable } from '../../api/pause.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { counted } from '../../parts/counted.ts';
import { Empty, Loaded, LoadMore } from '../../parts/loaded.tsx';
import { Allowed } from '../../parts/may.tsx';
import { LatePauseDialog } from '../../parts/pause.tsx';
import { RowsWait } from '../../parts/skeletons.tsx';
import { useAskedForNew } from '../../parts/use-asked-for-new.ts';
import { Page } from '../../shell/page.tsx';
import { CreateKey, RotateKey } from './key-dialogs.tsx';
import { ActiveKeys, RevokedKeys } from './key-table.tsx';

export function Component() {
  const keys = useApiKeys();
  const [isCreating, setCreating] = useState(false);
  useAskedForNew(() => setCreating(true));
  const [pausing, setPausing] = useState<Pausable | null>(null);
  const [asked, setAsked] = useState<{ about: 'rotate' | 'revoke'; key: ApiKey } | null>(null);
  const dialog = (about: 'rotate' | 'revoke') => ({
    apiKey: asked?.about === about ? asked.key : null,
    onClose: () => setAsked(null),
  });
  return (
    <Page
      title="API keys"
      lead="Your code sends one of these keys with each request. Use a separate key for each environment."
      actions={
        <Allowed to="administer">
          <Button onClick={() => setCreating(true)}>Create API key</Button>
        </Allowed>
      }
    >
      <Loaded query={keys} what="The API keys could not be loaded" wait={<RowsWait rows={4} />}>
        {({ items: all }) => {
          const { active = [], revoked = [] } = Object.groupBy(all, ({ status }) => status);
          return (
            <>
              {active.length > 0 ? (
                <ActiveKeys keys={active} onAsk={setAsked} onPause={setPausing} />
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
                  <RevokedKeys keys={revoked} />
                </details>
              )}
              <LoadMore list={keys} />
            </>
          );
        }}
      </Loaded>
      <CreateKey opened={isCreating} onClose={() => setCreating(false)} />
      <RotateKey {...dialog('rotate')} />
      {pausing && <LatePauseDialog target={pausing} onClose={() => setPausing(null)} />}
      <RevokeKey {...dialog('revoke')} />
    </Page>
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
