import { type Check, ok, run, say } from '../../../shared/manage/doctor/check.ts';
import type { Where } from '../../../shared/manage/doctor/where.ts';

export interface TablePorts {
  where: () => Promise<Pick<Where, 'region'>>;
  /** The names of the tables. */
  tables: () => Promise<readonly string[]>;
  /** Null where there is none of the name. */
  tableStatus: (name: string) => Promise<string | null>;
}

export const tableMissing: Check<TablePorts> = {
  code: 'table-missing',
  why: 'Every request that needs the table is answered with 500',
  async find({ where, tables, tableStatus }) {
    const [{ region }, names] = await Promise.all([where(), tables()]);
    const states = await Promise.all(
      names.map(async (name) => ({ name, status: await tableStatus(name) })),
    );
    const missing = states.filter(({ status }) => status === null).map(({ name }) => name);
    if (missing.length === 0) return ok(`${names.length} tables are there`);
    return {
      status: 'broken',
      found: `Deleted: ${missing.join(', ')}`,
      mend: [
        say(
          'Restore it under its own name from the backup that DynamoDB keeps for 35 days, as in docs/runbook.md, "A lost table"',
        ),
        ...missing.map((name) =>
          run(
            `aws dynamodb list-backups --backup-type SYSTEM --table-name ${name} --region ${region}`,
          ),
        ),
      ],
    };
  },
};
