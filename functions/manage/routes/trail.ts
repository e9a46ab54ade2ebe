import { note } from '../../../shared/manage/trail/recorded.ts';
import { isEntryId, listTrail } from '../../../shared/manage/trail/trail.ts';
import { trailExported, trailPage, trailQuery } from '../contracts/trail.ts';
import type { DashboardPorts } from '../ports.ts';
import {
  defaultLimit,
  fieldsOf,
  ok,
  placeOf,
  type Route,
  route,
  timeOf,
  toPage,
} from '../route.ts';

/** `/trail` */
export const trailRoutes = ({ manage, trail }: DashboardPorts): Route[] => [
  route('GET', '/trail', async (request) => {
    const { limit = defaultLimit, cursor, since, until, ...filter } = request.query(trailQuery);
    const found = await listTrail({ trail }, request.accountId, {
      ...filter,
      since: timeOf('since', since),
      until: timeOf('until', until),
      cursor: placeOf(cursor, isEntryId),
      limit,
    });
    return ok(fieldsOf(trailPage, toPage(found.entries, found.next)));
  }),
  route('POST', '/trail/exported', async (request) => {
    const { accountId } = request;
    const change = request.body(trailExported);
    await note(request.as(manage), accountId, 'trail.exported', `account:${accountId}`, change);
    return { status: 204 };
  }),
];
