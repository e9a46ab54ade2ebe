import { broken, ok, run, say, unknown } from '../../../shared/manage/doctor/check.ts';
import { differing, type Step } from '../step.ts';

export const setUp: Step = {
  code: 'set-up',
  asks: "Whether doctor's checks are good, Lambda's concurrency among them",
  costs: {},
  lasts: '10 seconds',
  leaves: 'nothing',
  async run({ options }) {
    const checks = await options.examine();
    const having = (wanted: string) => checks.filter(({ status }) => status === wanted);
    const told = (wanted: string) => having(wanted).map(({ code, found }) => `${code}: ${found}`);
    const doctor = [say('See all of it, and how to fix it'), run('npm run -s postrider -- doctor')];
    if (told('broken').length > 0) return broken(differing(told('broken')), ...doctor);
    if (told('unknown').length > 0) return unknown(differing(told('unknown')), ...doctor);
    const counts = `${having('ok').length} checks are good`;
    return ok(`${counts}, ${having('skipped').length} have no meaning here`);
  },
};
