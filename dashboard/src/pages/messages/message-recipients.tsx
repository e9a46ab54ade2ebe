import { Group, Paper, Text } from '@mantine/core';
import type { Message } from '../../../../functions/manage/contracts/messages.ts';
import { MessageStateBadge } from '../../parts/message-state.tsx';
import { statesWithoutMail } from '../../parts/message-states.ts';
import { PageLink } from '../../parts/page-link.tsx';
import { Section } from '../../parts/section.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { When } from '../../parts/when.tsx';
import { SuppressButton } from './suppress-button.tsx';

type Recipient = Message['recipients'][number];

const fields: Record<Recipient['field'], string> = { _to: 'To', _cc: 'Cc', _bcc: 'Bcc' };

/** The recipients with SES's reports. If no mail was sent, there are no reports. */
export function MessageRecipients({ message: { recipients, state } }: { message: Message }) {
  if (recipients.length === 0) return null;
  return (
    <Section title={recipients.length === 1 ? 'Recipient' : 'Recipients'}>
      <Paper withBorder component="ul" className="bare-list rows">
        {recipients.map((recipient) => (
          <RecipientRow
            key={recipient.field + recipient.address}
            {...recipient}
            hasMail={!statesWithoutMail.has(state)}
            // The only recipient's button is beside the page's title.
            hasButton={recipients.length > 1 && isAddress(recipient.address)}
          />
        ))}
      </Paper>
    </Section>
  );
}

/** A refused request may have given any text as its recipient. */
export const isAddress = (text: string) => /^[!-~]+@[!-~]+\.[!-~]+$/.test(text);

function RecipientRow(props: Recipient & { hasMail: boolean; hasButton: boolean }) {
  const { address, field, state, at, reason, suppressed, hasMail, hasButton } = props;
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <Group gap="xs" miw={0}>
          <Text size="sm" c="dimmed" w={28}>
            {fields[field]}
          </Text>
          {isAddress(address) ? (
            <PageLink to={`/recipients/${encodeURIComponent(address)}`} fw={600}>
              {address}
            </PageLink>
          ) : (
            <Text size="sm" fw={600} className="copyable">
              {address}
            </Text>
          )}
        </Group>
        <Group gap="xs">
          {at && <When at={at} size="sm" c="dimmed" />}
          {state && <MessageStateBadge state={state} />}
          {!state && hasMail && <StateMark tone="quiet">No report yet</StateMark>}
          {hasButton && <SuppressButton size="xs" {...{ address, suppressed }} />}
        </Group>
      </Group>
      {reason && (
        <Text size="sm" ff="monospace" c="dimmed" mt={6} className="copyable">
          {reason}
        </Text>
      )}
      {suppressed && (
        <Text size="sm" mt="xs">
          This address is on the suppression list: no request sends mail to it.
        </Text>
      )}
    </li>
  );
}
