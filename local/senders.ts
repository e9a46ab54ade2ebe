import { env } from '../shared/env.ts';
import { asIdentity, readSenderList } from '../shared/message/sender.ts';
import { sandboxQuota } from './mail/allowance.ts';
import type { SendingRules } from './mail/sending-rules.ts';
import type { LocalOptions } from './options.ts';
import type { StackModel } from './template/stack-model.ts';

/** What flows may send from in this run, and what the mail server takes. */
export interface Senders {
  /** As the functions are told: addresses and domains; `*` is any, none is none. */
  senders: readonly string[];
  rules: SendingRules;
  /** What a person should know of it at the start; null where a deployment would do the same. */
  note: string | null;
}

/** What a person knows the settings by. */
export const settingsName = () => process.env.POSTRIDER_SETTINGS || 'settings.json';

/** Milliseconds for which API Gateway does not know a new key: seconds, as in AWS, which promises no number. */
export const keyDelayMs = 10_000;

/**
 * Decides by the settings that were synthesised: where they name senders, those and no others, as
 * in AWS. Where they name none any address is a sender; but with `--strict` only what
 * `--verified` names. `file` is what the notes call the settings.
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
  return `${file} names no senders, so flows may send from any address here. In AWS a flow sends only from the addresses and domains in "senders"; from any other its answer is flow_error.`;
}

function strictNote(identities: string[], senders: readonly string[], file: string): string {
  if (senders.length === 0) {
    return `--strict: no sender is verified, so every flow that sends answers flow_error. Write "senders": ["hello@example.com"] into ${file}, or start with --strict --verified hello@example.com.`;
  }
  const { perSecond, per24Hours } = sandboxQuota;
  return `--strict: SES's sandbox takes mails to ${identities.join(', ')} and to its mailbox simulator, ${perSecond} a second and ${per24Hours} in 24 hours. The keys of a new account answer 503 for ${keyDelayMs / 1000} seconds.`;
}
