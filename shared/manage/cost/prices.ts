export interface Price {
  /** The item, as the bill names it. */
  what: string;
  dollars: number;
  per: number;
  unit: string;
  /** `done`: for each call. `kept`: for data stored for a month, or sent to the caller. `standing`: each month. */
  kind: 'done' | 'kept' | 'standing';
  source: string;
}

const apiGateway = 'https://aws.amazon.com/api-gateway/pricing/';
const lambda = 'https://aws.amazon.com/lambda/pricing/';
const dynamodb = 'https://aws.amazon.com/dynamodb/pricing/on-demand/';
const cloudWatch = 'https://aws.amazon.com/cloudwatch/pricing/';
const eventBridge = 'https://aws.amazon.com/eventbridge/pricing/';
const sqs = 'https://aws.amazon.com/sqs/pricing/';
const s3 = 'https://aws.amazon.com/s3/pricing/';
const ses = 'https://aws.amazon.com/ses/pricing/';
const transfer = 'https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer';

const million = 1_000_000;

function price(
  what: string,
  dollars: number,
  [per, unit]: readonly [number, string],
  kind: Price['kind'],
  source: string,
): Price {
  return { what, dollars, per, unit, kind, source };
}

/** What AWS charges for a stack; of prices that fall with the amount, the first. */
export const prices = {
  apiRequests: price('API Gateway, REST', 3.5, [million, 'requests'], 'done', apiGateway),
  functionCalls: price('Lambda, requests', 0.2, [million, 'requests'], 'done', lambda),
  functionTime: price('Lambda, time (Arm)', 0.0000133334, [1, 'GB-seconds'], 'done', lambda),
  tableReads: price('DynamoDB, reads', 0.125, [million, 'units of 4 KB'], 'done', dynamodb),
  tableWrites: price('DynamoDB, writes', 0.625, [million, 'units of 1 KB'], 'done', dynamodb),
  tableBytes: price('DynamoDB, stored', 0.25, [1, 'GB-months'], 'kept', dynamodb),
  backupBytes: price('DynamoDB, point-in-time recovery', 0.2, [1, 'GB-months'], 'kept', dynamodb),
  logBytes: price('CloudWatch Logs, ingested', 0.5, [1, 'GB'], 'done', cloudWatch),
  keptLogBytes: price('CloudWatch Logs, stored', 0.03, [1, 'GB-months'], 'kept', cloudWatch),
  queriedLogBytes: price('CloudWatch Logs, searched', 0.005, [1, 'GB'], 'done', cloudWatch),
  events: price('EventBridge', 1, [million, 'events'], 'done', eventBridge),
  queueRequests: price('SQS', 0.4, [million, 'requests'], 'done', sqs),
  fairRequests: price('SQS, fair queues', 0.1, [million, 'requests more'], 'done', sqs),
  schedules: price('EventBridge Scheduler', 1, [million, 'schedules'], 'done', eventBridge),
  objectRequests: price('S3, GET and HEAD', 0.4, [million, 'requests'], 'done', s3),
  attachedBytes: price('SES, attached data', 0.12, [1, 'GB'], 'done', ses),
  answerBytes: price('Data to the Internet', 0.09, [1, 'GB'], 'kept', transfer),
  metrics: price('CloudWatch, metrics', 0.3, [1, 'metrics a month'], 'standing', cloudWatch),
  alarmMetrics: price(
    'CloudWatch, alarms',
    0.1,
    [1, 'metrics that alarms watch'],
    'standing',
    cloudWatch,
  ),
  dashboards: price('CloudWatch, dashboard', 3, [1, 'dashboards a month'], 'standing', cloudWatch),
};

export type Priced = keyof typeof prices;

/** SES's price of a mail to one recipient: à la carte, and on the plan that new accounts start with. */
export const sesPrices = {
  'à la carte': { dollars: 0.1, per: 1000 },
  Essentials: { dollars: 0.16, per: 1000 },
} as const;

export type SesPlan = keyof typeof sesPrices;
