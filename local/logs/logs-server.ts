import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { countInFiles, keyUsesInFiles } from '../../cli/request-log/local-log.ts';
import { usageQuery } from '../../shared/manage/usage/count-lines.ts';
import { keyUseQuery } from '../../shared/manage/usage/key-uses.ts';
import {
  type LineGroup,
  type UsageSearch,
  usageTables,
} from '../../shared/manage/usage/line-groups.ts';
import { answerJson, guardedServer } from '../loopback/door.ts';

const startQuery = z.object({ startTime: z.number(), queryString: z.string() });
const ofQuery = z.object({ queryId: z.string() });

/** CloudWatch Logs over HTTP, not yet listening: the dashboard's queries for an account, in `folder`'s files. */
export function logsServer(folder: string): Server {
  const searches = new Map<string, Search>();
  const perform = async (operation: string, input: unknown): Promise<object> => {
    if (operation === 'StartQuery') {
      const queryId = randomUUID();
      searches.set(queryId, searchOf(startQuery.parse(input)));
      return { queryId };
    }
    if (operation !== 'GetQueryResults') {
      throw new Error('The local run does not support this operation');
    }
    const { queryId } = ofQuery.parse(input);
    const search = searches.get(queryId);
    if (!search) throw new Error('There is no such query');
    searches.delete(queryId);
    const { by } = search;
    if (by !== 'use') {
      const { groups } = await countInFiles(folder, { ...search, by });
      return { status: 'Complete', results: groups.map((group) => toRow(fieldsOf(group))) };
    }
    const uses = await keyUsesInFiles(folder, search);
    const rows = uses.map(({ lastAt, ...use }) => toRow({ ...use, last: Date.parse(lastAt) }));
    return { status: 'Complete', results: rows };
  };
  return guardedServer(async (req, res) => {
    const operation = String(req.headers['x-amz-target']).replace(/^.*\./, '');
    try {
      answerJson(res, 200, await perform(operation, await json(req)));
    } catch (error) {
      answerJson(res, 400, { __type: 'InvalidParameterException', message: String(error) });
    }
  });
}

/** `use`: that of `keyUseQuery`. */
type Search = Omit<UsageSearch, 'by'> & { by: UsageSearch['by'] | 'use' };

/** What the query of `usageQuery` or `keyUseQuery` searches for. Any other query is refused. */
function searchOf({ startTime, queryString }: z.output<typeof startQuery>): Search {
  const accountId = /accountId = "(\w+)"/.exec(queryString)?.[1] ?? 'none';
  const since = new Date(startTime * 1000);
  if (queryString === keyUseQuery(accountId)) return { accountId, by: 'use', since };
  const by = usageTables.find((each) => usageQuery({ accountId, by: each }) === queryString);
  if (by === undefined) throw new Error('The local run does not support this query');
  return { accountId, by, since };
}

/** An absent field is left out. */
const fieldsOf = ({ name, endpoint, outcome, test, lines, recipients }: LineGroup) => ({
  ...(name !== null && { name }),
  ...{ endpoint, outcome, lines, told: recipients, telling: lines },
  ...(test && { test: 1 }),
});

/** A row of Logs Insights: each value is a text. */
function toRow(fields: Readonly<Record<string, string | number>>) {
  return Object.entries(fields).map(([field, value]) => ({ field, value: String(value) }));
}
