import { Agent } from 'node:http';
import type { Stops } from '../../../local/stops.ts';
import { env } from '../../../shared/env.ts';
import { bucket, objectAt } from '../../harness/files.ts';
import { startS3 } from '../../harness/s3.ts';
import { tableNames } from '../../harness/table-names.ts';
import { keyAttributes } from '../../harness/tables.ts';
import { claimDeletionOdds, sesOdds, tableOdds } from '../faults/fate.ts';
import { withLag } from '../faults/lag.ts';
import {
  type Call,
  type FaultServer,
  forwardTo,
  operationOf,
  startFaultServer,
} from '../faults/server.ts';
import type { acceptInto } from '../faults/ses.ts';
import type { Meetings } from './meetings.ts';
import { lagMs } from './scale.ts';

/** The tables' server and SES as the functions reach them, through faults, and an S3 without faults. */
export async function startPeers(
  endpoint: string,
  meetings: Meetings,
  stops: Stops,
  accept: ReturnType<typeof acceptInto>,
) {
  const agent = stops.add(new Agent({ keepAlive: true }), (each) => each.destroy());
  const stop = (server: FaultServer) => server.stop();
  const keyNames = new Map(
    (['templates', 'messages'] as const).map((kind) => [tableNames[kind], keyAttributes[kind]]),
  );
  const tables = await startFaultServer({
    meet: (call) => {
      const odds = deletesClaim(call) ? claimDeletionOdds : tableOdds;
      return meetings.meet(call, 'tables', operationOf(call), odds);
    },
    apply: withLag({
      apply: (call) => forwardTo(endpoint, call, agent),
      keyNames,
      rememberMs: lagMs,
    }),
  });
  stops.add(tables, stop);
  const ses = await startFaultServer({
    meet: (call) => meetings.meet(call, 'SES', 'SendEmail', sesOdds),
    apply: accept,
  });
  stops.add(ses, stop);
  const s3 = await startS3(objectAt, stops);
  return {
    peersOf: (caller: string) => ({
      [env.dynamodbEndpoint]: tables.urlFor(caller),
      [env.sesEndpoint]: ses.urlFor(caller),
      [env.s3Endpoint]: s3,
      [env.attachmentBuckets]: bucket,
    }),
    quiet: () => Promise.all([ses.quiet(), tables.quiet()]),
  };
}

/** A claim is deleted by its key, `I#` and the hash of the Idempotency-Key. */
const deletesClaim = (call: Call) =>
  operationOf(call) === 'DeleteItem' && /"sk":\{"S":"I#/.test(String(call.body));
