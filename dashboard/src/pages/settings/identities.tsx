import { Button, Group, Paper, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { Sender } from '../../../../functions/manage/contracts/senders.ts';
import { useSenders } from '../../api/senders.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/section.tsx';
import { SenderStatus } from '../../parts/sender-status.tsx';

/** What the deployment may send from, as SES sees it just now. */
export function Identities() {
  const senders = useSenders();
  return (
    <Section
      title="Identities"
      lead={
        <>
          They belong to the deployment: its settings name them as <code>senders</code>, and SES
          verifies each before it sends for it.
        </>
      }
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={senders.isFetching && !senders.isPending}
          onClick={() => void senders.refetch()}
        >
          Check again
        </Button>
      }
    >
      <Loaded query={senders} what="The senders could not be read">
        {(all) =>
          all.length === 0 ? (
            <Empty title="No sender">
              Add an address or a domain to <code>senders</code> in the settings and deploy. Until
              then flows that send end in <code>flow_error</code>.
            </Empty>
          ) : (
            <Paper withBorder component="ul" className="bare-list rows">
              {all.map((sender) => (
                <Identity key={sender.identity} sender={sender} />
              ))}
            </Paper>
          )
        }
      </Loaded>
    </Section>
  );
}

function Identity({ sender: { identity, status, advice } }: { sender: Sender }) {
  const isAny = identity === '*';
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <Text fw={600} size="sm" className="copyable">
          {isAny ? 'Any address' : identity}
        </Text>
        <SenderStatus status={status} />
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {isAny ? 'This deployment takes every sender, as it is on your own machine.' : advice}
        {advice === null && !isAny && meaningOf(identity)}
      </Text>
    </li>
  );
}

function meaningOf(identity: string): string {
  return identity.includes('@')
    ? 'Flows may send from this very address.'
    : 'Flows may send from every address of this domain.';
}
