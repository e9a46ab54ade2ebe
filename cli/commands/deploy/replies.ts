import { lookup } from 'node:dns/promises';
import { ruleNameOf, type Settings } from '../../../lib/settings/settings.ts';
import { atDeployment } from '../../../shared/adapters/call-times.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { type ReceiptRules, receiptRules } from '../../aws/receipt-rules.ts';
import { codeOf } from '../../files/error-code.ts';
import type { StackWork } from './follow.ts';

export interface RepliesPlace {
  stack: string;
  region: string;
  rules: Pick<ReceiptRules, 'active' | 'activate'>;
}

/**
 * Checks before a deployment that SES can receive replies, and that no other rule set is in the way. Nothing is asked
 * without the setting. @throws {ManageError}
 */
export async function checkReplies(
  replies: Settings['replies'],
  { stack, region, rules }: RepliesPlace,
  hasAddress: (host: string) => Promise<boolean> = isKnown,
): Promise<void> {
  if (replies === undefined) return;
  if (!(await hasAddress(`inbound-smtp.${region}.amazonaws.com`))) {
    throw new ManageError(`SES cannot receive mail in ${region}`, [], {
      hint: 'deploy into another region, or remove "replies" from the settings',
    });
  }
  const active = (await rules.active())?.name ?? null;
  const { ruleSet } = replies;
  if (ruleSet !== undefined && ruleSet !== active) {
    throw new ManageError(
      `SES's receipt rule set ${ruleSet} is not active in ${region}: activate it, or remove "ruleSet" from "replies"`,
    );
  }
  if (active === null || active === (ruleSet ?? ruleNameOf(stack))) return;
  throw new ManageError(
    `SES's active receipt rule set in ${region} is ${active}, and SES has only one. Add "ruleSet": "${active}" to "replies": the stack then adds its rule to it`,
  );
}

/** Without an answer of DNS, SES says later whether it receives mail. */
async function isKnown(host: string): Promise<boolean> {
  try {
    await lookup(host);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ENOTFOUND';
  }
}

/** After a deployment: activates the stack's own rule set, if none is active. True if it did. */
export async function activateReplies(
  replies: Settings['replies'],
  { stack, rules }: RepliesPlace,
): Promise<boolean> {
  if (replies === undefined || replies.ruleSet !== undefined) return false;
  if ((await rules.active()) !== null) return false;
  await rules.activate(ruleNameOf(stack));
  return true;
}

export const ruleSetType = 'AWS::SES::ReceiptRuleSet';

/** Deactivates the stack's own rule set if it is the active one: CloudFormation deletes none that is active. */
export async function withoutReplies({
  stack,
  place,
}: Pick<StackWork, 'stack' | 'place'>): Promise<void> {
  const rules = receiptRules(atDeployment, place);
  if ((await rules.active())?.name === ruleNameOf(stack)) await rules.activate(undefined);
}
