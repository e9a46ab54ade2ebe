import {
  type RestApi as CdkRestApi,
  type CfnAuthorizer,
  IdentitySource,
  RequestAuthorizer,
  TokenAuthorizer,
} from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { bodyForAllDoors } from '../shared/engine/doors.ts';
import { type RefusalCode, refusals } from '../shared/engine/errors.ts';
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

/** Resend's `name` and Postmark's `ErrorCode` of the refusals that a gateway makes by itself. */
const peerCodes: Partial<Record<RefusalCode, readonly [name: string, errorCode: number]>> = {
  noAuthorization: ['missing_api_key', 10],
  unknownKey: ['invalid_api_key', 10],
  keyNotReady: ['application_error', 503],
  rateExceeded: ['rate_limit_exceeded', 429],
  notFound: ['not_found', 404],
  blocked: ['security_error', 403],
  internal: ['internal_server_error', 500],
};

const bodyOf: BodyOf = (code, sentence) => {
  // Postmark has no header Authorization.
  const message = code === 'noAuthorization' ? 'An API key is required' : sentence;
  const [name, ErrorCode] = peerCodes[code] ?? ['validation_error', 300];
  return bodyForAllDoors(refusals[code].status, name, ErrorCode, message);
};
