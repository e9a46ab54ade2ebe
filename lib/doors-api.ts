import {
  type RestApi as CdkRestApi,
  type CfnAuthorizer,
  IdentitySource,
  RequestAuthorizer,
  TokenAuthorizer,
} from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { bodyForAllDoors } from '../shared/engine/door-bodies.ts';
import type { BodyOf } from './gateway-responses.ts';
import { type CallersApiProps, callersApi, uncached } from './rest-api.ts';
import { doorRoutes } from './routes.ts';

/**
 * The API whose requests and answers are those of other services. It is separate from `/v1` because the gateway's own
 * answers are the same for a whole API. The functions of `/v1` answer its routes.
 */
export class DoorsApi extends Construct {
  readonly api: CdkRestApi;

  constructor(scope: Construct, id: string, props: CallersApiProps) {
    super(scope, id);
    const handler = uncached(props.functions.Authorizer);
    const hook = new RequestAuthorizer(this, 'HookAuthorizer', { ...handler, identitySources: [] });
    // Without a source API Gateway asks about every request. CDK would write an empty one.
    (hook.node.defaultChild as CfnAuthorizer).addPropertyDeletionOverride('IdentitySource');
    this.api = callersApi(this, doorRoutes, props, {
      authorizers: {
        others: new TokenAuthorizer(this, 'Authorizer', handler),
        postmark: new TokenAuthorizer(this, 'PostmarkAuthorizer', {
          ...handler,
          identitySource: IdentitySource.header('X-Postmark-Server-Token'),
        }),
        supabase: hook,
      },
      bodyOf,
      description: 'The doors: for requests in the shape of other mail services',
    });
  }
}

const bodyOf: BodyOf = (code, sentence) =>
  // Postmark has no header Authorization.
  bodyForAllDoors(code, code === 'noAuthorization' ? 'An API key is required' : sentence);
