import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deploymentOnAws } from '../../../cli/connection/deployment.ts';
import { afterAll, describe, expect, test } from '../../jest.ts';

const outputs: Record<string, string> = {
  BaseUrl: 'https://abc.execute-api.eu-central-1.amazonaws.com/v1',
  KeysTable: 'Mail-Keys',
  AccountsTable: 'Mail-Accounts',
  TemplatesTable: 'Mail-Templates',
  MessagesTable: 'Mail-Messages',
  UsagePlanFree: 'plan-f',
  UsagePlanPro: 'plan-p',
  UsagePlanTeam: 'plan-t',
  UsersTable: 'Mail-Users',
  UserPoolId: 'us-east-1_Pool',
  DashboardUrl: 'https://d1.cloudfront.net',
  Senders: 'none',
  LogGroups: 'Render,Execute',
};

/** CloudFormation as far as DescribeStacks: the stacks Mail, and Other without our outputs. */
function answer(stack: string | null): { status: number; xml: string } {
  if (stack !== 'Mail' && stack !== 'Other') {
    const message = `Stack with id ${stack} does not exist`;
    return {
      status: 400,
      xml: `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>${message}</Message></Error></ErrorResponse>`,
    };
  }
  const members = Object.entries(stack === 'Mail' ? outputs : { BaseUrl: 'x' }).map(
    ([name, value]) =>
      `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return {
    status: 200,
    xml: `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>${stack}</StackName><Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  };
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { status, xml } = answer(new URLSearchParams(body).get('StackName'));
  response.writeHead(status, { 'content-type': 'text/xml' }).end(xml);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
process.env.AWS_ENDPOINT_URL_CLOUDFORMATION = `http://127.0.0.1:${port}`;
process.env.AWS_ACCESS_KEY_ID = 'test';
process.env.AWS_SECRET_ACCESS_KEY = 'test';
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('a deployment on AWS', () => {
  test("a deployment on AWS is found in its stack's outputs", async () => {
    expect(await deploymentOnAws({ stack: 'Mail', region: 'eu-central-1' })).toEqual({
      region: 'eu-central-1',
      baseUrl: outputs.BaseUrl,
      dashboardUrl: 'https://d1.cloudfront.net',
      tables: {
        keys: 'Mail-Keys',
        accounts: 'Mail-Accounts',
        templates: 'Mail-Templates',
        messages: 'Mail-Messages',
      },
      usagePlans: { free: 'plan-f', pro: 'plan-p', team: 'plan-t' },
      sendsEvents: false,
      signIn: {
        usersTable: 'Mail-Users',
        userPoolId: 'us-east-1_Pool',
        dashboardUrl: 'https://d1.cloudfront.net',
      },
      logs: { groups: ['Render', 'Execute'] },
      senders: [],
      endpoints: {},
    });
  });

  test.each([
    ['none', []],
    ['Hello@A.example,B.example', ['Hello@a.example', 'b.example']],
  ])('a deployment on AWS may send from %s', async (told, senders) => {
    outputs.Senders = told;

    const deployment = await deploymentOnAws({ stack: 'Mail', region: 'eu-central-1' });

    expect(deployment.senders).toEqual(senders);
  });

  test.each([
    [
      'Nothing',
      'There is no stack Nothing in eu-central-1: deploy it, or name another stack or region',
    ],
    [
      'Other',
      'The stack Other in eu-central-1 is not a postrider stack: it lacks the outputs KeysTable, AccountsTable, TemplatesTable, MessagesTable, UsagePlanFree, UsagePlanPro, UsagePlanTeam, Senders, LogGroups',
    ],
  ])('a deployment on AWS is not the stack %s', async (stack, sentence) => {
    await expect(deploymentOnAws({ stack, region: 'eu-central-1' })).rejects.toThrow(sentence);
  });
});
