import { randomBytes } from 'node:crypto';
import { maxPageItems } from '../../../../shared/engine/limits.ts';
import type { Account } from '../../../../shared/manage/accounts.ts';
import { createKey } from '../../../../shared/manage/keys.ts';
import {
  listMessages,
  type MessageSummary,
  showMessage,
} from '../../../../shared/manage/messages/messages.ts';
import { prepareTemplate } from '../../../../shared/manage/templates/prepare-template.ts';
import { pushTemplates } from '../../../../shared/manage/templates/push-templates.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import type { ReportedMessage } from '../../../../shared/message/message.ts';
import type { Plan } from '../../../../shared/plans.ts';
import {
  type DeleteAccountPorts,
  type DeletedAccount,
  deleteAccount,
} from '../../../upkeep/delete-account.ts';

/** An account that selftest created, and its API key. */
export interface TestAccount {
  accountId: string;
  keyId: string;
  key: string;
}

/** `selftest-20261121T161102123Z`; for any plan but Team the plan follows: `selftest-20261121T161102123Z-pro`. */
export function accountName(now: Date, plan: Plan): string {
  const time = now.toISOString().replace(/[-:.]/g, '');
  return `selftest-${time}${plan === 'team' ? '' : `-${plan}`}`;
}

export function isOurs({ name }: Pick<Account, 'name'>): boolean {
  return /^selftest-\d{8}T\d{9}Z(-[a-z]+)?$/.test(name);
}

export async function makeKey(
  ports: DeleteAccountPorts,
  accountId: string,
): Promise<Omit<TestAccount, 'accountId'>> {
  const { keyId, secret } = await createKey(ports, { accountId, name: 'selftest' });
  return { keyId, key: secret };
}

/** Saves a template under its id. Saving the same template again changes nothing. */
export async function saveTemplate(
  ports: DeleteAccountPorts,
  accountId: string,
  source: TemplateSource,
): Promise<void> {
  const preparation = await prepareTemplate(source);
  if (!preparation.ok) {
    throw new Error(preparation.problems.map(({ message }) => message).join('; '));
  }
  await pushTemplates(ports, accountId, [preparation.prepared]);
}

export async function allMessages(ports: DeleteAccountPorts, accountId: string) {
  const all: (MessageSummary & { test: boolean })[] = [];
  for (const test of [false, true]) {
    let cursor: string | undefined;
    do {
      const page = await listMessages(ports, accountId, { cursor, test, limit: maxPageItems });
      all.push(...page.messages.map((message) => ({ ...message, test })));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
  return all;
}

/** Counts the mails of an account for which reports of SES are still missing. */
export async function unreported(ports: DeleteAccountPorts, accountId: string): Promise<number> {
  const messages = await allMessages(ports, accountId);
  const sent = messages.filter(({ sesMessageId }) => sesMessageId !== null);
  const records = await Promise.all(
    sent.map(async ({ messageId }) => (await showMessage(ports, accountId, messageId)).record),
  );
  return records.filter((record) => !isReported(record)).length;
}

/** Whether all reports on a mail have arrived. For the simulator's complaint address SES reports the delivery first. */
function isReported({ recipients }: Pick<ReportedMessage, 'recipients'>): boolean {
  return recipients.every(({ address, state }) =>
    /^complaint(\+|@)/.test(address)
      ? state === 'COMPLAINED'
      : state !== null && state !== 'DELAYED',
  );
}

/** Deletes an account that selftest created. Refuses any other. */
export async function removeAccount(
  ports: DeleteAccountPorts,
  account: Pick<Account, 'accountId' | 'name'>,
): Promise<DeletedAccount> {
  if (!isOurs(account)) throw new Error(`${account.accountId} is not an account of selftest`);
  return deleteAccount(ports, account.accountId);
}

export const random = () => randomBytes(8).toString('hex');
