import * as z from 'zod';
import { doorsStage } from '../../shared/engine/doors.ts';
import { type Api, only, readApis, readUsagePlans, type UsagePlan } from './api.ts';
import type { Assembly } from './assembly.ts';
import { type EventRoutes, readEventRoutes } from './event-rules.ts';
import { type LambdaFunction, readFunctions } from './functions.ts';
import { type Queues, readQueues } from './queues.ts';
import { type ReceiptRule, readReceiptRules } from './receipt-rules.ts';
import { readSite, type Site } from './site.ts';
import { readTables, type Table } from './tables.ts';
import type { Template } from './template.ts';

export interface StackModel {
  /** The public API, whose callers have keys. */
  api: Api;
  /** The doors' API, whose callers have keys as well; undefined if the settings have none. */
  doors: Api | undefined;
  /** The public API's own names, besides AWS's. */
  domains: string[];
  /** Undefined if the settings have no dashboard. */
  dashboard: Dashboard | undefined;
  /** By ARN. */
  functions: Map<string, LambdaFunction>;
  tables: Table[];
  events: EventRoutes;
  later: Queues;
  /** Empty if the stack receives no mails. */
  receiptRules: ReceiptRule[];
  usagePlans: UsagePlan[];
  outputs: Record<string, string>;
}

export interface Dashboard {
  api: Api;
  site: Site;
}

/** Reads the stack. Throws a `Failure` for the first thing in it that the local run does not support. */
export function readStack(assembly: Assembly): StackModel {
  const { template } = assembly;
  const functions = readFunctions(assembly);
  const arns = new Map([...functions.values()].map(({ name, arn }) => [name, arn]));
  const apis = readApis(template);
  const ofCallers = apis.filter((api) => !isForUsers(api));
  const doors = ofCallers.find(({ stage }) => stage === doorsStage);
  return {
    api: only(
      'REST API',
      ofCallers.filter((api) => api !== doors),
    ),
    doors,
    domains: readDomains(template),
    dashboard: readDashboard(assembly, apis.filter(isForUsers)),
    functions,
    tables: readTables(template),
    events: readEventRoutes(template, arns),
    later: readQueues(template, arns),
    receiptRules: readReceiptRules(template, functions),
    usagePlans: readUsagePlans(template),
    outputs: template.outputs(),
  };
}

function readDashboard(assembly: Assembly, apis: readonly Api[]): Dashboard | undefined {
  if (apis.length === 0) return undefined;
  const api = only('REST API for users', apis);
  return { api, site: readSite(assembly, api.id) };
}

function readDomains(template: Template): string[] {
  const domains = template.read({
    type: 'AWS::ApiGateway::DomainName',
    known: z.object({ DomainName: z.string() }),
    inert: ['EndpointConfiguration', 'RegionalCertificateArn', 'SecurityPolicy', 'Tags'],
  });
  return [...domains.values()].map(({ DomainName }) => DomainName);
}

function isForUsers({ methods }: Api): boolean {
  return methods.some(({ authorizer }) => authorizer?.kind === 'user-pool');
}
