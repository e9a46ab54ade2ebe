import type * as z from 'zod/mini';
import { listKeys } from '../../../shared/manage/keys.ts';
import {
  breakdown,
  recentParts,
  refusalsOf,
  talliesOfTemplates,
} from '../../../shared/manage/messages/breakdown.ts';
import { messageDays } from '../../../shared/manage/messages/message-days.ts';
import { usageRows } from '../../../shared/manage/usage/usage-rows.ts';
import { type DayCounts, noMessages, sumOf } from '../../../shared/message/day-counts.ts';
import type { FlowRefusals } from '../contracts/flow.ts';
import {
  type GroupRow,
  groupsQuery,
  type Overview,
  type overviewGroups,
  overviewQuery,
  type templateNumbers,
} from '../contracts/overview.ts';
import { type Usage, usageQuery } from '../contracts/usage.ts';
import { groupNames, shownRecent, shownTally } from '../group-names.ts';
import type { DashboardPorts } from '../ports.ts';
import { ok, type Route, route } from '../route.ts';

const daysMs = 30 * 24 * 60 * 60 * 1000;

const refusalDays = 7;

/** `/overview`, `/overview/groups`, `/templates/{id}/refusals`, `/template-numbers` and `/usage` */
export const figureRoutes = ({ manage, retentionDays, countLines }: DashboardPorts): Route[] => [
  route('GET', '/overview', async (request) => {
    const count = Number(request.query(overviewQuery).days);
    const ports = { ...manage, retentionDays };
    const { days, isCounting } = await messageDays(ports, request.accountId, 2 * count);
    const recent = recentParts(days, manage.now().getTime());
    return ok({
      days: days.slice(count).map(({ date, counts }) => ({ date, counts })),
      before: sumOfAll(days.slice(0, count).map(({ counts }) => counts)),
      recent: recent && (await shownRecent(manage, request.accountId, recent)),
      isCounting,
    } satisfies Overview);
  }),
  // It reads what `/overview` counted: a day that is due is counted at most every 15 seconds.
  route('GET', '/overview/groups', async (request) => {
    const { days: range, by, of } = request.query(groupsQuery);
    const ports = { ...manage, retentionDays };
    const { days } = await messageDays(ports, request.accountId, 2 * Number(range));
    const found = breakdown(days, { kind: by, of, limit: 10 });
    const ids = found.map(({ id }) => id);
    const nameOf = await groupNames(manage, request.accountId, by, ids);
    const rows: GroupRow[] = found.map(({ id, tally, before, days }) => ({
      ...{ id, ...nameOf(id), days },
      tally: shownTally(tally),
      before: before && shownTally(before),
    }));
    return ok({ rows } satisfies z.output<typeof overviewGroups>);
  }),
  route('GET', '/templates/:id/refusals', async (request) => {
    const ports = { ...manage, retentionDays };
    const { days, isCounting } = await messageDays(ports, request.accountId, refusalDays);
    const nodes = refusalsOf(days, request.part('id'));
    return ok({ since: days[0]?.date ?? '', nodes, isCounting } satisfies FlowRefusals);
  }),
  route('GET', '/template-numbers', async ({ accountId }) => {
    const { days, isCounting } = await messageDays({ ...manage, retentionDays }, accountId, 30);
    const rows = [...talliesOfTemplates(days)].map(([id, tally]) => {
      const { sent, hard } = shownTally(tally);
      return { id, sent, hard };
    });
    return ok({ rows, isCounting } satisfies z.output<typeof templateNumbers>);
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

function sumOfAll(days: readonly (DayCounts | null)[]): DayCounts | null {
  const counted = days.filter((counts) => counts !== null);
  return counted.length < days.length ? null : counted.reduce(sumOf, noMessages);
}

async function keyNames(
  accountId: string,
  manage: DashboardPorts['manage'],
): Promise<Map<string, string>> {
  const keys = await listKeys(manage, accountId);
  return new Map(keys.map(({ keyId, name }) => [keyId, name]));
}
