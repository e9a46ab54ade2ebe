import type { MessageRequest } from '../../../functions/message/contract.ts';
import { findMessages } from '../../../functions/message/run.ts';
import { keepCopy } from '../../../shared/adapters/tables/copies-table.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import type { ApiCaller } from '../../../shared/http/proxy.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import type { MessageCopy } from '../../../shared/message/message-copy.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import type { TestTables } from '../../dynalite.ts';
import { aMessage } from '../../shared/adapters/messages.ts';

export const now = Date.parse('2026-11-22T12:00:00Z');

export const toAda: Pick<MessageRecord, 'recipients'> = {
  recipients: [{ address: 'ada@example.org', field: '_to' }],
};

/** A live key with the scope for messages, and a test key, which needs no scope. */
export const live = (accountId = 'acc_1', scopes = ['messages']): ApiCaller => ({
  ...{ accountId, keyId: 'key_live', scopes },
});
export const test = (accountId = 'acc_1', scopes?: string[]): ApiCaller => ({
  ...{ accountId, keyId: 'key_test', test: {} },
  ...(scopes && { scopes }),
});

/** Records a message of the caller, one minute old unless `change` says otherwise. Returns its id. */
export async function record(
  { messages }: TestTables,
  caller: ApiCaller,
  change: Partial<MessageRecord> = {},
): Promise<string> {
  const { accountId } = caller;
  const at = now - 60_000;
  const messageId = caller.test ? newTestMessageId(at) : newMessageId(at);
  const sent = { state: 'SENT', sesMessageId: `ses-${messageId}` } as const;
  await beginMessage(
    messages,
    aMessage({ accountId, messageId, ...toAda, ...sent, templateId: 'welcome', ...change }),
  );
  return change.messageId ?? messageId;
}

export const aCopy: MessageCopy = {
  variables: { name: 'Ada', code: '481516' },
  bodies: {
    subject: 'Your code',
    html: '<a href="https://shop.example/in?a=1&amp;b=2">Sign in</a> <a href="/help">Help</a> <a href="/help">Help</a>',
    text: 'Your code: 481516',
  },
};

export const copy = (
  { messages }: TestTables,
  accountId: string,
  messageId: string,
  kept = aCopy,
) => keepCopy(messages, { accountId, messageId }, kept, now / 1000 + 3600);

export const find = (tables: TestTables, caller: ApiCaller, request: MessageRequest) =>
  findMessages(request, caller, { ...tables, epochMs: () => now });
