import { describe, expect, test } from '../../jest.ts';
import { apiPages, blocksOf, differences, examplesOf } from '../harness/document-examples.ts';
import { differencesOf } from '../harness/run-example.ts';

const reference = examplesOf(apiPages.flatMap(blocksOf));

describe('the examples', () => {
  test('the examples of docs/api.md are all run', () => {
    // generators.test.ts runs the blocks of shell and JavaScript. HTML blocks are parts of templates.
    const left = reference.rest.filter(({ language }) => !['sh', 'js', 'html'].includes(language));

    expect(left).toEqual([]);
    expect(reference.examples.length).toBeGreaterThanOrEqual(9);
  });

  test.each(reference.examples.filter(({ kind }) => kind === 'curl'))(
    'the example at $place gives the answer below it',
    async (example) => {
      expect(await differencesOf(example)).toEqual([]);
    },
  );
});

describe('an answer', () => {
  const printed = { id: 'ses-…', list: [{ ms: 1, done: true }], none: null };

  test('an answer equals the printed one, except for ids and times', () => {
    const value = { none: null, list: [{ done: true, ms: 7.5 }], id: 'ses-12' };

    expect(differences(printed, value)).toEqual([]);
  });

  test.each([
    ['/id', { id: 'sent-12', list: [{ ms: 1, done: true }], none: null }],
    ['/list/0/ms', { id: 'ses-12', list: [{ ms: '1', done: true }], none: null }],
    ['/list/0/done', { id: 'ses-12', list: [{ ms: 1, done: false }], none: null }],
    ['/list/0', { id: 'ses-12', list: [], none: null }],
    ['/none', { id: 'ses-12', list: [{ ms: 1, done: true }] }],
    ['/more', { id: 'ses-12', list: [{ ms: 1, done: true }], none: null, more: 1 }],
  ])('the check notices an answer that differs at %s', (path, value) => {
    expect(differences(printed, value)).toEqual([expect.stringMatching(new RegExp(`^${path}: `))]);
  });
});
