import { Deadline, OutOfTime } from '../../shared/deadline.ts';
import { jest } from '../jest.ts';

/** A call that has not ended, and its deadline. */
interface Open {
  endsAtMs: number;
  end: () => void;
}

/** A clock that only the test moves, with its deadlines. The machine's speed has no influence. */
export interface Clock {
  nowMs: () => number;
  pass: (ms: number) => void;
  /** How many calls within a deadline have not ended. */
  open: () => number;
  /** Moves on to the next deadline of a call, and returns how many calls end there. */
  toNextEnd: () => number;
  restore: () => void;
}

/** Puts all deadlines that are created from now on onto a clock of the test. */
export function startClock(): Clock {
  let nowMs = 0;
  const open = new Set<Open>();
  const deadlineAt = (endsAtMs: number): Deadline => {
    const leftMs = () => Math.max(0, endsAtMs - nowMs);
    const within = async <T>(call: (signal: AbortSignal) => Promise<T>, atMostMs = Infinity) => {
      if (leftMs() <= 0) throw new OutOfTime();
      const end = new AbortController();
      const { promise: over, reject } = Promise.withResolvers<never>();
      const late = () => {
        end.abort(new OutOfTime());
        reject(new OutOfTime());
      };
      const one = { endsAtMs: nowMs + Math.min(leftMs(), atMostMs), end: late };
      open.add(one);
      return Promise.race([call(end.signal), over]).finally(() => open.delete(one));
    };
    const sooner = (ms: number) => deadlineAt(endsAtMs - ms);
    return { leftMs, within, sooner } as unknown as Deadline;
  };
  const moveTo = (ms: number) => {
    nowMs = ms;
    const over = [...open].filter(({ endsAtMs }) => endsAtMs <= nowMs);
    for (const one of over) {
      open.delete(one);
      one.end();
    }
    return over.length;
  };
  const spy = jest.spyOn(Deadline, 'in').mockImplementation((ms) => deadlineAt(nowMs + ms));
  return {
    nowMs: () => nowMs,
    pass: (ms) => void moveTo(nowMs + ms),
    open: () => open.size,
    toNextEnd: () => moveTo(Math.min(...[...open].map(({ endsAtMs }) => endsAtMs))),
    restore: () => spy.mockRestore(),
  };
}
