import { type Check, ok, run, say, skipped } from '../../../shared/manage/doctor/check.ts';
import type { TablePorts } from './table-missing.ts';

export interface RecoveryPorts extends Pick<TablePorts, 'where' | 'tables'> {
  /** Whether the deployment's settings want it at all. */
  wantsRecovery: () => Promise<boolean>;
  /** Null where there is no such table. */
  hasPointInTimeRecovery: (name: string) => Promise<boolean | null>;
}

export const noPointInTimeRecovery: Check<RecoveryPorts> = {
  code: 'no-point-in-time-recovery',
  why: 'What is deleted or overwritten by mistake cannot be brought back',
  async find({ where, tables, wantsRecovery, hasPointInTimeRecovery }) {
    if (!(await wantsRecovery())) return skipped('The settings of this deployment switch it off');
    const [{ region }, names] = await Promise.all([where(), tables()]);
    const states = await Promise.all(
      names.map(async (name) => ({ name, on: await hasPointInTimeRecovery(name) })),
    );
    const without = states.filter(({ on }) => on === false).map(({ name }) => name);
    if (without.length === 0) return ok('Every table can be restored to any second');
    return {
      status: 'broken',
      found: `Switched off: ${without.join(', ')}`,
      mend: [
        say('Switch it on'),
        ...without.map((name) =>
          run(
            `aws dynamodb update-continuous-backups --table-name ${name} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true --region ${region}`,
          ),
        ),
      ],
    };
  },
};
