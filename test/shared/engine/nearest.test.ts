import { nearest } from '../../../shared/engine/nearest.ts';
import { expect, test } from '../../jest.ts';

test.each([
  ['nmae', 'name'],
  ['subjcet', 'subject'],
  ['Name', 'name'],
  ['flows', 'flow'],
  ['subjects', 'subject'],
])('the nearest name of %s is %s', (written, meant) => {
  expect(nearest(written, ['id', 'name', 'subject', 'flow'])).toBe(meant);
});

test.each(['from', 'html', 'x', ''])('%j has no nearest name', (written) => {
  expect(nearest(written, ['id', 'name', 'subject', 'flow'])).toBe(undefined);
});
