import type { Check } from '../../../shared/manage/doctor/check.ts';
import {
  type SendingCheckPorts,
  sendingChecks,
} from '../../../shared/manage/doctor/sending-checks.ts';
import { accountNotActive } from './account-not-active.ts';
import { bundlesOlderThanCode, type CodePorts } from './bundles-older-than-code.ts';
import { clockSkew } from './clock-skew.ts';
import { type DeadLetterPorts, deadLettersWaiting } from './dead-letters-waiting.ts';
import { type DomainPorts, domainNotReady } from './domain-not-ready.ts';
import { expiredSession } from './expired-session.ts';
import { type FlowSenderPorts, flowSenderUnknown } from './flow-sender-unknown.ts';
import { type LambdaAccountPorts, lambdaConcurrencyLow } from './lambda-concurrency-low.ts';
import { noCredentials } from './no-credentials.ts';
import { noPointInTimeRecovery, type RecoveryPorts } from './no-point-in-time-recovery.ts';
import { type BootstrapPorts, notBootstrapped } from './not-bootstrapped.ts';
import { type PlanKeyPorts, planKeyMissing } from './plan-key-missing.ts';
import { type StackPorts, stackNotReady } from './stack-not-ready.ts';
import { type TablePorts, tableMissing } from './table-missing.ts';
import { type AccountPorts, wrongAccount } from './wrong-account.ts';
import { type StackRegionPorts, wrongRegion } from './wrong-region.ts';

/** What the checks on the way to AWS ask. */
type WayPorts = Parameters<typeof clockSkew.find>[0] &
  Parameters<typeof noCredentials.find>[0] &
  BootstrapPorts &
  AccountPorts &
  StackRegionPorts &
  LambdaAccountPorts &
  StackPorts;

/** What the checks ask that have a meaning on every deployment, the local run too. */
export type AnywherePorts = CodePorts & PlanKeyPorts & TablePorts;

/** What all checks ask. */
export type DoctorPorts = WayPorts &
  AnywherePorts &
  SendingCheckPorts &
  RecoveryPorts &
  DomainPorts &
  DeadLetterPorts &
  FlowSenderPorts;

/** Those that have a meaning on the local run too. */
export const anywhereChecks: readonly Check<AnywherePorts>[] = [
  tableMissing,
  planKeyMissing,
  bundlesOlderThanCode,
];

/** Every check, in the order in which a set-up is put up: what comes first is to be mended first. */
export const allChecks: readonly Check<DoctorPorts>[] = [
  noCredentials,
  expiredSession,
  clockSkew,
  wrongAccount,
  wrongRegion,
  accountNotActive,
  notBootstrapped,
  stackNotReady,
  lambdaConcurrencyLow,
  ...sendingChecks,
  flowSenderUnknown,
  domainNotReady,
  ...anywhereChecks,
  noPointInTimeRecovery,
  deadLettersWaiting,
];
