import type { Rate } from '../gateway/token-bucket.ts';
import type { Stage } from './api-properties.ts';

type Settings = Stage['MethodSettings'];

/**
 * The throttle that a stage sets for a method, if it sets one. The most exact of its settings
 * counts; `/*` and `*` stand for all.
 */
export function throttleOf(path: string, httpMethod: string, settings: Settings): Rate | undefined {
  const matching = settings
    .filter(({ ResourcePath: of }) => of === '/*' || settingsPath(of) === path)
    .filter(({ HttpMethod: of }) => of === '*' || of === httpMethod)
    .sort((one, other) => exactness(other) - exactness(one));
  const { ThrottlingRateLimit: ratePerSecond, ThrottlingBurstLimit: burst } = matching[0] ?? {};
  return ratePerSecond === undefined || burst === undefined ? undefined : { ratePerSecond, burst };
}

function exactness({ ResourcePath, HttpMethod }: Settings[number]): number {
  return (ResourcePath === '/*' ? 0 : 2) + (HttpMethod === '*' ? 0 : 1);
}

/** A setting writes the slashes below the root as `~1`. */
function settingsPath(path: string): string {
  return path.replace(/^\/~1/, '/').replaceAll('~1', '/');
}
