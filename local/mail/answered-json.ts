import type { ServerResponse } from 'node:http';

/** Calls back with the JSON of an answer, once it is on its way; not for an error, nor for other text. */
export function onAnsweredJson(res: ServerResponse, take: (json: unknown) => void): void {
  const { end } = res;
  res.end = function (this: ServerResponse, ...args: unknown[]) {
    const [body] = args;
    const sent = Reflect.apply(end, this, args);
    if (res.statusCode === 200 && (typeof body === 'string' || body instanceof Uint8Array)) {
      take(parse(body));
    }
    return sent;
  } as typeof end;
}

function parse(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    // Some page or picture: nobody waits for it.
    return undefined;
  }
}
