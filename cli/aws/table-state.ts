import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import type { Table } from '../../shared/adapters/tables/dynamodb.ts';

/** DynamoDB's word for a table: ACTIVE, UPDATING …; null where there is none. Needs `dynamodb:DescribeTable`. */
export async function tableStatus({ client, name }: Table): Promise<string | null> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    return Table?.TableStatus ?? '';
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}

/**
 * Whether a table can be restored to any second of the last days; null where there is no table. Needs
 * `dynamodb:DescribeContinuousBackups`.
 */
export async function hasPointInTimeRecovery({ client, name }: Table): Promise<boolean | null> {
  try {
    const describe = new DescribeContinuousBackupsCommand({ TableName: name });
    const { ContinuousBackupsDescription: told } = await client.send(describe);
    return told?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === 'ENABLED';
  } catch (error) {
    if (error instanceof Error && error.name === 'TableNotFoundException') return null;
    throw error;
  }
}
