/** The fastest way: the same read over `node:http`, signed by hand (Signature Version 4). */
import { createHash, createHmac } from 'node:crypto';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

const variable = (name: string) => process.env[name] ?? '';

export const handler = () => {
  const body = JSON.stringify({
    TableName: variable('KEYS_TABLE'),
    Key: { keyHash: { S: variable('KEY_HASH') } },
    ConsistentRead: true,
  });
  return post(variable('AWS_ENDPOINT_URL_DYNAMODB'), 'DynamoDB_20120810.GetItem', body);
};

function post(endpoint: string, target: string, body: string): Promise<unknown> {
  const { host } = new URL(endpoint);
  const time = new Date().toISOString().replace(/[:-]|\.\d{3}/g, '');
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    host,
    'x-amz-date': time,
    'x-amz-target': target,
  };
  const authorization = sign(headers, time, body);
  const options = { method: 'POST', headers: { ...headers, authorization } };
  return new Promise((resolve, reject) => {
    const sent = request(endpoint, options, (answer) => json(answer).then(resolve, reject));
    sent.on('error', reject);
    sent.end(body);
  });
}

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function sign(headers: Record<string, string>, time: string, body: string): string {
  const scope = `${time.slice(0, 8)}/${variable('AWS_REGION')}/dynamodb/aws4_request`;
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = `POST\n/\n\n${lines.join('')}\n${names}\n${hash(body)}`;
  const toSign = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash(canonical)}`;
  const key = scope
    .split('/')
    .reduce<string | Buffer>(hmac, `AWS4${variable('AWS_SECRET_ACCESS_KEY')}`);
  const signature = hmac(key, toSign).toString('hex');
  const credential = `${variable('AWS_ACCESS_KEY_ID')}/${scope}`;
  return `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`;
}
