import { setTimeout as pause } from 'node:timers/promises';
import type { CallTimes } from '../call-times.ts';
import type { JsonCall } from '../lambda/json-service.ts';
import type { Call } from '../signed-call.ts';
import type { SesPlace } from './ses-call.ts';
import { sesService, unless } from './ses-service.ts';

/** SES's own word; `REINSTATED` sends although SES has found something. */
export type SendingStatus = 'ENABLED' | 'DISABLED' | 'REINSTATED';

/** SES's tenant: what one account sends has a reputation and a sending status of its own. */
export interface Tenant {
  arn: string;
  tags: Readonly<Record<string, string>>;
  status: SendingStatus;
}

/** Who has set which status of a tenant. */
export interface Standing {
  operator: SendingStatus;
  ses: SendingStatus;
  /** SES's words about its own status; null if it has none. */
  cause: string | null;
}

export interface NewTenant {
  name: string;
  tags: Readonly<Record<string, string>>;
  /** What puts an address on the tenant's own suppression list: BOUNCE, COMPLAINT. */
  suppressedReasons: readonly string[];
}

/** SES's calls about tenants. https://docs.aws.amazon.com/ses/latest/dg/tenants.html */
export type TenantCalls = ReturnType<typeof tenantCalls>;

export interface TenantCallOptions {
  times: CallTimes;
  /** The pause between two calls, in milliseconds. Default: 0. */
  pauseMs?: number;
  /** Default: the function's own region, credentials and endpoint. */
  place?: (() => Promise<SesPlace>) | undefined;
}

/** Makes SES's calls one after the other. Each throws what the SDK throws. */
function callsInTurn({ times, pauseMs = 0, place }: TenantCallOptions) {
  let service: Promise<JsonCall> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return async <T>(method: Call['method'], path: string, body?: object): Promise<T> => {
    service ??= Promise.resolve(place?.()).then((at) => sesService(times, at));
    const make = await service;
    const headers = { 'content-type': 'application/json' };
    const made = { method, path: `/v2/email/${path}`, headers, body: JSON.stringify(body) ?? '' };
    const answer = last.then(() => make(made, {}, (text) => JSON.parse(text || '{}') as T));
    last = answer.catch(() => undefined).then(() => pause(pauseMs));
    return answer;
  };
}

const entity = (arn: string) => `reputation/entities/RESOURCE/${encodeURIComponent(arn)}`;

/** The calls that change nothing. */
export function tenantReads(options: TenantCallOptions, call = callsInTurn(options)) {
  return {
    /** Null if there is none. Needs `ses:GetTenant`. */
    find: async (TenantName: string): Promise<Tenant | null> => {
      const made = call<Told>('POST', 'tenants/get', { TenantName });
      const found = await unless('NotFoundException', made);
      return found && toTenant(found.Tenant ?? {});
    },
    /** The ARNs of what the tenant may send with. Needs `ses:ListTenantResources`. */
    resources: async (TenantName: string): Promise<string[]> => {
      const arns: string[] = [];
      for (let NextToken: string | undefined; ; ) {
        const asked = { TenantName, ...(NextToken && { NextToken }) };
        const page: Resources = await call('POST', 'tenants/resources/list', asked);
        arns.push(...(page.TenantResources ?? []).map(({ ResourceArn }) => ResourceArn));
        NextToken = page.NextToken;
        if (!NextToken) return arns;
      }
    },
    /** Needs `ses:GetReputationEntity`. */
    standing: async (arn: string): Promise<Standing> => {
      const { ReputationEntity: told = {} }: EntityTold = await call('GET', entity(arn));
      return {
        operator: told.CustomerManagedStatus?.Status ?? 'ENABLED',
        ses: told.AwsSesManagedStatus?.Status ?? 'ENABLED',
        cause: told.AwsSesManagedStatus?.Cause ?? null,
      };
    },
  };
}

/** All calls: no function of the stack may change a tenant. */
export function tenantCalls(options: TenantCallOptions) {
  const call = callsInTurn(options);
  return {
    ...tenantReads(options, call),
    /** False if it is there already. Needs `ses:CreateTenant` and `ses:TagResource`. */
    create: async ({ name, tags, suppressedReasons }: NewTenant): Promise<boolean> => {
      const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
      const SuppressionAttributes = {
        SuppressionScope: 'TENANT',
        SuppressedReasons: suppressedReasons,
      };
      const made = call('POST', 'tenants', { TenantName: name, Tags, SuppressionAttributes });
      return (await unless('AlreadyExistsException', made)) !== null;
    },
    /** Succeeds if there is none. Needs `ses:DeleteTenant`. */
    remove: async (TenantName: string): Promise<void> => {
      await unless('NotFoundException', call('POST', 'tenants/delete', { TenantName }));
    },
    /** False if SES has no such resource. Needs `ses:CreateTenantResourceAssociation`. */
    associate: async (TenantName: string, ResourceArn: string): Promise<boolean> => {
      const made = call('POST', 'tenants/resources', { TenantName, ResourceArn });
      const there = unless('AlreadyExistsException', made).then(() => true);
      return (await unless('NotFoundException', there)) ?? false;
    },
    /** Needs `ses:UpdateReputationEntityPolicy`. */
    setPolicy: async (arn: string, ReputationEntityPolicy: string): Promise<void> => {
      await call('PUT', `${entity(arn)}/policy`, { ReputationEntityPolicy });
    },
    /** Needs `ses:UpdateReputationEntityCustomerManagedStatus`. */
    setStatus: async (arn: string, SendingStatus: SendingStatus): Promise<void> => {
      await call('PUT', `${entity(arn)}/customer-managed-status`, { SendingStatus });
    },
  };
}

interface Told {
  Tenant?: { TenantArn?: string; Tags?: Tag[]; SendingStatus?: SendingStatus };
}

interface Tag {
  Key: string;
  Value: string;
}

interface Resources {
  TenantResources?: { ResourceArn: string }[];
  NextToken?: string;
}

interface EntityTold {
  ReputationEntity?: {
    CustomerManagedStatus?: { Status?: SendingStatus };
    AwsSesManagedStatus?: { Status?: SendingStatus; Cause?: string };
  };
}

const toTenant = ({ TenantArn = '', Tags = [], SendingStatus }: NonNullable<Told['Tenant']>) => ({
  arn: TenantArn,
  tags: Object.fromEntries(Tags.map(({ Key, Value }) => [Key, Value])),
  status: SendingStatus ?? 'ENABLED',
});
