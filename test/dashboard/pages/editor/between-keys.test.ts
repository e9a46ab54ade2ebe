import { mock } from 'node:test';
import { betweenKeys } from '../../../../dashboard/src/pages/editor/between-keys.ts';
import { afterEach, beforeEach, expect, test } from '../../../jest.ts';

const keys = new EventTarget();
const press = () => keys.dispatchEvent(new Event('keydown'));
let now: number;
let shown: string[];
let answers: ReturnType<typeof betweenKeys<string>>;

beforeEach(() => {
  now = 10_000;
  mock.timers.enable({ apis: ['setTimeout'] });
  mock.method(performance, 'now', () => now);
  shown = [];
  answers = betweenKeys(keys, (answer: string) => shown.push(answer));
});

afterEach(() => {
  answers.stop();
  mock.timers.reset();
  mock.restoreAll();
});

function pass(ms: number): void {
  now += ms;
  mock.timers.tick(ms);
}

/** Presses keys with a pause before each, and passes an answer on after the last one. */
function type(pausesMs: readonly number[]): void {
  for (const ms of pausesMs) {
    pass(ms);
    press();
  }
  answers.next('answer');
}

const rows = [
  { name: 'after one key', pausesMs: [1000], waitMs: 100 },
  { name: 'after a slow key', pausesMs: [1000, 200], waitMs: 100 },
  { name: 'after a fast key', pausesMs: [1000, 130], waitMs: 195 },
  { name: 'after a key that is held down', pausesMs: [1000, 30], waitMs: 100 },
];

test.each(rows)('$name an answer waits $waitMs ms', ({ pausesMs, waitMs }) => {
  type(pausesMs);
  pass(waitMs - 1);
  expect(shown).toEqual([]);
  pass(1);
  expect(shown).toEqual(['answer']);
});

test('while keys come without a pause, the newest answer is shown after two seconds', () => {
  type([1000]);
  for (let ms = 0; ms < 2000; ms += 50) {
    expect(shown).toEqual([]);
    answers.next(`answer ${ms}`);
    press();
    pass(50);
  }
  expect(shown).toEqual(['answer 1950']);
});
