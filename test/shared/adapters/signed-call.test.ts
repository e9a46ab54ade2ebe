import { endpoint } from '../../../shared/adapters/signed-call.ts';
import { expect, test } from '../../jest.ts';

test.each([
  ['dynamodb', 'eu-central-1', 'https://dynamodb.eu-central-1.amazonaws.com/'],
  ['email', 'eu-central-1', 'https://email.eu-central-1.amazonaws.com/'],
  ['dynamodb', 'cn-north-1', 'https://dynamodb.cn-north-1.amazonaws.com.cn/'],
])('the endpoint of %s in %s is %s', (host, region, url) => {
  expect(String(endpoint(host, region, ''))).toBe(url);
});

test('the endpoint that the deployment names is used', () => {
  expect(String(endpoint('email', 'eu-central-1', 'http://127.0.0.1:3002'))).toBe(
    'http://127.0.0.1:3002/',
  );
});
