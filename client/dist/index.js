// src/error.ts
var PostriderError = class extends Error {
  status;
  requestId;
  retryAfter;
  idempotencyKey;
  constructor(message, facts = {}, cause) {
    super(message, cause === void 0 ? void 0 : { cause });
    this.name = "PostriderError";
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
    this.idempotencyKey = facts.idempotencyKey;
  }
};

// src/no-answer.ts
var checkBaseUrl = "Check baseUrl: it is the deployment's output BaseUrl, and ends in /v1";
var unreached = /ENOTFOUND|ECONNREFUSED|SSL routines|certificate/i;
function noAnswer(url, error) {
  const reason = [...new Set(reasonsOf(error))].join(", ");
  const message = `No answer from ${url}: ${reason}`;
  return unreached.test(reason) ? `${message}. ${checkBaseUrl}` : message;
}
function reasonsOf(error) {
  const { cause, code, errors, message } = Object(error);
  if (Array.isArray(errors) && errors.length > 0) return errors.flatMap(reasonsOf);
  if (typeof cause === "object" && cause !== null) return reasonsOf(cause);
  return [String(message || code || error)];
}

// src/pause.ts
var firstPauseMs = 250;
var longestPauseMs = 1e4;
var longestWaitSeconds = 60;
var mostRunning = 30;
function pauseBefore({ status, retryAfter = 0 }, tries, { retries, random }) {
  if (!isTemporary(status) || retries === 0 || retryAfter > longestWaitSeconds) return void 0;
  if (status === 409 ? tries.running > mostRunning : tries.failed > retries) return void 0;
  const ceilingMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (Math.max(tries.failed, 1) - 1));
  return retryAfter * 1e3 + random() * ceilingMs;
}
function isTemporary(status) {
  return status === void 0 || status === 409 || status === 429 || status >= 500;
}
function secondsOf(header, nowMs) {
  if (header === null) return void 0;
  if (/^\d+$/.test(header)) return Number(header);
  const seconds = Math.ceil((Date.parse(header) - nowMs) / 1e3);
  return Number.isNaN(seconds) ? void 0 : Math.max(0, seconds);
}

// src/attempt.ts
async function attempt(outgoing, options) {
  const { signal, idempotencyKey } = outgoing;
  signal?.throwIfAborted();
  const timeOut = AbortSignal.timeout(options.timeoutMs);
  try {
    return await exchange(outgoing, options, signal ? AbortSignal.any([signal, timeOut]) : timeOut);
  } catch (error) {
    if (error instanceof PostriderError) throw error;
    signal?.throwIfAborted();
    const lost = timeOut.aborted ? `No answer from ${outgoing.url} within ${options.timeoutMs} ms` : noAnswer(outgoing.url, error);
    throw new PostriderError(lost, { idempotencyKey }, error);
  }
}
async function exchange({ url, headers, body, idempotencyKey }, { fetch, now }, signal) {
  const init = { method: "POST", headers, body, signal, redirect: "manual" };
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (answer.ok && isJson(answer)) {
    const id = answer.headers.get("x-message-id");
    return id === null ? parsed(text) : { ...parsed(text), id };
  }
  throw new PostriderError(refusalOf(url, answer, text), {
    status: answer.status,
    requestId: answer.headers.get("x-request-id") ?? void 0,
    retryAfter: secondsOf(answer.headers.get("retry-after"), now()),
    idempotencyKey
  });
}
var isJson = ({ headers }) => /json/.test(headers.get("content-type") ?? "");
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("the answer was cut off");
  }
}
function refusalOf(url, { status }, text) {
  const sentence = sentenceOf(text);
  const isOfAddress = status === 405 || status === 404 && sentence !== "Template not found";
  if (sentence !== void 0)
    return isOfAddress ? `${sentence}: ${url}. ${checkBaseUrl}` : sentence;
  const message = `The answer from ${url} has status ${status}`;
  return status >= 500 ? message : `${message} and is not postrider's. ${checkBaseUrl}`;
}
function sentenceOf(text) {
  try {
    const { error } = JSON.parse(text);
    return typeof error === "string" ? error : void 0;
  } catch {
    return void 0;
  }
}

// src/client.ts
function clientIn(world, options) {
  const { timeoutMs = 3e4, retries = 3 } = options;
  const { fetch = (url, init) => globalThis.fetch(url, init) } = options;
  const base = baseOf(given("baseUrl", options.baseUrl));
  const apiKey = given("apiKey", options.apiKey);
  if (!/^[!-~]+$/.test(apiKey))
    throw new TypeError("apiKey must be printable ASCII, without spaces");
  const attemptOptions = { fetch, timeoutMs, now: world.now };
  async function call(path, request, { signal, idempotencyKey }) {
    const outgoing = {
      url: `${base}/${path}`,
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": "application/json",
        ...idempotencyKey !== void 0 && { "idempotency-key": idempotencyKey }
      },
      body: JSON.stringify(request),
      ...{ idempotencyKey, signal }
    };
    const tries = { failed: 0, running: 0 };
    for (; ; ) {
      try {
        return await attempt(outgoing, attemptOptions);
      } catch (error) {
        if (!(error instanceof PostriderError)) throw error;
        tries[error.status === 409 ? "running" : "failed"] += 1;
        const pauseMs = pauseBefore(error, tries, { retries, random: world.random });
        if (pauseMs === void 0) throw error;
        await world.sleep(pauseMs, signal);
      }
    }
  }
  return {
    render: (request, { signal } = {}) => call("render", request, { signal }),
    execute: (request, { signal, idempotencyKey = world.newKey() } = {}) => call("execute", request, { signal, idempotencyKey }),
    verify: (request, { signal } = {}) => call("verify", request, { signal })
  };
}
function given(name, value) {
  if (typeof value === "string") return value;
  throw new TypeError(`${name} is missing. If it comes from an environment variable, set that`);
}
function baseOf(baseUrl) {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : void 0;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search) {
    throw new TypeError("baseUrl must be an http or https address like https://host/v1");
  }
  return url.href.replace(/\/+$/, "");
}

// src/world.ts
var realWorld = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep,
  newKey: () => crypto.randomUUID()
};
function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}

// src/index.ts
function createClient(options) {
  return clientIn(realWorld, options);
}
export {
  PostriderError,
  createClient
};
