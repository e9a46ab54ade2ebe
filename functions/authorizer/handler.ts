import { openConnection } from '../../shared/adapters/open-connection.ts';
import { ownTables } from '../../shared/adapters/tables/dynamodb.ts';
import { readKey } from '../../shared/adapters/tables/keys-table.ts';
import * as env from '../../shared/env.ts';
import { authorizer } from './run.ts';

const table = ownTables();
const keys = table(env.keysTable);
openConnection(() => readKey(keys, 'none'));

export const handler = authorizer({ readKey: (keyHash) => readKey(keys, keyHash) });
