import type * as sdk from '@aws-sdk/client-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import * as env from '../../env.ts';
import { type CallTimes, callTimes } from '../call-times.ts';
import { jsonService } from '../lambda/json-service.ts';
import { type Caller, endpoint } from '../signed-call.ts';

export interface Operations {
  BatchGetItem: [sdk.BatchGetItemInput, sdk.BatchGetItemOutput];
  BatchWriteItem: [sdk.BatchWriteItemInput, sdk.BatchWriteItemOutput];
  DeleteItem: [sdk.DeleteItemInput, sdk.DeleteItemOutput];
  DescribeContinuousBackups: [
    sdk.DescribeContinuousBackupsInput,
    sdk.DescribeContinuousBackupsOutput,
  ];
  DescribeTable: [sdk.DescribeTableInput, sdk.DescribeTableOutput];
  GetItem: [sdk.GetItemInput, sdk.GetItemOutput];
  PutItem: [sdk.PutItemInput, sdk.PutItemOutput];
  Query: [sdk.QueryInput, sdk.QueryOutput];
  Scan: [sdk.ScanInput, sdk.ScanOutput];
  TransactWriteItems: [sdk.TransactWriteItemsInput, sdk.TransactWriteItemsOutput];
  UpdateItem: [sdk.UpdateItemInput, sdk.UpdateItemOutput];
}

export interface Command<Name extends keyof Operations> {
  readonly operation: Name;
  readonly input: Operations[Name][0];
}

/** What a table's modules call DynamoDB through: the functions' own client, or the SDK's (`cli/aws/operator-tables.ts`). */
export interface TablesClient {
  /** Errors carry the exception's name, and `$metadata` the status. The signal ends the call wherever it is. */
  send<Name extends keyof Operations>(
    command: Command<Name>,
    options?: { abortSignal?: AbortSignal },
  ): Promise<Operations[Name][1]>;
  destroy(): void;
}

const commandOf = <Name extends keyof Operations>(operation: Name) =>
  class implements Command<Name> {
    readonly operation = operation;
    readonly input: Operations[Name][0];

    constructor(input: Operations[Name][0]) {
      this.input = input;
    }
  };

// A bundle has only the commands that its function uses.
export const BatchGetItemCommand = /* @__PURE__ */ commandOf('BatchGetItem');
export const BatchWriteItemCommand = /* @__PURE__ */ commandOf('BatchWriteItem');
export const DeleteItemCommand = /* @__PURE__ */ commandOf('DeleteItem');
export const DescribeContinuousBackupsCommand = /* @__PURE__ */ commandOf(
  'DescribeContinuousBackups',
);
export const DescribeTableCommand = /* @__PURE__ */ commandOf('DescribeTable');
export const GetItemCommand = /* @__PURE__ */ commandOf('GetItem');
export const PutItemCommand = /* @__PURE__ */ commandOf('PutItem');
export const QueryCommand = /* @__PURE__ */ commandOf('Query');
export const ScanCommand = /* @__PURE__ */ commandOf('Scan');
export const TransactWriteItemsCommand = /* @__PURE__ */ commandOf('TransactWriteItems');
export const UpdateItemCommand = /* @__PURE__ */ commandOf('UpdateItem');

/**
 * The functions' client of DynamoDB: the SDK's own signing, connections and retries, without the layers that read every
 * call's schema (docs/decisions/0015-small-bundles.md). Default: region, credentials and endpoint of the environment.
 * Sets of bytes (`BS`) are not decoded.
 */
export function dynamodbClient(
  times: CallTimes,
  caller?: Caller & { endpoint?: string },
): TablesClient {
  const region = caller?.region ?? process.env.AWS_REGION;
  const url = endpoint('dynamodb', region, caller?.endpoint ?? process.env[env.dynamodbEndpoint]);
  const limits = callTimes(times);
  const http = new NodeHttpHandler(limits.requestHandler);
  const service = { name: 'dynamodb', says: 'DynamoDB', url, times: limits, http, caller };
  const call = jsonService(service);
  return {
    send({ operation, input }, options = {}) {
      const headers = {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDB_20120810.${operation}`,
      };
      const body = JSON.stringify(input, encodeBytes);
      return call({ path: '/', headers, body }, options, (text) => JSON.parse(text, decodeBytes));
    },
    destroy: () => http.destroy(),
  };
}

/** Reads the original value, because `JSON.stringify` has already turned a Buffer into an object of numbers. */
function encodeBytes(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const own = this[name];
  if (!(own instanceof Uint8Array)) return value;
  return Buffer.from(own.buffer, own.byteOffset, own.byteLength).toString('base64');
}

/** A string in `B` is DynamoDB's type for bytes: an attribute that is called `B` is an object. */
const decodeBytes = (name: string, value: unknown) =>
  name === 'B' && typeof value === 'string' ? Buffer.from(value, 'base64') : value;
