import type { DataFolder } from '../data-folder.ts';
import { close, listen, loopback } from '../loopback/listen.ts';
import type { Stops } from '../stops.ts';
import type { UsagePlan } from '../template/usage-plans.ts';
import { ApiKeys } from './api-keys.ts';
import { type Metered, meter } from './meter.ts';
import { controlPlane } from './server.ts';
import { Usage } from './usage.ts';

/** API Gateway's control plane, running. */
export interface ControlPlane {
  endpoint: string;
  keys: ApiKeys;
  meter: (apiKey: string | undefined) => Metered;
}

/** Starts the control plane with what earlier runs left in the data folder. */
export async function startControlPlane(
  folder: Pick<DataFolder, 'controlPlane' | 'usage'>,
  plans: readonly UsagePlan[],
  stops: Stops,
): Promise<ControlPlane> {
  const keys = new ApiKeys(folder.controlPlane, plans);
  const usage = stops.add(new Usage(folder.usage), (counted) => counted.stop());
  const server = stops.add(controlPlane(keys, usage), close);
  const endpoint = `http://${loopback}:${await listen(server)}`;
  return { endpoint, keys, meter: meter(keys, usage) };
}
