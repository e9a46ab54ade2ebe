import { setTimeout as pause } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { ManageError } from '../../../../../shared/manage/manage-error.ts';

export interface ServiceApi {
  name: string;
  /** Where its paths begin, such as `https://api.sendgrid.com`. */
  base: string;
  authorization: string;
  /** Where the key comes from, for errors. */
  keyFrom: string;
}

/**
 * Repeats a call after too many requests, three times, as late as the service asks. It follows no redirect, which could
 * take the key elsewhere. @throws {ManageError} for another answer, and for none in 20 seconds
 */
export async function getJson<Shape extends z.ZodMiniType>(
  api: ServiceApi,
  path: string,
  shape: Shape,
): Promise<z.output<Shape>> {
  const { name, keyFrom } = api;
  let response = await get(api, path);
  for (let left = 3; response.status === 429 && left > 0; left--) {
    await pause(Math.min(Number(response.headers.get('retry-after')) || 1, 60) * 1000);
    response = await get(api, path);
  }
  const { ok, status } = response;
  const answer: unknown = await response.json().catch(() => ({}));
  if (status === 401 || status === 403) {
    throw new ManageError(
      `${name} refuses the key in ${keyFrom} (${status}): it must be a key that may read templates`,
    );
  }
  if (!ok) {
    throw new ManageError(
      `${name} answered ${status}: check what the command names, and try again later`,
    );
  }
  const read = shape.safeParse(answer);
  if (read.success) return read.data;
  throw new ManageError(`${name} answers ${path} in another way than it documents`);
}

async function get({ name, base, authorization }: ServiceApi, path: string): Promise<Response> {
  try {
    return await fetch(`${base}${path}`, {
      headers: { authorization, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(20_000),
    });
  } catch (error) {
    const { cause } = error instanceof Error ? error : {};
    const reason = cause instanceof Error ? cause.message : String(error);
    throw new ManageError(`${name} cannot be reached: ${reason}`, [], { cause: error });
  }
}
