import { describe, expect, test } from '../../jest.ts';

/**
 * A model of one scheduled message: two deliveries of its wake-up, a cancel, one refusal of SES for the rate, one crash
 * at any step, a lost answer of SES, and a lease that runs out. The test walks through every order of these steps. A
 * write of the store is one step, because the store makes it atomic and checks its condition in it.
 */
interface World {
  record: { state: string; owner: string | null; isLeased: boolean };
  /** Mails that SES has accepted. */
  accepted: number;
  /** What the caller of cancel was told; null: it has not called yet. */
  told: 'cancelled' | 'too late' | null;
  wakeUps: [Step, Step];
  throttles: number;
  crashes: number;
}

/** The next step of a delivery. `done`: the queue does not give the wake-up again. */
type Step =
  | 'read'
  | 'begin'
  | 'begin unasked'
  | 'call SES'
  | 'hand back'
  | 'record sent'
  | 'record unknown'
  | 'take over'
  | 'done';

/** The rules that this design has, each of which a test leaves out. */
interface Rules {
  /** SCHEDULED to SENDING is written on condition that the record is still SCHEDULED. */
  beginsOnCondition: boolean;
  /** A second delivery never sends a message that it finds SENDING. */
  neverTakesOver: boolean;
  /** Cancel changes the record, and does not only delete the wake-up. */
  cancelsRecord: boolean;
}

const rules: Rules = { beginsOnCondition: true, neverTakesOver: true, cancelsRecord: true };

const start: World = {
  record: { state: 'SCHEDULED', owner: null, isLeased: false },
  accepted: 0,
  told: null,
  wakeUps: ['read', 'read'],
  throttles: 1,
  crashes: 1,
};

/** A world after one more step: `world` with the changes, and the delivery `i` at its next step. */
function after(world: World, i: 0 | 1, step: Step, changes: Partial<World> = {}): World {
  const [first, second] = world.wakeUps;
  return { ...world, ...changes, wakeUps: i === 0 ? [step, second] : [first, step] };
}

function crashed(world: World): World[] {
  return world.crashes > 0 ? [{ ...world, crashes: world.crashes - 1 }] : [];
}

const ownerOf = (i: 0 | 1) => `delivery ${i}`;

/** The write of SENDING, and a crash right after it. */
function begunOf(world: World, i: 0 | 1, { neverTakesOver }: Rules, may: boolean): World[] {
  const record = { state: 'SENDING', owner: ownerOf(i), isLeased: true };
  const begun = may ? after(world, i, 'call SES', { record }) : after(world, i, 'done');
  return [begun, ...crashed(after(begun, i, neverTakesOver ? 'done' : 'take over'))];
}

function stepsOf(world: World, i: 0 | 1, used: Rules): World[] {
  const { record, accepted } = world;
  const owner = ownerOf(i);
  const isOwn = record.owner === owner;
  const settled = (state: string) => ({ record: { ...record, state } });
  switch (world.wakeUps[i]) {
    case 'read': {
      const unasked = !used.beginsOnCondition && record.state === 'SCHEDULED';
      return [after(world, i, unasked ? 'begin unasked' : 'begin')];
    }
    case 'begin':
      return begunOf(world, i, used, record.state === 'SCHEDULED');
    case 'begin unasked':
      return begunOf(world, i, used, true);
    case 'call SES': {
      const sent = after(world, i, 'record sent', { accepted: accepted + 1 });
      const throttled = after(world, i, 'hand back', { throttles: 0 });
      return [
        sent,
        after(sent, i, 'record unknown'),
        ...crashed(after(sent, i, 'done')),
        ...(world.throttles > 0 ? [throttled] : []),
      ];
    }
    case 'hand back': {
      const back = { record: { state: 'SCHEDULED', owner: null, isLeased: false } };
      return [after(world, i, 'read', isOwn && record.state === 'SENDING' ? back : {})];
    }
    case 'record sent':
      return [after(world, i, 'done', isOwn ? settled('SENT') : {})];
    case 'record unknown': {
      const isOpen = isOwn && record.state === 'SENDING';
      return [after(world, i, 'done', isOpen ? settled('UNKNOWN') : {})];
    }
    case 'take over': {
      const isOver = record.state === 'SENDING' && !record.isLeased;
      return isOver
        ? [after(world, i, 'call SES', { record: { ...record, owner } })]
        : [after(world, i, 'done')];
    }
    case 'done':
      return [];
  }
}

function cancelOf(world: World, used: Rules): World[] {
  if (world.told !== null) return [];
  const cancelled = { ...world.record, state: 'CANCELLED' };
  if (!used.cancelsRecord) {
    const isWaiting = world.wakeUps.every((step) => step === 'read');
    return [{ ...world, told: 'cancelled', ...(isWaiting && { record: cancelled }) }];
  }
  return world.record.state === 'SCHEDULED'
    ? [{ ...world, told: 'cancelled', record: cancelled }]
    : [{ ...world, told: 'too late' }];
}

function leaseOf(world: World): World[] {
  const { record } = world;
  return record.state === 'SENDING' && record.isLeased
    ? [{ ...world, record: { ...record, isLeased: false } }]
    : [];
}

function wrongIn(world: World, isEnd: boolean): string[] {
  const isLeft = isEnd && world.record.state === 'SCHEDULED';
  return [
    ...(world.accepted > 1 ? ['two mails'] : []),
    ...(world.told === 'cancelled' && world.accepted > 0 ? ['cancelled, and a mail'] : []),
    ...(isLeft ? ['left SCHEDULED with nobody to send it'] : []),
  ];
}

/** Walks through every order of the steps. Returns what goes wrong in any of them. */
function walk(used: Rules): { wrong: string[]; worlds: number } {
  const seen = new Set<string>();
  const wrong = new Set<string>();
  const open = [start];
  for (let world = open.pop(); world !== undefined; world = open.pop()) {
    const key = JSON.stringify(world);
    if (seen.has(key)) continue;
    seen.add(key);
    const next = [
      ...stepsOf(world, 0, used),
      ...stepsOf(world, 1, used),
      ...leaseOf(world),
      ...cancelOf(world, used),
    ];
    for (const found of wrongIn(world, next.length === 0)) wrong.add(found);
    open.push(...next);
  }
  return { wrong: [...wrong].sort(), worlds: seen.size };
}

describe('a scheduled message, in every order of its steps', () => {
  test('is sent at most once, never after a cancel that was confirmed, and is never forgotten', () => {
    const { wrong, worlds } = walk(rules);
    expect(wrong).toEqual([]);
    expect(worlds).toBeGreaterThan(500);
  });

  test('is sent twice, and after a cancel, if SENDING is written without the condition', () => {
    const { wrong } = walk({ ...rules, beginsOnCondition: false });
    expect(wrong).toEqual(['cancelled, and a mail', 'two mails']);
  });

  test('is sent twice if a second delivery takes over a SENDING whose lease is over', () => {
    expect(walk({ ...rules, neverTakesOver: false }).wrong).toContain('two mails');
  });

  test('is sent after a cancel that only deletes the wake-up', () => {
    expect(walk({ ...rules, cancelsRecord: false }).wrong).toEqual(['cancelled, and a mail']);
  });
});
