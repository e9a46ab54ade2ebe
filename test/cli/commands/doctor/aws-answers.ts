import type { AwsAnswer, AwsCall } from '../../../aws-stub.ts';
import { tableNames, tableOutputs } from '../../../dynalite.ts';
import { account, type Health, identity, region } from './health.ts';
import type { Patient } from './patient.ts';

const plans = { UsagePlanFree: 'plan-free', UsagePlanPro: 'plan-pro', UsagePlanTeam: 'plan-team' };

/** AWS's answer to a call, according to the patient's health. */
export function answerTo(patient: Patient, call: AwsCall): AwsAnswer | Promise<AwsAnswer> {
  const instead = patient.health.instead(call);
  if (instead) return instead;
  switch (call.service) {
    case 'sts': {
      const arn = `arn:aws:sts::${account}:assumed-role/Admin/ann`;
      return { xml: `<Account>${account}</Account><Arn>${arn}</Arn><UserId>U</UserId>` };
    }
    case 'ssm':
      return patient.health.bootstrap === null ||
        JSON.parse(call.body).Name !== `/cdk-bootstrap/${patient.health.qualifier}/version`
        ? { refusal: 'ParameterNotFound' }
        : { json: { Parameter: { Value: patient.health.bootstrap } } };
    case 'cloudformation':
      return stackAnswer(patient, call);
    case 'ses':
      return sesAnswer(patient.health, call);
    case 'lambda':
      return call.operation.includes('account-settings')
        ? { json: { AccountLimit: patient.health.lambda } }
        : { json: { Environment: { Variables: variables(patient.health) } } };
    case 'apigateway':
      return gatewayAnswer(patient.health, call);
    case 'dynamodb':
      return tableAnswer(patient, call);
    case 's3':
      return bucketAnswer(patient.health, call);
    case 'sqs':
      return { json: { Attributes: { ApproximateNumberOfMessages: `${patient.health.letters}` } } };
    default:
      throw new Error(`The stub does not know ${call.service} ${call.operation}`);
  }
}

const variables = ({ senders, sending, suppression, attachmentBuckets }: Health) => ({
  ATTACHMENT_BUCKETS: attachmentBuckets,
  SENDERS: senders,
  SENDING: sending,
  SUPPRESSION: suppression,
  CONFIGURATION_SET: 'mails',
});

