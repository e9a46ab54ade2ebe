import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Billing, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import * as env from '../shared/env.ts';
import type { Settings } from './settings/settings.ts';
import { type TableKind, tableShapes } from './table-shapes.ts';

/** See the settings of these names. */
type TablesProps = Pick<
  Settings,
  | 'tables'
  | 'deletionProtection'
  | 'pointInTimeRecovery'
  | 'messageRetentionDays'
  | 'trailRetentionDays'
  | 'refusedRetentionDays'
  | 'suppression'
  | 'dashboard'
>;

/**
 * The partitions of `Messages` with webhooks' secrets (shared/adapters/tables/webhook-endpoints-table.ts).
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
const webhooks = '*#webhooks';

const variables = {
  keys: env.keysTable,
  accounts: env.accountsTable,
  templates: env.templatesTable,
  messages: env.messagesTable,
  users: env.usersTable,
  trail: env.trailTable,
} as const;

/** The functions that may read the secrets of webhooks: one signs with them, one makes them for the dashboard. */
const mayReadSecrets = ['Webhooks', 'Manage'];

/** The tables. Each `grant…` allows a function what its comment names, *and* tells it the table's name. */
export class Tables extends Construct {
  readonly keys: TableV2;
  readonly accounts: TableV2;
  readonly templates: TableV2;
  readonly messages: TableV2;
  /** Maps the dashboard's users to accounts; undefined without a dashboard. */
  readonly users: TableV2 | undefined;
  /** Who changed what. */
  readonly trail: TableV2;
  private readonly props: TablesProps;

  constructor(scope: Construct, id: string, props: TablesProps) {
    super(scope, id);
    this.props = props;

    this.keys = this.table('keys');
    this.accounts = this.table('accounts');
    this.templates = this.table('templates');
    this.messages = this.table('messages');
    this.trail = this.table('trail');
    this.users = props.dashboard ? this.table('users') : undefined;
  }

