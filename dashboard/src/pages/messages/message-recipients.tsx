import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Message } from '../../../../functions/manage/contracts/messages.ts';
import { MessageStateBadge } from '../../parts/message-state.tsx';
import { statesWithoutMail } from '../../parts/message-states.ts';
import { Section } from '../../parts/section.tsx';
import { Unsuppress } from '../../parts/unsuppress.tsx';
import { When } from '../../parts/when.tsx';

type Recipient = Message['recipients'][number];

const fields: Record<Recipient['field'], string> = { _to: 'To', _cc: 'Cc', _bcc: 'Bcc' };

/** The recipients with SES's reports. If no mail was sent, there are no reports. */
export function MessageRecipients({ message: { recipients, state } }: { message: Message }) {
  const [unsuppressing, setUnsuppressing] = useState<string[]>([]);
  if (recipients.length === 0) return null;
  return (
    <Section title="Recipients">
      <Paper withBorder component="ul" className="bare-list rows">
        {recipients.map((recipient) => (
          <RecipientRow
            key={recipient.field + recipient.address}
            {...recipient}
            hasMail={!statesWithoutMail.has(state)}
            onUnsuppress={() => setUnsuppressing([recipient.address])}
          />
        ))}
      </Paper>
      <Unsuppress addresses={unsuppressing} onClose={() => setUnsuppressing([])} />
    </Section>
  );
}

function RecipientRow(props: Recipient & { hasMail: boolean; onUnsuppress: () => void }) {
  const { address, field, state, at, reason, suppressed, hasMail, onUnsuppress } = props;
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <Group gap="xs" miw={0}>
          <Text size="sm" c="dimmed" w={28}>
            {fields[field]}
          </Text>
          <Text size="sm" fw={600} className="copyable">
            {address}
          </Text>
        </Group>
        <Group gap="xs">
          {at && <When at={at} size="sm" c="dimmed" />}
          {state && <MessageStateBadge state={state} />}
          {!state && hasMail && (
            <Badge color="gray" size="lg">
              No report yet
            </Badge>
          )}
        </Group>
      </Group>
      {reason && (
        <Text size="sm" ff="monospace" c="dimmed" mt={6} className="copyable">
          {reason}
        </Text>
      )}
      {suppressed && (
        <Stack gap={6} mt="xs" align="flex-start">
          <Text size="sm">
            This address is on the suppression list: no request sends mail to it.
          </Text>
          <Button size="xs" variant="default" onClick={onUnsuppress}>
            Remove from the suppression list
          </Button>
        </Stack>
      )}
    </li>
  );
}
