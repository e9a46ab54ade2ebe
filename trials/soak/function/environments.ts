import type { Stops } from '../../../local/stops.ts';
import type { FaultServer } from '../faults/server.ts';
import { Lanes } from '../lanes.ts';
import type { Break } from './breaks.ts';
import { Environment } from './environment.ts';
import type { WorkerSettings } from './messages.ts';

export interface EnvironmentsOptions {
  /** How many requests it serves at once. */
  count: number;
  /** What is broken on purpose; null: nothing. */
  broken: Break | null;
  ses: FaultServer;
  tables: FaultServer;
}

/** All environments of a run. They end with it. */
export class Environments {
  private readonly stops: Stops;
  private readonly byName = new Map<string, { kill: () => void }>();

  constructor(stops: Stops) {
    this.stops = stops;
  }

  /** Starts those of one function. */
  start<Invocation, Answer>(
    name: WorkerSettings['name'],
    { count, broken, ses, tables }: EnvironmentsOptions,
  ): Lanes<Environment<Invocation, Answer>> {
    const urlsFor = (caller: string) => ({
      dynamodbUrl: tables.urlFor(caller),
      sesUrl: ses.urlFor(caller),
    });
    const environments = Array.from({ length: count }, (_, number) => {
      const named = { name: `${name}-${number}`, settings: { name, broken }, urlsFor };
      const environment = new Environment<Invocation, Answer>(named);
      this.byName.set(named.name, environment);
      return this.stops.add(environment, (each) => each.stop());
    });
    return new Lanes(environments);
  }

  /** Kills the one whose calls carry this name. */
  readonly kill = (caller: string): void => this.byName.get(caller.split('.')[0] ?? '')?.kill();
}
