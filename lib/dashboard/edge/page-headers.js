/**
 * Runs after the cache: sets the headers that limit what a browser may do with the page. The synthesis replaces the
 * two placeholders in capitals.
 *
 * CloudFront Functions, runtime 2.0; the local run runs it as it is.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */
const signInOrigins = 'SIGN_IN_ORIGINS';
const previewScriptHash = 'PREVIEW_SCRIPT_HASH';

// biome-ignore lint/correctness/noUnusedVariables: the runtime calls it by this name.
function handler(event) {
  const uri = event.request.uri;
  const host = event.request.headers.host.value;
  const policy = uri === '/preview.html' ? previewPolicy : pagePolicy(host);
  Object.assign(event.response.headers, {
    'content-security-policy': { value: policy.join('; ') },
    'strict-transport-security': { value: 'max-age=63072000; includeSubDomains' },
    'x-content-type-options': { value: 'nosniff' },
    'referrer-policy': { value: 'no-referrer' },
    'permissions-policy': {
      value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    },
    'cache-control': { value: caching(uri) },
  });
  return event.response;
}

/**
 * `frame-src` is the exact address of the preview: with 'self' a mail could lead the frame to another path. Without a
 * scheme, the browser uses the page's own.
 */
function pagePolicy(host) {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self' ${signInOrigins}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `frame-src ${/^[a-zA-Z0-9.-]+(:[0-9]+)?$/.test(host) ? `${host}/preview.html` : "'none'"}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ];
}

/** The preview shows mails that may be hostile: only its own script runs, which the policy allows by its hash. */
const previewPolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  `script-src '${previewScriptHash}'`,
  "style-src 'unsafe-inline'",
  'img-src https: data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
];

/** The name of an asset changes with its content; other files keep their names. */
function caching(uri) {
  return uri.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}
