import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type PageConfig, pageConfig } from '../../../../functions/manage/contracts/page-config.ts';
import { broken, skipped } from '../../../../shared/manage/doctor/check.ts';
import { random } from '../context/accounts.ts';
import { type Answer, inShort } from '../context/http.ts';
import { judged, type Step } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

/** The headers that lib/dashboard/edge/page-headers.js adds to every answer of the page. */
const pageHeaders: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /^default-src 'none'; .*frame-ancestors 'none'/,
  'strict-transport-security': /^max-age=\d{8}; includeSubDomains$/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
};

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  jwks_uri: z.string(),
});

export const dashboard: Step = {
  code: 'dashboard',
  asks: 'Whether the dashboard has its security headers, its API refuses requests without sign-in, and the sign-in page opens',
  async run(context) {
    const { dashboardUrl } = context.options.deployment;
    if (!dashboardUrl) return skipped('This deployment has no dashboard');
    const differences = await pageProblems(context, dashboardUrl);
    const answer = await context.fetch(`${dashboardUrl}/config.json`, { method: 'GET' });
    if (answer.status !== 200) return broken(`config.json got ${inShort(answer)}`);
    const { signIn } = pageConfig.parse(JSON.parse(answer.text));
    if (signIn === null) {
      return judged(differences, 'The dashboard has its headers; this deployment has no sign-in');
    }
    differences.push(
      ...(await tokenProblems(context, dashboardUrl)),
      ...(await signInProblems(context, dashboardUrl, signIn)),
    );
    return judged(
      differences,
      'The dashboard has its headers, its API refuses invalid tokens, and the sign-in page opens',
    );
  },
};

async function pageProblems(context: StepContext, url: string): Promise<string[]> {
  const page = await context.fetch(`${url}/`, { method: 'GET' });
  if (page.status !== 200) return [`The request for the page got ${inShort(page)}`];
  return Object.entries(pageHeaders).flatMap(([name, wanted]) => {
    const value = page.headers[name];
    return wanted.test(value ?? '') ? [] : [`The page's ${name} is ${value ?? 'missing'}`];
  });
}

/** API Gateway's authorizer must refuse a missing token, a malformed one, and one without a signature. */
async function tokenProblems(context: StepContext, url: string): Promise<string[]> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged = `${part({ alg: 'none' })}.${part({ sub: 'x', scope: 'openid', exp: 4e9 })}.`;
  const tokens: [string, string | undefined][] = [
    ['without a token', undefined],
    ['with a malformed token', 'Bearer none'],
    ['with a forged token', `Bearer ${forged}`],
  ];
  const problems: string[] = [];
  for (const [how, authorization] of tokens) {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await context.fetch(`${url}/manage/v1/account`, { method: 'GET', headers });
    const problem = refusalProblem(answer);
    if (problem !== null) problems.push(`A request to the dashboard's API ${how} ${problem}`);
  }
  return problems;
}

/** The refusal must come from the dashboard's API (RFC 9457), and not from CloudFront. */
function refusalProblem(answer: Answer): string | null {
  if (answer.status !== 401) return `got ${inShort(answer)} instead of 401`;
  const { 'content-type': type, 'cache-control': caching, 'x-request-id': id } = answer.headers;
  if (!type?.startsWith('application/problem+json')) return `was refused as ${type ?? 'nothing'}`;
  if (!id) return 'was refused without x-request-id';
  return caching === 'no-store' ? null : 'was refused with an answer that may be cached';
}

/** Makes a browser's requests up to the sign-in form: discovery, keys, and the sign-in page for this client. */
async function signInProblems(
  context: StepContext,
  url: string,
  { issuer, clientId }: NonNullable<PageConfig['signIn']>,
): Promise<string[]> {
  const found = await context.fetch(`${issuer}/.well-known/openid-configuration`, {
    method: 'GET',
  });
  if (found.status !== 200)
    return [`The request for the issuer's configuration got ${inShort(found)}`];
  const provider = discovery.parse(JSON.parse(found.text));
  if (provider.issuer !== issuer)
    return [`The issuer calls itself ${provider.issuer} instead of ${issuer}`];
  const keys = await context.fetch(provider.jwks_uri, { method: 'GET' });
  if (keys.status !== 200) return [`The request for the issuer's keys got ${inShort(keys)}`];
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid email',
    state: random(),
    redirect_uri: `${url}/callback`,
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(random()).digest('base64url'),
  });
  const address = `${provider.authorization_endpoint}?${query}`;
  const answer = await context.fetch(address, { method: 'GET' });
  // Cognito redirects to its sign-in page; if it does not accept this client, to a page with an error.
  const { location = '' } = answer.headers;
  const isForm = answer.status === 302 && !/error/.test(location);
  return isForm
    ? []
    : [`The request for the sign-in page got ${inShort(answer)} ${location}`.trim()];
}
