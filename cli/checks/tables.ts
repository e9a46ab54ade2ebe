import { broken, ok, run, say, skipped } from '../../shared/manage/doctor/check.ts';
import type { DoctorCheck } from './ports.ts';

export const tableMissing: DoctorCheck<'where' | 'tables' | 'tableStatus'> = {
  code: 'table-missing',
  why: 'Every request that needs the table gets 500',
  async find({ where, tables, tableStatus }) {
    const [{ region }, names] = await Promise.all([where(), tables()]);
    const states = await Promise.all(names.map(tableStatus));
    const missing = names.filter((_, at) => states[at] === null);
    if (missing.length === 0) return ok(`${names.length} tables exist`);
    return broken(
      `Deleted: ${missing.join(', ')}`,
      say(
        'Restore it under its own name from the backup that DynamoDB keeps for 35 days, as in docs/runbook.md, "A lost table"',
      ),
      ...missing.map((name) =>
        run(
          `aws dynamodb list-backups --backup-type SYSTEM --table-name ${name} --region ${region}`,
        ),
      ),
    );
  },
};

export const noPointInTimeRecovery: DoctorCheck<
  'where' | 'tables' | 'wantsRecovery' | 'hasPointInTimeRecovery'
> = {
  code: 'no-point-in-time-recovery',
  why: 'Data that is deleted or overwritten by mistake cannot be restored',
  async find({ where, tables, wantsRecovery, hasPointInTimeRecovery }) {
    if (!(await wantsRecovery())) return skipped('The settings of this deployment switch it off');
    const [{ region }, names] = await Promise.all([where(), tables()]);
    const states = await Promise.all(names.map(hasPointInTimeRecovery));
    const without = names.filter((_, at) => states[at] === false);
    if (without.length === 0) return ok('Every table can be restored to any second');
    return broken(
      `Switched off: ${without.join(', ')}`,
      say('Switch it on'),
      ...without.map((name) =>
        run(
          `aws dynamodb update-continuous-backups --table-name ${name} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true --region ${region}`,
        ),
      ),
    );
  },
};
