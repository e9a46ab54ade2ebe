import { InvalidWebhook, verifyAt, type WebhookHeaders } from '../../client/src/webhook.ts';
import { signedHeaders } from '../../shared/webhook/webhook-signature.ts';
import { expect, test } from '../jest.ts';

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const body =
  '{"type":"message.bounced","timestamp":"2026-05-01T10:00:02.000Z","data":{"revision":3}}';
const at = new Date('2026-05-01T10:00:03Z');
const headers = signedHeaders({ id: 'evt_1', body, at }, [secret]);

const verify = (changes: {
  body?: string;
  headers?: WebhookHeaders;
  secret?: string | undefined;
  laterMs?: number;
}) => {
  const given = { body, headers, secret, laterMs: 0, ...changes };
  return verifyAt(at.getTime() + given.laterMs, given.body, given.headers, given.secret);
};

test.each<[string, WebhookHeaders]>([
  ['of Node', headers],
  [
    'in other case',
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
  ],
  ['of the web', new Headers(headers)],
])('verifyWebhook returns the event: headers %s', async (_, given) => {
  expect(await verify({ headers: given })).toEqual(JSON.parse(body));
});

test('verifyWebhook refuses a body that was parsed and written again, and says so', async () => {
  const again = JSON.stringify(JSON.parse(body), null, 1);

  await expect(verify({ body: again })).rejects.toThrow('the body must be the bytes as they came');
  await expect(verify({ body: again })).rejects.toThrow(InvalidWebhook);
});

test('verifyWebhook refuses a parsed body with a TypeError', async () => {
  await expect(verify({ body: JSON.parse(body) })).rejects.toThrow(
    new TypeError('body must be a string: the body must be the bytes as they came, not parsed'),
  );
});

test.each([-301_000, 301_000])(
  'verifyWebhook refuses a request that is %i ms old',
  async (laterMs) => {
    await expect(verify({ laterMs })).rejects.toThrow(
      'webhook-timestamp is more than 5 minutes off',
    );
  },
);

test.each([-299_000, 299_000])(
  'verifyWebhook accepts a request that is %i ms old',
  async (laterMs) => {
    expect(await verify({ laterMs })).toEqual(JSON.parse(body));
  },
);

test.each(Object.keys(headers))('verifyWebhook refuses a request without %s', async (name) => {
  await expect(verify({ headers: { ...headers, [name]: undefined } })).rejects.toThrow(
    new InvalidWebhook(`The header ${name} is missing`),
  );
});

test.each([
  ['webhook-id', 'evt_2', 'webhook-signature does not match'],
  ['webhook-timestamp', String(at.getTime() / 1000 + 1), 'webhook-signature does not match'],
  ['webhook-timestamp', String(at.getTime()), 'webhook-timestamp must be whole seconds'],
  ['webhook-signature', 'v1,', 'webhook-signature does not match'],
  ['webhook-signature', 'v1,%%%', 'webhook-signature does not match'],
  [
    'webhook-signature',
    String(headers['webhook-signature']).replace('v1,', 'v2,'),
    'webhook-signature does not match',
  ],
])('verifyWebhook refuses %s: %s', async (name, value, sentence) => {
  const refused = verify({ headers: { ...headers, [name]: value } });

  await expect(refused).rejects.toThrow(InvalidWebhook);
  await expect(refused).rejects.toThrow(sentence);
});

test("verifyWebhook refuses another webhook's secret", async () => {
  await expect(verify({ secret: `${secret.slice(0, -4)}AAA=` })).rejects.toThrow(InvalidWebhook);
});

test.each([undefined, '', 'whsec_', 'whsec_%%%', secret.slice(6)])(
  'verifyWebhook throws a TypeError for the secret %s, without repeating it',
  async (given) => {
    await expect(verify({ secret: given })).rejects.toThrow(
      new TypeError(
        'secret must be whsec_ and base64. If it comes from an environment variable, set that',
      ),
    );
  },
);
