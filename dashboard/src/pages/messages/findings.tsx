import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { Message } from '../../../../functions/manage/contracts/messages.ts';
import { isProblemState, type MessageState } from '../../shell/message-states.ts';
import { Section } from '../../shell/section.tsx';

/** What it means and what to do about it, problems first: what somebody comes here for. */
export function Findings({ message }: { message: Message }) {
  const { findings, recipients, error } = message;
  if (findings.length === 0) return null;
  const shown = findings
    .map((finding) => ({ ...finding, state: stateFor(message, finding.addresses) }))
    .sort((one, other) => Number(isProblemState(other.state)) - Number(isProblemState(one.state)));
  return (
    <Section title="What it means, and what to do">
      <Stack gap="sm">
        {shown.map(({ addresses, meaning, todo, page, state }) => (
          <Alert key={meaning + todo} role="note" color={colorOf(state)} title={meaning}>
            <Stack gap={6}>
              {error && addresses.length === 0 && (
                <Text size="sm" ff="monospace" className="copyable">
                  {error}
                </Text>
              )}
              <Text size="sm">{todo}</Text>
              {recipients.length > 1 && addresses.length > 0 && (
                <Text size="sm" className="copyable">
                  Concerns {addresses.join(', ')}
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
                  What AWS says about it <IconExternalLink size={13} aria-hidden />
                </Anchor>
              )}
            </Stack>
          </Alert>
        ))}
      </Stack>
    </Section>
  );
}

/** The state of those whom a finding concerns; none: of the message as a whole. */
function stateFor({ state, recipients }: Message, addresses: readonly string[]): MessageState {
  return recipients.find(({ address }) => addresses.includes(address))?.state ?? state;
}

function colorOf(state: MessageState): string {
  if (state === 'UNKNOWN' || state === 'DELAYED') return 'yellow';
  if (isProblemState(state)) return 'red';
  return state === 'DELIVERED' ? 'teal' : 'blue';
}
