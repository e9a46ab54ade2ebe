import { listAccounts } from '../../../../shared/manage/accounts.ts';
import { expect, test } from '../../../jest.ts';
import type { AwsStub } from './aws-stub.ts';
import {
  allowed,
  type Circumstances,
  creation,
  deploying,
  noChange,
  role,
  stackOf,
  table,
} from './deploying.ts';

const at = deploying();
const nothingDone = { prepared: [], bootstraps: 0, writes: [] };

test('a dry run for a stack without changes makes no account, key or template', async () => {
  at.aws.stack = stackOf('UPDATE_COMPLETE', allowed());
  const created = at.deployed.gateway.keys.size;

  const { result } = await at.run({ dryRun: true }, noChange);

  expect(result).toMatchObject({
    json: { changed: false },
    text: 'Nothing was changed: this was a dry run.',
    exitCode: 0,
  });
  expect(await listAccounts(at.deployed.ports)).toEqual([]);
  expect(at.deployed.gateway.keys.size).toBe(created);
  expect(at.aws.writes).toEqual(['DeleteChangeSet']);
});

test.each<[string, () => void, string]>([
  [
    'keeps the rest of a failed first deployment, and says what deploy would do',
    () => {
      at.aws.stack = stackOf('ROLLBACK_COMPLETE');
    },
    'The first deployment of postrider failed (ROLLBACK_COMPLETE), and CloudFormation cannot plan a change of a stack in this state: deploy without --dry-run removes what is left, and creates the stack again',
  ],
  [
    'does not bootstrap, whatever the options are',
    () => {
      at.aws.bootstrapped = false;
    },
    'The CDK is not bootstrapped in eu-central-1 of account 111122223333: a dry run does not bootstrap; run npx cdk bootstrap aws://111122223333/eu-central-1, or deploy without --dry-run, which offers it',
  ],
])('a dry run %s', async (_, arrange, sentence) => {
  arrange();

  const { error, prepared, bootstraps } = await at.run({ dryRun: true, yes: true }, creation);

  expect(error).toBe(sentence);
  expect({ prepared, bootstraps, writes: at.aws.writes }).toEqual(nothingDone);
});

test('a change of only the outputs or the tags is deployed', async () => {
  at.aws.stack = stackOf('UPDATE_COMPLETE', allowed());
  at.aws.ends = 'UPDATE_COMPLETE';

  const { lines, result } = await at.run({ yes: true }, { changes: [], template: allowed() });

  expect(lines[0]).toContain('Only the stack itself changes');
  expect(result?.json).toMatchObject({ changed: true });
});

test.each<[string, Partial<typeof noChange>, string]>([
  [
    'that failed',
    { reason: "Resource of type 'AWS::DynamoDB::GlobalTable' with identifier 'x' is no good." },
    "CloudFormation refused this change of postrider: Resource of type 'AWS::DynamoDB::GlobalTable' with identifier 'x' is no good",
  ],
  [
    'that somebody else has overtaken',
    { status: 'CREATE_COMPLETE', execution: 'OBSOLETE' },
    'Another run deployed or removed postrider in the meantime, so this change no longer applies: run deploy again',
  ],
])('a change set %s is an error, and discarded', async (_, state, sentence) => {
  at.aws.stack = stackOf('UPDATE_COMPLETE', allowed());

  const { error } = await at.run({ yes: true }, { ...noChange, ...state });

  expect(error).toBe(sentence);
  expect(at.aws.writes).toEqual(['DeleteChangeSet']);
});

test('deploy waits for a change set that is not ready', async () => {
  at.aws.stack = stackOf('UPDATE_COMPLETE', allowed());
  const pending = { ...noChange, status: 'CREATE_IN_PROGRESS' };

  const { result } = await at.run({ yes: true }, pending, {
    waiting: () => {
      pending.status = 'FAILED';
    },
  });

  expect(result?.json).toMatchObject({ changed: false });
});

const page = { logicalId: 'Page', physicalId: 'page-1', type: 'AWS::S3::Bucket' };

