import { withinRequest } from '../../shared/adapters/call-times.ts';
import { dynamodbClient } from '../../shared/adapters/dynamodb.ts';
import { readKey } from '../../shared/adapters/keys-table.ts';
import { env } from '../../shared/env.ts';
import { required } from '../../shared/required.ts';
import type { AuthorizerAnswer, AuthorizerRequest } from './contract.ts';
import { authorize } from './run.ts';

const keys = { client: dynamodbClient(withinRequest), name: required(env.keysTable) };

export const handler = (request: AuthorizerRequest): Promise<AuthorizerAnswer> =>
  authorize(request, { readKey: (keyHash) => readKey(keys, keyHash) });
