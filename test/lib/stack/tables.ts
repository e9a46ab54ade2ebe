import type { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from '../../jest.ts';
import { changed, propertiesOf, resources, synthesised } from '../synthesised.ts';

const template = synthesised({ senders: ['hello@example.com', 'example.org'], doors: false });
const withDashboard = synthesised({ dashboard: true });

const replicas = (of: Template) =>
  Object.values(of.findResources('AWS::DynamoDB::GlobalTable')).map((table) => ({
    deletionPolicy: table.DeletionPolicy,
    encryption: table.Properties.SSESpecification,
    ...table.Properties.Replicas[0],
  }));

test('V11.3.3 tables are encrypted, restorable, protected from deletion, and kept when the stack is deleted', () => {
  expect(replicas(withDashboard)).toHaveLength(6);
  for (const table of replicas(withDashboard)) {
    expect(table).toMatchObject({
      deletionPolicy: 'Retain',
      encryption: { SSEEnabled: true, SSEType: 'KMS' },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: true,
    });
  }
});

const names = (of: Template) =>
  propertiesOf(of, 'AWS::DynamoDB::GlobalTable').map(({ TableName }) => TableName);

test('tables are named after the stack, so that a later deployment finds those that were kept', () => {
  expect(names(template)).toEqual([
    'test-Keys',
    'test-Accounts',
    'test-Templates',
    'test-Messages',
    'test-Trail',
  ]);
});

test('a table of another name in the settings is another resource', () => {
  const restored = synthesised({ tables: { keys: 'restored-Keys' } });

  const logicalIds = (of: Template) => Object.keys(resources(of, 'AWS::DynamoDB::GlobalTable'));
  expect(names(restored)).toEqual([
    'restored-Keys',
    'test-Accounts',
    'test-Templates',
    'test-Messages',
    'test-Trail',
  ]);
  expect(logicalIds(restored)[0]).not.toBe(logicalIds(template)[0]);
  expect(logicalIds(restored).slice(1)).toEqual(logicalIds(template).slice(1));
});

test('messages expire by themselves, and can be found by SES’s id', () => {
  template.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
    TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    GlobalSecondaryIndexes: [
      {
        IndexName: 'bySesMessageId',
        KeySchema: [{ AttributeName: 'sesMessageId', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  });
});

test('the tables have no deletion protection if the settings say so', () => {
  const tables = replicas(synthesised(changed));

  expect(tables.map((table) => table.DeletionProtectionEnabled)).toEqual(Array(6).fill(false));
});
