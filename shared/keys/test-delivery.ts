/** What happens to the mails of a test key. Without both fields they are captured: SES is not called. */
export interface TestDelivery {
  /** The one address that gets every mail that `allow` does not let through, by way of SES. */
  redirectTo?: string | undefined;
  /** Addresses, and domains as `@example.com`, that get their mails as themselves. Lower case, domains in A-labels. */
  allow?: readonly string[] | undefined;
}
