import { deliver } from '../../../../cli/commands/message/forwarding.ts';
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