function stackAnswer({ health }: Patient, { operation, region: asked, query }: AwsCall): AwsAnswer {
  if (query.get('StackName') !== 'postrider' || asked !== health.stackRegion) {
    return { refusal: 'ValidationError', message: 'Stack with id postrider does not exist' };
  }
  if (operation === 'GetTemplate') {
    return { xml: `<TemplateBody>${escaped(health.template ?? template(health))}</TemplateBody>` };
  }
  if (operation === 'ListStackResources') {
    return {
      xml: `<StackResourceSummaries><member><LogicalResourceId>Execute0123ABCD</LogicalResourceId><PhysicalResourceId>postrider-Execute</PhysicalResourceId><ResourceType>AWS::Lambda::Function</ResourceType></member></StackResourceSummaries>`,
    };
  }
  const outputs = {
    BaseUrl: 'https://api.example.com/v1',
    ...tableOutputs,
    UsersTable: tableNames.users,
    // The address has AWS's form; the CLI calls the stub at its endpoint all the same.
    DeadLetterQueue: `https://sqs.${region}.amazonaws.com/${account}/letters`,
    ...(health.replies && {
      ...{ RepliesDomain: 'reply.example.com', RepliesRuleSet: 'postrider-replies' },
    }),
    ...plans,
  };
  const members = Object.entries(outputs).map(
    ([key, value]) =>
      `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return {
    xml: `<Stacks><member><StackName>postrider</StackName><StackStatus>${health.stackStatus}</StackStatus><Outputs>${members.join('')}</Outputs></member></Stacks>`,
  };
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function template({ code, recovery, sendConcurrency, qualifier }: Health): string {
  const functions = [...code].map(([name, hash]) => [
    `${name}0123ABCD`,
    { Type: 'AWS::Lambda::Function', Properties: { Code: { S3Key: `${hash}.zip` } } },
  ]);
  const Replicas = [{ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: recovery } }];
  const table = { Type: 'AWS::DynamoDB::GlobalTable', Properties: { Replicas } };
  const source = {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: { ScalingConfig: { MaximumConcurrency: sendConcurrency } },
  };
  const later = sendConcurrency === null ? {} : { LaterSource0123ABCD: source };
  return JSON.stringify({
    Parameters: { BootstrapVersion: { Default: `/cdk-bootstrap/${qualifier}/version` } },
    Resources: { ...Object.fromEntries(functions), ...later, Keys1234ABCD: table },
  });
}

function sesAnswer(health: Health, { operation }: AwsCall): AwsAnswer {
  if (operation === 'DescribeActiveReceiptRuleSet') {
    const { name, domain } = health.ruleSet;
    return {
      xml: `<Metadata><Name>${name}</Name></Metadata><Rules><member><Name>r</Name><Enabled>true</Enabled><Recipients><member>${domain}</member></Recipients></member></Rules>`,
    };
  }
  const [, , , resource, name = '', part] = operation.split('/');
  if (resource === 'account') return { json: health.ses };
  if (resource === 'identities') {
    const isOfReplies = name === 'reply.example.com';
    const found = isOfReplies ? identity() : health.identities.get(name);
    return found ? { json: found } : { refusal: 'NotFoundException', status: 404 };
  }
  if (health.configurationSet === null || name !== 'mails') {
    return { refusal: 'NotFoundException', status: 404 };
  }
  if (part === 'event-destinations') return { json: { EventDestinations: health.destinations } };
  return { json: health.configurationSet };
}

/** S3 tells the region of every bucket, and answers only in that region. */
function bucketAnswer({ buckets, bucketKeys }: Health, call: AwsCall): AwsAnswer {
  const name = call.operation.split('/')[1] ?? '';
  if (call.query.has('encryption')) {
    const key = bucketKeys.get(name);
    const by = key
      ? `aws:kms</SSEAlgorithm><KMSMasterKeyID>${key}</KMSMasterKeyID>`
      : 'AES256</SSEAlgorithm>';
    const rule = `<ApplyServerSideEncryptionByDefault><SSEAlgorithm>${by}</ApplyServerSideEncryptionByDefault>`;
    const raw = `<ServerSideEncryptionConfiguration><Rule>${rule}</Rule></ServerSideEncryptionConfiguration>`;
    return { raw, type: 'text/xml', status: 200 };
  }
  const found = buckets.get(name);
  if (found === undefined) return { refusal: 'NotFound', status: 404 };
  const headers = { 'x-amz-bucket-region': found };
  if (found === call.region) return { json: {}, headers };
  return { refusal: 'PermanentRedirect', status: 301, headers };
}

function gatewayAnswer({ keys, members, domain }: Health, { operation }: AwsCall): AwsAnswer {
  if (operation === 'GET /domainnames/api.example.com') {
    return domain ? { json: domain } : { refusal: 'NotFoundException', status: 404 };
  }
  if (operation === 'GET /apikeys') {
    return { json: { item: [...keys].map(([id, enabled]) => ({ id, enabled })) } };
  }
  const plan = operation.split('/')[2] ?? '';
  return { json: { item: (members.get(plan) ?? []).map((id) => ({ id, type: 'API_KEY' })) } };
}

/** Passes calls on to a real DynamoDB-compatible server, except those about backups. */
async function tableAnswer({ health, tables }: Patient, call: AwsCall): Promise<AwsAnswer> {
  const { TableName } = JSON.parse(call.body) as { TableName: string };
  if (call.operation === 'DescribeContinuousBackups') {
    if (health.deleted.has(TableName)) return { refusal: 'TableNotFoundException' };
    const PointInTimeRecoveryStatus = health.withoutRecovery.has(TableName)
      ? 'DISABLED'
      : 'ENABLED';
    const PointInTimeRecoveryDescription = { PointInTimeRecoveryStatus };
    const ContinuousBackupsDescription = {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription,
    };
    return { json: { ContinuousBackupsDescription } };
  }
  if (health.deleted.has(TableName)) return { refusal: 'ResourceNotFoundException' };
  const { authorization = '', 'x-amz-target': target = '', 'x-amz-date': date = '' } = call.headers;
  const answered = await fetch(tables.endpoint, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': String(target),
      'x-amz-date': String(date),
    },
    body: call.body,
  });
  return { json: (await answered.json()) as object };
}
