import { type ChildProcess, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { scripts } from '../../lib/home.ts';
import { shortId, templateResources } from '../aws/stack-template.ts';

const hashes = z.record(z.string(), z.string());

let bundling: { child: ChildProcess; code: Promise<ReadonlyMap<string, string>> } | undefined;

/** The hash of each function's bundle in this checkout, by the function's name. It bundles once, in another process. */
export function checkoutCode(): Promise<ReadonlyMap<string, string>> {
  bundling ??= startBundling();
  return bundling.code;
}

function startBundling(): typeof bundling & {} {
  const running = promisify(execFile)(process.execPath, [scripts.functionHashes]);
  const code = running.then(
    ({ stdout }) => new Map(Object.entries(hashes.parse(JSON.parse(stdout)))),
  );
  return { child: running.child, code };
}

/** Ends the process that bundles, if it still runs. The next call of `checkoutCode` starts a new one. */
export function stopBundling(): void {
  if (bundling?.child.exitCode !== null) return;
  bundling.child.kill();
  bundling = undefined;
}

/**
 * The hashes of the functions in a template, by the functions' names.
 *
 * @throws {ManageError} for a text that is not a template
 */
export function codeInTemplate(text: string): ReadonlyMap<string, string> {
  const functions = [...templateResources(text).values()].flatMap(
    ({ logicalId, type, properties }) => {
      const code = z.object({ S3Key: z.string() }).safeParse(properties.Code).data;
      // An asset's key in the bucket is its hash: `<64 digits>.zip`.
      const hash = /^([0-9a-f]{64})\.zip$/.exec(code?.S3Key ?? '')?.[1];
      return type === 'AWS::Lambda::Function' && hash ? [[shortId(logicalId), hash] as const] : [];
    },
  );
  return new Map(functions);
}

/** Whether the template switches point-in-time recovery on for any table. */
export function wantsRecovery(text: string): boolean {
  return [...templateResources(text).values()].some(
    ({ type, properties }) =>
      type === 'AWS::DynamoDB::GlobalTable' &&
      JSON.stringify(properties.Replicas ?? null).includes('"PointInTimeRecoveryEnabled":true'),
  );
}

/** How many executions of the function `Due` the template lets send at once; null if it has no such function. */
export function sendConcurrencyIn(text: string): number | null {
  const source = [...templateResources(text).values()].find(
    ({ type, logicalId }) =>
      type === 'AWS::Lambda::EventSourceMapping' && shortId(logicalId) === 'LaterSource',
  );
  const scaling = z.object({ MaximumConcurrency: z.number() });
  return scaling.safeParse(source?.properties.ScalingConfig).data?.MaximumConcurrency ?? null;
}

/** The qualifier of the CDK's bootstrap that the template was synthesised for; undefined if it names none. */
export const qualifierIn = (text: string): string | undefined =>
  /"\/cdk-bootstrap\/(\w+)\/version"/.exec(text)?.[1];
