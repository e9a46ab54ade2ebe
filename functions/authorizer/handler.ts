import { withinRequest } from '../../shared/adapters/call-times.ts';
import { openConnection } from '../../shared/adapters/open-connection.ts';
import { tableWithin } from '../../shared/adapters/tables/dynamodb.ts';
import { dynamodbClient } from '../../shared/adapters/tables/dynamodb-client.ts';
import { readKey } from '../../shared/adapters/tables/keys-table.ts';
import { env } from '../../shared/env.ts';
import { required } from '../../shared/required.ts';
import { logged } from './logged.ts';
import { authorize } from './run.ts';

const keys = { client: dynamodbClient(withinRequest), name: required(env.keysTable) };
openConnection(() => readKey(keys, 'none'));

export const handler = logged((request, note, deadline) =>
  authorize(request, {
    readKey: async (keyHash) => {
      const key = await readKey(tableWithin(keys, deadline), keyHash);
      if (key !== null) note({ accountId: key.accountId, keyId: key.keyId });
      return key;
    },
  }),
);
