import { CfnOutput, Duration, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { env } from '../shared/env.ts';
import { ApiDomain, certificateProblem } from './api-domain.ts';
import { makeInTurn } from './apis-in-turn.ts';
import { Dashboard } from './dashboard/dashboard.ts';
import { Events } from './events.ts';
import { Firewall } from './firewall.ts';
import type { ReservedConcurrency } from './load-settings.ts';
import { measureInto, type Watched } from './monitoring/measures.ts';
import { Monitoring } from './monitoring/monitoring.ts';
import { trace } from './monitoring/tracing.ts';
import { RestApi } from './rest-api.ts';
import { Sending } from './sending.ts';
import { endpointOverrides, serviceFunction, serviceFunctionsOf } from './service-function.ts';
import { type Settings, SettingsError } from './settings.ts';
import { Tables } from './tables.ts';

export interface ServiceStackProps extends StackProps {
  settings: Settings;
  /** See `RestApiProps.basePath`. */
  basePath?: string | undefined;
}

interface DashboardParts {
  settings: Settings;
  basePath: string | undefined;
  baseUrl: string;
  tables: Tables;
  sending: Sending;
  restApi: RestApi;
}

/** The whole service in one stack, so that sam local and the local run see all of it. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { settings, basePath, ...props }: ServiceStackProps) {
    super(scope, id, props);

    const tables = new Tables(this, 'Tables', settings);
    const sending = new Sending(this, 'Sending', {
      senders: settings.senders,
      identities: settings.identities,
      enabled: settings.sending,
      requireTls: settings.requireTls,
    });
    const logRetention = settings.logRetentionDays;
    const reserved = (name: keyof ReservedConcurrency) => {
      const most = settings.reservedConcurrency[name];
      return most === undefined ? {} : { reservedConcurrentExecutions: most };
    };
    const authorizer = serviceFunction(this, 'Authorizer', {
      folder: 'authorizer',
      logRetention,
      ...reserved('authorizer'),
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
      ...reserved('render'),
      timeout: Duration.seconds(10),
      environment: { ...endpointOverrides.dynamodb },
    });
    const execute = serviceFunction(this, 'Execute', {
      folder: 'execute',
      logRetention,
      ...reserved('execute'),
      // Most of its time it waits for SES, which goes no faster with more (docs/decisions/0018-costs.md).
      memorySize: 256,
      // SES may take 10 s and the domain look-up 3 (docs/decisions/0014-one-deadline-per-request.md).
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
      ...reserved('verify'),
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
      // Nobody waits for it.
      memorySize: 256,
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

    const restApi = new RestApi(this, 'RestApi', {
      authorizer,
      notFound,
      endpoints: { render, execute, verify },
      basePath,
      keepDefaultAddress: settings.domain?.keepDefaultAddress ?? true,
      throttle: settings.throttle,
    });
    // sam local knows no names of one's own, and below one the path would be there twice.
    const domain = basePath ? undefined : settings.domain;
    const baseUrl = this.addDomain(domain, restApi) ?? restApi.baseUrl;
    if (settings.waf) {
      new Firewall(this, 'Firewall', {
        stage: restApi.api.deploymentStage,
        settings: settings.waf,
      });
    }

    const dashboard = settings.dashboard
      ? this.addDashboard({ settings, basePath, baseUrl, tables, sending, restApi })
      : undefined;
    const { api } = restApi;
    this.addMonitoring(settings, { api, manageApi: dashboard?.api, tables, deadLetters });

    sending.outputRecords(this);
    // What the CLI needs to know of a deployment; the local run hands on the same names.
    new CfnOutput(this, 'BaseUrl', { value: baseUrl });
    new CfnOutput(this, 'KeysTable', { value: tables.keys.tableName });
    new CfnOutput(this, 'AccountsTable', { value: tables.accounts.tableName });
    new CfnOutput(this, 'TemplatesTable', { value: tables.templates.tableName });
    new CfnOutput(this, 'MessagesTable', { value: tables.messages.tableName });
    // An output has no empty value.
    new CfnOutput(this, 'Senders', { value: settings.senders.join(',') || 'none' });
    new CfnOutput(this, 'EventsFunction', { value: events.functionName });
    new CfnOutput(this, 'DeadLetterQueue', { value: deadLetters.queueUrl });
    new CfnOutput(this, 'UsagePlanFree', { value: restApi.usagePlans.free.usagePlanId });
    new CfnOutput(this, 'UsagePlanPro', { value: restApi.usagePlans.pro.usagePlanId });
    new CfnOutput(this, 'UsagePlanTeam', { value: restApi.usagePlans.team.usagePlanId });
  }

  /** The API at its own name: its base address, or undefined where the settings have no name. */
  private addDomain(domain: Settings['domain'], { api }: RestApi): string | undefined {
    if (!domain) return undefined;
    const problem = certificateProblem(this, domain);
    if (problem) throw new SettingsError(problem);
    const { baseUrl, target } = new ApiDomain(this, 'Domain', { api, domain });
    if (target) {
      const description = `The DNS record to make: ${domain.name} as a CNAME of this`;
      new CfnOutput(this, 'DomainTarget', { description, value: target });
    }
    return baseUrl;
  }

  /** The dashboard, and the function that does for it what the CLI does for an operator. */
  private addDashboard({
    settings,
    basePath,
    baseUrl,
    tables,
    sending,
    restApi,
  }: DashboardParts): Dashboard {
    const logRetention = settings.logRetentionDays;
    const manage = serviceFunction(this, 'Manage', {
      folder: 'manage',
      logRetention,
      // A test mail takes as long as execute's.
      timeout: Duration.seconds(15),
      environment: {
        ...endpointOverrides.dynamodb,
        ...endpointOverrides.ses,
        ...endpointOverrides.apiGateway,
        ...endpointOverrides.dns,
        [env.baseUrl]: baseUrl,
      },
    });
    tables.grantManage(manage);
    sending.grantSend(manage);
    sending.grantReadSetup(manage);
    restApi.grantReadUsage(manage);
    const dashboard = new Dashboard(this, 'Dashboard', {
      manage,
      deletionProtection: settings.deletionProtection,
      logRetention,
      basePath,
      domain: settings.dashboardDomain,
    });
    makeInTurn(restApi.api, dashboard.api);
    const { url, target, userPoolId } = dashboard;

    new CfnOutput(this, 'DashboardUrl', { value: url });
    if (target) {
      const description = `The DNS record to make: ${settings.dashboardDomain?.name} as a CNAME of this`;
      new CfnOutput(this, 'DashboardDomainTarget', { description, value: target });
    }
    new CfnOutput(this, 'UserPoolId', { value: userPoolId });
    new CfnOutput(this, 'UsersTable', { value: tables.users?.tableName ?? '' });
    return dashboard;
  }

  /** After all else: what is measured, looked at and traced of the whole. */
  private addMonitoring(settings: Settings, parts: Omit<Watched, 'functions'>): void {
    const functions = serviceFunctionsOf(this);
    const all = Object.values(functions);
    const logGroups = all.map(({ logGroup }) => logGroup.logGroupName);
    new CfnOutput(this, 'LogGroups', { value: Fn.join(',', logGroups) });
    if (settings.tracing) trace([parts.api, ...(parts.manageApi ? [parts.manageApi] : [])], all);
    if (!settings.monitoring) return;
    for (const fn of all) measureInto(fn);
    new Monitoring(this, 'Monitoring', { watched: { ...parts, functions }, settings });
  }
}
