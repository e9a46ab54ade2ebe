import type { Check } from '../../shared/manage/doctor/check.ts';
import { sendingChecks } from '../../shared/manage/doctor/sending-checks.ts';
import { attachmentBucket } from './attachment-bucket.ts';
import { accountNotActive, lambdaConcurrencyLow, notBootstrapped } from './aws-account.ts';
import { expiredSession, noCredentials, wrongAccount } from './credentials.ts';
import type { DoctorPorts } from './ports.ts';
import { repliesDns, repliesRuleSet } from './replies.ts';
import { domainNotReady, flowSenderUnknown, sendRate } from './senders.ts';
import { bundlesOlderThanCode, deadLettersWaiting, stackNotReady } from './stack.ts';
import { noPointInTimeRecovery, planKeyMissing, tableMissing } from './tables.ts';
import { tenantChecks } from './tenants.ts';
import { scheduledOverdue, webhookFailing, webhookPaused } from './webhooks.ts';
import { wrongRegion } from './wrong-region.ts';

/** Checks that also apply to the local run. */
const localChecks = [
  tableMissing,
  planKeyMissing,
  bundlesOlderThanCode,
  scheduledOverdue,
  webhookFailing,
  webhookPaused,
] as const;

/** All of these. */
export const checksOfLocalRun: readonly Check<LocalPorts>[] = [...tenantChecks, ...localChecks];

/** What the checks of the local run read. */
export type LocalPorts = Pick<
  DoctorPorts,
  | ('where' | 'tables' | 'tableStatus' | 'accounts' | 'gatewayKeys' | 'keysInPlan' | 'now')
  | ('deployedCode' | 'checkoutCode' | 'deployCommand' | 'overdue' | 'webhooks' | 'tenants')
>;

/** Every check, in the order in which a set-up is built: fix the first problem first. */
export const allChecks: readonly Check<DoctorPorts>[] = [
  noCredentials,
  expiredSession,
  wrongAccount,
  wrongRegion,
  accountNotActive,
  notBootstrapped,
  stackNotReady,
  lambdaConcurrencyLow,
  ...sendingChecks,
  ...tenantChecks,
  sendRate,
  flowSenderUnknown,
  domainNotReady,
  attachmentBucket,
  repliesRuleSet,
  repliesDns,
  ...localChecks,
  noPointInTimeRecovery,
  deadLettersWaiting,
];
