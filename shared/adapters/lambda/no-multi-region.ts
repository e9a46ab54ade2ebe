import { SignatureV4 } from '@smithy/signature-v4';

/**
 * Stands for the SDK's signer for several regions at once in the functions' bundles: SES asks for it
 * only for multi-region endpoints, which nothing here uses, and which would need one package more.
 */
export class SignatureV4MultiRegion extends SignatureV4 {
  /** As the SDK's own says where that package is not installed. */
  static sigv4aDependency(): 'none' {
    return 'none';
  }
}
