import * as z from 'zod/mini';
import { shortId, templateResources } from '../../aws/stack-template.ts';

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

/** How many executions of the function `Due` the template lets send at once; null where it has no such function. */
export function sendConcurrencyIn(text: string): number | null {
  const source = [...templateResources(text).values()].find(
    ({ type, logicalId }) =>
      type === 'AWS::Lambda::EventSourceMapping' && shortId(logicalId) === 'LaterSource',
  );
  const scaling = z.object({ MaximumConcurrency: z.number() });
  return scaling.safeParse(source?.properties.ScalingConfig).data?.MaximumConcurrency ?? null;
}

/** The qualifier of the CDK's bootstrap that the template was synthesised for; undefined where it names none. */
export const qualifierIn = (text: string): string | undefined =>
  /"\/cdk-bootstrap\/(\w+)\/version"/.exec(text)?.[1];
