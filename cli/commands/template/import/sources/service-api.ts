import { setTimeout as pause } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { ManageError } from '../../../../../shared/manage/manage-error.ts';

/** The HTTP API of a service. */
export interface ServiceApi {
  /** The service's name, for errors. */
  name: string;
  /** Where its paths begin, such as `https://api.sendgrid.com`. */
  base: string;
  /** The header `Authorization`. */
  authorization: string;
  /** Where the key comes from, for errors. */
  keyFrom: string;
}

const answerMs = 20_000;
const tries = 4;

/**
 * Returns the JSON that a path answers, if it has the documented shape. After too many requests it waits as long as the
 * service asks. It follows no redirect, which could take the key elsewhere.
 *
 * @throws {ManageError} for any other answer, and if there is none in 20 seconds
 */
export async function getJson<Shape extends z.ZodMiniType>(
  api: ServiceApi,
  path: string,
  shape: Shape,
): Promise<z.output<Shape>> {
  for (let left = tries - 1; ; left--) {
    const response = await get(api, path);
    if (response.ok) {
      const read = shape.safeParse(await response.json().catch(() => ({})));
      if (read.success) return read.data;
      throw new ManageError(`${api.name} answers ${path} in another way than it documents`);
    }
    const { status } = response;
    await response.body?.cancel();
    const maySucceed = status === 429 || status >= 500;
    if (!maySucceed || left === 0) throw refused(api, status);
    const seconds = Number(response.headers.get('retry-after') ?? 1);
    await pause(Math.min(Number.isFinite(seconds) ? seconds : 1, 60) * 1000);
  }
}

async function get({ name, base, authorization }: ServiceApi, path: string): Promise<Response> {
  try {
    return await fetch(`${base}${path}`, {
      headers: { authorization, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    });
  } catch (error) {
    const { cause } = error instanceof Error ? error : {};
    const reason = cause instanceof Error ? cause.message : String(error);
    throw new ManageError(`${name} cannot be reached: ${reason}`, [], { cause: error });
  }
}

function refused({ name, keyFrom }: ServiceApi, status: number): ManageError {
  if (status === 401 || status === 403) {
    return new ManageError(
      `${name} refuses the key in ${keyFrom} (${status}): it must be a key that may read templates`,
    );
  }
  return new ManageError(
    `${name} answered ${status}: check what the command names, and try again later`,
  );
}
