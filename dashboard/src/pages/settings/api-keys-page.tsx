import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { ApiKey } from '../../../../functions/manage/contracts/api-keys.ts';
import { useApiKeys } from '../../api/api-keys.ts';
import { Empty } from '../../parts/empty.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/section.tsx';
import { Page } from '../../shell/page.tsx';
import { KeyRows, RevokedKeys } from './api-key-rows.tsx';
import { CreateKey } from './create-key.tsx';
import { RevokeKey } from './revoke-key.tsx';

/** The keys that open the API to one's own code. */
export function Component() {
  const keys = useApiKeys();
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const create = <Button onClick={() => setCreating(true)}>Create API key</Button>;
  return (
    <Page
      title="API keys"
      lead="Your code calls the API with one of these keys. Use one for each environment."
      actions={create}
    >
      <Loaded query={keys} what="The API keys could not be read">
        {({ pages }) => {
          const all = pages.flatMap(({ items }) => items);
          const active = all.filter(({ status }) => status === 'active');
          const revoked = all.filter(({ status }) => status === 'revoked');
          return (
            <>
              {active.length > 0 ? (
                <Section title="Active" lead={rotation}>
                  <KeyRows keys={active} onRevoke={setRevoking} />
                </Section>
              ) : (
                <Empty title="No active API key">
                  A key is shown once, when it is created. Keep it where your code reads its
                  secrets, and send it as <code>Authorization: Bearer …</code> with every request.
                </Empty>
              )}
              <RevokedKeys keys={revoked} />
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

const rotation = (
  <Text size="sm" inherit>
    To rotate a key, create a second one, let your code use it, then revoke the first: both work
    side by side until then.
  </Text>
);
