import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type PageConfig, pageConfig } from '../../../../functions/manage/contracts/page-config.ts';
import { broken, skipped } from '../../../../shared/manage/doctor/check.ts';
import { random, saveTemplate } from '../context/accounts.ts';
import { type Answer, type HttpRequest, inShort } from '../context/http.ts';
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
  costs: {},
  async run(context) {
    const { dashboardUrl } = context.options.deployment;
    if (!dashboardUrl) return skipped('This deployment has no dashboard');
    const differences = await pageProblems(context, dashboardUrl);
    const answer = await context.fetch(`${dashboardUrl}/config.json`, { method: 'GET' });
    if (answer.status !== 200) return broken(`config.json got ${inShort(answer)}`);
    const { signIn } = pageConfig.parse(JSON.parse(answer.text));
    differences.push(
      ...(signIn === null
        ? await writeProblems(context, dashboardUrl)
        : [
            ...(await tokenProblems(context, dashboardUrl)),
            ...(await signInProblems(context, dashboardUrl, signIn)),
          ]),
    );
    return judged(
      differences,
      signIn === null
        ? 'The dashboard has its headers, and saving needs If-Match; this deployment has no sign-in'
        : 'The dashboard has its headers, its API refuses invalid tokens, and the sign-in page opens',
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
    const problem = refusalProblem(answer, 401);
    if (problem !== null) problems.push(`A request to the dashboard's API ${how} ${problem}`);
  }
  return problems;
}

/** The refusal must come from the dashboard's API (RFC 9457), and not from CloudFront. */
function refusalProblem(answer: Answer, status: number): string | null {
  if (answer.status !== status) return `got ${inShort(answer)} instead of ${status}`;
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
  const form = await followed(context, `${provider.authorization_endpoint}?${query}`);
  const isForm = form.status === 200 && /<(form|script)\b/i.test(form.text);
  return isForm ? [] : [`The request for the sign-in page got ${inShort(form)}`];
}

/** Follows the redirects to the form, with the cookies that they set. */
async function followed(context: StepContext, from: string): Promise<Answer> {
  let url = from;
  let cookie = '';
  for (let steps = 0; ; steps++) {
    const answer = await context.fetch(url, { method: 'GET', headers: { cookie } });
    const { location, 'set-cookie': set } = answer.headers;
    if (location === undefined || steps === 5) return answer;
    cookie =
      set
        ?.split(/,(?=[^;]+=)/)
        .map((one) => one.split(';')[0])
        .join('; ') ?? cookie;
    url = new URL(location, url).href;
  }
}

/** Tests saving, in a deployment without sign-in. On AWS, saving needs a token that only a browser gets. */
async function writeProblems(context: StepContext, url: string): Promise<string[]> {
  const { accountId } = await context.account();
  const source = { templateId: 'saved', name: 'saved', subject: 'Hello', html: '<p>1</p>' };
  await saveTemplate(context.ports, accountId, source);
  const own = { 'content-type': 'application/json', 'x-postrider-account': accountId };
  const put = (headers: Record<string, string>) => {
    const content = { name: 'saved', subject: 'Hello', html: '<p>2</p>', testData: {} };
    const body = JSON.stringify(content);
    const request: HttpRequest = { method: 'PUT', body, headers: { ...own, ...headers } };
    return context.fetch(`${url}/manage/v1/templates/saved`, request);
  };
  const asked: [number, string, Record<string, string>][] = [
    [428, 'Saving without If-Match', {}],
    [412, 'Saving over a newer revision', { 'if-match': '"7"' }],
  ];
  const problems: string[] = [];
  for (const [status, what, headers] of asked) {
    const problem = refusalProblem(await put(headers), status);
    if (problem !== null) problems.push(`${what} ${problem}`);
  }
  const saved = await put({ 'if-match': '"1"' });
  if (saved.status !== 200) problems.push(`Saving with If-Match got ${inShort(saved)}`);
  return problems;
}
