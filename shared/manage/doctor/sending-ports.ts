import type {
  SesAccount,
  SesConfigurationSet,
  SesIdentity,
  SesSetup,
} from '../../adapters/ses/ses-told.ts';
import type { LookupAnswer } from '../../engine/verify/domain-verdict.ts';
import * as env from '../../env.ts';
import { readSenderSettings } from '../../message/sender.ts';
import { once, onceEach } from '../../once.ts';
import type { Where } from './where.ts';

export interface SendingPorts {
  where: () => Promise<Where>;
  sesAccount: () => Promise<SesAccount>;
  /** The addresses and domains that the deployment may send from; `*` if it may send from any. */
  senders: () => Promise<readonly string[]>;
  sending: () => Promise<boolean>;
  suppression: () => Promise<boolean>;
  /** Null if SES has no identity of this name in the region. */
  identity: (name: string) => Promise<SesIdentity | null>;
  configurationSetName: () => Promise<string>;
  /** Null if there is none. */
  configurationSet: () => Promise<SesConfigurationSet | null>;
  txtRecords: (name: string) => Promise<LookupAnswer>;
}

/** The sources that tell the checks how a deployment sends. */
export interface SendingSources extends Pick<SendingPorts, 'where' | 'txtRecords'> {
  ses: Pick<SesSetup, 'account' | 'identity' | 'configurationSet'>;
  /** An environment variable of the functions that send; empty if it is not set. */
  variable: (name: string) => Promise<string>;
}

/** The ports of the sending checks for one run: SES and DNS are asked each question only once. */
export function sendingPorts({ where, ses, txtRecords, variable }: SendingSources): SendingPorts {
  const configurationSetName = () => variable(env.configurationSet);
  const settings = async () =>
    readSenderSettings(await variable(env.senders), await variable(env.sending));
  return {
    where,
    sesAccount: once(ses.account),
    senders: async () => (await settings()).senders,
    sending: async () => (await settings()).sending,
    suppression: async () => (await variable(env.suppression)) !== 'off',
    identity: onceEach(ses.identity),
    configurationSetName,
    configurationSet: once(async () => ses.configurationSet(await configurationSetName())),
    txtRecords: onceEach(txtRecords),
  };
}
