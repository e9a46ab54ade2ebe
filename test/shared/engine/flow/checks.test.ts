import { refuse } from '../../../../shared/engine/errors.ts';
import { runCheck } from '../../../../shared/engine/flow/checks.ts';
import type { FlowInput } from '../../../../shared/engine/flow/ports.ts';
import { expect, test } from '../../../jest.ts';
import { agreeing, type Calls, validationFailed } from './ports.ts';

const nothing: FlowInput = { variables: {}, delivery: {} };
const withName = (name: unknown): FlowInput => ({ variables: { name }, delivery: {} });

const require = (fields: string[], input: FlowInput) =>
  runCheck({ node: 'needed', kind: 'required_fields', fields }, input, agreeing());

test.each([[0], [false], ['x'], [{}], [[null]], ['\u200b']])(
  'a required field accepts %j',
  async (value) => {
    expect(await require(['name'], withName(value))).toBeNull();
  },
);

test.each([[undefined], [null], [[]], [''], [' \t\n\u00a0']])(
  'a required field does not accept %j',
  async (value) => {
    expect(await require(['name'], withName(value))).toEqual(
      validationFailed('Required fields are missing or empty: name', 'name'),
    );
  },
);

test('all missing required fields are named, and the first is the field', async () => {
  const input = { variables: { b: 1, d: ' ' }, delivery: { _to: 'a@b.example', _cc: '' } };

  expect(await require(['_to', 'a', 'b', 'c.d', 'd', '_cc'], input)).toEqual(
    validationFailed('Required fields are missing or empty: a, c.d, d, _cc', 'a'),
  );
});

test('required fields may be dotted names, also into lists', async () => {
  const input = { variables: { customer: { name: 'Ann' }, items: ['x'] }, delivery: {} };

  expect(await require(['customer.name', 'items.0', 'items.length'], input)).toBeNull();
});

test('a required field is searched only among own properties', async () => {
  const names = ['constructor', 'customer.toString', '__proto__', 'name.length'];

  const input = { variables: { customer: {}, name: 'Ann' }, delivery: {} };

  expect(await require(names, input)).toMatchObject({
    error: `Required fields are missing or empty: ${names.join(', ')}`,
  });
});

test('a required field that begins with _ is a delivery field, not a variable of that name', async () => {
  const outcome = await require(['_to'], { variables: { _to: 'a@b.example' }, delivery: {} });

  expect(outcome).toMatchObject({ field: '_to' });
});

const match = (pattern: string, input: FlowInput, message: string | null = null) =>
  runCheck({ node: 'code', kind: 'regex', field: 'name', pattern, message }, input, agreeing());

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
  expect(await match(pattern, withName(value))).toBeNull();
});

test.each<[string, FlowInput, string]>([
  ['^b', withName('abc'), 'name does not match the pattern'],
  ['.', nothing, 'name is required'],
  ['.', withName(null), 'name is required'],
  ['.', withName(['abc']), 'name must be a string, number or boolean, found an array'],
  ['.', withName({ a: 1 }), 'name must be a string, number or boolean, found an object'],
  ['.', withName('a'.repeat(1025)), 'name is longer than 1,024 characters'],
])('the pattern %s fails on %j', async (pattern, input, error) => {
  expect(await match(pattern, input)).toEqual(validationFailed(error, 'name'));
});

test('a pattern searches at most 1,024 characters', async () => {
  expect(await match('b$', withName(`${'a'.repeat(1023)}b`))).toBeNull();
});

test.each([['^b'], ['a']])('a pattern answers with its message: %s', async (pattern) => {
  for (const input of [nothing, withName('c'), withName([]), withName('b'.repeat(1025))]) {
    expect(await match(pattern, input, 'Give a code')).toEqual(
      validationFailed('Give a code', 'name'),
    );
  }
});

test('a pattern checks delivery fields as they were given', async () => {
  const ofTo = { node: 'ours', kind: 'regex', field: '_to', message: null } as const;
  const input = { variables: {}, delivery: { _to: 'Ann <ann@acme.example>' } };

  const ours = await runCheck({ ...ofTo, pattern: '@acme\\.example>$' }, input, agreeing());
  const none = await runCheck({ ...ofTo, pattern: '' }, nothing, agreeing());

  expect(ours).toBeNull();
  expect(none).toMatchObject({ error: '_to is required', field: '_to' });
});

test('a pattern that was damaged after the save is a flow_error', async () => {
  expect(await match('(a', withName('a'))).toEqual({
    success: false,
    type: 'flow_error',
    error: 'A stored pattern does not compile: missing closing ): `(a`',
  });
});

const check = { node: 'domain', kind: 'email_domain' } as const;
const to = (_to: string | null) => ({ variables: {}, delivery: { _to } });

test("the check of the recipient's domain passes if the domain accepts mail", async () => {
  expect(await runCheck(check, to('ann@inbox.example'), agreeing())).toBeNull();
});

test.each([
  [nothing, '_to is required'],
  [to(null), '_to is required'],
  [to(''), '_to is required'],
  [to('nonsense'), '_to is no address'],
])("the recipient's domain is not looked up for %j", async (input, error) => {
  const calls: Calls = [];

  expect(await runCheck(check, input, agreeing(calls))).toEqual(validationFailed(error, '_to'));
  expect(calls.map(([port]) => port)).not.toContain('lookupDomain');
});

test.each([
  [{ domain: false, mxRecords: false }, 'The domain of _to does not exist'],
  [{ domain: true, mxRecords: false }, 'The domain of _to has no MX records'],
])("the check of the recipient's domain fails with %j", async (verdict, error) => {
  const ports = agreeing([], { lookupDomain: async () => verdict });

  expect(await runCheck(check, to('ann@inbox.example'), ports)).toEqual(
    validationFailed(error, '_to'),
  );
});

test("the check of the recipient's domain refuses the request if DNS does not answer", async () => {
  const ports = agreeing([], { lookupDomain: async () => 'no answer' });

  await expect(runCheck(check, to('ann@inbox.example'), ports)).rejects.toEqual(
    refuse('noDnsAnswer'),
  );
});
