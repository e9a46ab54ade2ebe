import type { Check } from './check.ts';
import { configurationSetMissing, eventDestinationMissing } from './configuration-set-checks.ts';
import { dmarcAbsent, mailFromNotAligned } from './domain-checks.ts';
import { dkimMissing, identityNotVerified } from './identity-checks.ts';
import type { SendingPorts } from './sending-ports.ts';
import {
  dailyQuotaNearlyUsed,
  sendingPaused,
  sesSandbox,
  suppressionOff,
} from './ses-account-checks.ts';

/** The checks about sending: a function of the deployment can run them as well as an operator. */
export const sendingChecks: readonly Check<SendingPorts>[] = [
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
