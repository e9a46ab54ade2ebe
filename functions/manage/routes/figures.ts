import { listKeys } from '../../../shared/manage/keys.ts';
import { messageDays, refusalsOf } from '../../../shared/manage/messages/message-days.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { usageRows } from '../../../shared/manage/usage/usage-rows.ts';
import { type DayCounts, noMessages, sumOf } from '../../../shared/message/day-counts.ts';
import type { FlowRefusals } from '../contracts/flow.ts';
import { type Overview, overviewQuery } from '../contracts/overview.ts';
import { type Usage, usageQuery } from '../contracts/usage.ts';
import type { DashboardPorts } from '../ports.ts';
import { ok, type Route, route } from '../route.ts';

const daysMs = 30 * 24 * 60 * 60 * 1000;

const refusalDays = 7;

/** `/overview`, `/usage` and `/templates/{id}/refusals` */
export const figureRoutes = ({ manage, retentionDays, countLines }: DashboardPorts): Route[] => [
  route('GET', '/overview', async (request) => {
    const count = Number(request.query(overviewQuery).days);
    const ports = { ...manage, retentionDays };
    const { days, isCounting } = await messageDays(ports, request.accountId, 2 * count);
    return ok({
      days: days
        .slice(count)
        .map(({ date, counts }) => ({ date, counts: counts && shown(counts) })),
      before: shown(sumOfAll(days.slice(0, count).map(({ counts }) => counts))),
      isCounting,
    } satisfies Overview);
  }),
  route('GET', '/templates/:id/refusals', async (request) => {
    const ports = { ...manage, retentionDays };
    const { days, isCounting } = await messageDays(ports, request.accountId, refusalDays);
    const nodes = refusalsOf(days, request.part('id'));
    return ok({ since: days[0]?.date ?? '', nodes, isCounting } satisfies FlowRefusals);
  }),
  route('GET', '/usage', async (request) => {
    const { by } = request.query(usageQuery);
    const { accountId } = request;
    const since = new Date(manage.now().getTime() - daysMs);
    try {
      const { groups, goneBefore, isCut } = await countLines({ accountId, by, since });
      const names = by === 'key' ? await keyNames(accountId, manage) : new Map<string, string>();
      const rows = usageRows(groups, by).map(({ name: id, ...row }) => ({
        ...{ id, name: names.get(id ?? '') ?? id },
        ...row,
      }));
      return ok({ rows, goneBefore, isCut } satisfies Usage);
    } catch (fault) {
      // The page is of use without these numbers.
      const body: Usage = { rows: null, goneBefore: null, isCut: false };
      return { ...ok(body), fault };
    }
  }),
];

/** Without the refusals, which only the page of a flow shows. */
function shown<Counts extends DayCounts | null>(counts: Counts) {
  return counts && { states: counts.states, hardBounces: counts.hardBounces };
}

function sumOfAll(days: readonly (DayCounts | null)[]): DayCounts | null {
  const counted = days.filter((counts) => counts !== null);
  return counted.length < days.length ? null : counted.reduce(sumOf, noMessages);
}

async function keyNames(accountId: string, manage: ManagePorts): Promise<Map<string, string>> {
  const keys = await listKeys(manage, accountId);
  return new Map(keys.map(({ keyId, name }) => [keyId, name]));
}
