import { SignatureV4 } from '@smithy/signature-v4';

/**
 * Replaces the SDK's signer for multi-region endpoints in the bundles of the functions. The SDK's SES client uses
 * that signer only for multi-region endpoints. postrider uses none, and they would need one more package.
 */
export class SignatureV4MultiRegion extends SignatureV4 {
  /** The value that the SDK's own signer returns if that package is not installed. */
  static sigv4aDependency(): 'none' {
    return 'none';
  }
}
