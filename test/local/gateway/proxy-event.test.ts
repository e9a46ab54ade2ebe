import { describe, expect, test } from '@jest/globals';
import { gatewayKey, post, startGateway } from '../support/gateway.ts';

describe('the event of a function', () => {
  test('is a REST API proxy event with the body in base64', async () => {
    const gateway = await startGateway();

    const answer = await post(gateway, '/echo?a=1&a=2&b=%C3%A4', '{"x":1}', {
      'user-agent': 'test',
      'x-amzn-requestid': 'chosen by the caller',
    });

    const id = answer.headers.get('x-request-id');
    const event = (await answer.json()) as Record<string, unknown>;
    const { headers, multiValueHeaders, ...rest } = event;
    expect(headers).toMatchObject({ authorization: 'Bearer x', 'user-agent': 'test' });
    expect(multiValueHeaders).toMatchObject({ authorization: ['Bearer x'] });
    expect(rest).toEqual({
      resource: '/echo',
      path: '/echo',
      httpMethod: 'POST',
      queryStringParameters: { a: '2', b: 'ä' },
      multiValueQueryStringParameters: { a: ['1', '2'], b: ['ä'] },
      pathParameters: null,
      stageVariables: null,
      body: Buffer.from('{"x":1}').toString('base64'),
      isBase64Encoded: true,
      requestContext: {
        resourcePath: '/echo',
        httpMethod: 'POST',
        requestId: 'chosen by the caller',
        extendedRequestId: id,
        path: '/v1/echo',
        protocol: 'HTTP/1.1',
        stage: 'v1',
        accountId: '000000000000',
        apiId: 'Api',
        domainName: `127.0.0.1:${gateway.port}`,
        requestTimeEpoch: expect.any(Number),
        identity: { sourceIp: '127.0.0.1', userAgent: 'test', apiKey: gatewayKey },
        authorizer: { principalId: 'someone', accountId: 'acc', count: '3' },
      },
    });
  });
});
