import { QueryCommand } from '@aws-sdk/client-dynamodb';
import type { Item } from './attributes.ts';
import type { Table } from './dynamodb.ts';
import { messageIdOf, messageKey } from './message-item.ts';

/** Where the records are that a list is made of. */
export interface PartRange {
  /** The lowest sort key. */
  lowest: string;
  /** Only messages that are older than this one. */
  before: string | undefined;
}

/** The character after every digit of a ULID: what all messages of an account are before. */
const highest = messageKey('~');

/** The messages in one part of an account, newest first, read as far as they are asked for. */
export class PartReader {
  private readonly table: Table;
  private readonly partition: string;
  private readonly lowest: string;
  private before: string | undefined;
  private items: Item[] = [];
  private taken = 0;
  private isLast: boolean;

  constructor(table: Table, partition: string, { lowest, before }: PartRange) {
    this.table = table;
    this.partition = partition;
    this.lowest = lowest;
    this.before = before;
    // DynamoDB refuses a cursor beyond the query's own end.
    this.isLast = before !== undefined && messageKey(before) <= lowest;
  }

  /** The newest record that was not taken; undefined where another must be read first, or at the end. */
  get newest(): Item | undefined {
    return this.items[this.taken];
  }

  /** Whether records have to be read before it is known which is the newest. */
  get isUnread(): boolean {
    return this.newest === undefined && !this.isLast;
  }

  /** Whether no record is left. */
  get isAtEnd(): boolean {
    return this.newest === undefined && this.isLast;
  }

  /** Takes the newest record; undefined where there is none. */
  take(): Item | undefined {
    const { newest } = this;
    this.taken += 1;
    return newest;
  }

  /** Reads the next records, at most so many, in one Query: DynamoDB ends it at 1 MB. */
  async read(size: number): Promise<void> {
    const query = new QueryCommand({
      TableName: this.table.name,
      KeyConditionExpression: 'accountId = :account AND sk BETWEEN :lowest AND :highest',
      ExpressionAttributeValues: {
        ':account': { S: this.partition },
        ':lowest': { S: this.lowest },
        ':highest': { S: highest },
      },
      ExclusiveStartKey:
        this.before === undefined
          ? undefined
          : { accountId: { S: this.partition }, sk: { S: messageKey(this.before) } },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: size,
    });
    const { Items = [], LastEvaluatedKey } = await this.table.client.send(query);
    this.items = Items;
    this.taken = 0;
    this.isLast = LastEvaluatedKey === undefined;
    if (LastEvaluatedKey) this.before = messageIdOf(LastEvaluatedKey);
  }
}
