import * as env from '../shared/env.ts';
import { asIdentity, readSenderList } from '../shared/message/sender.ts';
import { sandboxQuota } from './mail/allowance.ts';
import type { SendingRules } from './mail/sending-rules.ts';
import type { LocalOptions } from './options.ts';
import type { StackModel } from './template/stack-model.ts';

export interface Senders {
  /** The addresses and domains that the functions send from; `*` is any. If empty, they send from none. */
  senders: readonly string[];
  rules: SendingRules;
  /** A note for the user at the start; null if a deployment would behave the same. */
  note: string | null;
}

/** The name of the settings file in messages. */
export const settingsName = () => process.env.POSTRIDER_SETTINGS || 'postrider.json';

/** Milliseconds until API Gateway knows a new key. AWS takes seconds too, and promises no number. */
export const keyDelayMs = 10_000;

/**
 * Only the settings' senders may send, as in AWS. If there are none, any may; with `--strict` only `--verified` ones.
 * `file` is the settings' name in notes.
 */
export function decideSenders(
  stack: Pick<StackModel, 'functions'>,
  { strict, verified }: Pick<LocalOptions, 'strict' | 'verified'>,
  file = settingsName(),
): Senders {
  const named = sendersIn(stack);
  const identities = [...new Set([...named, ...verified.map(asIdentity)])];
  if (strict) {
    const senders = named.length > 0 ? named : identities;
    const rules = { identities, sandbox: true };
    return { senders, rules, note: strictNote(identities, senders, file) };
  }
  if (named.length > 0) {
    return { senders: named, rules: { identities, sandbox: false }, note: null };
  }
  return { senders: ['*'], rules: { identities: null, sandbox: false }, note: anyNote(file) };
}

function sendersIn({ functions }: Pick<StackModel, 'functions'>): string[] {
  const lists = [...functions.values()].map(({ variables }) => variables[env.senders]);
  return readSenderList(lists.find((list) => list !== undefined) ?? '');
}

function anyNote(file: string): string {
  return `${file} names no senders, so flows may send from any address here. In AWS flows may send only from the addresses and domains in "senders"; with any other sender, execute answers flow_error.`;
}

function strictNote(identities: string[], senders: readonly string[], file: string): string {
  if (senders.length === 0) {
    return `--strict: no sender is verified, so every flow that sends gets flow_error. Write "senders": ["hello@example.com"] into ${file}, or start with --strict --verified hello@example.com.`;
  }
  const { perSecond, per24Hours } = sandboxQuota;
  return `--strict: SES's sandbox accepts mails to ${identities.join(', ')} and to its mailbox simulator, ${perSecond} a second and ${per24Hours} in 24 hours. The API answers 503 to the keys of a new account for ${keyDelayMs / 1000} seconds.`;
}
