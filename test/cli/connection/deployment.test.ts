import { deploymentOnAws } from '../../../cli/connection/deployment.ts';
import { expect, test } from '../../jest.ts';
import { startAwsStub } from '../commands/deploy/aws-stub.ts';
import { startStacks } from '../in-process.ts';

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

/** The stack Mail, and the stack Other, which lacks postrider's outputs. */
const stacks = await startStacks({ Mail: outputs, Other: { BaseUrl: 'x' } });
Object.assign(process.env, {
  AWS_ENDPOINT_URL_CLOUDFORMATION: stacks.endpoint,
  ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
});

test("a deployment on AWS is found in its stack's outputs", async () => {
  expect(await deploymentOnAws({ stack: 'Mail', region: 'eu-central-1' })).toEqual({
    stack: 'Mail',
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

test('a deployment on AWS is not a stack without its outputs', async () => {
  await expect(deploymentOnAws({ stack: 'Other', region: 'eu-central-1' })).rejects.toThrow(
    'The stack Other in eu-central-1 is not a postrider stack: it lacks the outputs KeysTable, AccountsTable, TemplatesTable, MessagesTable, UsagePlanFree, UsagePlanPro, UsagePlanTeam, Senders, LogGroups',
  );
});

test('a deployment on AWS is not a stack that does not exist', async () => {
  process.env.AWS_ENDPOINT_URL_CLOUDFORMATION = (await startAwsStub()).endpoint;

  await expect(deploymentOnAws({ stack: 'Nothing', region: 'eu-central-1' })).rejects.toThrow(
    'There is no stack Nothing in eu-central-1: deploy it, or name another stack or region',
  );
});
