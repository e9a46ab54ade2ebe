import { problemOf } from '../../../dashboard/src/api/problem.ts';
import {
  dataProblems,
  isRefusalStanding,
  problemOffset,
  refusedParts,
  standingRefusals,
  warningsOf,
} from '../../../dashboard/src/draft/draft-problems.ts';
import { expect, test } from '../../jest.ts';

const draft = {
  name: '',
  layout: null,
  subject: 's',
  html: 'a\n{{b',
  text: null,
  language: null,
  languages: {},
  testData: '{',
  flow: null,
  keep: null,
  secret: [],
};

const refusal = problemOf(400, {
  type: 'about:blank',
  code: 'invalid',
  title: 'The request is invalid',
  status: 400,
  requestId: 'r',
  errors: [
    { pointer: '/html', detail: 'not closed', line: 2, column: 1 },
    { pointer: '/name', detail: 'empty' },
    { pointer: '/draft/subject', detail: 'too long' },
    { pointer: '/data/x', detail: 'no text' },
    { pointer: '/flow/nodes/2', detail: 'no output' },
    { pointer: '', detail: 'all of it' },
  ],
});

test('the problems of a draft are at the parts that the service names', () => {
  const named = refusedParts(refusal).map(({ part, place }) => [part, place]);

  expect(named).toEqual([
    ['html', { line: 2, column: 1 }],
    ['name', null],
    ['subject', null],
    ['testData', null],
    ['flow', null],
    [null, null],
  ]);
});

test('a problem of a draft has the offset of its place', () => {
  const [atHtml] = refusedParts(refusal);

  expect(atHtml && problemOffset(draft, atHtml)).toBe(2);
});

test('test data that is not JSON is a problem with a place', () => {
  expect(dataProblems('{\n "a" 1}')).toEqual([
    {
      part: 'testData',
      detail: 'A colon is missing here',
      severity: 'error',
      place: { line: 2, column: 6 },
    },
  ]);
});

test('likely mistakes of a draft are warnings', () => {
  const rendered = {
    subject: '',
    html: '',
    text: '',
    variables: [],
    missing: ['name'],
    unused: [],
    warnings: [{ code: 'raw-placeholder', detail: 'odd', part: 'html' as const, line: 3 }],
  };

  expect(warningsOf(rendered)).toEqual([
    {
      part: 'testData',
      detail: 'The test data has no value for name: requests without one are refused',
      severity: 'warning',
      place: null,
      missing: 'name',
    },
    { part: 'html', detail: 'odd', severity: 'warning', place: { line: 3, column: 1 } },
  ]);
});

const only = problemOf(400, {
  type: 'about:blank',
  code: 'invalid',
  title: 'The request is invalid',
  status: 400,
  requestId: 'r',
  errors: [{ pointer: '/name', detail: 'empty' }],
});

test('a refused save is shown while the refused part is unchanged', () => {
  const now = { ...draft, html: 'other' };

  expect([standingRefusals(only, draft, now).length, isRefusalStanding(only, draft, now)]).toEqual([
    1,
    true,
  ]);
});

test('a refused save is no longer shown after the refused part was changed', () => {
  const now = { ...draft, name: 'Name' };

  expect([standingRefusals(only, draft, now), isRefusalStanding(only, draft, now)]).toEqual([
    [],
    false,
  ]);
});

test('a save that did not reach the service is shown whatever is written', () => {
  const now = { ...draft, name: 'Name' };

  expect(isRefusalStanding(new Error('not reached'), draft, now)).toBe(true);
});
