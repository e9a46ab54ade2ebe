import { readFileSync } from 'node:fs';
import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

export interface SiteProps {
  /** The host of the interface, to which `/manage/*` goes. */
  manageHost: string;
  /** The addresses that the page may ask besides its own. */
  signInOrigins: readonly string[];
  /** What the preview's CSP calls its script. */
  previewScriptHash: string;
}

/** The page and its interface at one address: a private bucket and an API behind CloudFront. */
export class Site extends Construct {
  /** Without a slash at the end. */
  readonly url: string;
  /** Where the page belongs; `Upload` brings it. */
  readonly bucket: Bucket;
  private readonly props: SiteProps;

  constructor(scope: Construct, id: string, props: SiteProps) {
    super(scope, id);
    this.props = props;
    this.bucket = new Bucket(this, 'Page', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // Nothing is in it that the next deployment does not bring again.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.url = `https://${this.distribution().distributionDomainName}`;
  }

  /** Under a name of CloudFront's own AWS chooses the least TLS; a setting for it would do nothing. */
  private distribution(): Distribution {
    const page = this.pageBehaviour();
    return new Distribution(this, 'Distribution', {
      comment: `${Stack.of(this).stackName} dashboard`,
      defaultRootObject: 'index.html',
      // No error becomes a page here: that would turn a 404 of the interface into a 200.
      defaultBehavior: { ...page, cachePolicy: CachePolicy.CACHING_DISABLED },
      additionalBehaviors: {
        '/assets/*': { ...page, cachePolicy: CachePolicy.CACHING_OPTIMIZED },
        '/manage/*': this.manageBehaviour(),
      },
      httpVersion: HttpVersion.HTTP2_AND_3,
      // A few people use it: the cheapest edges will do, and its API logs its own requests.
      priceClass: PriceClass.PRICE_CLASS_100,
      enableLogging: false,
    });
  }

  /** Documents are asked for anew each time, so that a deployment is seen at once, without an invalidation. */
  private pageBehaviour(): BehaviorOptions {
    return {
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations: [
        { function: this.routes(), eventType: FunctionEventType.VIEWER_REQUEST },
        { function: this.headers(), eventType: FunctionEventType.VIEWER_RESPONSE },
      ],
    };
  }

  private manageBehaviour(): BehaviorOptions {
    return {
      origin: new HttpOrigin(this.props.manageHost, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      // With the Authorization header, without the host, which API Gateway would not know.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      // A token that was sent in the clear is lost: better an error than a redirect that hides it.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    };
  }

  private routes(): EdgeFunction {
    return this.edgeFunction('Routes', 'What of the page a path means', edgeCode('page-routes'));
  }

  private headers(): EdgeFunction {
    const { signInOrigins, previewScriptHash } = this.props;
    const code = edgeCode('page-headers')
      .replace('SIGN_IN_ORIGINS', () => signInOrigins.join(' '))
      .replace('PREVIEW_SCRIPT_HASH', () => previewScriptHash);
    return this.edgeFunction('Headers', 'What a browser may do with the page', code);
  }

  private edgeFunction(id: string, comment: string, code: string): EdgeFunction {
    return new EdgeFunction(this, id, {
      comment,
      code: FunctionCode.fromInline(code),
      runtime: FunctionRuntime.JS_2_0,
    });
  }
}

function edgeCode(name: string): string {
  return readFileSync(new URL(`edge/${name}.js`, import.meta.url), 'utf8');
}
