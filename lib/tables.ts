import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  ProjectionType,
  TableEncryptionV2,
  type TablePropsV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { env } from '../shared/env.ts';

export interface TablesProps {
  deletionProtection: boolean;
}

/**
 * The tables of the service. Each `grant…` gives a function the one permission it uses *and* the
 * table's name, so that neither is ever forgotten; nothing grants more than one access pattern.
 */
export class Tables extends Construct {
  readonly keys: TableV2;
  readonly accounts: TableV2;
  readonly templates: TableV2;

  constructor(scope: Construct, id: string, props: TablesProps) {
    super(scope, id);
    const kept = keptTable(props);

    this.keys = new TableV2(this, 'Keys', {
      ...kept,
      partitionKey: { name: 'keyHash', type: AttributeType.STRING },
      globalSecondaryIndexes: [
        {
          indexName: 'byAccount',
          partitionKey: { name: 'accountId', type: AttributeType.STRING },
          sortKey: { name: 'createdAt', type: AttributeType.STRING },
          projectionType: ProjectionType.ALL,
        },
      ],
    });
    this.accounts = new TableV2(this, 'Accounts', {
      ...kept,
      partitionKey: { name: 'accountId', type: AttributeType.STRING },
    });
    this.templates = new TableV2(this, 'Templates', {
      ...kept,
      partitionKey: { name: 'accountId', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
    });
  }

  /** Lets a function look up one key by its hash, in the table itself: an index is never consistent. */
  grantReadKey(fn: LambdaFunction): void {
    allow(fn, 'dynamodb:GetItem', this.keys);
    fn.addEnvironment(env.keysTable, this.keys.tableName);
  }

  /** Lets a function read a template's head and its revisions. */
  grantReadTemplate(fn: LambdaFunction): void {
    allow(fn, 'dynamodb:GetItem', this.templates);
    fn.addEnvironment(env.templatesTable, this.templates.tableName);
  }
}

/** What every table has: point-in-time recovery, encryption with a key that CloudTrail shows, no deletion by accident. */
function keptTable({ deletionProtection }: TablesProps) {
  return {
    billing: Billing.onDemand(),
    encryption: TableEncryptionV2.awsManagedKey(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection,
    removalPolicy: RemovalPolicy.RETAIN,
  } satisfies Partial<TablePropsV2>;
}

function allow(fn: LambdaFunction, action: string, table: TableV2): void {
  fn.addToRolePolicy(new PolicyStatement({ actions: [action], resources: [table.tableArn] }));
}
