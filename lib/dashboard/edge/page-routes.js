/**
 * Runs before the cache: maps a path to a file. Every route of the page is `/index.html`; a path that looks like a
 * file is one of the page's files or a 404.
 *
 * CloudFront Functions, runtime 2.0; the local run runs it as it is.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */
// biome-ignore lint/correctness/noUnusedVariables: the runtime calls it by this name.
function handler(event) {
  const request = event.request;
  if (isFile(request.uri)) return request;
  // The address of a recipient's page has the dots of an email address.
  if (request.uri.includes('.') && !request.uri.startsWith('/recipients/')) return notFound;
  request.uri = '/index.html';
  return request;
}

const files = ['/index.html', '/preview.html', '/config.json', '/openapi.json', '/favicon.svg'];

function isFile(uri) {
  if (files.includes(uri)) return true;
  return uri.startsWith('/assets/') && !uri.includes('..') && !uri.includes('%');
}

const notFound = {
  statusCode: 404,
  statusDescription: 'Not Found',
  headers: { 'content-type': { value: 'text/plain; charset=utf-8' } },
  body: { encoding: 'text', data: 'Not found' },
};
