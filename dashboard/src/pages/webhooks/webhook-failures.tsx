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

interface WebhookFailuresProps {
  webhook: Webhook;
  isOpenAtFirst: boolean;
}

/** The newest events that a webhook has not accepted so far, folded. They are read when the reader unfolds them. */
export function WebhookFailures({
  webhook: { id, url, state },
  isOpenAtFirst,
}: WebhookFailuresProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
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
                  failure={failure}
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

interface FailureRowProps {
  webhookId: string;
  failure: WebhookFailure;
  isPaused: boolean;
}

function FailureRow({ webhookId, failure, isPaused }: FailureRowProps) {
  const { messageId, eventId, type, attempts, lastAt, lastError, nextAt } = failure;
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
          webhookId={webhookId}
          messageId={messageId}
          eventId={eventId}
          which={`${shortType(type)} of message ${messageId}`}
        />
      )}
    </Group>
  );
}
