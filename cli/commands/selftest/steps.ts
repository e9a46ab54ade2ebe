import { program } from '../../../shared/command.ts';
import { broken, ok, run, say, unknown } from '../../../shared/manage/doctor/check.ts';
import { listed, type Step } from './context/step.ts';
import { burst } from './steps/burst.ts';
import { dashboard } from './steps/dashboard.ts';
import { files } from './steps/files.ts';
import { keyRefusals, newKey } from './steps/keys.ts';
import { batch, later } from './steps/later.ts';
import { lifecycle } from './steps/lifecycle.ts';
import { largeRender, rate, tooLarge } from './steps/limits.ts';
import { headers, idempotency, reports, senders } from './steps/mails.ts';
import { monitoring } from './steps/monitoring.ts';
import { requestIds } from './steps/request-ids.ts';
import { routeThrottle, unknownRoutes } from './steps/routes.ts';
import { testKeys } from './steps/test-keys.ts';
import { usage } from './steps/usage.ts';
import { verify } from './steps/verify.ts';
import { webhook } from './steps/webhook.ts';

export const setUp: Step = {
  code: 'set-up',
  asks: "Whether all of doctor's checks are good, Lambda's concurrency included",
  costs: {},
  async run({ options }) {
    const checks = await options.examine();
    const having = (wanted: string) => checks.filter(({ status }) => status === wanted);
    const sentences = (wanted: string) =>
      having(wanted).map(({ code, found }) => `${code}: ${found}`);
    const doctor = [say('Show every check and its fix'), run(`${program} doctor`)];
    const [bad, unclear] = [sentences('broken'), sentences('unknown')];
    if (bad.length > 0) return broken(listed(bad), ...doctor);
    if (unclear.length > 0) return unknown(listed(unclear), ...doctor);
    const skipped = having('skipped').length;
    return ok(`${having('ok').length} checks are good, ${skipped} do not apply here`);
  },
};

/** Every step, in the order of a run. */
export const allSteps: readonly Step[] = [
  setUp,
  newKey,
  keyRefusals,
  unknownRoutes,
  tooLarge,
  rate,
  routeThrottle,
  requestIds,
  largeRender,
  verify,
  reports,
  senders,
  headers,
  idempotency,
  testKeys,
  files,
  batch,
  later,
  webhook,
  burst,
  usage,
  monitoring,
  dashboard,
  lifecycle,
];
