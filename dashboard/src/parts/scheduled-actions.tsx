import { type ButtonProps, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { MessageSummary } from '../../../functions/manage/contracts/messages.ts';
import { useCancelMessage, useSendMessageNow } from '../api/messages.ts';
import { useCurrentRevision } from '../api/templates.ts';
import { Confirm } from './confirm.tsx';
import { PlainButton } from './looks.tsx';
import { Allowed } from './may.tsx';
import { titleOf } from './message-states.ts';
import { momentWords } from './time-words.ts';

const verbs = { send: 'Send now', cancel: 'Cancel' };

interface ScheduledActionsProps {
  message: MessageSummary;
  size?: ButtonProps['size'];
}

export function ScheduledActions({ message, size = 'xs' }: ScheduledActionsProps) {
  const [question, setQuestion] = useState<keyof typeof verbs | null>(null);
  const close = () => setQuestion(null);
  // An open dialog stays, because it may say why the service refused the request.
  if (message.state !== 'SCHEDULED' && question === null) return null;
  const which = `${titleOf(message)}, to ${message.to.join(', ')}`;
  return (
    <Group gap="xs" wrap="nowrap">
      {(['send', 'cancel'] as const).map((asked) => (
        <Allowed key={asked} to="operate">
          <PlainButton
            size={size}
            onClick={() => setQuestion(asked)}
            aria-label={`${verbs[asked]}: ${which}`}
          >
            {verbs[asked]}
          </PlainButton>
        </Allowed>
      ))}
      <CancelMessage message={message} opened={question === 'cancel'} onClose={close} />
      <SendNow message={message} opened={question === 'send'} onClose={close} />
    </Group>
  );
}

interface QuestionProps {
  message: MessageSummary;
  opened: boolean;
  onClose: () => void;
}

function CancelMessage({ message, opened, onClose }: QuestionProps) {
  const cancel = useCancelMessage();
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title="Cancel this message?"
      verb="Cancel the message"
      cancel="Keep it"
      onConfirm={(then) => cancel.mutate(message, then)}
      request={cancel}
      done={`“${titleOf(message)}” was cancelled`}
    >
      <strong>{titleOf(message)}</strong> to {message.to.join(', ')} is scheduled for{' '}
      {momentWords(message.sendAt ?? message.createdAt)}. It will not be sent. This cannot be
      undone. To send it at another time, make the request again with another <code>_sendAt</code>{' '}
      and another Idempotency-Key.
    </Confirm>
  );
}

function SendNow({ message, opened, onClose }: QuestionProps) {
  const send = useSendMessageNow();
  const [newest, setNewest] = useState(false);
  const current = useCurrentRevision(message.templateId, opened).data;
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title="Send this message now?"
      verb="Send now"
      cancel="Not now"
      color="accent"
      onConfirm={(then) => send.mutate({ id: message.id, newest }, then)}
      request={send}
      done={`“${titleOf(message)}” is being sent`}
    >
      <Stack gap="sm">
        <Text>
          <strong>{titleOf(message)}</strong> goes to {message.to.join(', ')} at once, not on{' '}
          {momentWords(message.sendAt ?? message.createdAt)}. This cannot be undone.
        </Text>
        {current != null && current !== message.revision && (
          <Checkbox
            label={`Use today’s revision ${current} of the template, not revision ${message.revision}`}
            checked={newest}
            onChange={({ currentTarget: { checked } }) => setNewest(checked)}
          />
        )}
      </Stack>
    </Confirm>
  );
}
