import {
  type Forgetting,
  forgetSteps,
  keepForgetting,
  readForgetting,
} from '../../adapters/tables/forgettings-table.ts';
import { readSuppressed } from '../../adapters/tables/suppression-table.ts';
import { inTransaction } from '../../adapters/tables/trail-table.ts';
import { forgottenEntry } from '../../message/suppression.ts';
import { addCounts, type ForgottenPerson, isAny } from '../../people/person-data.ts';
import { badCursor, ManageError } from '../manage-error.ts';
import { recorded } from '../trail/recorded.ts';
import { begun, lookFurther } from './find-person.ts';
import { steps } from './forget-steps.ts';
import { type Asked, answerTo, isUser, type PersonPorts, personWith } from './person-ports.ts';

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
  const asked: Asked = { ports, accountId, person };
  if (cursor !== undefined && cursor !== person.id) throw badCursor();
  if (cursor === undefined && (await isUser(asked))) {
    throw new ManageError(
      `${person.address} may use the dashboard: remove them first with user remove`,
    );
  }
  let run = await readForgetting(ports.trail.table, accountId, person.id);
  if (run === null || (run.step === 'done' && cursor === undefined)) {
    run = await keep(asked, await newRun(asked, suppress, run?.version));
  }
  while (run.step !== 'done' && waitOf(run, ports) === 0 && !isOver()) {
    run = await keep(asked, await advanced(asked, run));
  }
  const { counts, left } = run.found;
  const answer = answerTo(asked, left, run.step === 'done' ? null : person.id);
  return { ...answer, forgotten: counts, waitMs: waitOf(run, ports) };
}

async function newRun(asked: Asked, suppress: boolean, version = 0): Promise<Forgetting> {
  const { ports, accountId, person } = asked;
  const entry = suppress
    ? await readSuppressed(ports.messages, accountId, forgottenEntry(person.id))
    : null;
  const found = await begun(asked);
  const counts = addCounts(found.counts, { suppressed: suppress && entry === null });
  const begin = { step: 'find' as const, notBeforeMs: 0, place: { part: 0 } };
  return { ...begin, suppress, found: { ...found, counts }, version };
}

const waitOf = ({ notBeforeMs }: Forgetting, { now }: PersonPorts) =>
  Math.max(0, notBeforeMs - now().getTime());

/** Keeps a run. The entry of the trail is made with its end, once; if nothing was found, there is none. */
function keep({ ports, accountId, person }: Asked, run: Forgetting): Promise<Forgetting> {
  const { counts } = run.found;
  const change =
    run.step === 'done' && isAny(counts)
      ? recorded(ports, accountId, 'person.forgotten', `person:${person.id}`, counts)
      : inTransaction;
  return keepForgetting(ports.trail.table, accountId, run, change);
}

/** How long requests may go on that began before a step, in milliseconds: longer than a function runs. */
const settlingMs = 20_000;

/**
 * The run after one more page. Everything is found and counted before the first change, so that a repeat after an
 * interruption counts nothing twice.
 */
async function advanced(asked: Asked, run: Forgetting): Promise<Forgetting> {
  if (run.step === 'done') return run;
  if (run.step === 'find') {
    const found = await lookFurther(asked, run.found);
    if (found.place !== null) return { ...run, found };
    return { ...run, found, step: isAny(found.counts) ? 'begin' : 'done' };
  }
  const next = await steps[run.step](asked, run);
  if (next) return { ...run, place: next };
  const step = forgetSteps[forgetSteps.indexOf(run.step) + 1] ?? 'done';
  const notBeforeMs = step === 'again' ? asked.ports.now().getTime() + settlingMs : 0;
  return { ...run, step, place: { part: 0 }, notBeforeMs };
}
