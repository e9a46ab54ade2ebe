declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  /** The little of it that the tests use; the package comes without types. */
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): RequestListener;
  }
}
