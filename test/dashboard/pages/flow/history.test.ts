import {
  begin,
  change,
  presentOf,
  step,
} from '../../../../dashboard/src/pages/flow/model/history.ts';
import { expect, test } from '../../../jest.ts';

test('undo and redo go back and forth by one change', () => {
  const changed = change(change(begin('a'), 'b'), 'c');
  const [once, twice] = [step(changed, -1), step(step(changed, -1), -1)];

  expect([once, twice, step(twice, 1)].map(presentOf)).toEqual(['b', 'a', 'b']);
  expect(step(step(twice, 1), 1)).toEqual(changed);
});

test('the history stays as it is if there is nothing to undo or redo', () => {
  const start = begin('a');

  expect(
    [step(start, -1), step(start, 1), change(start, 'a')].every((each) => each === start),
  ).toBe(true);
});

test('undo takes the keys of one field together', () => {
  const typed = ['h', 'hi'].reduce((history, text) => change(history, text, 'from'), begin(''));

  expect(presentOf(step(change(typed, 'hi!', 'pattern'), -1))).toBe('hi');
  expect(presentOf(step(typed, -1))).toBe('');
});

test('a field that is changed after an undo begins a new step, and removes the redo', () => {
  const undone = step(change(change(begin(''), 'a', 'from'), 'b'), -1);
  const changed = change(undone, 'ab', 'from');

  expect(presentOf(step(changed, -1))).toBe('a');
  expect(step(changed, 1)).toBe(changed);
});
