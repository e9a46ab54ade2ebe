declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  /** The part of the package that the tests use. The package has no types. */
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): RequestListener;
  }
}
