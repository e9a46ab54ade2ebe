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
  const { cause, code: code2, errors, message } = Object(error);
  if (Array.isArray(errors) && errors.length > 0) return errors.flatMap(reasonsOf);
  if (typeof cause === "object" && cause !== null) return reasonsOf(cause);
  return [String(message || code2 || error)];
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
  const isNamed = sentence === "Template not found" || sentence === "Message not found";
  const isOfAddress = status === 405 || status === 404 && !isNamed;
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

// src/codes.ts
var marks = /^["'“”‘’„«»([{<*`]+|["'“”‘’»)\]}>*`.,:;!?]+$/g;
var code = /^(?=\D*\d)([A-Z\d]{4,8}|[A-Z\d]{3,4}-[A-Z\d]{3,4})$/;
function codesIn(text) {
  const words = text.split(/\s+/).map((word) => word.replace(marks, ""));
  return [...new Set(words.filter((word) => code.test(word)))];
}

// src/testing.ts
var MailNotFound = class extends Error {
  name = "MailNotFound";
};
var firstPauseMs2 = 100;
var longestPauseMs2 = 1e3;
var clocksMs = 2e3;
function testingWith({ find, apiKey, world }) {
  const made = new Date(world.now() - clocksMs);
  const returned = /* @__PURE__ */ new Set();
  async function waitForMail(wanted) {
    if (!apiKey.startsWith("pr_test_")) {
      throw new TypeError(
        "waitForMail needs a test key, which begins with pr_test_: a live key cannot read the content of a mail"
      );
    }
    const { to, timeoutMs = 5e3, since = made } = wanted;
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = wanted.signal ? AbortSignal.any([wanted.signal, limit]) : limit;
    const request = { to, since: typeof since === "string" ? since : since.toISOString() };
    let seen = [];
    for (let pauseMs = firstPauseMs2; ; pauseMs = Math.min(longestPauseMs2, pauseMs * 2)) {
      try {
        seen = (await find(request, { signal })).messages;
        const mail = takeNewest(seen, wanted, returned);
        if (mail) return mail;
        await world.sleep(pauseMs, signal);
      } catch (error) {
        wanted.signal?.throwIfAborted();
        throw limit.aborted ? new MailNotFound(missing(seen, wanted, returned)) : error;
      }
    }
  }
  return { waitForMail };
}
function takeNewest(seen, { to, template }, returned) {
  const mails = seen.filter((message) => isOf(message, template) && isReady(message));
  const [newest] = mails;
  if (!newest || returned.has(newest.id)) return void 0;
  for (const { id } of mails) returned.add(id);
  return toMail(newest, to);
}
var isOf = ({ templateId }, template) => template === void 0 || template === templateId;
function isReady({ content, state, messageId }) {
  if (!content || ["REFUSED", "FAILED", "SENDING"].includes(state)) return false;
  return state !== "SENT" || !messageId?.startsWith("captured-");
}
function toMail({ id, recipients, content, state, why }, to) {
  const isMeant = ({ address }) => address.toLowerCase() === to.toLowerCase();
  const { subject, html, text, variables = {}, links = [] } = content ?? {};
  const { attachments = [], headers = {} } = content ?? {};
  return {
    ...{ id, to: recipients.find(isMeant)?.address ?? to },
    ...{ subject: subject ?? "", html: html ?? "", text: text ?? "" },
    ...{ variables, links, codes: codesIn(text ?? ""), attachments, headers, state, why }
  };
}
function missing(seen, { to, template, timeoutMs = 5e3 }, returned) {
  const wanted = template === void 0 ? "mail" : `mail of the template ${template}`;
  return `No ${wanted} to ${to} came within ${timeoutMs} ms. ${instead(seen, template, returned)}`;
}
function instead(seen, template, returned) {
  const [newest] = seen.filter((message) => isOf(message, template));
  if (newest) return insteadOf(newest, returned);
  const others = [...new Set(seen.map(({ templateId }) => templateId))];
  if (others.length > 0) return `There are only messages of other templates: ${others.join(", ")}`;
  return "There is no message to this address: check that the application sends it, and that it uses a test key of the same account";
}
function insteadOf({ id, state, error, why, content }, returned) {
  if (returned.has(id)) return `An earlier call returned the newest one, ${id}`;
  if (state === "REFUSED") return `The request was refused: ${error ?? why}`;
  if (state === "FAILED") return `The mail was not sent: ${error ?? why}`;
  if (state === "SCHEDULED" || state === "CANCELLED")
    return `The message ${id} was not sent: ${why}`;
  return content === null ? `The copy of the message ${id} is not kept any more` : why;
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
  const execute = (request, { signal, idempotencyKey = world.newKey() } = {}) => call("execute", request, { signal, idempotencyKey });
  const message = (request, { signal } = {}) => call("message", request, { signal });
  return {
    render: (request, { signal } = {}) => call("render", request, { signal }),
    execute,
    verify: (request, { signal } = {}) => call("verify", request, { signal }),
    message,
    cancel: (request, { signal } = {}) => call("cancel", request, { signal }),
    batch: (request, { signal, idempotencyKey = world.newKey() } = {}) => call("batch", request, { signal, idempotencyKey }),
    testing: testingWith({ find: message, apiKey, world })
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

// src/webhook.ts
var InvalidWebhook = class extends Error {
  constructor(message) {
    super(message);
    this.name = "InvalidWebhook";
  }
};
var oldestSeconds = 300;
async function verifyAt(nowMs, body, headers, secret) {
  if (typeof body !== "string")
    throw new TypeError(
      "body must be a string: the body must be the bytes as they came, not parsed"
    );
  const keyBytes = bytesOf(secret);
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ");
  if (!/^\d{1,12}$/.test(timestamp))
    throw new InvalidWebhook("webhook-timestamp must be whole seconds since 1970");
  if (Math.abs(nowMs / 1e3 - Number(timestamp)) > oldestSeconds)
    throw new InvalidWebhook(
      "webhook-timestamp is more than 5 minutes off: the request is old, or this clock is wrong"
    );
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", keyBytes, algorithm, false, ["verify"]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures) {
    const mac = signature.startsWith("v1,") ? decoded(signature.slice(3)) : void 0;
    if (mac && await crypto.subtle.verify("HMAC", key, mac, signed)) return JSON.parse(body);
  }
  throw new InvalidWebhook(
    "webhook-signature does not match: the body must be the bytes as they came, and the secret must be the one of this webhook"
  );
}
function bytesOf(secret) {
  const prefix = "whsec_";
  const bytes = secret?.startsWith(prefix) ? decoded(secret.slice(prefix.length)) : void 0;
  if (bytes && bytes.length > 0) return bytes;
  throw new TypeError(
    "secret must be whsec_ and base64. If it comes from an environment variable, set that"
  );
}
function decoded(base64) {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return void 0;
  }
}
function headerOf(headers, name) {
  const value = headers instanceof Headers ? headers.get(name) : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  if (typeof value === "string") return value;
  throw new InvalidWebhook(`The header ${name} is missing`);
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

// src/attach.ts
var maxBytes = 3 * 2 ** 20;
async function attach(file, name, options = {}) {
  const isView = ArrayBuffer.isView(file);
  if (!isView && typeof file?.arrayBuffer !== "function") {
    throw new TypeError(`The content of ${name} must be a Blob or a Uint8Array`);
  }
  if ((isView ? file.byteLength : file.size) > maxBytes) {
    throw new RangeError(
      `${name} is larger than 3 MB: put it into a bucket of the deployment, and name it by s3`
    );
  }
  const bytes = isView ? new Uint8Array(file.buffer, file.byteOffset, file.byteLength) : new Uint8Array(await file.arrayBuffer());
  return { name, content: base64Of(bytes), ...options };
}
var chunkBytes = 3 * 2 ** 13;
function base64Of(bytes) {
  if (bytes.toBase64) return bytes.toBase64();
  const parts = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + chunkBytes))));
  }
  return parts.join("");
}

// src/index.ts
function createClient(options) {
  return clientIn(realWorld, options);
}
function verifyWebhook(body, headers, secret) {
  return verifyAt(Date.now(), body, headers, secret);
}
export {
  InvalidWebhook,
  MailNotFound,
  PostriderError,
  attach,
  createClient,
  verifyWebhook
};
