import { copyOf, idFrom, idProblem } from '../../../../dashboard/src/pages/templates/propose-id.ts';
import { expect, test } from '../../../jest.ts';

test.each([
  ['Order confirmation', 'order-confirmation'],
  ['  Grüße, à bientôt!  ', 'grusse-a-bientot'],
  ['--', 'template'],
  ['日本', 'template'],
  ['x'.repeat(80), 'x'.repeat(64)],
])('the id that the name %j suggests is valid', (name, id) => {
  expect([idFrom(name), idProblem(idFrom(name))]).toEqual([id, null]);
});

const wrong = 'Use letters, digits, hyphens and underscores, and begin with a letter or digit';
test.each([
  ['Welcome_2-x', null],
  ['', wrong],
  ['-a', wrong],
  ['a/b', wrong],
  ['a'.repeat(65), 'An id has at most 64 characters'],
])('the id %j is checked', (id, problem) => {
  expect(idProblem(id)).toBe(problem);
});

test('a copy is proposed with the name and id of its source, as long as both may be', () => {
  const short = copyOf({ id: 'receipt', name: 'Receipt' });
  const long = copyOf({ id: 'x'.repeat(64), name: '\u{1F600}'.repeat(200) });

  expect(short).toEqual({ id: 'receipt-copy', name: 'Receipt copy' });
  expect(long).toEqual({
    id: `${'x'.repeat(59)}-copy`,
    name: `${'\u{1F600}'.repeat(195)} copy`,
  });
});
