import { once } from 'node:events';
import { createServer } from 'node:net';
import { deliver } from '../../../cli/webhook/deliver.ts';
import { expect, onTestFinished, test } from '../../jest.ts';

test('a delivery to a receiver that does not answer ends after its time', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => {
    silent.close();
  });
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  const delivery = await deliver(
    {
      url: new URL(`http://127.0.0.1:${port}/`),
      secret: 'whsec_c2VjcmV0',
      signal: new AbortController().signal,
      timeoutMs: 50,
    },
    { id: 'evt_1', body: '{}', at: new Date() },
  );

  expect(delivery).toEqual({ status: null, error: 'no answer within 0.05 s' });
});
