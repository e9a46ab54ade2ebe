import { startBuckets } from './buckets/start-buckets.ts';
import { ApiKeys } from './control-plane/api-keys.ts';
import { controlPlane } from './control-plane/server.ts';
import { meter, Usage } from './control-plane/usage.ts';
import { startPageServer } from './dashboard/dashboard.ts';
import { claimDataFolder } from './data-folder.ts';
import { type Demo, ensureDemo } from './demo/demo.ts';
import { type Deployment, readDeployment, writeDeployment } from './deployment-file.ts';
import { Reports } from './events/reports.ts';
import { tenantEvent } from './events/ses-event.ts';
import { reasonOf } from './failure.ts';
import { byStage, Gateway } from './gateway/gateway.ts';
import { GatewayServer } from './gateway/server.ts';
import { startPools } from './lambda/pools.ts';
import { limited } from './limited-lines.ts';
import { localOutputs } from './local-outputs.ts';
import { logsServer } from './logs/logs-server.ts';
import { close, listen, loopback, noteOtherPort } from './loopback/listen.ts';
import { Receiving } from './mail/receiving.ts';
import type { LocalOptions } from './options.ts';
import { type Progress, silent } from './progress.ts';
import { tellLostEvents } from './queues/lost-events.ts';
import { startQueues } from './queues/start-queues.ts';
import { sweep } from './queues/sweep.ts';
import { decideSenders, keyDelayMs } from './senders.ts';
import { startServers } from './servers.ts';
import { startSmtp } from './smtp.ts';
import { Stops } from './stops.ts';
import { createTables } from './tables/create-tables.ts';
import { region } from './template/names.ts';
import { readStack } from './template/stack-model.ts';
import { startTenants } from './tenants.ts';
import { noteUnknownSenders } from './unknown-senders.ts';

export interface LocalRun {
  deployment: Deployment;
  /** Rejects with a `Failure` when a server ends by itself. */
  died: Promise<never>;
  /** Stops everything, children and ports; a second call waits for the first. */
  stop: () => Promise<void>;
}

/**
 * Synthesises the stack and runs it; ready when it resolves. Aborting `signal` cancels the start. Throws a `Failure`
 * for a fault that the user can fix, after it stopped everything that it started.
 */
export async function startLocal(
  options: LocalOptions,
  progress: Progress = silent,
  signal: AbortSignal = new AbortController().signal,
): Promise<LocalRun> {
  const stops = new Stops();
  try {
    return await start(options, progress, signal, stops);
  } catch (error) {
    await stops.all();
    throw error;
  }
}

