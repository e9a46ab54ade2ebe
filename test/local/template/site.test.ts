import { join } from 'node:path';
import { expect, test } from '../../jest.ts';
import { readFixture, resource } from '../support/assembly.ts';
import { dashboard, distribution } from '../support/dashboard.ts';

const read = (resources: Record<string, unknown> = {}) =>
  readFixture(dashboard({ files: { 'index.html': '' }, resources }));

/** The page's distribution with its own answers to errors. */
const withErrors = (...CustomErrorResponses: object[]) => ({
  Distribution: distribution({ CustomErrorResponses }),
});

test("the dashboard's page is read from the stack, with its behaviours, its files and its edge functions", () => {
  const { folder, stack } = read();

  const code = { viewerRequest: expect.any(String), viewerResponse: expect.any(String) };
  expect(stack.dashboard?.site).toEqual({
    url: 'https://distribution.cloudfront.net',
    behaviours: [
      { pattern: '/assets/*', origin: 'files', methods: ['GET', 'HEAD'], ...code },
      {
        pattern: '/manage/*',
        origin: 'manage',
        methods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
        viewerRequest: undefined,
        viewerResponse: undefined,
      },
      { pattern: '*', origin: 'files', methods: ['GET', 'HEAD'], ...code },
    ],
    rootObject: 'index.html',
    folders: [join(folder, 'asset.page'), join(folder, 'asset.config')],
  });
});

test("the dashboard's page is the same with errors that CloudFront does not cache", () => {
  const { stack } = read(withErrors({ ErrorCode: 503, ErrorCachingMinTTL: 0 }));

  const patterns = stack.dashboard?.site.behaviours.map(({ pattern }) => pattern);
  expect(patterns).toEqual(['/assets/*', '/manage/*', '*']);
});

test("the functions that only deploy the dashboard's page are left out", () => {
  const { stack } = read();

  expect([...stack.functions.values()].map(({ id }) => id)).toEqual(['authorizer', 'manage']);
});

test.each([
  [
    'pages for errors',
    withErrors({
      ...{ ErrorCode: 404, ErrorCachingMinTTL: 0, ResponseCode: 200, ResponsePagePath: '/' },
    }),
    'it does not support ResponseCode, ResponsePagePath.',
  ],
  [
    'errors that are kept',
    withErrors({ ErrorCode: 503, ErrorCachingMinTTL: 10 }),
    'DistributionConfig.CustomErrorResponses.0.ErrorCachingMinTTL: Invalid input: expected 0.',
  ],
  [
    'errors that are kept for as long as CloudFront does by itself',
    withErrors({ ErrorCode: 503 }),
    'DistributionConfig.CustomErrorResponses.0.ErrorCachingMinTTL: Invalid input: expected 0.',
  ],
  [
    'another origin',
    { Distribution: distribution({ Origins: [{ Id: 'files', DomainName: 'example.com' }] }) },
    'The local run does not support the origin example.com of the page.',
  ],
  [
    'an origin that is not there',
    { Distribution: distribution({ Origins: [] }) },
    'The stack refers to an origin files, which it does not have.',
  ],
  [
    'an older runtime',
    {
      Routes: resource('CloudFront::Function', {
        FunctionCode: '',
        FunctionConfig: { Runtime: 'cloudfront-js-1.0' },
      }),
    },
    'FunctionConfig.Runtime: Invalid input: expected "cloudfront-js-2.0".',
  ],
  [
    'a second distribution',
    { Second: distribution({}) },
    'The stack must have one distribution to run locally; it has 2.',
  ],
])("the dashboard's page with %s stops the start", (_, resources, sentence) => {
  expect(() => read(resources)).toThrow(sentence);
});
