import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  shownFailures,
  type Webhook,
  type WebhookFailure,
} from '../../../../functions/manage/contracts/webhooks.ts';
import { useWebhookFailures } from '../../api/webhooks.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { ResendEvent } from '../../parts/resend-event.tsx';
import { When } from '../../parts/when.tsx';
import { shortType } from './webhook-words.ts';

export function WebhookFailures(props: { webhook: Webhook; isOpenAtFirst: boolean }) {
  const { id, url, state } = props.webhook;
  const [isOpen, setOpen] = useState(props.isOpenAtFirst);
  const failures = useWebhookFailures(id, isOpen);
  return (
    <details
      className="more"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => setOpen(open)}
    >
      <summary aria-label={`Failed events of ${url}`}>Failed events</summary>
      {isOpen && (
        <Loaded query={failures} what="The failed events could not be loaded">
          {(all) => (
            <Stack gap="xs">
              <Text size="sm" c="dimmed">
                {wordsOf(all.length)}
              </Text>
              {all.map((failure) => (
                <FailureRow
                  key={failure.eventId}
                  webhookId={id}
                  {...failure}
                  isPaused={state === 'paused'}
                />
              ))}
            </Stack>
          )}
        </Loaded>
      )}
    </details>
  );
}

function wordsOf(count: number): string {
  if (count === 0) return 'None in the last 7 days that it has not accepted since.';
  const which = count < shownFailures ? 'The events' : `The newest ${shownFailures} events`;
  return `${which} of the last 7 days that it has not accepted so far.`;
}

function FailureRow(props: WebhookFailure & { webhookId: string; isPaused: boolean }) {
  const { messageId, eventId, type, attempts, lastAt, lastError, nextAt } = props;
  const { webhookId, isPaused } = props;
  return (
    <Group
      justify="space-between"
      align="flex-start"
      gap="sm"
      py="2xs"
      style={{ borderTop: 'var(--line)' }}
    >
      <Stack gap={2} miw={0} flex="1 1 260px">
        <Text size="sm" component="div">
          <strong>{shortType(type)}</strong>,{' '}
          <PageLink to={`/messages/${messageId}`} underline="always">
            the message
          </PageLink>
          . {attempts === 1 ? '1 try' : `${attempts} tries`}, the last <When at={lastAt} span />;{' '}
          {nextAt && !isPaused ? (
            <>
              next try <When at={nextAt} span />.
            </>
          ) : (
            'no further try.'
          )}
        </Text>
        {lastError && (
          <Text size="sm" c="dimmed" ff="monospace" className="copyable">
            {lastError}
          </Text>
        )}
      </Stack>
      {!isPaused && (
        <ResendEvent
          {...{ webhookId, messageId, eventId }}
          which={`${shortType(type)} of message ${messageId}`}
        />
      )}
    </Group>
  );
}
