import { CfnOutput, Fn, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import type { RestApi as CdkRestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { PageConfig } from '../functions/manage/contracts/page-config.ts';
import { doorsStage } from '../shared/engine/doors.ts';
import * as env from '../shared/env.ts';
import { groupRolesOf } from '../shared/people/group-roles.ts';
import { ApiDomain, regionProblem } from './api-domain.ts';
import { companyProps, encryptStack } from './company.ts';
import { Dashboard } from './dashboard/dashboard.ts';
import { DoorsApi } from './doors-api.ts';
import { Events } from './events.ts';
import { Firewall } from './firewall.ts';
import { Later } from './later.ts';
import { makeInTurn } from './manage-api.ts';
import { logAccess, measureInto, trace, type Watched } from './monitoring/measures.ts';
import { Monitoring } from './monitoring/monitoring.ts';
import { Replies } from './replies.ts';
import { addressOf, RestApi } from './rest-api.ts';
import { apiVersion } from './routes.ts';
import { Sending } from './sending.ts';
import {
  grantAttachmentContents,
  grantAttachments,
  grantCountLines,
  variablesProblem,
} from './service-function.ts';
import {
  type ApiFunctions,
  apiFunctions,
  dueFunction,
  manageFunction,
  repliesFunction,
  tokensFunction,
  webhooksFunction,
} from './service-functions.ts';
import { type Settings, SettingsError } from './settings/settings.ts';
import { hasProvider } from './settings/sign-in-settings.ts';
import { Tables } from './tables.ts';

export interface ServiceStackProps extends StackProps {
  settings: Settings;
  /** What the dashboard shows of the settings file's environments. */
  environment?: PageConfig['environment'];
  basePath?: string | undefined;
}

/** The whole service in one stack, so that sam local and the local run see all of it. */
export class ServiceStack extends Stack {
  private readonly settings: Settings;
  private readonly deployed: PageConfig['environment'];
  private readonly basePath: string | undefined;
  private readonly tables: Tables;
  private readonly sending: Sending;

  constructor(
    scope: Construct,
    id: string,
    { settings, environment, basePath, ...props }: ServiceStackProps,
  ) {
    super(scope, id, { ...companyProps(settings), ...props });
    for (const [name, value] of Object.entries(settings.tags)) Tags.of(this).add(name, value);
    this.settings = settings;
    this.deployed = environment;
    this.basePath = basePath;
    this.tables = new Tables(this, 'Tables', settings);
    this.sending = new Sending(this, 'Sending', settings);
    const functions = apiFunctions(this, settings);
    this.grant(functions);
    const { deadLetters } = new Events(this, 'Reports', {
      fn: functions.Events,
      configurationSet: this.sending.configurationSet,
      tenants: settings.tenants !== null,
    });
    const later = settings.later ? this.addLater(functions, deadLetters) : undefined;
    const replies = settings.replies && this.addReplies(settings.replies, later, deadLetters);
    const { restApi, doorsApi, apis } = this.addApis(functions);
    const domain = this.addDomain(apis);
    const urlOf = (api: CdkRestApi, stage: string) =>
      domain ? `${domain}/${stage}` : addressOf(api);
    const baseUrl = urlOf(restApi.api, apiVersion);
    if (doorsApi) this.addOutputs({ DoorsUrl: urlOf(doorsApi, doorsStage) });
    const managed = settings.dashboard ? this.addDashboard(restApi, baseUrl) : undefined;
    if (managed) {
      const { manage, dashboard } = managed;
      makeInTurn(doorsApi ?? restApi.api, dashboard.api, restApi.api);
      later?.grantSendNow(manage);
      later?.grantAnnounce(manage);
      const { Render, Execute, Verify, Message, Cancel } = functions;
      const counted = [Render, Execute, Verify, Message, Cancel, manage];
      const groups = later ? [...counted, later.due] : counted;
      grantCountLines(manage, groups, settings.logRetentionDays);
    }
    this.watch({
      api: restApi.api,
      doorsApi,
      manageApi: managed?.dashboard.api,
      functions: {
        ...functions,
        ...(later && { Due: later.due, Webhooks: later.webhooks }),
        ...(replies && { Replies: replies }),
        ...(managed && { Manage: managed.manage }),
        ...(managed?.tokens && { Tokens: managed.tokens }),
      },
      tables: this.tables,
      deadLetters,
      dueQueue: later?.dueQueue,
      webhooksQueue: later?.webhooksQueue,
    });
    if (settings.kmsKeyArn) encryptStack(this, settings.kmsKeyArn);
    this.sending.outputRecords(this);
    this.addOutputs({
      BaseUrl: baseUrl,
      KeysTable: this.tables.keys.tableName,
      AccountsTable: this.tables.accounts.tableName,
      TemplatesTable: this.tables.templates.tableName,
      MessagesTable: this.tables.messages.tableName,
      TrailTable: this.tables.trail.tableName,
      TrailRetentionDays: String(settings.trailRetentionDays),
      // The value of an output must not be empty.
      Senders: settings.senders.join(',') || 'none',
      // With these four a person's test mails are sent and recorded as the service's mails are.
      ConfigurationSet: this.sending.configurationSet.configurationSetName,
      SendingEnabled: settings.sending ? 'on' : 'off',
      Suppression: settings.suppression ? 'on' : 'off',
      MessageRetentionDays: String(settings.messageRetentionDays),
      ...(settings.tenants && { Tenants: `${settings.tenants.policy} ${this.stackName}` }),
      EventsFunction: functions.Events.functionName,
      DeadLetterQueue: deadLetters.queueUrl,
      UsagePlanFree: restApi.usagePlans.free.usagePlanId,
      UsagePlanPro: restApi.usagePlans.pro.usagePlanId,
      UsagePlanTeam: restApi.usagePlans.team.usagePlanId,
    });
  }

  private grant(functions: ApiFunctions): void {
    const { Authorizer, Render, Execute, Message, Cancel, Batch } = functions;
    this.tables.grantReadKey(Authorizer);
    for (const fn of [Render, Execute, Batch]) this.tables.grantReadTemplate(fn);
    this.tables.grantExecute(Execute);
    this.tables.grantReadMessages(Message);
    this.tables.grantCancel(Cancel);
    this.tables.grantAccept(Batch);
    this.sending.tellSenders(Batch);
    this.tables.grantRecordEvents(functions.Events);
    this.sending.grantSend(Execute);
    if (this.settings.tenants) {
      this.sending.grantReadTenants(functions.Events);
      this.tables.grantRecordPauses(functions.Events);
    }
    grantAttachmentContents(Execute, this.settings.attachmentBuckets);
    grantAttachments(Batch, this.settings.attachmentBuckets);
    const { replies } = this.settings;
    if (replies) for (const fn of [Execute, Batch]) Replies.tell(fn, replies);
  }

  /** The functions that send scheduled messages and events of webhooks, and what wakes them up. */
  private addLater(functions: ApiFunctions, deadLetters: Queue): Later {
    const { Execute, Cancel, Batch, Events: events } = functions;
    const due = dueFunction(this, this.settings);
    this.tables.grantReadTemplate(due);
    this.tables.grantRecordSends(due);
    this.tables.grantSweep(due);
    this.sending.grantSend(due);
    grantAttachmentContents(due, this.settings.attachmentBuckets);
    const webhooks = webhooksFunction(this, this.settings);
    this.tables.grantDeliver(webhooks);
    const { sendConcurrency, webhookConcurrency } = this.settings;
    const handlers = { due, webhooks, deadLetters };
    const later = new Later(this, 'Later', { ...handlers, sendConcurrency, webhookConcurrency });
    for (const fn of [Execute, Batch, due]) later.grantAsk(fn);
    later.grantSchedule(webhooks);
    later.grantForget(Cancel);
    for (const fn of [events, due, Execute, Cancel]) this.tables.grantAnnounce(fn);
    for (const fn of [events, due, Execute, Cancel, webhooks]) later.grantAnnounce(fn);
    this.addOutputs({
      DueQueue: later.dueQueue.queueUrl,
      WebhooksQueue: later.webhooksQueue.queueUrl,
    });
    return later;
  }

  /** The function that records replies, and what calls it. */
  private addReplies(
    settings: NonNullable<Settings['replies']>,
    later: Later | undefined,
    deadLetters: Queue,
  ): LambdaFunction {
    const fn = repliesFunction(this, this.settings);
    this.tables.grantRecordReplies(fn);
    if (later) this.tables.grantAnnounce(fn);
    later?.grantAnnounce(fn);
    new Replies(this, 'Receiving', { fn, settings, deadLetters });
    return fn;
  }

  /** The public API and the doors' API, and the firewall in front of them if the settings have one. */
  private addApis(functions: ApiFunctions) {
    const { domain, throttle, waf } = this.settings;
    const props = { functions, keepDefaultAddress: domain?.keepDefaultAddress ?? true, throttle };
    const restApi = new RestApi(this, 'RestApi', { ...props, basePath: this.basePath });
    // sam local serves one API for callers.
    const hasDoors = this.settings.doors && !this.basePath;
    const doorsApi = hasDoors ? new DoorsApi(this, 'Doors', props).api : undefined;
    if (doorsApi) {
      makeInTurn(restApi.api, doorsApi);
      restApi.planFor(doorsApi);
    }
    const apis = { [apiVersion]: restApi.api, ...(doorsApi && { [doorsStage]: doorsApi }) };
    if (waf) new Firewall(this, 'Firewall', { apis: Object.values(apis), settings: waf });
    return { restApi, doorsApi, apis };
  }

  /** Gives the APIs their own domain name. Returns its address; undefined if the settings have no domain. */
  private addDomain(apis: Record<string, CdkRestApi>): string | undefined {
    // sam local has no custom domains; with a domain and a base path, the path would have the version twice.
    const domain = this.basePath ? undefined : this.settings.domain;
    if (!domain) return undefined;
    const rule = 'domain.certificateArn must be a certificate';
    const problem = regionProblem(this, rule, domain.certificateArn);
    if (problem) throw new SettingsError(problem);
    const { target } = new ApiDomain(this, 'Domain', { apis, domain });
    if (target) this.addCnameOutput('DomainTarget', domain.name, target);
    return `https://${domain.name}`;
  }

  private addDashboard(restApi: RestApi, baseUrl: string) {
    const { deletionProtection, logRetentionDays, dashboardDomain, signIn, clients, replies } =
      this.settings;
    const manage = manageFunction(this, this.settings, baseUrl);
    this.tables.grantManage(manage);
    this.sending.grantSend(manage);
    this.sending.grantReadSetup(manage);
    if (replies) {
      Replies.tell(manage, replies);
      manage.addEnvironment(env.repliesKeepDays, String(replies.keepMailsDays));
    }
    restApi.grantReadUsage(manage);
    if (clients) manage.addEnvironment(env.lookClients, JSON.stringify(clients));
    const tokens = hasProvider(signIn) ? tokensFunction(this, this.settings) : undefined;
    if (tokens) {
      const opened = groupRolesOf(signIn.roles);
      manage.addEnvironment(env.signInRoles, JSON.stringify(opened));
      this.addOutputs({ SignInAccounts: Object.keys(opened).join(',') || 'none' });
    }
    const dashboard = new Dashboard(this, 'Dashboard', {
      manage,
      deletionProtection,
      logRetention: logRetentionDays,
      basePath: this.basePath,
      domain: dashboardDomain,
      environment: this.deployed,
      signIn,
      tokens,
    });
    const { url, target, userPoolId } = dashboard;
    this.addOutputs({
      DashboardUrl: url,
      UserPoolId: userPoolId,
      UsersTable: this.tables.users?.tableName ?? '',
    });
    if (target && dashboardDomain) {
      this.addCnameOutput('DashboardDomainTarget', dashboardDomain.name, target);
    }
    return { dashboard, manage, tokens };
  }

  /** Traces, metrics, alarms and the CloudWatch dashboard, as the settings say. */
  private watch(watched: Watched): void {
    const { tracing, monitoring, accessLogs, logRetentionDays } = this.settings;
    const functions = Object.values(watched.functions);
    const logGroups = functions.map(({ logGroup }) => logGroup.logGroupName);
    this.addOutputs({ LogGroups: Fn.join(',', logGroups) });
    const { api, doorsApi, manageApi } = watched;
    const apis = [api, doorsApi, manageApi].filter((each) => each !== undefined);
    if (tracing) trace(apis, functions);
    if (accessLogs) for (const each of apis) logAccess(each, logRetentionDays);
    if (monitoring) {
      for (const fn of functions) measureInto(fn);
      new Monitoring(this, 'Monitoring', { watched, settings: this.settings });
    }
    const problem = variablesProblem(functions);
    if (problem) throw new SettingsError(problem);
  }

  /** Outputs for the CLI. The local run writes the same names into `deployment.json`. */
  private addOutputs(values: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(values)) new CfnOutput(this, name, { value });
  }

  private addCnameOutput(output: string, name: string, target: string): void {
    const description = `The DNS record to create: a CNAME from ${name} to this name`;
    new CfnOutput(this, output, { description, value: target });
  }
}
