import type { UsagePlans } from '../adapters/api-gateway-keys.ts';
import type { Table } from '../adapters/tables/dynamodb.ts';
import type { Trail } from '../adapters/tables/trail-table.ts';
import type { RandomBytes } from '../keys/base62.ts';
import type { Tenancy } from './tenants.ts';

export interface ManagePorts {
  accounts: Table;
  keys: Table;
  templates: Table;
  messages: Table;
  /** Where changes are recorded, and for whom. */
  trail: Trail;
  usagePlans: UsagePlans;
  /** Random bytes that cannot be guessed: `randomBytes` of node:crypto. */
  randomBytes: RandomBytes;
  now: () => Date;
  /** Undefined if accounts are no tenants of SES. */
  tenants?: Tenancy | undefined;
  /** Where SES sends the mails. Default: the region of the function. */
  region?: string | undefined;
}
