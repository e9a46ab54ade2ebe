import { deliver, readLocalAddress } from '../../../../cli/commands/message/forwarding.ts';
import { expect, test } from '../../../jest.ts';
import { serve } from '../../../serve.ts';

test('a delivery to a receiver that does not answer ends after its time', async () => {
  const silent = await serve(() => {});

  const delivery = await deliver(
    {
      url: new URL(silent.url),
      secret: 'whsec_c2VjcmV0',
      signal: new AbortController().signal,
      timeoutMs: 50,
    },
    { id: 'evt_1', body: '{}', at: new Date() },
  );

  expect(delivery).toEqual({ status: null, error: 'no answer within 0.05 s' });
});

test.each([
  'http://localhost:3000/hooks',
  'http://127.0.0.1:3000/hooks',
  'https://[::1]:3000/',
  'http://192.168.1.20/',
  'http://10.1.2.3/',
  'http://[fd00::1]/',
])('--forward takes the address %s of this machine or its network', async (text) => {
  expect((await readLocalAddress(text)).href).toBe(text);
});

test.each([
  ['hooks', 'must be an http or https address'],
  ['ftp://localhost/', 'must be an http or https address'],
  ['http://ada:secret@localhost/', 'must be an http or https address'],
  ['http://203.0.113.9/hooks', '203.0.113.9 has the address 203.0.113.9'],
  ['http://[2001:db8::1]/hooks', '2001:db8::1 has the address 2001:db8::1'],
  ['http://169.254.169.254/', '169.254.169.254 has the address 169.254.169.254'],
  ['http://nowhere.invalid/', 'names a host that this machine does not know: nowhere.invalid'],
])('--forward refuses %s: %s', async (text, sentence) => {
  await expect(readLocalAddress(text)).rejects.toThrow(sentence);
});