async function start(
  options: LocalOptions,
  progress: Progress,
  signal: AbortSignal,
  stops: Stops,
): Promise<LocalRun> {
  const claimed = await claimDataFolder(options.data, options.fresh);
  const folder = stops.add(claimed, ({ release }) => release());
  const previous = readDeployment(folder.deployment);
  const front = stops.add(new GatewayServer(), ({ server }) => close(server));
  const port = await listen(front.server, options.port);

  progress.step('Synthesising the stack, starting tables, mail and DNS');
  const servers = await startServers({ options, folder, note: progress.note, signal }, stops);
  const { assembly, endpoints, inboxUrl, dnsServer, setRules, tenants, died } = servers;
  const { onAccepted, onReceived } = servers;
  const stack = readStack(assembly);
  const keys = new ApiKeys(folder.controlPlane, stack.usagePlans);
  const usage = new Usage();
  const apiGatewayPort = await listen(stops.add(controlPlane(keys, usage), close));
  const logsPort = await listen(stops.add(logsServer(folder.logs), close));
  const page =
    stack.dashboard && (await startPageServer(stack.dashboard, options.dashboardPort, stops));
  if (page) noteOtherPort('The dashboard', options.dashboardPort, page.url, progress.note);
  const doorsUrl = stack.doors ? `http://${loopback}:${port}/${stack.doors.stage}` : null;
  const smtpUrl = doorsUrl && (await startSmtp(doorsUrl, options.smtpPort, progress.note, stops));
  const { senders, rules, note } = decideSenders(stack, options);
  await setRules(rules);
  if (note !== null) progress.note(note);

  progress.step('Creating the tables');
  await createTables(endpoints.dynamodb, stack.tables);
  const s3 = await startBuckets(stack.functions.values(), stops);
  const deployment: Omit<Deployment, keyof Demo> = {
    baseUrl: `http://${loopback}:${port}/${stack.api.stage}`,
    doorsUrl,
    smtpUrl,
    inboxUrl,
    dashboardUrl: page?.url ?? null,
    ...(options.oidc && { oidcIssuer: options.oidc.issuer }),
    dynamodbEndpoint: endpoints.dynamodb,
    sesEndpoint: endpoints.ses,
    ...(s3 && { s3Endpoint: s3 }),
    apiGatewayEndpoint: `http://${loopback}:${apiGatewayPort}`,
    dnsServer,
    region,
    pid: process.pid,
    outputs: localOutputs(stack, {
      ...{ api: `http://${loopback}:${port}`, page: page?.url, senders },
    }),
  };
  progress.step(options.demoData ? 'Filling the demo account' : 'Preparing the demo account');
  const complete = {
    ...deployment,
    ...(await ensureDemo({
      servers: deployment,
      previous,
      keys,
      senders,
      dataLogs: options.demoData ? folder.logs : undefined,
      note: progress.note,
    })),
  };
  if (options.strict) keys.delayNew(keyDelayMs);
  const tell = limited(progress.note, `more in ${folder.logs}`);
  const queues = await startQueues(
    { later: stack.later, folder, tell, fastForwardMs: options.fastForward },
    stops,
  );
  stops.add(queues, ({ count }) => tellLostEvents(stack.functions.values(), count, progress.note));
  const more = {
    ...{ apiGateway: deployment.apiGatewayEndpoint, base: deployment.baseUrl },
    logs: `http://${loopback}:${logsPort}`,
    ...queues.endpoints,
    ...(s3 && { s3 }),
  };
  const pools = await startPools(
    { stack, endpoints: { ...endpoints, ...more }, senders, folder, tell, ...options },
    stops,
  );
  const running = { ...complete, outputs: queues.addressed(complete.outputs) };
  await sweep(running, options.fastForward, { all: options.demoData });
  queues.poll(pools.invoker);
  const { deadLetters } = folder;
  const reports = stops.add(
    new Reports({ routes: stack.events, invoker: pools.invoker, deadLetters, tell }),
    (started) => started.stop(),
  );
  onAccepted(reports.accept);
  tenants.onTenant((change) => reports.publish(tenantEvent(change, new Date())));
  await startTenants(running, options.pauseAccount, tenants);
  const receiving = stops.add(
    new Receiving({
      ...{ rules: stack.receiptRules, s3, inbox: endpoints.ses },
      ...{ invoker: pools.invoker, deadLetters, tell },
    }),
    (started) => started.stop(),
  );
  onReceived(receiving.receive);
  onAccepted((mail) => {
    receiving.answer(mail).catch((error) => tell(`A reply was lost: ${reasonOf(error)}`));
  });
  if (rules.identities === null) onAccepted(noteUnknownSenders(progress.note));
  const { invoker } = pools;
  const metered = { invoker, meter: meter(keys, usage), onServerError: tell };
  const apis = [stack.api, ...(stack.doors ? [stack.doors] : [])];
  signal.throwIfAborted();
  front.open(byStage(apis.map((api) => new Gateway({ api, ...metered }))));
  const { accountId } = complete;
  const { oidc, as } = options;
  page?.open({ invoker: pools.invoker, accountId, inboxUrl, tell, oidc, as });
  writeDeployment(folder.deployment, running);
  progress.end();
  return { deployment: running, died, stop: () => stops.all() };
}
