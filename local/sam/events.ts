import type { AuthorizerRequest } from '../../functions/authorizer/contract.ts';
import type { Deployment } from '../deployment-file.ts';
import { ownDomain } from '../dns/own-domain.ts';
import type { ProxyEvent } from '../gateway/event.ts';
import { arn, awsAccountId } from '../template/names.ts';

const someone = `someone@${ownDomain}`;

/** What a function is invoked with, by its name: the events of API Gateway and EventBridge, as they are. */
export function samEvents({ apiKey, accountId }: Deployment): Record<string, unknown> {
  const caller = { accountId, keyId: 'key_of_the_event', principalId: accountId };
  const request: AuthorizerRequest = {
    type: 'TOKEN',
    authorizationToken: `Bearer ${apiKey}`,
    methodArn: arn('execute-api', 'sam/v1/POST/v1/render'),
  };
  return {
    Authorizer: request,
    Render: post('/v1/render', { template_id: 'receipt', variables: receipt }, caller),
    Execute: post(
      '/v1/execute',
      { templateId: 'welcome', variables: { name: 'Ada' }, _to: someone },
      caller,
    ),
    Verify: post('/v1/verify', { email: someone }, caller),
    NotFound: post('/v1/no-such-route', {}, undefined),
    Events: delivered(accountId),
    // What the local gateway says of whoever asks; in AWS it is Cognito's claims.
    Manage: {
      ...post('/manage/v1/account', {}, { accountId }),
      resource: '/manage/v1/{proxy+}',
      httpMethod: 'GET',
      pathParameters: { proxy: 'account' },
      body: null,
      isBase64Encoded: false,
    },
  };
}

const receipt = {
  name: 'Ada',
  order: '1001',
  items: [{ name: 'Notebook', quantity: 2, price: '9.00 €' }],
  total: '18.00 €',
};

/** A POST as API Gateway hands it to a function: the body in base64, because the API takes all as bytes. */
function post(
  path: string,
  body: object,
  authorizer: Record<string, string> | undefined,
): ProxyEvent {
  const headers = { 'Content-Type': 'application/json', Host: '127.0.0.1:3003' };
  return {
    resource: path,
    path,
    httpMethod: 'POST',
    headers,
    multiValueHeaders: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value]]),
    ),
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    stageVariables: null,
    requestContext: {
      resourcePath: path,
      httpMethod: 'POST',
      requestId: '11111111-2222-3333-4444-555555555555',
      extendedRequestId: 'sam-local-invoke',
      path,
      protocol: 'HTTP/1.1',
      stage: 'v1',
      accountId: awsAccountId,
      apiId: 'sam',
      domainName: headers.Host,
      requestTimeEpoch: Date.now(),
      identity: { sourceIp: '127.0.0.1', userAgent: 'sam-local' },
      ...(authorizer && { authorizer }),
    },
    body: Buffer.from(JSON.stringify(body)).toString('base64'),
    isBase64Encoded: true,
  };
}

/** That a mail was delivered. No record has its ids, so the function says so: put in those of a mail of yours. */
function delivered(accountId: string) {
  const at = new Date().toISOString();
  return {
    version: '0',
    id: '11111111-2222-3333-4444-555555555555',
    'detail-type': 'Email Delivered',
    source: 'aws.ses',
    account: awsAccountId,
    time: at,
    region: 'us-east-1',
    resources: [],
    detail: {
      eventType: 'Delivery',
      mail: {
        timestamp: at,
        messageId: 'ses-000000001',
        destination: [someone],
        tags: {
          'postrider-account': [accountId],
          'postrider-message': ['01J4ZC7Q3N8D2V5K6M9R0T1W2X'],
        },
      },
      delivery: { timestamp: at, recipients: [someone], smtpResponse: '250 2.0.0 OK' },
    },
  };
}
