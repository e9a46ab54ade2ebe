import { AttributeType, ProjectionType, type TablePropsV2 } from 'aws-cdk-lib/aws-dynamodb';

const text = (name: string) => ({ name, type: AttributeType.STRING });
const expires = { timeToLiveAttribute: 'expiresAt' };

/** The keys and the indexes of each table, and which attribute says when an item expires. */
export const tableShapes = {
  keys: {
    partitionKey: text('keyHash'),
    globalSecondaryIndexes: [
      {
        indexName: 'byAccount',
        ...{ partitionKey: text('accountId'), sortKey: text('createdAt') },
        projectionType: ProjectionType.ALL,
      },
    ],
  },
  accounts: { partitionKey: text('accountId') },
  templates: { partitionKey: text('accountId'), sortKey: text('sk') },
  messages: {
    ...{ partitionKey: text('accountId'), sortKey: text('sk'), ...expires },
    // The index holds only messages that SES accepted. SES's events name a message by SES's id.
    globalSecondaryIndexes: [
      {
        indexName: 'bySesMessageId',
        partitionKey: text('sesMessageId'),
        projectionType: ProjectionType.KEYS_ONLY,
      },
    ],
  },
  trail: { partitionKey: text('accountId'), sortKey: text('sk'), ...expires },
  users: { partitionKey: text('sub') },
} satisfies Record<string, TablePropsV2>;

export type TableKind = keyof typeof tableShapes;
