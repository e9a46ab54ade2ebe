import {
  type ForgetStep,
  type Forgetting,
  keepForgetting,
  readForgetting,
  type StoredForgetting,
} from '../../adapters/tables/forgettings-table.ts';
import { inTransaction } from '../../adapters/tables/trail-table.ts';
import type { Person } from '../../people/forgotten-record.ts';
import {
  addCounts,
  isAny,
  noCounts,
  type PersonCounts,
  staysOf,
} from '../../people/person-data.ts';
import { badCursor, ManageError } from '../manage-error.ts';
import { recorded } from '../trail/recorded.ts';
import type { PersonAnswer } from './find-person.ts';
import type { Asked, Page } from './forget-step.ts';
import { steps } from './forget-steps.ts';
import { isUser, type PersonPorts, personWith } from './person-ports.ts';

export interface ForgottenPerson extends PersonAnswer {
  forgotten: PersonCounts;
  /** For how long the next step waits, in milliseconds: until sends that are under way have ended. */
  waitMs: number;
}

export interface ForgetRequest {
  address: string;
  /** The `nextCursor` of the answer before. Absent: a new run, or one that was interrupted. */
  cursor?: string | undefined;
  /** Whether the person is suppressed afterwards, although they were not before. */
  suppress?: boolean | undefined;
}

/**
 * Forgets a person, as far as `isOver` lets it. A call after an interrupted one goes on where that one was, and two at
 * the same time end the same.
 *
 * @throws {ManageError} for a text that is no address, an unknown account, and a user of the dashboard
 */
export async function forgetPerson(
  ports: PersonPorts,
  accountId: string,
  { address, cursor, suppress = false }: ForgetRequest,
  isOver: () => boolean = () => false,
): Promise<ForgottenPerson> {
  const person = await personWith(ports, accountId, address);
  if (cursor !== undefined) checkCursor(cursor, person);
  else if (await isUser(ports, accountId, person)) {
    throw new ManageError(
      `${person.address} may use the dashboard: remove them first with user remove`,
    );
  }
  const asked: Asked = { ports, accountId, person };
  const known = await readForgetting(ports.trail.table, accountId, person.id);
  let run = known;
  if (run === null || (run.state === 'done' && cursor === undefined)) {
    run = (await keep(asked, newRun(ports, suppress), known)) ?? (await reread(asked));
  }
  while (run.state === 'running' && waitOf(run, ports) === 0 && !isOver()) {
    // Another process may have changed it.
    run = (await advance(asked, run)) ?? (await reread(asked));
  }
  const isDone = run.state === 'done';
  return {
    ...{ address: person.address, accountId, person: person.id, done: isDone },
    ...{ forgotten: run.counts, left: run.left, stays: staysOf(ports.now(), ports) },
    nextCursor: isDone ? null : Buffer.from(person.id).toString('base64url'),
    waitMs: isDone ? 0 : waitOf(run, ports),
  };
}

function checkCursor(cursor: string, person: Person): void {
  if (Buffer.from(cursor, 'base64url').toString() !== person.id) throw badCursor();
}

const newRun = ({ now }: PersonPorts, suppress: boolean): Forgetting => ({
  ...{ state: 'running', startedAt: now().toISOString(), suppress, step: 'keys', notBeforeMs: 0 },
  ...{ place: { part: 0 }, counts: noCounts, left: [], later: [], again: false },
});

const waitOf = ({ notBeforeMs }: Forgetting, { now }: PersonPorts) =>
  Math.max(0, notBeforeMs - now().getTime());

async function reread({ ports, accountId, person }: Asked): Promise<StoredForgetting> {
  const run = await readForgetting(ports.trail.table, accountId, person.id);
  if (run === null) throw new Error('The forgetting is not in the trail any more');
  return run;
}

function keep(
  { ports, accountId, person }: Asked,
  run: Forgetting,
  seen: StoredForgetting | null,
): Promise<StoredForgetting | null> {
  const place = { accountId, person: person.id };
  return keepForgetting(ports.trail.table, place, run, seen, { change: inTransaction });
}

const order = Object.keys(steps) as Exclude<ForgetStep, 'end'>[];

/**
 * Works on one page of a step. What the page has is counted and kept before it is worked on, so that a repeat after an
 * interruption counts nothing twice. Null if another process was faster.
 */
async function advance(asked: Asked, run: StoredForgetting): Promise<StoredForgetting | null> {
  if (run.step === 'end') return finish(asked, run);
  const step = steps[run.step];
  if (run.page) {
    await step.act(asked, await step.page(asked, run, run.page), run);
    const { page, ...rest } = run;
    if (page.next) return keep(asked, { ...rest, place: page.next }, run);
    return keep(asked, followed(asked, rest, page.waits), run);
  }
  const page = await step.page(asked, run, undefined);
  const planned: Forgetting = {
    ...run,
    page: { next: page.next, waits: page.waits ?? false },
    counts: addCounts(run.counts, page.counts ?? {}),
    left: page.left ? page.left(run.left) : run.left,
    again: run.again || (page.again ?? false),
    later: laterWith(run.later, page),
  };
  return keep(asked, planned, run);
}

/** As many ids as an item of the table holds beside the rest. */
const mostLater = 5000;

function laterWith(later: string[] | null, page: Page): string[] | null {
  if (later === null || !page.later) return later;
  const all = [...new Set([...later, ...page.later])];
  return all.length > mostLater ? null : all;
}

/** How long requests may go on that began before a step, in milliseconds: longer than a function runs. */
const settlingMs = 20_000;

/** The run at the beginning of its next step. */
function followed({ ports }: Asked, run: Omit<Forgetting, 'page'>, waits: boolean): Forgetting {
  const step: ForgetStep = order[order.indexOf(run.step as (typeof order)[number]) + 1] ?? 'end';
  const notBeforeMs = waits ? ports.now().getTime() + settlingMs : 0;
  return { ...run, step, place: { part: 0 }, notBeforeMs };
}

/** The entry of the trail is made with the end, once; if nothing was found, there is none. */
function finish(
  { ports, accountId, person }: Asked,
  run: StoredForgetting,
): Promise<StoredForgetting | null> {
  const place = { accountId, person: person.id };
  const { counts } = run;
  const change = isAny(counts)
    ? recorded(ports, accountId, 'person.forgotten', `person:${person.id}`, counts)
    : inTransaction;
  const done: Forgetting = { ...run, state: 'done', later: [] };
  return keepForgetting(ports.trail.table, place, done, run, { change });
}
