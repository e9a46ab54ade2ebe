import { type ChildProcess, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { NotKnown } from '../../shared/manage/doctor/not-known.ts';
import { once } from '../../shared/manage/doctor/once.ts';

const script = fileURLToPath(new URL('../../bin/function-hashes.ts', import.meta.url));

const hashes = z.record(z.string(), z.string());

let bundling: ChildProcess | undefined;

/**
 * The hash of each function's bundle as this checkout would deploy it, by the function's name. The
 * bundling has a process of its own; asked again, it is not done again.
 */
export const checkoutCode = once(async (): Promise<ReadonlyMap<string, string>> => {
  const asked = promisify(execFile)(process.execPath, [script]);
  bundling = asked.child;
  const { stdout } = await asked;
  return new Map(Object.entries(hashes.parse(JSON.parse(stdout))));
});

/** Ends a bundling that nobody waits for any more; one that is done stays done. */
export function stopBundling(): void {
  bundling?.kill();
}

const template = z.object({
  Resources: z.record(
    z.string(),
    z.looseObject({
      Type: z.string(),
      Properties: z.optional(
        z.looseObject({
          Code: z.optional(z.looseObject({ S3Key: z.optional(z.unknown()) })),
          Replicas: z.optional(z.unknown()),
        }),
      ),
    }),
  ),
});

function readTemplate(text: string): z.infer<typeof template> {
  try {
    return template.parse(JSON.parse(text));
  } catch {
    throw new NotKnown("The stack's template cannot be read: it is not as the CDK writes it");
  }
}

/** The hashes of the functions in a template, by the functions' names. Throws `NotKnown` for what is no template. */
export function codeInTemplate(text: string): ReadonlyMap<string, string> {
  const { Resources } = readTemplate(text);
  const found = Object.entries(Resources).flatMap(([logicalId, { Type, Properties }]) => {
    const hash = hashOf(Properties?.Code?.S3Key);
    return Type === 'AWS::Lambda::Function' && hash
      ? [[functionName(logicalId), hash] as const]
      : [];
  });
  return new Map(found);
}

/** Whether the template switches point-in-time recovery on for any table. */
export function wantsRecovery(text: string): boolean {
  const { Resources } = readTemplate(text);
  return Object.values(Resources).some(
    ({ Type, Properties }) =>
      Type === 'AWS::DynamoDB::GlobalTable' &&
      JSON.stringify(Properties?.Replicas ?? null).includes('"PointInTimeRecoveryEnabled":true'),
  );
}

/** A logical id ends in eight hexadecimal digits of the CDK's. */
export function functionName(logicalId: string): string {
  return logicalId.replace(/[0-9A-F]{8}$/, '');
}

/** An asset is kept in the bucket under its hash: `<64 digits>.zip`. */
function hashOf(key: unknown): string | undefined {
  return typeof key === 'string' ? /^([0-9a-f]{64})\.zip$/.exec(key)?.[1] : undefined;
}
