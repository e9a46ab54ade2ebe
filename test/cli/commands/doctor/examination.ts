import { checkoutCode } from '../../../../cli/checks/checkout-code.ts';
import { examineOnAws } from '../../../../cli/commands/doctor/on-aws.ts';
import { exitCodeOf, reportJson } from '../../../../cli/commands/doctor/report.ts';
import type { AwsAnswer } from '../../../aws-stub.ts';
import { beforeAll, expect } from '../../../jest.ts';
import { patienceMs } from '../../../patience.ts';
import { account, type Health, healthy, region } from './health.ts';
import { type Patient, startPatient } from './patient.ts';

/** A check as `--json` prints it. */
export interface Check {
  code: string;
  status: string;
  found: string;
  fix?: string;
}

interface Report {
  checks: Check[];
  looked: boolean;
  summary: Record<string, number>;
}

/** The hashes of the code that this checkout would deploy. */
export let code: ReadonlyMap<string, string>;
/** The patient that all files of this test share. */
export let patient: Patient;
beforeAll(async () => {
  code = await checkoutCode();
  patient = await startPatient(healthy(code));
});

/** Makes all checks of a set-up with one thing broken, on a machine of any speed. */
export async function examine(
  breakIt: (health: Health) => void = () => {},
  environment: Record<string, string> = {},
) {
  patient.health = healthy(code);
  breakIt(patient.health);
  Object.assign(process.env, patient.environment, environment);
  const made = await examineOnAws({ stack: 'postrider', region }, patienceMs);
  const report = reportJson(made) as Report;
  const having = (status: string) =>
    report.checks.filter((each) => each.status === status).map((each) => each.code);
  return {
    ...report,
    exitCode: exitCodeOf(made),
    broken: having('broken'),
    unknown: having('unknown'),
    skipped: having('skipped'),
    of: (wanted: string) => report.checks.find((each) => each.code === wanted),
  };
}

/** doctor's report on a set-up: the codes of each status, and the texts of some checks. */
export type Verdict = Partial<Omit<Awaited<ReturnType<typeof examine>>, 'checks' | 'of'>> & {
  of?: Record<string, object>;
};

/** Examines a set-up with one thing broken, and compares the verdict with the expected one. */
export async function expectVerdict(breakIt: (health: Health) => void, { of, ...whole }: Verdict) {
  const { of: check, ...examined } = await examine(breakIt);

  expect(examined).toMatchObject(whole);
  for (const [code, said] of Object.entries(of ?? {})) expect(check(code)).toMatchObject(said);
}

/** Refuses the operations with this prefix, because a permission is missing. */
export const denied = (operation: string, permission: string) =>
  refused(operation, {
    refusal: 'AccessDeniedException',
    message: `User: arn:aws:iam::${account}:user/ann is not authorized to perform: ${permission} on resource: *`,
    status: 403,
  });

/** Gives this answer to the operations with this prefix, such as `ses GET /v2/email/account`. */
export const refused = (begin: string, answer: AwsAnswer) => (health: Health) => {
  health.instead = ({ service, operation }) =>
    `${service} ${operation}`.startsWith(begin) ? answer : undefined;
};
