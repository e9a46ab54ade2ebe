import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { QueryCommand, ScanCommand } from '../../../shared/adapters/tables/dynamodb-client.ts';
import type { TestAccount } from './account.ts';
import { dataFolder, deployment } from './deployment.ts';

export interface Left {
  place: string;
  text: string;
}

/** The data folder's files: the functions' logs, and the files of the run itself, except tables and bundles. */
export function leftInFiles(): Left[] {
  const logs = join(dataFolder, 'logs');
  const own = ['control-plane.json', 'dead-letters.jsonl', 'deployment.json', 'schedules.json'];
  const there = readdirSync(dataFolder).filter((name) => own.includes(name));
  return [
    ...readdirSync(logs).map((name) => ({ place: 'logs', text: read(join(logs, name)) })),
    ...there.map((name) => ({ place: name, text: read(join(dataFolder, name)) })),
  ];
}

const read = (path: string) => readFileSync(path, 'utf8');

/** The items of every table as they are stored. Of the two large tables it reads only the account's items. */
export async function leftInTables({ ports, accountId }: TestAccount): Promise<Left[]> {
  const { client } = ports.accounts;
  const whole = ['Keys', 'Accounts', 'Users'].map(async (table) => {
    const scan = new ScanCommand({ TableName: deployment.outputs[`${table}Table`] });
    return { place: table, text: textOf((await client.send(scan)).Items) };
  });
  const parts = ['Templates', 'Messages', 'Trail'].map(async (table) => {
    const query = new QueryCommand({
      TableName: deployment.outputs[`${table}Table`],
      KeyConditionExpression: 'accountId = :account',
      ExpressionAttributeValues: { ':account': { S: accountId } },
    });
    return { place: table, text: textOf((await client.send(query)).Items) };
  });
  return Promise.all([...whole, ...parts]);
}

function textOf(items: Record<string, AttributeValue>[] = []): string {
  return JSON.stringify(items, function (this: Record<string, unknown>, name, value: unknown) {
    // `value` is what a Buffer's `toJSON` makes of it.
    const stored = this[name];
    return stored instanceof Uint8Array ? zstdDecompressSync(stored).toString() : value;
  });
}

export function placesOf(word: string, left: readonly Left[]): string[] {
  const forms = [word, ...base64Of(word), Buffer.from(word).toString('hex')];
  const found = left.filter(({ text }) => forms.some((form) => text.includes(form)));
  return [...new Set(found.map(({ place }) => place))].sort();
}

/** The three forms that a word can have in base64, depending on its position in the text. */
function base64Of(word: string): string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.from('x'.repeat(shift) + word).toString('base64url');
    return encoded.slice(shift === 0 ? 0 : 4, -4);
  });
}
