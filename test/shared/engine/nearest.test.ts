import { nearest } from '../../../shared/engine/nearest.ts';
import { describe, expect, test } from '../../jest.ts';

describe('the nearest name', () => {
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
});
