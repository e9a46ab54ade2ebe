import { messageDays } from '../../../shared/manage/messages/message-days.ts';
import { type DayCounts, noMessages, sumOf } from '../../../shared/message/day-counts.ts';
import { type Overview, overviewQuery } from '../contracts/overview.ts';
import type { DashboardPorts } from '../ports.ts';
import { type Route, route } from '../route.ts';

/** `/overview` */
export const overviewRoutes = ({ manage, retentionDays }: DashboardPorts): Route[] => [
  route('GET', '/overview', async (request) => {
    const count = Number(request.query(overviewQuery).days);
    const ports = { ...manage, retentionDays };
    const { days, isCounting } = await messageDays(ports, request.caller.accountId, 2 * count);
    const body: Overview = {
      days: days.slice(count),
      before: sumOfAll(days.slice(0, count).map(({ counts }) => counts)),
      isCounting,
    };
    return { status: 200, body };
  }),
];

function sumOfAll(days: readonly (DayCounts | null)[]): DayCounts | null {
  const counted = days.filter((counts) => counts !== null);
  return counted.length < days.length ? null : counted.reduce(sumOf, noMessages);
}
