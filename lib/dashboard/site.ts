import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, Names, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  type DistributionProps,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { AaaaRecord, ARecord, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { zoneOf } from '../api-domain.ts';
import { edgeFolder } from '../home.ts';
import type { DashboardDomainSettings } from '../settings/domain-settings.ts';
import { Emptying } from './emptying.ts';

export interface SiteProps {
  /** The host of the dashboard's API: CloudFront forwards `/manage/*` to it. */
  manageHost: string;
  /** The origins that the page may call besides its own. */
  signInOrigins: readonly string[];
  previewScriptHash: string;
  /** The page's own domain; if it is undefined, the page has only the domain that CloudFront gives it. */
  domain: DashboardDomainSettings | undefined;
  logRetention: RetentionDays;
}

/**
 * CloudFront would cache these for 10 s, whatever `cache-control` says, for every query and token of the path.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
 */
const uncachedErrors = [500, 502, 503, 504].map((httpStatus) => ({
  httpStatus,
  ttl: Duration.seconds(0),
}));

/** Serves the page and the dashboard's API at one address: CloudFront in front of a private bucket and of the API. */
export class Site extends Construct {
  /** Without a slash at the end. */
  readonly url: string;
  readonly target: string | undefined;
  /** The bucket of the page, which `Upload` fills. */
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
      // A deployment fills it again. CDK's BucketDeployment does not empty a bucket with its tag (aws/aws-cdk#33397).
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
    });
    new Emptying(this, 'Emptying', { logRetention: props.logRetention });
    const distribution = this.distribution();
    this.url = `https://${props.domain?.name ?? distribution.distributionDomainName}`;
    this.target = this.addRecords(distribution);
  }

  /** Under CloudFront's own name AWS chooses the minimum TLS version; a setting would have no effect. */
  private distribution(): Distribution {
    const page = this.pageBehaviour();
    return new Distribution(this, 'Distribution', {
      comment: `${Stack.of(this).stackName} dashboard`,
      ...this.ownDomainProps(),
      defaultRootObject: 'index.html',
      // No error page: it would turn a 404 of the dashboard's API into a 200.
      errorResponses: uncachedErrors,
      // Files outside of `/assets/` are not cached, so that a deployment is visible at once, without an invalidation.
      defaultBehavior: { ...page, cachePolicy: CachePolicy.CACHING_DISABLED },
      additionalBehaviors: {
        '/assets/*': { ...page, cachePolicy: CachePolicy.CACHING_OPTIMIZED },
        '/manage/*': this.manageBehaviour(),
      },
      httpVersion: HttpVersion.HTTP2_AND_3,
      // Few people use the dashboard: the cheapest edge locations are enough. The dashboard's API logs its requests.
      priceClass: PriceClass.PRICE_CLASS_100,
      enableLogging: false,
    });
  }

  private ownDomainProps(): Partial<DistributionProps> {
    const { domain } = this.props;
    if (!domain) return {};
    return {
      domainNames: [domain.name],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  /** Creates the page's DNS records in the hosted zone; without a zone, returns the target of the CNAME record. */
  private addRecords(distribution: Distribution): string | undefined {
    const { domain } = this.props;
    if (!domain) return undefined;
    const zone = zoneOf(this, domain);
    if (!zone) return distribution.distributionDomainName;
    const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
    new ARecord(this, 'Record', { zone, recordName: domain.name, target });
    new AaaaRecord(this, 'RecordOfIpv6', { zone, recordName: domain.name, target });
    return undefined;
  }

  private pageBehaviour(): BehaviorOptions {
    return {
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket, {
        originAccessControl: this.originAccess(),
      }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations: [
        { function: this.routes(), eventType: FunctionEventType.VIEWER_REQUEST },
        { function: this.headers(), eventType: FunctionEventType.VIEWER_RESPONSE },
      ],
    };
  }

  /** Its name, at most 64 characters, must be unique across all regions. CDK's lacks the region. */
  private originAccess(): S3OriginAccessControl {
    const name = Names.uniqueResourceName(this, { maxLength: 40 });
    return new S3OriginAccessControl(this, 'OriginAccess', {
      originAccessControlName: `${name}-${Stack.of(this).region}`,
    });
  }

  private manageBehaviour(): BehaviorOptions {
    return {
      origin: new HttpOrigin(this.props.manageHost, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      // CloudFront forwards the Authorization header, but not the Host header, which API Gateway would not know.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      // A token sent without TLS is exposed: an error shows that, a redirect would hide it.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    };
  }

  private routes(): EdgeFunction {
    return this.edgeFunction(
      'Routes',
      'Maps a path to a file of the page',
      edgeCode('page-routes'),
    );
  }

  private headers(): EdgeFunction {
    const { signInOrigins, previewScriptHash } = this.props;
    const code = edgeCode('page-headers')
      .replace('SIGN_IN_ORIGINS', () => signInOrigins.join(' '))
      .replace('PREVIEW_SCRIPT_HASH', () => previewScriptHash);
    return this.edgeFunction('Headers', 'Limits what a browser may do with the page', code);
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
  return readFileSync(join(edgeFolder, `${name}.js`), 'utf8');
}
