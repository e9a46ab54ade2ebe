import { Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { PageConfig } from '../../functions/manage/contracts/page-config.ts';
import { builtPage } from '../builds.ts';
import { pageFolder } from '../home.ts';
import { ManageApi } from '../manage-api.ts';
import type { DashboardDomainSettings } from '../settings/domain-settings.ts';
import type { SignInSettings } from '../settings/sign-in-settings.ts';
import { previewScriptHash } from './preview-script.ts';
import { SignIn, signInOrigins } from './sign-in.ts';
import { Site } from './site.ts';
import { Upload } from './upload.ts';

export interface DashboardProps {
  manage: IFunction;
  deletionProtection: boolean;
  logRetention: RetentionDays;
  basePath: string | undefined;
  /** The dashboard's own domain name; if it is undefined, CloudFront's. */
  domain: DashboardDomainSettings | undefined;
  environment: PageConfig['environment'];
  signIn: SignInSettings;
  tokens: IFunction | undefined;
}

/** The dashboard: its API, its page and its sign-in, each of which needs an address of another. */
export class Dashboard extends Construct {
  readonly url: string;
  /** The target of the user's CNAME record; undefined without `domain`, or if the stack creates the record. */
  readonly target: string | undefined;
  readonly userPoolId: string;
  readonly api: RestApi;

  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    const { manage, basePath, deletionProtection, logRetention, domain, environment } = props;
    // If CDK bundles nothing, as in a test or for `cdk list`, the sources stand in for the built page.
    const page = Stack.of(this).bundlingRequired ? builtPage() : pageFolder;

    const api = new ManageApi(this, 'ManageApi', { basePath });
    const site = new Site(this, 'Site', {
      manageHost: api.host,
      signInOrigins: signInOrigins(this),
      previewScriptHash: previewScriptHash(page),
      domain,
      logRetention,
    });
    const signIn = new SignIn(this, 'SignIn', {
      ...{ pageUrl: site.url, deletionProtection, settings: props.signIn, tokens: props.tokens },
    });
    api.serve(manage, signIn.pool);
    new Upload(this, 'Upload', {
      bucket: site.bucket,
      page,
      config: { signIn: signIn.config, inboxUrl: null, environment },
      logRetention,
    });

    this.api = api.api;
    this.url = site.url;
    this.target = site.target;
    this.userPoolId = signIn.pool.userPoolId;
  }
}