test.each(['CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'])(
  'a first deployment that is %s is removed with its bucket, and made again',
  async (status) => {
    at.aws.stack = { ...stackOf(status), resources: [page] };
    at.aws.buckets.set('page-1', [{ key: 'index.html', versionId: 'null' }]);
    at.aws.ends = 'DELETE_COMPLETE';

    const { result, lines } = await at.run({}, creation, {
      typed: ['y', 'y'],
      meanwhile: () => {
        at.aws.stack = stackOf('REVIEW_IN_PROGRESS');
        at.aws.ends = 'CREATE_COMPLETE';
      },
    });

    expect(lines.slice(0, 2)).toEqual([
      `The first deployment of postrider failed (${status}). This removes the rest of it first, and keeps tables and users.`,
      'Remove it and continue? (y/N)',
    ]);
    expect(result?.json).toMatchObject({ changed: true });
    expect(at.aws.writes).toEqual(['POST /page-1/?delete=', 'DeleteStack', 'ExecuteChangeSet']);
  },
);

test.each<[string, string[] | undefined]>([
  ['a no', ['n']],
  ['nobody to ask', undefined],
])('the rest of a failed first deployment stays after %s', async (_, typed) => {
  at.aws.stack = stackOf('ROLLBACK_COMPLETE');

  const { result, prepared, bootstraps } = await at.run({}, creation, { typed });

  expect(result).toMatchObject({ json: { changed: false }, exitCode: 1 });
  expect({ prepared, bootstraps, writes: at.aws.writes }).toEqual(nothingDone);
});

const planned = {
  changes: [{ action: 'Add', logicalId: 'Render', type: role }],
  template: allowed(),
};
const executed = () => at.aws.writes.includes('ExecuteChangeSet');
const isOver = () => at.aws.stack?.status === 'CREATE_COMPLETE';
const intercept = (answer: ReturnType<AwsStub['intercept']>, when: () => boolean) => () => {
  at.aws.intercept = ({ operation }) => (operation === 'DescribeStacks' && when() ? answer : null);
};

test.each<[string, () => void, Circumstances, string]>([
  [
    'by an expired session says that CloudFormation goes on',
    intercept({ status: 403, code: 'ExpiredToken', message: 'The token is expired' }, executed),
    {},
    'The AWS session has expired. CloudFormation continues with postrider: sign in again (aws sso login), and run deploy again to follow it',
  ],
  [
    'by a network that fails says that CloudFormation goes on',
    intercept('hang up', executed),
    {},
    'AWS does not answer. CloudFormation continues with postrider: check the network, and run deploy again to follow it',
  ],
  [
    'by a network that fails after CloudFormation has finished says what may be missing',
    intercept('hang up', isOver),
    {},
    'AWS does not answer. postrider is deployed, but its first account, key or template may be missing: check the network, and run deploy again, which creates what is missing',
  ],
  [
    'by Ctrl-C while deploy follows the stack says that CloudFormation goes on',
    () => {
      at.aws.ahead = [['CREATE_IN_PROGRESS', 'TablesKeys8A5C1B2D', table]];
    },
    {
      waiting: () => {
        process.emit('SIGINT');
        throw new DOMException('aborted', 'AbortError');
      },
    },
    'Interrupted. CloudFormation continues with postrider: run deploy again to follow it',
  ],
  [
    'because somebody deletes the stack says so',
    () => {
      at.aws.ahead = [['CREATE_IN_PROGRESS', 'Render', role]];
    },
    {
      waiting: () => {
        at.aws.stack = null;
      },
    },
    'The stack postrider was deleted during its deployment: run deploy again, which imports the tables that were kept',
  ],
  [
    'by another deployment says so',
    () => {
      at.aws.intercept = ({ operation }) =>
        operation === 'ExecuteChangeSet'
          ? { status: 400, code: 'InvalidChangeSetStatus', message: 'ChangeSet is OBSOLETE' }
          : null;
    },
    {},
    'Another run deployed or removed postrider in the meantime, so this change no longer applies: run deploy again',
  ],
])('a deployment cut off %s', async (_, arrange, circumstances, sentence) => {
  at.aws.stack = stackOf('UPDATE_COMPLETE', allowed());
  arrange();

  const { error } = await at.run({ yes: true }, planned, circumstances);

  expect(error).toBe(sentence);
});

test('Ctrl-C while the CDK prepares leaves nothing behind', async () => {
  const { error } = await at.run({ yes: true }, creation, {
    meanwhile: () => process.emit('SIGINT'),
  });

  expect(error).toBe('Interrupted. Nothing was changed: run deploy again');
  expect(at.aws.writes).toEqual(['DeleteChangeSet', 'DeleteStack']);
});

test('deploy keeps the termination protection that somebody switched on', async () => {
  at.aws.stack = { ...stackOf('UPDATE_COMPLETE', allowed()), terminationProtection: true };

  const { prepared } = await at.run({ yes: true }, noChange);

  expect(prepared).toMatchObject([{ terminationProtection: true }]);
});
