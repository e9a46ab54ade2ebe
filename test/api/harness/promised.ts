import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { breachesBy, type Check } from '../../../client/openapi/breaches.ts';
import { endpoints } from '../../../lib/routes.ts';
import { expect } from '../../jest.ts';
import { promisedShapes } from '../run/promised-shapes.ts';
import { dataFolder } from './deployment.ts';
import type { Received } from './exchange.ts';

export const shapes: Record<string, Check> = await import(
  pathToFileURL(join(dataFolder, promisedShapes)).href
);
const breaches = breachesBy(shapes);

/** Checks an answer against docs/openapi.json, if the document has its route. */
export function expectPromised(path: string, received: Received, body: unknown): void {
  const endpoint = endpoints.find((name) => path === `/v1/${name}`);
  // The gateway refuses headers over the limit before it looks for a route.
  if (endpoint === undefined || received.status === 431) return;

  expect(breaches(endpoint, received, body)).toEqual([]);
}
