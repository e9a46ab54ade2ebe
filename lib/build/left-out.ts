/* Replaces two packages of the SDK that the functions do not need (docs/decisions/0015-small-bundles.md). */
import { SignatureV4 } from '@smithy/signature-v4';

/** Replaces the search in files, SSO and STS, 136 KB at each cold start: functions pass `lambdaCredentials`. */
export const defaultProvider = () => () =>
  Promise.reject(new Error('The SDK does not search for credentials in a function'));

/** Replaces the signer for endpoints of several regions. postrider uses none, and they need one more package. */
export class SignatureV4MultiRegion extends SignatureV4 {
  /** The value that the SDK's own signer returns if that package is not installed. */
  static sigv4aDependency(): 'none' {
    return 'none';
  }
}
