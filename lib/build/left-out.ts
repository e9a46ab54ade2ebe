/*
 * Replaces two packages that the SDK's clients import and the functions do not need
 * (docs/decisions/0015-small-bundles.md).
 */
import { SignatureV4 } from '@smithy/signature-v4';

/**
 * The SDK's search for credentials, in files, SSO and STS: 136 KB to load at every cold start. A function passes its
 * client the credentials of Lambda (`lambdaCredentials`).
 */
export const defaultProvider = () => () =>
  Promise.reject(new Error('The SDK does not search for credentials in a function'));

/**
 * The SDK's signer for endpoints of several regions. The SDK's SES client uses it for all endpoints, but postrider uses
 * no endpoint of several regions. Those would need one more package.
 */
export class SignatureV4MultiRegion extends SignatureV4 {
  /** The value that the SDK's own signer returns if that package is not installed. */
  static sigv4aDependency(): 'none' {
    return 'none';
  }
}
