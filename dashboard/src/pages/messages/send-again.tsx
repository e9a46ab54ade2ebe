import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Message, MessageCopy } from '../../../../functions/manage/contracts/messages.ts';
import { useSendAgain } from '../../api/messages.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { IconRefresh } from '../../parts/icons.tsx';
import { PlainButton } from '../../parts/looks.tsx';
import { Allowed } from '../../parts/may.tsx';
import { titleOf } from '../../parts/message-states.ts';

interface SendAgainProps {
  message: Message;
  /** Null if none is kept; undefined if the user may not see it. */
  copy: MessageCopy | null | undefined;
}

export function SendAgain({ message, copy }: SendAgainProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const isKept = copy === undefined || (copy?.mail != null && !copy.attachments?.length);
  return (
    <>
      <Allowed to="operate">
        <PlainButton icon={IconRefresh} onClick={() => setOpen(true)}>
          Send again
        </PlainButton>
      </Allowed>
      {isKept ? (
        <ConfirmAgain message={message} opened={isOpen} onClose={close} />
      ) : (
        <Dialog opened={isOpen} onClose={close} title="Only your code can send this mail again">
          <Stack>
            <Text>
              {copy?.mail
                ? 'The files of this mail are not kept.'
                : 'No copy of this mail is kept.'}{' '}
              Let your code make the request once more with a new Idempotency-Key: for 24 hours, the
              old key returns the old answer and sends nothing.
            </Text>
            {copy === null && (
              <Text>A template that has copies kept lets you send its next mails from here.</Text>
            )}
            <PlainButton onClick={close} style={{ alignSelf: 'flex-end' }}>
              Close
            </PlainButton>
          </Stack>
        </Dialog>
      )}
    </>
  );
}

interface ConfirmAgainProps {
  message: Message;
  opened: boolean;
  onClose: () => void;
}

function ConfirmAgain({ message, opened, onClose }: ConfirmAgainProps) {
  const { id, state } = message;
  const navigate = useNavigate();
  const send = useSendAgain();
  const sendOnce = ({ onSuccess: close }: { onSuccess: () => void }) =>
    send.mutate(
      { id, idempotencyKey: keyFor(id) },
      {
        onSuccess: ({ messageId }) => {
          sessionStorage.removeItem(storedAs(id));
          close();
          void navigate(`/messages/${messageId}`);
        },
      },
    );
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title="Send this mail again?"
      verb="Send again"
      color="accent"
      onConfirm={sendOnce}
      request={send}
      done="The mail was sent again"
    >
      <strong>{titleOf(message)}</strong> goes to {message.to.join(', ')} once more, as it was. It
      becomes a new message that names this one.
      {state === 'DELIVERED' && ' The recipient’s mail server has already accepted the first one.'}
      {state === 'UNKNOWN' && ' The first one may have arrived: the recipient may get two.'}
    </Confirm>
  );
}

const storedAs = (id: string) => `send-again ${id}`;

/**
 * The Idempotency-Key of the next mail. It changes only once a mail was sent, and outlives the page: after a lost answer,
 * the next press gets the answer and sends no second mail.
 */
function keyFor(id: string): string {
  const key = sessionStorage.getItem(storedAs(id)) ?? crypto.randomUUID();
  sessionStorage.setItem(storedAs(id), key);
  return key;
}
