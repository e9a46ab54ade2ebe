/** Names of the environment variables that the stack sets and the functions read. */
export const env = {
  usersTable: 'USERS_TABLE',
  accountsTable: 'ACCOUNTS_TABLE',
  keysTable: 'KEYS_TABLE',
  templatesTable: 'TEMPLATES_TABLE',
  messagesTable: 'MESSAGES_TABLE',
  /** Days that a message's record is kept. */
  messageRetentionDays: 'MESSAGE_RETENTION_DAYS',
  /** Days that the record of a refused request is kept; with 0, no record is made. */
  refusedRetentionDays: 'REFUSED_RETENTION_DAYS',
  /** `off`: postrider suppresses no address by itself, and sends to suppressed ones. */
  suppression: 'SUPPRESSION',
  /** The addresses and domains that this deployment may send from, comma-separated; `*` is any. */
  senders: 'SENDERS',
  /** The SES configuration set that every mail is sent with. */
  configurationSet: 'CONFIGURATION_SET',
  /** The buckets that attachments may come from, comma-separated. Empty or missing: none. */
  attachmentBuckets: 'ATTACHMENT_BUCKETS',
  /** The ARN of the queue of scheduled messages. Missing if this deployment schedules none. */
  dueQueue: 'DUE_QUEUE',
  /** The ARN of the queue of webhook events. Missing if this function announces none. */
  webhooksQueue: 'WEBHOOKS_QUEUE',
  /** `loopback` also allows webhooks to this machine, by http. Empty: public https only. Missing: no webhooks. */
  webhooksTo: 'WEBHOOKS_TO',
  /** How many executions of the function `Webhooks` run at once. */
  webhookConcurrency: 'WEBHOOK_CONCURRENCY',
  /** The name of the group that holds the schedules of this deployment. */
  scheduleGroup: 'SCHEDULE_GROUP',
  /** The ARN of the role with which EventBridge Scheduler sends to the queues. */
  scheduleRole: 'SCHEDULE_ROLE',
  /** The ARN of the dead-letter queue, for events and wake-ups that failed at every try. */
  deadLetterQueue: 'DEAD_LETTER_QUEUE',
  /** Only in the local run: how far the clock of scheduled messages is ahead, in milliseconds. Empty: 0. */
  fastForwardMs: 'FAST_FORWARD_MS',
  /** `off` refuses every send with a `flow_error`; anything else sends. */
  sending: 'SENDING',
  /** DNS servers as `host:port`, comma-separated. Empty: the machine's own. */
  dnsServers: 'DNS_SERVERS',
  /** `true` or `false`: whether a disposable domain makes an address invalid. */
  disposableIsInvalid: 'DISPOSABLE_IS_INVALID',
  /** `true` or `false`: whether a role address is invalid. */
  roleIsInvalid: 'ROLE_IS_INVALID',
  /** Where callers of the API send their requests: the base address of `/v1`. */
  baseUrl: 'BASE_URL',
  /** The ids of the usage plans at API Gateway. */
  usagePlanFree: 'USAGE_PLAN_FREE',
  usagePlanPro: 'USAGE_PLAN_PRO',
  usagePlanTeam: 'USAGE_PLAN_TEAM',
  /** The names of the functions' log groups, comma-separated. */
  logGroups: 'LOG_GROUPS',
  /** How long the lines of the logs are kept, in days. */
  logRetentionDays: 'LOG_RETENTION_DAYS',
  /** The namespace of the metrics in the log lines. Empty: the log lines have no metrics. */
  metricsNamespace: 'METRICS_NAMESPACE',
  /** Variables that the AWS SDK itself reads. Empty: the endpoints of AWS. */
  dynamodbEndpoint: 'AWS_ENDPOINT_URL_DYNAMODB',
  sesEndpoint: 'AWS_ENDPOINT_URL_SESV2',
  apiGatewayEndpoint: 'AWS_ENDPOINT_URL_API_GATEWAY',
  logsEndpoint: 'AWS_ENDPOINT_URL_CLOUDWATCH_LOGS',
  sqsEndpoint: 'AWS_ENDPOINT_URL_SQS',
  schedulerEndpoint: 'AWS_ENDPOINT_URL_SCHEDULER',
  s3Endpoint: 'AWS_ENDPOINT_URL_S3',
} as const;

/** The value of an environment variable that the stack always sets. Throws if it is not set. */
export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}
