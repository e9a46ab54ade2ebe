import {
  mapSender,
  withMappedSenders,
} from '../../../../../cli/commands/template/promote/promote-templates.ts';
import { expect, test } from '../../../../jest.ts';

const address = { old: 'hi@staging.example', next: 'hello@acme.example' };

test.each([
  ['hi@staging.example', 'hello@acme.example'],
  ['Acme <HI@staging.example>', 'Acme <hello@acme.example>'],
  ['"hi@staging.example" <hi@staging.example>', '"hi@staging.example" <hello@acme.example>'],
  ['Acme <other@staging.example>', 'Acme <other@staging.example>'],
])('a mapping of senders by address turns %s into %s', (from, mapped) => {
  expect(mapSender(from, [address])).toBe(mapped);
});

test('a mapping of senders by domain keeps the part before the @', () => {
  const domain = { old: 'Staging.example', next: 'acme.example' };

  expect(mapSender('Acme <hi@staging.example>', [domain])).toBe('Acme <hi@acme.example>');
  expect(mapSender('hi@mail.staging.example', [domain])).toBe('hi@mail.staging.example');
});

test('the first mapping of senders that fits counts', () => {
  const later = { old: 'staging.example', next: 'later.example' };

  expect(mapSender('hi@staging.example', [address, later])).toBe('hello@acme.example');
  expect(mapSender('ho@staging.example', [address, later])).toBe('ho@later.example');
});

test('a mapping of senders changes only the provider, and nothing if there is no flow', () => {
  const nodes = [
    { id: 'mail', type: 'template', name: 'hi@staging.example' },
    { id: 'send', type: 'provider', provider: 'ses', from: 'hi@staging.example' },
  ];
  const edges = [{ from: 'mail', to: 'send' }];

  expect(withMappedSenders(undefined, [address])).toBeUndefined();
  expect(withMappedSenders({ nodes, edges }, [address])).toEqual({
    nodes: [nodes[0], { ...nodes[1], from: 'hello@acme.example' }],
    edges,
  });
});