  /**
   * A table that stays when the stack is deleted: a later stack of this name imports it. A deployment can replace it.
   */
  private table(holds: TableKind): TableV2 {
    const id = idOf(holds);
    const own = this.props.tables[holds];
    return new TableV2(this, own ? `${id}-${own}` : id, {
      billing: Billing.onDemand(),
      // CloudTrail shows the use of this key.
      encryption: TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: this.props.pointInTimeRecovery,
      },
      deletionProtection: this.props.deletionProtection,
      removalPolicy: RemovalPolicy.RETAIN,
      tableName: this.nameOf(holds),
      ...tableShapes[holds],
    });
  }

  /** The whole name, not a reference: the sum of a function's variables is limited, and a reference counts for more. */
  private nameOf(holds: TableKind): string {
    return this.props.tables[holds] ?? `${Stack.of(this).stackName}-${idOf(holds)}`;
  }

  /** Allows a function these operations on a table, and tells it the table's name. */
  private allow(fn: LambdaFunction, holds: TableKind, ...operations: string[]): void {
    const table = this[holds];
    if (!table) return;
    fn.addEnvironment(variables[holds], this.nameOf(holds));
    const actions = operations.map((operation) => `dynamodb:${operation}`);
    const secret = holds === 'messages' && !mayReadSecrets.includes(fn.node.id);
    const conditions = { 'ForAllValues:StringNotLike': { 'dynamodb:LeadingKeys': [webhooks] } };
    const resources = [table.tableArn];
    fn.addToRolePolicy(new PolicyStatement({ actions, resources, ...(secret && { conditions }) }));
  }

  /** To read a key by its hash, in the table itself: an index is never strongly consistent. */
  grantReadKey(fn: LambdaFunction): void {
    this.allow(fn, 'keys', 'GetItem');
  }

  /** To read a template's head and its revisions. */
  grantReadTemplate(fn: LambdaFunction): void {
    this.allow(fn, 'templates', 'GetItem');
  }

  /** To send each mail at most once: claims, suppressed addresses, messages before and after the send. */
  grantRecordSends(fn: LambdaFunction): void {
    this.allow(fn, 'messages', 'BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
    this.tellRecords(fn);
  }

  /** To find the messages of all accounts whose wake-ups were lost. */
  grantSweep(fn: LambdaFunction): void {
    this.allow(fn, 'messages', 'DescribeTable', 'Query');
    // GetItem: for the `personKey` of an account that has forgotten people.
    this.allow(fn, 'accounts', 'GetItem', 'Scan');
  }

  private tellRecords(fn: LambdaFunction): void {
    fn.addEnvironment(env.messageRetentionDays, String(this.props.messageRetentionDays));
    fn.addEnvironment(env.suppression, this.props.suppression ? 'on' : 'off');
  }

  /** To send mails for callers, and to record the requests that a flow refuses. */
  grantExecute(fn: LambdaFunction): void {
    this.grantRecordSends(fn);
    fn.addEnvironment(env.refusedRetentionDays, String(this.props.refusedRetentionDays));
  }

  /** To accept messages for later, and to record those that a flow refuses. */
  grantAccept(fn: LambdaFunction): void {
    this.allow(fn, 'messages', 'BatchGetItem', 'GetItem', 'PutItem');
    this.tellRecords(fn);
    fn.addEnvironment(env.refusedRetentionDays, String(this.props.refusedRetentionDays));
  }

  /** To find messages and their suppressed recipients. The account's record has the number of its lists' parts. */
  grantReadMessages(fn: LambdaFunction): void {
    this.allow(fn, 'messages', 'BatchGetItem', 'GetItem', 'Query');
    allowQuery(fn, this.messages, 'bySesMessageId');
    this.allow(fn, 'accounts', 'GetItem');
  }

  /** To cancel scheduled messages, found like those of `grantReadMessages`. */
  grantCancel(fn: LambdaFunction): void {
    this.allow(fn, 'messages', 'GetItem', 'Query', 'UpdateItem', 'DeleteItem');
    this.allow(fn, 'accounts', 'GetItem');
  }

  /** To record events of a message, and to suppress addresses if the settings say so. */
  grantRecordEvents(fn: LambdaFunction): void {
    this.allow(fn, 'messages', 'GetItem', 'PutItem', 'UpdateItem');
    // For the `personKey`, if a person is forgotten in the message.
    this.allow(fn, 'accounts', 'GetItem');
    allowQuery(fn, this.messages, 'bySesMessageId');
    fn.addEnvironment(env.suppression, this.props.suppression ? 'on' : 'off');
  }

  /** To record that SES has paused an account, or lets it send again, and that this was announced. */
  grantRecordPauses(fn: LambdaFunction): void {
    this.allow(fn, 'accounts', 'Scan');
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['dynamodb:UpdateItem'],
        resources: [this.accounts.tableArn],
        conditions: {
          'ForAllValues:StringEquals': {
            'dynamodb:Attributes': ['accountId', 'sending', 'announced'],
          },
        },
      }),
    );
  }

  /** To find all reports on messages, and the webhooks that get an event, but not the secrets of these. */
  grantAnnounce(fn: LambdaFunction): void {
    this.allow(fn, 'messages', 'Query');
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['dynamodb:Query'],
        resources: [this.messages.tableArn],
        conditions: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [webhooks] },
          'ForAllValues:StringEquals': {
            'dynamodb:Attributes': ['accountId', 'sk', 'state', 'test', 'types'],
          },
          StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
        },
      }),
    );
  }

  /** To find the message of a thread, and record a reply. */
  grantRecordReplies(fn: LambdaFunction): void {
    this.allow(fn, 'messages', 'GetItem', 'PutItem', 'UpdateItem');
  }

  /** To read webhooks, record how they answer, and keep the deliveries that failed. */
  grantDeliver(fn: LambdaFunction): void {
    this.allow(fn, 'messages', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem');
  }

  /** To do what the dashboard does for a user's account. It can read users, but not create any. */
  grantManage(fn: LambdaFunction): void {
    this.allow(fn, 'users', 'GetItem', 'Scan');
    this.allow(fn, 'accounts', 'GetItem');
    this.grantChangeAccount(fn);
    this.grantTrail(fn);
    // Scan: a forgetting must miss no key, and an index may.
    this.allow(fn, 'keys', 'GetItem', 'PutItem', 'UpdateItem', 'Scan');
    allowQuery(fn, this.keys, 'byAccount');
    this.allow(fn, 'templates', 'GetItem', 'PutItem', 'UpdateItem', 'Query');
    this.grantRecordSends(fn);
    this.allow(fn, 'messages', 'Query');
    allowQuery(fn, this.messages, 'bySesMessageId');
  }

  /** To read the trail, and to add to it together with a change. An entry is never changed or deleted. */
  private grantTrail(fn: LambdaFunction): void {
    this.allow(fn, 'trail', 'GetItem', 'Query');
    fn.addEnvironment(env.trailRetentionDays, String(this.props.trailRetentionDays));
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['dynamodb:PutItem'],
        resources: [this.trail.tableArn],
        conditions: { StringEquals: { 'dynamodb:EnclosingOperation': 'TransactWriteItems' } },
      }),
    );
  }

  /** To change an account's name, and what forgetting a person changes, but no more: a user must not change the plan. */
  private grantChangeAccount(fn: LambdaFunction): void {
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['dynamodb:UpdateItem'],
        resources: [this.accounts.tableArn],
        conditions: {
          'ForAllValues:StringEquals': {
            'dynamodb:Attributes': ['accountId', 'name', 'personKey', 'forgets', 'seeds'],
          },
        },
      }),
    );
  }
}

const idOf = (holds: string) => `${holds[0]?.toUpperCase()}${holds.slice(1)}`;

function allowQuery(fn: LambdaFunction, table: TableV2, index: string): void {
  const resources = [`${table.tableArn}/index/${index}`];
  fn.addToRolePolicy(new PolicyStatement({ actions: ['dynamodb:Query'], resources }));
}
