import * as z from 'zod';
import type { Template } from './template.ts';

const key = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));

const index = z.object({
  IndexName: z.string(),
  KeySchema: key,
  Projection: z.object({
    ProjectionType: z.enum(['ALL', 'INCLUDE', 'KEYS_ONLY']),
    NonKeyAttributes: z.array(z.string()).optional(),
  }),
});

const known = z.object({
  TableName: z.string().optional(),
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ),
  KeySchema: key,
  GlobalSecondaryIndexes: z.array(index).optional(),
  LocalSecondaryIndexes: z.array(index).optional(),
});

/** Properties of cost, encryption and replication: requests read and write the same without them. */
const inert = [
  'BillingMode',
  'Replicas',
  'SSESpecification',
  'Tags',
  'TimeToLiveSpecification',
  'WriteOnDemandThroughputSettings',
  'WriteProvisionedThroughputSettings',
];

/** A table of the stack: its name, keys and indexes, in DynamoDB's own words. */
export type Table = Omit<z.output<typeof known>, 'TableName'> & { TableName: string };

export function readTables(template: Template): Table[] {
  const tables = template.read({ type: 'AWS::DynamoDB::GlobalTable', known, inert });
  return [...tables].map(([logicalId, properties]) => ({
    ...properties,
    TableName: template.physicalName(logicalId),
  }));
}
