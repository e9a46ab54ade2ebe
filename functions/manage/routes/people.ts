import { exportPerson } from '../../../shared/manage/person/export-person.ts';
import { findPerson } from '../../../shared/manage/person/find-person.ts';
import { forgetPerson } from '../../../shared/manage/person/forget-person.ts';
import {
  exportedPerson,
  forgottenPerson,
  foundPerson,
  personForget,
  personSearch,
} from '../contracts/people.ts';
import type { DashboardPorts } from '../ports.ts';
import { fieldsOf, ok, type Route, route } from '../route.ts';

/** How large the mails of one answer may be: far below what a function may return. */
const maxExportBytes = 2 * 1024 * 1024;

/** `/people/find`, `/people/export` and `/people/forget`: each answers in time, and says where to go on. */
export const peopleRoutes = ({ people }: DashboardPorts): Route[] => [
  route('POST', '/people/find', async (request) => {
    const search = request.body(personSearch);
    const ports = request.as(people);
    const found = await findPerson(ports, request.accountId, search, people.isOver);
    return ok(fieldsOf(foundPerson, found));
  }),
  route('POST', '/people/export', async (request) => {
    const search = request.body(personSearch);
    const limits = { isOver: people.isOver, maxBytes: maxExportBytes };
    const found = await exportPerson(request.as(people), request.accountId, search, limits);
    return ok(fieldsOf(exportedPerson, found));
  }),
  route('POST', '/people/forget', async (request) => {
    const asked = request.body(personForget);
    const ports = request.as(people);
    const forgotten = await forgetPerson(ports, request.accountId, asked, people.isOver);
    return ok(fieldsOf(forgottenPerson, forgotten));
  }),
];
