import { existsSync, readFileSync } from 'node:fs';
import type { PageConfig } from '../../functions/manage/contracts/page-config.ts';
import { splitSettings } from './environments.ts';
import { readSettings } from './settings.ts';

/**
 * What the dashboard shows of the environments in a settings file that `readSettings` accepts: the name of the one that
 * is deployed, and the dashboards of the others. Only a `dashboardDomain` is known before a deployment, so an
 * environment without one is left out. Undefined if no environment is deployed.
 */
export function deployedEnvironment(file: string, environment: string): PageConfig['environment'] {
  if (environment === '' || !existsSync(file)) return undefined;
  const parts = splitSettings(JSON.parse(readFileSync(file, 'utf8')));
  if (typeof parts === 'string') return undefined;
  const others = [...parts.environments.keys()]
    .filter((name) => name !== environment)
    .flatMap((name) => {
      const { dashboard, dashboardDomain } = readSettings(file, name);
      return dashboard && dashboardDomain ? { name, url: `https://${dashboardDomain.name}` } : [];
    });
  return { name: environment, others };
}
