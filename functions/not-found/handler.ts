import { refuse } from '../../shared/errors.ts';
import { refusalAnswer, requestIdOf } from '../../shared/http/answer.ts';
import type { ProxyAnswer, ProxyEvent } from '../../shared/http/proxy.ts';

/** Every route and method that is none of ours, with a key or without one. */
export const handler = async (event: ProxyEvent): Promise<ProxyAnswer> =>
  refusalAnswer(refuse('notFound'), requestIdOf(event));
