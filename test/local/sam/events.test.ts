import { describe, expect, test } from '@jest/globals';
import { sesEvent } from '../../../functions/events/contract.ts';
import { executeRequest } from '../../../functions/execute/contract.ts';
import { renderRequest } from '../../../functions/render/contract.ts';
import { verifyRequest } from '../../../functions/verify/contract.ts';
import { samEvents } from '../../../local/sam/events.ts';

const events = samEvents({
  apiKey: 'pr_secret',
  accountId: 'acc_1',
} as Parameters<typeof samEvents>[0]) as Record<string, Record<string, unknown>>;

const bodyOf = (name: string): unknown =>
  JSON.parse(Buffer.from(String(events[name]?.body), 'base64').toString());

describe('events for sam local invoke', () => {
  test.each([
    ['Render', renderRequest],
    ['Execute', executeRequest],
    ['Verify', verifyRequest],
  ])('%s is a request that its contract lets in, of the demo account', (name, contract) => {
    expect(contract.safeParse(bodyOf(name)).success).toBe(true);
    expect(events[name]).toMatchObject({
      httpMethod: 'POST',
      isBase64Encoded: true,
      requestContext: { authorizer: { accountId: 'acc_1' }, extendedRequestId: expect.any(String) },
    });
  });

  test('the authorizer is asked with the demo key', () => {
    expect(events.Authorizer).toMatchObject({
      type: 'TOKEN',
      authorizationToken: 'Bearer pr_secret',
    });
  });

  test('what SES reports is one of its events', () => {
    expect(sesEvent.safeParse(events.Events).success).toBe(true);
  });
});
