import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { env } from '../shared/env.ts';
import { Events } from './events.ts';
import { RestApi } from './rest-api.ts';
import { Sending } from './sending.ts';
import { endpointOverrides, serviceFunction } from './service-function.ts';
import type { Settings } from './settings.ts';
import { Tables } from './tables.ts';

export interface ServiceStackProps extends StackProps {
  settings: Settings;
  /** See `RestApiProps.basePath`. */
  basePath?: string | undefined;
}

/** The whole service in one stack, so that sam local and the local run see all of it. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { settings, basePath, ...props }: ServiceStackProps) {
    super(scope, id, props);

    const tables = new Tables(this, 'Tables', settings);
    const sending = new Sending(this, 'Sending', {
      senders: settings.senders,
      enabled: settings.sending,
    });
    const logRetention = settings.logRetentionDays;
    const authorizer = serviceFunction(this, 'Authorizer', {
      folder: 'authorizer',
      logRetention,
      timeout: Duration.seconds(5),
      environment: { ...endpointOverrides.dynamodb },
    });
    const notFound = serviceFunction(this, 'NotFound', {
      folder: 'not-found',
      logRetention,
      timeout: Duration.seconds(3),
      memorySize: 128,
    });
    const render = serviceFunction(this, 'Render', {
      folder: 'render',
      logRetention,
      timeout: Duration.seconds(10),
      environment: { ...endpointOverrides.dynamodb },
    });
    const execute = serviceFunction(this, 'Execute', {
      folder: 'execute',
      logRetention,
      // SES may take 10 s and the domain look-up 3 (docs/decisions.md, "Times").
      timeout: Duration.seconds(15),
      environment: {
        ...endpointOverrides.dynamodb,
        ...endpointOverrides.ses,
        ...endpointOverrides.dns,
      },
    });
    const verify = serviceFunction(this, 'Verify', {
      folder: 'verify',
      logRetention,
      timeout: Duration.seconds(10),
      environment: {
        ...endpointOverrides.dns,
        [env.disposableIsInvalid]: String(settings.disposableIsInvalid),
        [env.roleIsInvalid]: String(settings.roleIsInvalid),
      },
    });
    const events = serviceFunction(this, 'Events', {
      folder: 'events',
      logRetention,
      timeout: Duration.seconds(15),
      environment: { ...endpointOverrides.dynamodb },
    });

    tables.grantReadKey(authorizer);
    tables.grantReadTemplate(render);
    tables.grantReadTemplate(execute);
    tables.grantRecordSends(execute);
    tables.grantRecordEvents(events);
    sending.grantSend(execute);
    const { deadLetters } = new Events(this, 'Reports', {
      fn: events,
      configurationSet: sending.configurationSet,
    });

    const { api, usagePlans } = new RestApi(this, 'RestApi', {
      authorizer,
      notFound,
      endpoints: { render, execute, verify },
      basePath,
    });

    // What the CLI needs to know of a deployment; the local run hands on the same names.
    new CfnOutput(this, 'BaseUrl', { value: api.url.replace(/\/$/, '') });
    new CfnOutput(this, 'KeysTable', { value: tables.keys.tableName });
    new CfnOutput(this, 'AccountsTable', { value: tables.accounts.tableName });
    new CfnOutput(this, 'TemplatesTable', { value: tables.templates.tableName });
    new CfnOutput(this, 'MessagesTable', { value: tables.messages.tableName });
    new CfnOutput(this, 'EventsFunction', { value: events.functionName });
    new CfnOutput(this, 'DeadLetterQueue', { value: deadLetters.queueUrl });
    new CfnOutput(this, 'UsagePlanFree', { value: usagePlans.free.usagePlanId });
    new CfnOutput(this, 'UsagePlanPro', { value: usagePlans.pro.usagePlanId });
    new CfnOutput(this, 'UsagePlanTeam', { value: usagePlans.team.usagePlanId });
  }
}
