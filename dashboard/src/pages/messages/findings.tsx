import { Alert, Anchor, Code, Group, Paper, Stack, Text } from '@mantine/core';
import type { Message } from '../../../../functions/manage/contracts/messages.ts';
import { IconExternalLink } from '../../parts/icons.tsx';
import { Quiet } from '../../parts/looks.tsx';
import { colorOf, MessageStateBadge } from '../../parts/message-state.tsx';
import { isProblemState, statesWithoutMail } from '../../parts/message-states.ts';
import { PageLink } from '../../parts/name.tsx';
import { Section } from '../../parts/section.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { SuppressButton } from '../../parts/suppress.tsx';
import { When } from '../../parts/when.tsx';

export function Findings({ message }: { message: Message }) {
  const { findings, error, recipients } = message;
  if (findings.length === 0) return null;
  const isTold = findings.length === 1;
  const onlyAddress = recipients.length === 1 ? recipients[0]?.address : undefined;
  const shown = findings.toSorted(
    (one, other) => Number(isProblemState(other.state)) - Number(isProblemState(one.state)),
  );
  return (
    <Section title={isTold ? 'What to do' : 'What this means and what to do'}>
      <Stack gap="sm">
        {shown.map(({ addresses, meaning, todo, page, state }) => (
          <Alert
            key={meaning + todo}
            role="note"
            color={colorOf(state)}
            title={isTold ? undefined : meaning}
          >
            <Stack gap={6}>
              {error && addresses.length === 0 && (
                <Text size="sm" ff="monospace" className="copyable">
                  {error}
                </Text>
              )}
              <Text size="sm">{todo}</Text>
              {state === 'REFUSED' && <RefusedAt message={message} />}
              {addresses.some((each) => each !== onlyAddress) && (
                <Text size="sm" className="copyable">
                  Affects {addresses.join(', ')}
                </Text>
              )}
              {page && (
                <Anchor
                  href={page}
                  target="_blank"
                  rel="noreferrer"
                  size="sm"
                  c="inherit"
                  underline="always"
                >
                  AWS documentation <IconExternalLink size={13} aria-hidden />
                </Anchor>
              )}
            </Stack>
          </Alert>
        ))}
      </Stack>
    </Section>
  );
}

function RefusedAt({ message: { field, templateId, trace } }: { message: Message }) {
  const node = trace.at(-1)?.node;
  return (
    <Group gap="md" fz="sm">
      {field !== null && (
        <span>
          Field <Code className="copyable">{field}</Code>
        </span>
      )}
      <PageLink
        to={`/templates/${encodeURIComponent(templateId)}/flow`}
        c="inherit"
        underline="always"
      >
        {node ? (
          <>
            Open the flow: node <bdi>{node}</bdi>
          </>
        ) : (
          'Open the flow'
        )}
      </PageLink>
    </Group>
  );
}

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
          <Quiet w={28}>{fields[field]}</Quiet>
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
        <Quiet ff="monospace" mt={6} className="copyable">
          {reason}
        </Quiet>
      )}
      {suppressed && (
        <Text size="sm" mt="xs">
          This address is on the suppression list: no request sends mail to it.
        </Text>
      )}
    </li>
  );
}
