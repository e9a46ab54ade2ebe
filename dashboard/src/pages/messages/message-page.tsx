import './messages.css';
import { Grid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation, useParams } from 'react-router';
import type { Message, MessageCopy } from '../../../../functions/manage/contracts/messages.ts';
import { useMay } from '../../api/account.ts';
import { useMessage, useMessageCopy } from '../../api/messages.ts';
import { codeOf } from '../../api/problem.ts';
import { Copy } from '../../parts/copy.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { Masked, MessageStateBadge, TestMark } from '../../parts/message-state.tsx';
import { statesWithoutMail, titleOf } from '../../parts/message-states.ts';
import { ScheduledActions } from '../../parts/scheduled-actions.tsx';
import { SuppressButton } from '../../parts/suppress.tsx';
import { momentWords } from '../../parts/time-words.ts';
import { When } from '../../parts/when.tsx';
import { Page } from '../../shell/page.tsx';
import { Findings, isAddress, MessageRecipients } from './findings.tsx';
import { KeptInput, KeptMail } from './message-copy.tsx';
import { MessageFacts, MessageFiles } from './message-facts.tsx';
import { SendAgain } from './send-again.tsx';
import { Story } from './story.tsx';

export function Component() {
  const { id = '' } = useParams();
  const query = useMessage(id);
  const { data: message, error } = query;
  // The copy is written when the send has ended. It is read along with the message, so that the page is drawn once.
  const isEnded = message === undefined || isOver(message);
  const seesRecipients = useMay('personal');
  const copy = useMessageCopy(id, isEnded && seesRecipients);
  const isGone = codeOf(error) === 'not_found';
  return (
    <Page
      title={message ? titleOf(message) : 'Message'}
      above={[{ to: `/messages${useCameFrom()}`, label: 'Messages' }]}
      {...(message && {
        lead: <span aria-live="polite">{leadOf(message)}</span>,
        badge: (
          <>
            <MessageStateBadge state={message.state} />
            <TestMark message={message} />
          </>
        ),
        actions: <Actions message={message} kept={copy.data} />,
      })}
    >
      {isGone && !message ? (
        <Empty title="No message has this id">
          The id may be mistyped, or the message has expired. A request without a valid key,
          template or body leaves no message: the API’s answer said why.
        </Empty>
      ) : (
        <Loaded
          query={isEnded && copy.isLoading ? { ...query, data: undefined } : query}
          what="The message could not be loaded"
        >
          {(message) => (
            <Grid gap="xl">
              <Grid.Col span={{ base: 12, lg: 8 }}>
                <Stack gap="lg">
                  {message.masked && <Masked />}
                  <Findings message={message} />
                  {isEnded && seesRecipients && <KeptMail query={copy} />}
                  <MessageRecipients message={message} />
                  <MessageFiles message={message} copy={copy.data?.copy ?? null} />
                  <Story
                    message={message}
                    isFolded={copy.data?.copy?.mail != null && !hasReply(message)}
                  />
                  {copy.data?.copy && <KeptInput message={message} copy={copy.data.copy} />}
                </Stack>
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 4 }}>
                <MessageFacts message={message} />
              </Grid.Col>
            </Grid>
          )}
        </Loaded>
      )}
    </Page>
  );
}

interface ActionsProps {
  message: Message;
  /** Undefined until it is read. */
  kept: { copy: MessageCopy | null } | undefined;
}

function Actions({ message, kept }: ActionsProps) {
  const { recipients, state, test } = message;
  const [only, ...more] = recipients;
  const wasMail = isOver(message) && !statesWithoutMail.has(state) && test === undefined;
  return (
    <>
      <ScheduledActions message={message} size="sm" />
      {wasMail && (kept ?? message.masked) && message.keyId !== null && (
        <SendAgain message={message} copy={kept?.copy} />
      )}
      {only && more.length === 0 && isAddress(only.address) && <SuppressButton {...only} />}
      <Copy text={`${location.origin}/messages/${message.id}`} label="Copy link" size="sm" />
    </>
  );
}

/** One sentence; if there is a single reason, a second one. */
function leadOf({ state, sendAt, summary, findings }: Message): ReactNode {
  const [reason, ...more] = findings;
  if (state !== 'SCHEDULED' || sendAt === null) {
    return reason && more.length === 0 ? `${summary} ${reason.meaning}` : summary;
  }
  return (
    <>
      It is scheduled for {momentWords(sendAt)} (<When at={sendAt} span />
      ).
    </>
  );
}

const hasReply = ({ events }: Message) => events.some(({ reply }) => reply !== undefined);

const isOver = ({ state }: Message) => state !== 'SENDING' && state !== 'SCHEDULED';

function useCameFrom(): string {
  const { state } = useLocation();
  const search: unknown = typeof state === 'object' && state !== null ? state.search : undefined;
  return typeof search === 'string' ? search : '';
}
