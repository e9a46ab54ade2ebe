import {
  isRefusalStanding,
  problemOffset,
  refusedParts,
  standingRefusals,
  warningsOf,
} from '../../../dashboard/src/draft/draft-problems.ts';
import { expect, test } from '../../jest.ts';
import { draft, refusalOf } from '../template.ts';

test('the problems of a draft are at the parts that the service names, with the offset of their place', () => {
  const refusal = refusalOf(
    { pointer: '/html', detail: 'not closed', line: 2, column: 1 },
    { pointer: '/name', detail: 'empty' },
    { pointer: '/draft/subject', detail: 'too long' },
    { pointer: '/data/x', detail: 'no text' },
    { pointer: '/flow/nodes/2', detail: 'no output' },
    { pointer: '', detail: 'all of it' },
  );

  const parts = refusedParts(refusal);

  expect(parts.map(({ part, place }) => [part, place])).toEqual([
    ['html', { line: 2, column: 1 }],
    ...[
      ['name', null],
      ['subject', null],
      ['testData', null],
      ['flow', null],
      [null, null],
    ],
  ]);
  expect(parts[0] && problemOffset({ ...draft, html: 'a\n{{b' }, parts[0])).toBe(2);
});

test('likely mistakes of a draft are warnings', () => {
  const rendered = {
    ...{ subject: '', html: '', text: '', variables: [], missing: ['name'], unused: [] },
    warnings: [{ code: 'raw-placeholder', detail: 'odd', part: 'html' as const, line: 3 }],
  };

  expect(warningsOf(rendered)).toMatchObject([
    {
      part: 'testData',
      detail: 'The test data has no value for name: requests without one are refused',
      ...{ severity: 'warning', place: null, missing: 'name' },
    },
    { part: 'html', detail: 'odd', severity: 'warning', place: { line: 3, column: 1 } },
  ]);
});

test('a warning about the HTML is accepted by a comment above its line, whose reason the author writes', () => {
  const html = '<p>\n  <form>';
  const warning = {
    code: 'client-breaks',
    feature: 'html-form',
    detail: 'odd',
    part: 'html' as const,
  };
  const rendered = {
    ...{ subject: '', html: '', text: '', variables: [], missing: [], unused: [] },
    warnings: [{ ...warning, line: 2, column: 3 }],
  };

  const [problem] = warningsOf(rendered);
  const { apply, cursor } = problem?.fix ?? {};

  expect(apply?.(html)).toBe('<p>\n  {{! postrider-ignore html-form: }}\n  <form>');
  expect(apply?.(html).slice(0, cursor?.(html))).toMatch(/html-form: $/);
});

test.each([
  ['is shown while the refused part is unchanged', { html: 'other' }, 1],
  ['is no longer shown after the refused part was changed', { name: 'Name' }, 0],
])('a refused save %s', (_, changes, shown) => {
  const refusal = refusalOf({ pointer: '/name', detail: 'empty' });
  const now = { ...draft, ...changes };

  expect(standingRefusals(refusal, draft, now)).toHaveLength(shown);
  expect(isRefusalStanding(refusal, draft, now)).toBe(shown > 0);
});

test('a save that did not reach the service is shown whatever is written', () => {
  expect(isRefusalStanding(new Error('not reached'), draft, { ...draft, name: 'Name' })).toBe(true);
});
