import { checkoutCode } from '../../../cli/doctor/checkout-code.ts';
import { beforeAll } from '../../jest.ts';
import { runHere } from '../in-process.ts';
import { type Health, healthy, region } from './health.ts';
import { type Patient, startPatient } from './patient.ts';

/** A check as `--json` prints it. */
export interface Check {
  code: string;
  status: string;
  found: string;
  fix?: string;
}

/** The hashes of the code that this checkout would deploy. */
export let code: ReadonlyMap<string, string>;
/** The patient that all files of this test share. */
export let patient: Patient;
beforeAll(async () => {
  code = await checkoutCode();
  patient = await startPatient(healthy(code));
});

/** Runs doctor on a set-up with one thing broken. */
export async function examine(
  breakIt: (health: Health) => void = () => {},
  environment: Record<string, string> = {},
) {
  patient.health = healthy(code);
  breakIt(patient.health);
  const words = ['doctor', '--stack', 'postrider', '--region', region, '--json'];
  const { exitCode, stdout } = await runHere(words, { ...patient.environment, ...environment });
  const { checks, looked, summary } = JSON.parse(stdout) as {
    checks: Check[];
    looked: boolean;
    summary: Record<string, number>;
  };
  const having = (status: string) =>
    checks.filter((each) => each.status === status).map((each) => each.code);
  return {
    exitCode,
    checks,
    looked,
    summary,
    broken: having('broken'),
    unknown: having('unknown'),
    skipped: having('skipped'),
    of: (wanted: string) => checks.find((each) => each.code === wanted),
  };
}
