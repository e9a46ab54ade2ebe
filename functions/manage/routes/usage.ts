import { listKeys } from '../../../shared/manage/keys.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { type UsageRow, usageRows } from '../../../shared/manage/usage/usage-rows.ts';
import { type Usage, usageQuery } from '../contracts/usage.ts';
import type { DashboardPorts } from '../ports.ts';
import { type Route, route } from '../route.ts';

const daysMs = 30 * 24 * 60 * 60 * 1000;

/** `/usage` */
export const usageRoutes = ({ manage, countLines }: DashboardPorts): Route[] => [
  route('GET', '/usage', async (request) => {
    const { by } = request.query(usageQuery);
    const { accountId } = request.caller;
    const since = new Date(manage.now().getTime() - daysMs);
    try {
      const { groups, goneBefore, isCut } = await countLines({ accountId, by, since });
      const rows = usageRows(groups, by);
      const named = by === 'key' ? await withKeyNames(rows, accountId, manage) : rows;
      const body: Usage = { rows: named, goneBefore, isCut };
      return { status: 200, body };
    } catch (fault) {
      // The page is of use without these numbers.
      const body: Usage = { rows: null, goneBefore: null, isCut: false };
      return { status: 200, body, fault };
    }
  }),
];

async function withKeyNames(
  rows: readonly UsageRow[],
  accountId: string,
  manage: ManagePorts,
): Promise<UsageRow[]> {
  const keys = await listKeys(manage, accountId);
  const names = new Map(keys.map(({ keyId, name }) => [keyId, name]));
  return rows.map((row) => ({ ...row, name: names.get(row.name ?? '') ?? row.name }));
}
