import {
  type ExplainedMessage,
  listMessages,
  showMessage,
} from '../../../shared/manage/messages/messages.ts';
import type { MessageState } from '../../../shared/message/message.ts';
import { until } from '../../patience.ts';
import type { TestAccount } from './account.ts';

export async function statesTo({ ports, accountId }: TestAccount, to: string) {
  const { messages } = await listMessages(ports, accountId, { to });
  return messages.map(({ state }) => state);
}

/** The newest message to an address. Throws if there is none. */
export async function messageTo(
  { ports, accountId }: TestAccount,
  to: string,
): Promise<ExplainedMessage> {
  const { messages } = await listMessages(ports, accountId, { to });
  if (!messages[0]) throw new Error(`No message to ${to}`);
  return showMessage(ports, accountId, messages[0].messageId);
}

export async function messageThatIs(
  state: MessageState,
  account: TestAccount,
  to: string,
): Promise<ExplainedMessage> {
  await until(async () => (await statesTo(account, to))[0] === state);
  return messageTo(account, to);
}
