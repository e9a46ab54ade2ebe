import { listKeys } from '../../../shared/manage/keys.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { usageRows } from '../../../shared/manage/usage/usage-rows.ts';
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
      const names = by === 'key' ? await keyNames(accountId, manage) : new Map<string, string>();
      const rows = usageRows(groups, by).map(({ name: id, ...row }) => ({
        ...{ id, name: names.get(id ?? '') ?? id },
        ...row,
      }));
      const body: Usage = { rows, goneBefore, isCut };
      return { status: 200, body };
    } catch (fault) {
      // The page is of use without these numbers.
      const body: Usage = { rows: null, goneBefore: null, isCut: false };
      return { status: 200, body, fault };
    }
  }),
];

/** The names of the account's keys, by their ids. */
async function keyNames(accountId: string, manage: ManagePorts): Promise<Map<string, string>> {
  const keys = await listKeys(manage, accountId);
  return new Map(keys.map(({ keyId, name }) => [keyId, name]));
}
