import { type ChildProcess, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { scripts } from '../../lib/home.ts';
import { once } from '../../shared/manage/doctor/once.ts';
import { shortId, templateResources } from '../deploy/stack/stack-template.ts';

const hashes = z.record(z.string(), z.string());

let bundling: ChildProcess | undefined;

/**
 * The hash of each function's bundle as this checkout would deploy it, by the function's name. The
 * bundling runs in its own process, and only once.
 */
export const checkoutCode = once(async (): Promise<ReadonlyMap<string, string>> => {
  const running = promisify(execFile)(process.execPath, [scripts.functionHashes]);
  bundling = running.child;
  const { stdout } = await running;
  return new Map(Object.entries(hashes.parse(JSON.parse(stdout))));
});

/** Stops a bundling whose result is no longer needed. */
export function stopBundling(): void {
  bundling?.kill();
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
