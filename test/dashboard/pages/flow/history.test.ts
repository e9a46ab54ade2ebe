import {
  begin,
  change,
  maxSteps,
  redo,
  undo,
} from '../../../../dashboard/src/pages/flow/model/history.ts';
import { expect, test } from '../../../jest.ts';

test('undo and redo go back and forth by one change', () => {
  const changed = change(change(begin('a'), 'b'), 'c');

  expect(undo(changed).present).toBe('b');
  expect(undo(undo(changed)).present).toBe('a');
  expect(redo(undo(undo(changed))).present).toBe('b');
  expect(redo(redo(undo(undo(changed))))).toEqual(changed);
});

test('the history stays as it is if there is nothing to undo or redo', () => {
  const start = begin('a');

  expect(undo(start)).toBe(start);
  expect(redo(start)).toBe(start);
  expect(change(start, 'a')).toBe(start);
});

test('undo takes the keys of one field together', () => {
  const typed = ['h', 'hi'].reduce((history, text) => change(history, text, 'from'), begin(''));

  const elsewhere = change(typed, 'hi!', 'pattern');

  expect(undo(elsewhere).present).toBe('hi');
  expect(undo(typed)).toEqual({ ...begin(''), future: ['hi'] });
});

test('a field that is changed after an undo begins a new step, and removes the redo', () => {
  const undone = undo(change(change(begin(''), 'a', 'from'), 'b'));
  const changed = change(undone, 'ab', 'from');

  expect(undo(changed).present).toBe('a');
  expect(redo(changed)).toBe(changed);
});

test('the history keeps only the last steps', () => {
  let history = begin(0);
  for (let step = 1; step <= maxSteps + 5; step += 1) history = change(history, step);

  expect(history.past).toHaveLength(maxSteps);
  expect(history.past[0]).toBe(5);
});
