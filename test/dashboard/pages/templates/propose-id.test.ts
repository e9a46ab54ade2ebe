import { describe, expect, test } from '@jest/globals';
import { freeId, idFrom, idProblem } from '../../../../dashboard/src/pages/templates/propose-id.ts';

describe('the id that a name suggests', () => {
  test.each([
    ['Order confirmation', 'order-confirmation'],
    ['  Grüße, à bientôt!  ', 'grusse-a-bientot'],
    ['--', 'template'],
    ['日本', 'template'],
    ['x'.repeat(80), 'x'.repeat(64)],
  ])('of %j is one that can be taken', (name, id) => {
    expect([idFrom(name), idProblem(idFrom(name))]).toEqual([id, null]);
  });

  test('has a number where it is taken', () => {
    expect([
      freeId('a', []),
      freeId('a', ['a', 'a-2']),
      freeId('x'.repeat(64), ['x'.repeat(64)]),
    ]).toEqual(['a', 'a-3', `${'x'.repeat(62)}-2`]);
  });
});

describe('an id', () => {
  const wrong = 'Letters, digits, hyphens and underscores, beginning with a letter or digit';
  test.each([
    ['Welcome_2-x', null],
    ['', wrong],
    ['-a', wrong],
    ['a/b', wrong],
    ['a'.repeat(65), 'An id has at most 64 characters'],
  ])('%j is judged', (id, problem) => {
    expect(idProblem(id)).toBe(problem);
  });
});
