import { RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { BucketDeployment, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { PageConfig } from '../../functions/manage/contracts/page-config.ts';

export interface UploadProps {
  bucket: IBucket;
  page: string;
  /** The content of `config.json`. */
  config: PageConfig;
  logRetention: RetentionDays;
}

/** Uploads the page and `config.json`. Earlier assets stay, for pages that are open during the upload. */
export class Upload extends Construct {
  constructor(scope: Construct, id: string, { bucket, page, config, logRetention }: UploadProps) {
    super(scope, id);
    const built = new Asset(this, 'Page', { path: page });
    const logGroup = new LogGroup(this, 'Logs', {
      retention: logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = this.role(built.bucket, bucket);
    logGroup.grantWrite(role);
    const deployment = new BucketDeployment(this, 'Deployment', {
      sources: [
        Source.bucket(built.bucket, built.s3ObjectKey),
        Source.jsonData('config.json', config),
      ],
      destinationBucket: bucket,
      prune: false,
      // With less memory, the AWS CLI in CDK's function takes a minute to start.
      memoryLimit: 512,
      outputObjectKeys: false,
      logGroup,
      role: role.withoutPolicyUpdates(),
    });
    // The role exists before the upload. The upload is deleted before the bucket is emptied.
    deployment.node.addDependency(role, bucket);
  }

  /** Allows only the upload's calls; CDK would allow more. The objects' names are not known in advance. */
  private role(assets: IBucket, bucket: IBucket): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    });
    const allow = (actions: string[], ...resources: string[]) =>
      role.addToPolicy(new PolicyStatement({ actions, resources }));
    allow(['s3:GetObject'], assets.arnForObjects('*.zip'));
    allow(['s3:ListBucket'], bucket.bucketArn);
    allow(['s3:PutObject'], bucket.arnForObjects('*'));
    return role;
  }
}
