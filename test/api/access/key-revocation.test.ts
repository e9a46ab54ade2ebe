import { connect } from 'node:net';
import { deleteKey } from '../../../shared/manage/keys.ts';
import { interleave } from '../../../trials/fuzz/keys/interleave.ts';
import { saveTemplates } from '../../../trials/harness/accounts.ts';
import { bodyOf, sendTemplate } from '../../../trials/harness/send.ts';
import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { call, refusal } from '../harness/call.ts';
import { deployment } from '../harness/deployment.ts';

const account = await openAccount();
const { accountId, ports } = account;
await saveTemplates(ports, accountId, [sendTemplate]);

const body = { ...JSON.parse(bodyOf('Hi')), _to: 'ada@good.example' };

describe('a key that is revoked while it sends', () => {
  // `npm run fuzz -- keys` does the same 1,000 times, and looks at what reached SES.
  test('a key that is revoked while it sends lets no request through that began after the answer to the revocation', async () => {
    const places = Array.from({ length: 12 }, (_, number) => ({
      ...{ deployment, ports, accountId, number, seed: 1, mails: new Set<string>() },
    }));

    const found = await Promise.all(places.map(interleave));

    expect(found.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(found.reduce((sum, { after }) => sum + after, 0)).toBeGreaterThan(12);
  });

  test('a key that is revoked while it sends lets no request through on a connection that was open before', async () => {
    const { keyId, secret } = await account.newKey();
    const socket = connect(Number(new URL(deployment.baseUrl).port), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(`POST /v1/render HTTP/1.1\r\nAuthorization: Bearer ${secret}\r\n`);

    await deleteKey(ports, keyId);
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += chunk;
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const { host } = new URL(deployment.baseUrl);
    socket.write(`Host: ${host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    await closed;

    expect(received).toMatch(/^HTTP\/1\.1 401 [\s\S]*\{"error":"API key has been revoked"\}$/);
  });

  test('a revoked key stays revoked when it is revoked again, also by two at once, and when another key gets its name', async () => {
    const { keyId, secret } = await account.newKey();

    await Promise.allSettled([deleteKey(ports, keyId), deleteKey(ports, keyId)]);
    await Promise.allSettled([deleteKey(ports, keyId)]);
    const next = await account.newKey();
    const old = await call('/v1/execute', { key: secret, body });
    const sent = await call('/v1/execute', { key: next.secret, body });

    expect(old).toEqual(refusal(401, 'API key has been revoked'));
    expect(sent.status).toBe(200);
  });
});
