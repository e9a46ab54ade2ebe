import { Alert, Anchor, Code, Group, Stack, Text } from '@mantine/core';
import type { Message } from '../../../../functions/manage/contracts/messages.ts';
import { IconExternalLink } from '../../parts/icons.tsx';
import { colorOf } from '../../parts/message-state.tsx';
import { isProblemState } from '../../parts/message-states.ts';
import { PageLink } from '../../parts/page-link.tsx';
import { Section } from '../../parts/section.tsx';

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
