/**
 * A request to try a key with, for a shell. It needs no template, and changes nothing. The domain is one
 * that the local run answers for without a network; on AWS the address is found to be invalid.
 */
export function tryKey(baseUrl: string, secret: string): string {
  return [
    `curl -sS ${baseUrl}/verify \\`,
    `  -H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json' \\`,
    `  -d '{"email":"someone@inbox.example.com"}'`,
  ].join('\n');
}
