import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CdkTarget } from '../../../../cli/commands/deploy/cdk.ts';
import { deploy } from '../../../../cli/commands/deploy/deploy.ts';
import { deployedResult, stoppedResult } from '../../../../cli/commands/deploy/deploy-commands.ts';
import type { DeployOptions } from '../../../../cli/commands/deploy/work.ts';
import { toFailure } from '../../../../cli/terminal/failure.ts';
import type { Result } from '../../../../cli/terminal/result.ts';
import { stackDescription } from '../../../../lib/settings/settings.ts';
import { tableNames, tableOutputs } from '../../../dynalite.ts';
import { beforeAll, beforeEach } from '../../../jest.ts';
import { planIds, startDeployment, type TestDeployment } from '../../../management.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { type AwsStub, type StubChangeSet, type StubStack, startAwsStub } from './aws-stub.ts';

export const stackId = 'arn:aws:cloudformation:eu-central-1:111122223333:stack/postrider/uuid';

export const outputs = {
  BaseUrl: 'https://api.example/v1',
  DoorsUrl: 'https://api.example/doors',
  ...tableOutputs,
  UsagePlanFree: planIds.free,
  UsagePlanPro: planIds.pro,
  UsagePlanTeam: planIds.team,
  UsersTable: tableNames.users,
  UserPoolId: 'eu-central-1_Pool',
  DashboardUrl: 'https://page.example',
  Senders: 'hello@example.com',
  LogGroups: 'Render,Execute',
};

export const table = 'AWS::DynamoDB::GlobalTable';
export const role = 'AWS::IAM::Role';
export const rolePolicy = 'AWS::IAM::Policy';

/** A template with a table, and a policy that allows these actions on it. */
export const allowed = (...actions: string[]) => ({
  Resources: {
    TablesKeys8A5C1B2D: { Type: table, DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' },
    RenderPolicy11112222: {
      Type: rolePolicy,
      Properties: {
        Roles: [{ Ref: 'RenderRole33334444' }],
        PolicyDocument: {
          Statement: [
            {
              Effect: 'Allow',
              Action: actions,
              Resource: { 'Fn::GetAtt': ['TablesKeys8A5C1B2D', 'Arn'] },
            },
          ],
        },
      },
    },
  },
});

export const creation: StubChangeSet = {
  changes: [
    { action: 'Add', logicalId: 'TablesKeys8A5C1B2D', type: table },
    { action: 'Add', logicalId: 'RenderPolicy11112222', type: rolePolicy },
  ],
  template: allowed('dynamodb:GetItem'),
};

/** A change set without changes, as CloudFormation describes it. */
export const noChange: StubChangeSet = {
  changes: [],
  template: {},
  status: 'FAILED',
  execution: 'UNAVAILABLE',
  reason:
    "The submitted information didn't contain changes. Submit different information to create a change set.",
};

export const stackOf = (status: string, template: object = { Resources: {} }): StubStack => ({
  id: stackId,
  status,
  description: stackDescription,
  outputs,
  resources: [],
  template,
});

export interface Run {
  /** The result; undefined if the deployment failed with `error`. */
  result?: Result;
  error?: string;
  /** The printed lines and questions, without the spinner's text. */
  lines: string[];
  prepared: CdkTarget[];
  bootstraps: number;
}

/** The circumstances of a deployment, besides its options. */
export interface Circumstances {
  /** The answers to the questions; undefined if there is no terminal. */
  typed?: string[] | undefined;
  /** Called while the CDK prepares the change set. */
  meanwhile?: (interrupted: AbortSignal | undefined) => void;
  /** Called between two looks at CloudFormation. */
  waiting?: () => void;
}

export interface Deploying {
  aws: AwsStub;
  deployed: TestDeployment;
  /** The path of the settings file, which is in `folder`. */
  settings: string;
  folder: string;
  /** Deploys with a CDK that prepares the change set `planned`. */
  run: (
    options: Partial<DeployOptions>,
    planned: StubChangeSet,
    circumstances?: Circumstances,
  ) => Promise<Run>;
}

const nothingGiven = { yes: false, replaceData: false, dryRun: false };

/** Sets AWS, a deployment's tables and a settings file up for the tests of a file. */
export function deploying(): Deploying {
  const folder = temporaryFolder();
  const settings = join(folder, 'postrider.json');
  const before = { ...process.env };
  // The hooks below set the fields before a test reads them.
  const at = { folder, settings } as Deploying;
  beforeAll(async () => {
    at.deployed = await startDeployment();
  });
  beforeEach(async () => {
    at.aws = await startAwsStub();
    process.env = {
      ...before,
      AWS_ENDPOINT_URL: at.aws.endpoint,
      AWS_ENDPOINT_URL_DYNAMODB: at.deployed.tables.endpoint,
      AWS_ENDPOINT_URL_API_GATEWAY: at.deployed.gateway.endpoint,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_REGION: 'eu-central-1',
      POSTRIDER_SETTINGS: settings,
    };
    writeFileSync(settings, '{ "senders": ["hello@example.com"] }\n');
  });
  at.run = (options, planned, circumstances = {}) => run(at.aws, options, planned, circumstances);
  return at;
}

async function run(
  aws: AwsStub,
  options: Partial<DeployOptions>,
  planned: StubChangeSet,
  { typed, meanwhile, waiting }: Circumstances,
): Promise<Run> {
  const seen: Run = { lines: [], prepared: [], bootstraps: 0 };
  const ports = {
    cdk: {
      bootstrap: async () => {
        seen.bootstraps++;
        aws.bootstrapped = true;
      },
      prepare: async (target: CdkTarget, _: string, interrupted?: AbortSignal) => {
        seen.prepared.push(target);
        aws.changeSet = planned;
        aws.stack ??= stackOf('REVIEW_IN_PROGRESS');
        meanwhile?.(interrupted);
      },
    },
    dialog: {
      interactive: typed !== undefined,
      step: () => {},
      line: (text: string) => void seen.lines.push(text.trim()),
      ask: async (question: string) => {
        seen.lines.push(question.trim());
        return typed?.shift() ?? '';
      },
    },
    wait: async () => waiting?.(),
  };
  try {
    const outcome = await deploy({ ...nothingGiven, ...options }, ports);
    return {
      ...seen,
      result: 'stopped' in outcome ? stoppedResult(outcome) : deployedResult(outcome),
    };
  } catch (error) {
    return { ...seen, error: toFailure(error).error };
  }
}
