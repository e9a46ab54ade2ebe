/** A price of AWS's, in us-east-1 and without the free tiers. */
export interface Price {
  /** What is bought. */
  what: string;
  dollars: number;
  /** How much of it that is the price of. */
  per: number;
  unit: string;
  /**
   * Done for each call; kept for a month, or carried to the caller, as much as there is; standing
   * when nobody calls.
   */
  kind: 'done' | 'kept' | 'standing';
  source: string;
}

const apiGateway = 'https://aws.amazon.com/api-gateway/pricing/';
const lambda = 'https://aws.amazon.com/lambda/pricing/';
const dynamodb = 'https://aws.amazon.com/dynamodb/pricing/on-demand/';
const cloudWatch = 'https://aws.amazon.com/cloudwatch/pricing/';
const eventBridge = 'https://aws.amazon.com/eventbridge/pricing/';
const transfer = 'https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer';

const million = 1_000_000;

/** All that the stack is charged for. The first step of a price that falls with the amount. */
export const prices = {
  apiRequests: {
    ...{ what: 'API Gateway, REST', dollars: 3.5, per: million, unit: 'requests' },
    kind: 'done',
    source: apiGateway,
  },
  functionCalls: {
    ...{ what: 'Lambda, requests', dollars: 0.2, per: million, unit: 'requests' },
    kind: 'done',
    source: lambda,
  },
  functionTime: {
    ...{ what: 'Lambda, time (Arm)', dollars: 0.0000133334, per: 1, unit: 'GB-seconds' },
    kind: 'done',
    source: lambda,
  },
  tableReads: {
    ...{ what: 'DynamoDB, reads', dollars: 0.125, per: million, unit: 'units of 4 KB' },
    kind: 'done',
    source: dynamodb,
  },
  tableWrites: {
    ...{ what: 'DynamoDB, writes', dollars: 0.625, per: million, unit: 'units of 1 KB' },
    kind: 'done',
    source: dynamodb,
  },
  tableBytes: {
    ...{ what: 'DynamoDB, kept', dollars: 0.25, per: 1, unit: 'GB-months' },
    kind: 'kept',
    source: dynamodb,
  },
  backupBytes: {
    ...{ what: 'DynamoDB, point-in-time recovery', dollars: 0.2, per: 1, unit: 'GB-months' },
    kind: 'kept',
    source: dynamodb,
  },
  logBytes: {
    ...{ what: 'CloudWatch Logs, taken in', dollars: 0.5, per: 1, unit: 'GB' },
    kind: 'done',
    source: cloudWatch,
  },
  keptLogBytes: {
    ...{ what: 'CloudWatch Logs, kept', dollars: 0.03, per: 1, unit: 'GB-months' },
    kind: 'kept',
    source: cloudWatch,
  },
  events: {
    ...{ what: 'EventBridge', dollars: 1, per: million, unit: 'events' },
    kind: 'done',
    source: eventBridge,
  },
  answerBytes: {
    ...{ what: 'Data to the Internet', dollars: 0.09, per: 1, unit: 'GB' },
    kind: 'kept',
    source: transfer,
  },
  metrics: {
    ...{ what: 'CloudWatch, metrics', dollars: 0.3, per: 1, unit: 'metrics a month' },
    kind: 'standing',
    source: cloudWatch,
  },
  alarmMetrics: {
    ...{ what: 'CloudWatch, alarms', dollars: 0.1, per: 1, unit: 'metrics that alarms look at' },
    kind: 'standing',
    source: cloudWatch,
  },
  dashboards: {
    ...{ what: 'CloudWatch, dashboard', dollars: 3, per: 1, unit: 'dashboards a month' },
    kind: 'standing',
    source: cloudWatch,
  },
} as const satisfies Record<string, Price>;

export type Priced = keyof typeof prices;

/** What SES takes for a mail to one recipient: à la carte, and on the plan that new accounts start with. */
export const sesPrices = {
  'à la carte': { dollars: 0.1, per: 1000 },
  Essentials: { dollars: 0.16, per: 1000 },
} as const;

export type SesPlan = keyof typeof sesPrices;

export const sesSource = 'https://aws.amazon.com/ses/pricing/';
