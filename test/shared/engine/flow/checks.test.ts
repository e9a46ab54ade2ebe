import { refuse } from '../../../../shared/engine/errors.ts';
import { runCheck } from '../../../../shared/engine/flow/checks.ts';
import type { FlowInput } from '../../../../shared/engine/flow/ports.ts';
import { describe, expect, test } from '../../../jest.ts';
import { agreeing, type Calls } from './ports.ts';

const nothing: FlowInput = { variables: {}, delivery: {} };
const withName = (name: unknown): FlowInput => ({ variables: { name }, delivery: {} });

describe('required fields', () => {
  const require = (fields: string[], input: FlowInput) =>
    runCheck({ node: 'needed', kind: 'required_fields', fields }, input, agreeing());

  test.each([[0], [false], ['x'], [{}], [[null]], ['\u200b']])(
    'a required field accepts %j',
    async (value) => {
      const outcome = await require(['name'], withName(value));

      expect(outcome).toBeNull();
    },
  );

  test.each([[undefined], [null], [[]], [''], [' \t\n\u00a0']])(
    'a required field does not accept %j',
    async (value) => {
      const outcome = await require(['name'], withName(value));

      expect(outcome).toEqual({
        success: false,
        type: 'validation_failed',
        error: 'Required fields are missing or empty: name',
        field: 'name',
      });
    },
  );

  test('all missing required fields are named, and the first is the field', async () => {
    const input = { variables: { b: 1, d: ' ' }, delivery: { _to: 'a@b.example', _cc: '' } };

    const outcome = await require(['_to', 'a', 'b', 'c.d', 'd', '_cc'], input);

    expect(outcome).toEqual({
      success: false,
      type: 'validation_failed',
      error: 'Required fields are missing or empty: a, c.d, d, _cc',
      field: 'a',
    });
  });

  test('required fields may be dotted names, also into lists', async () => {
    const input = { variables: { customer: { name: 'Ann' }, items: ['x'] }, delivery: {} };

    const outcome = await require(['customer.name', 'items.0', 'items.length'], input);

    expect(outcome).toBeNull();
  });

  test('a required field is searched only among own properties', async () => {
    const names = ['constructor', 'customer.toString', '__proto__', 'name.length'];

    const outcome = await require(names, {
      variables: { customer: {}, name: 'Ann' },
      delivery: {},
    });

    expect(outcome).toMatchObject({
      error: `Required fields are missing or empty: ${names.join(', ')}`,
    });
  });

  test('a required field that begins with _ is a delivery field, not a variable of that name', async () => {
    const outcome = await require(['_to'], { variables: { _to: 'a@b.example' }, delivery: {} });

    expect(outcome).toMatchObject({ field: '_to' });
  });
});

describe('a pattern', () => {
  const match = (pattern: string, input: FlowInput, message: string | null = null) =>
    runCheck({ node: 'code', kind: 'regex', field: 'name', pattern, message }, input, agreeing());
  const failed = (error: string) => ({
    success: false,
    type: 'validation_failed',
    error,
    field: 'name',
  });

  test.each([
    ['b', 'abc'],
    ['^abc$', 'abc'],
    ['^$', ''],
    ['^12\\.5$', 12.5],
    ['^1e\\+21$', 1e21],
    ['^false$', false],
    ['^\\pL+$', 'Łódź'],
    ['^.$', '😀'],
    ['(?i)ABC', 'abc'],
  ])('the pattern %s matches %j', async (pattern, value) => {
    const outcome = await match(pattern, withName(value));

    expect(outcome).toBeNull();
  });

  test.each<[string, FlowInput, string]>([
    ['^b', withName('abc'), 'name does not match the pattern'],
    ['.', nothing, 'name is required'],
    ['.', withName(null), 'name is required'],
    ['.', withName(['abc']), 'name must be a string, number or boolean, found an array'],
    ['.', withName({ a: 1 }), 'name must be a string, number or boolean, found an object'],
    ['.', withName('a'.repeat(1025)), 'name is longer than 1,024 characters'],
  ])('the pattern %s fails on %j', async (pattern, input, error) => {
    const outcome = await match(pattern, input);

    expect(outcome).toEqual(failed(error));
  });

  test('a pattern searches at most 1,024 characters', async () => {
    const outcome = await match('b$', withName(`${'a'.repeat(1023)}b`));

    expect(outcome).toBeNull();
  });

  test.each([['^b'], ['a']])('a pattern answers with its message: %s', async (pattern) => {
    const outcomes = await Promise.all([
      match(pattern, nothing, 'Give a code'),
      match(pattern, withName('c'), 'Give a code'),
      match(pattern, withName([]), 'Give a code'),
      match(pattern, withName('b'.repeat(1025)), 'Give a code'),
    ]);

    expect(outcomes).toEqual(outcomes.map(() => failed('Give a code')));
  });

  test('a pattern checks delivery fields as they were given', async () => {
    const check = { node: 'ours', kind: 'regex', field: '_to', message: null } as const;
    const input = { variables: {}, delivery: { _to: 'Ann <ann@acme.example>' } };

    const ours = await runCheck({ ...check, pattern: '@acme\\.example>$' }, input, agreeing());
    const none = await runCheck({ ...check, pattern: '' }, nothing, agreeing());

    expect(ours).toBeNull();
    expect(none).toMatchObject({ error: '_to is required', field: '_to' });
  });

  test('a pattern that was damaged after the save is a flow_error', async () => {
    const outcome = await match('(a', withName('a'));

    expect(outcome).toEqual({
      success: false,
      type: 'flow_error',
      error: 'A stored pattern does not compile: missing closing ): `(a`',
    });
  });
});

describe('the domain of the recipient', () => {
  const check = { node: 'domain', kind: 'email_domain' } as const;
  const to = (_to: string | null) => ({ variables: {}, delivery: { _to } });
  const failed = (error: string) => ({
    success: false,
    type: 'validation_failed',
    error,
    field: '_to',
  });

  test("the check of the recipient's domain passes if the domain accepts mail", async () => {
    const outcome = await runCheck(check, to('ann@inbox.example'), agreeing());

    expect(outcome).toBeNull();
  });

  test.each([
    [nothing, '_to is required'],
    [to(null), '_to is required'],
    [to(''), '_to is required'],
    [to('nonsense'), '_to is no address'],
  ])("the recipient's domain is not looked up for %j", async (input, error) => {
    const calls: Calls = [];

    const outcome = await runCheck(check, input, agreeing(calls));

    expect(outcome).toEqual(failed(error));
    expect(calls.map(([port]) => port)).not.toContain('lookupDomain');
  });

  test.each([
    [{ domain: false, mxRecords: false }, 'The domain of _to does not exist'],
    [{ domain: true, mxRecords: false }, 'The domain of _to has no MX records'],
  ])("the check of the recipient's domain fails with %j", async (verdict, error) => {
    const ports = agreeing([], { lookupDomain: async () => verdict });

    const outcome = await runCheck(check, to('ann@inbox.example'), ports);

    expect(outcome).toEqual(failed(error));
  });

  test("the check of the recipient's domain refuses the request if DNS does not answer", async () => {
    const ports = agreeing([], { lookupDomain: async () => 'no answer' });

    const outcome = runCheck(check, to('ann@inbox.example'), ports);

    await expect(outcome).rejects.toEqual(refuse('noDnsAnswer'));
  });
});
