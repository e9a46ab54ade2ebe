import type { Progress } from '../../local/progress.ts';
import type { Stops } from '../../local/stops.ts';
import { tryAddresses } from './addresses/run.ts';
import { flowProperties } from './flows/properties.ts';
import type { Found } from './found.ts';
import { tryKeys } from './keys/run.ts';
import { tryLoad } from './load/run.ts';
import type { FuzzOptions } from './options.ts';
import { tryProperties } from './property-run.ts';
import { tryRequests } from './requests/run.ts';
import { tryInBrowser } from './templates/browser/run.ts';
import { checkFolder } from './templates/folder/run.ts';
import { templateProperties } from './templates/properties.ts';

/** Tries what the options name. */
export async function runFuzz(
  options: FuzzOptions,
  progress: Progress,
  stops: Stops,
): Promise<Found> {
  switch (options.what) {
    case 'requests':
      return tryRequests(options, progress, stops);
    case 'templates':
      if (options.folder !== undefined) return checkFolder(options.folder);
      if (options.browser) return tryInBrowser(options, progress, stops);
      return tryProperties(templateProperties, options, progress);
    case 'flows':
      return tryProperties(flowProperties, options, progress);
    case 'addresses':
      return tryAddresses(options, progress, stops);
    case 'keys':
      return tryKeys(options, progress, stops);
    case 'load':
      return tryLoad(options, progress, stops);
  }
}
