import type { Check } from './check.ts';
import {
  type ConfigurationSetPorts,
  configurationSetMissing,
  eventDestinationMissing,
} from './configuration-set-checks.ts';
import { dkimMissing } from './dkim-missing.ts';
import { type DmarcPorts, dmarcAbsent, mailFromNotAligned } from './domain-checks.ts';
import { identityNotVerified } from './identity-not-verified.ts';
import { type SendingPorts, sendingPaused } from './sending-paused.ts';
import {
  dailyQuotaNearlyUsed,
  type SuppressionPorts,
  sesSandbox,
  suppressionOff,
} from './ses-account-checks.ts';

/** The ports that the sending checks need. */
export type SendingCheckPorts = DmarcPorts &
  SuppressionPorts &
  SendingPorts &
  ConfigurationSetPorts;

/** The checks about sending: a function of the deployment can run them as well as an operator. */
export const sendingChecks: readonly Check<SendingCheckPorts>[] = [
  sesSandbox,
  sendingPaused,
  dailyQuotaNearlyUsed,
  identityNotVerified,
  dkimMissing,
  mailFromNotAligned,
  dmarcAbsent,
  configurationSetMissing,
  eventDestinationMissing,
  suppressionOff,
];
