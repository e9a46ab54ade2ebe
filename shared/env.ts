// Names of the environment variables that the stack sets and the functions read. Import them as `* as env`, so that a
// bundle has only those that it reads.

export const usersTable = 'USERS_TABLE';
/** The roles that groups of an identity provider give, as JSON (`GroupRoles`). Missing: there is none. */
export const signInRoles = 'SIGN_IN_ROLES';
/** The mail clients that drafts are judged for, as JSON (`ClientWeights`). Missing: the usual ones. */
export const lookClients = 'LOOK_CLIENTS';
export const accountsTable = 'ACCOUNTS_TABLE';
export const keysTable = 'KEYS_TABLE';
export const templatesTable = 'TEMPLATES_TABLE';
export const messagesTable = 'MESSAGES_TABLE';
export const trailTable = 'TRAIL_TABLE';
/** Days that an entry of the trail is kept. */
export const trailRetentionDays = 'TRAIL_DAYS';
/** Days that a message's record is kept. */
export const messageRetentionDays = 'MESSAGE_RETENTION_DAYS';
/** Days that the record of a refused request is kept; with 0, no record is made. */
export const refusedRetentionDays = 'REFUSED_RETENTION_DAYS';
/** `off`: postrider suppresses no address by itself, and sends to suppressed ones. */
export const suppression = 'SUPPRESSION';
/** The addresses and domains that this deployment may send from, comma-separated; `*` is any. */
export const senders = 'SENDERS';
/** The SES configuration set that every mail is sent with. */
export const configurationSet = 'CONFIGURATION_SET';
/** `on`: every mail names its account as SES's tenant. */
export const tenants = 'TENANTS';
/** The buckets that attachments may come from, comma-separated. Empty or missing: none. */
export const attachmentBuckets = 'ATTACHMENT_BUCKETS';
/** The ARN of the queue of scheduled messages. Missing if this deployment schedules none. */
export const dueQueue = 'DUE_QUEUE';
/** The ARN of the queue of webhook events. Missing if this function announces none. */
export const webhooksQueue = 'WEBHOOKS_QUEUE';
/** `loopback` also allows webhooks to this machine, by http. Empty: public https only. Missing: no webhooks. */
export const webhooksTo = 'WEBHOOKS_TO';
/** How many executions of the function `Webhooks` run at once. */
export const webhookConcurrency = 'WEBHOOK_CONCURRENCY';
/** The name of the group that holds the schedules of this deployment. */
export const scheduleGroup = 'SCHEDULE_GROUP';
/** The ARN of the role with which EventBridge Scheduler sends to the queues. */
export const scheduleRole = 'SCHEDULE_ROLE';
/** The ARN of the dead-letter queue, for events and wake-ups that failed at every try. */
export const deadLetterQueue = 'DEAD_LETTER_QUEUE';
/** Only in the local run: how far the clock of scheduled messages is ahead, in milliseconds. Empty: 0. */
export const fastForwardMs = 'FAST_FORWARD_MS';
/** The domain of addresses for replies. Missing: this deployment receives none. */
export const repliesDomain = 'REPLIES_DOMAIN';
/** Days that these mails stay in S3. Missing: this deployment receives none. */
export const repliesKeepDays = 'REPLIES_KEEP_DAYS';
/** The bucket with the mails that were received as replies. */
export const repliesBucket = 'REPLIES_BUCKET';
/** `off` refuses every send with a `flow_error`; anything else sends. */
export const sending = 'SENDING';
/** DNS servers as `host:port`, comma-separated. Empty: the machine's own. */
export const dnsServers = 'DNS_SERVERS';
/** `true` or `false`: whether a disposable domain makes an address invalid. */
export const disposableIsInvalid = 'DISPOSABLE_IS_INVALID';
/** `true` or `false`: whether a role address is invalid. */
export const roleIsInvalid = 'ROLE_IS_INVALID';
/** Where callers of the API send their requests: the base address of `/v1`. */
export const baseUrl = 'BASE_URL';
/** The ids of the usage plans at API Gateway. */
export const usagePlanFree = 'USAGE_PLAN_FREE';
export const usagePlanPro = 'USAGE_PLAN_PRO';
export const usagePlanTeam = 'USAGE_PLAN_TEAM';
/** The names of the functions' log groups, comma-separated. */
export const logGroups = 'LOG_GROUPS';
/** How long the lines of the logs are kept, in days. */
export const logRetentionDays = 'LOG_RETENTION_DAYS';
/** The namespace of the metrics in the log lines. Empty: the log lines have no metrics. */
export const metricsNamespace = 'METRICS_NAMESPACE';
/** Variables that the AWS SDK itself reads. Empty: the endpoints of AWS. */
export const dynamodbEndpoint = 'AWS_ENDPOINT_URL_DYNAMODB';
export const sesEndpoint = 'AWS_ENDPOINT_URL_SESV2';
export const apiGatewayEndpoint = 'AWS_ENDPOINT_URL_API_GATEWAY';
export const logsEndpoint = 'AWS_ENDPOINT_URL_CLOUDWATCH_LOGS';
export const sqsEndpoint = 'AWS_ENDPOINT_URL_SQS';
export const schedulerEndpoint = 'AWS_ENDPOINT_URL_SCHEDULER';
export const s3Endpoint = 'AWS_ENDPOINT_URL_S3';

/** The value of an environment variable that the stack always sets. Throws if it is not set. */
export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}
