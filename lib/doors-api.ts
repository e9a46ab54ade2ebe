import { Duration } from 'aws-cdk-lib';
import {
  type RestApi as CdkRestApi,
  type CfnAuthorizer,
  type IAuthorizer,
  IdentitySource,
  RequestAuthorizer,
  TokenAuthorizer,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { type RefusalCode, refusals } from '../shared/engine/errors.ts';
import type { BodyOf } from './gateway-responses.ts';
import {
  answerWithoutKey,
  type CallersApiProps,
  callersApi,
  integration,
  needsKey,
  withKey,
  withoutKey,
} from './rest-api.ts';
import { doorRoutes, doorsStage, openDoorPaths } from './routes.ts';

/**
 * The API whose requests and answers are those of other services. It is separate from `/v1` because the gateway's own
 * answers are the same for a whole API. The functions of `/v1` answer its routes.
 */
export class DoorsApi extends Construct {
  readonly api: CdkRestApi;

  constructor(scope: Construct, id: string, props: CallersApiProps) {
    super(scope, id);
    const { endpoints, notFound, throttle, keepDefaultAddress } = props;
    this.api = callersApi(this, {
      stageName: doorsStage,
      methodOptions: Object.fromEntries([
        ...openDoorPaths.map((path) => [`${path}/ANY`, withoutKey]),
        ...doorRoutes.map(({ method, path }) => [`${path}/${method}`, withKey(throttle)]),
      ]),
      keepDefaultAddress,
      description: 'The doors: for requests in the shape of other mail services',
      bodyOf,
    });
    const { root } = this.api;
    const authorizers = this.authorizers(props.authorizer);
    for (const { method, path, endpoint } of doorRoutes) {
      const [, door = ''] = path.split('/');
      const authorizer = authorizers[door] ?? authorizers.bearer;
      const route = integration(endpoints[endpoint]);
      root.resourceForPath(path).addMethod(method, route, { ...needsKey, authorizer });
    }
    const answerNotFound = answerWithoutKey(notFound);
    for (const path of openDoorPaths) answerNotFound(root.resourceForPath(path));
  }

  /** How a caller of a door says who it is. As in `/v1`, API Gateway caches no answer of an authorizer. */
  private authorizers(handler: IFunction): Record<string, IAuthorizer> & { bearer: IAuthorizer } {
    const uncached = { handler, resultsCacheTtl: Duration.seconds(0) };
    const token = IdentitySource.header('X-Postmark-Server-Token');
    const hook = new RequestAuthorizer(this, 'HookAuthorizer', {
      ...uncached,
      identitySources: [],
    });
    // Without a source API Gateway asks about every request. CDK would write an empty one.
    (hook.node.defaultChild as CfnAuthorizer).addPropertyDeletionOverride('IdentitySource');
    // CDK's hash of the deployment ignores authorizers, so the stage would keep old ones.
    this.api.latestDeployment?.addToLogicalId({ authorizers: ['TOKEN', token, 'REQUEST'], ttl: 0 });
    return {
      bearer: new TokenAuthorizer(this, 'Authorizer', uncached),
      postmark: new TokenAuthorizer(this, 'PostmarkAuthorizer', {
        ...uncached,
        identitySource: token,
      }),
      supabase: hook,
    };
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

/** One body for every door: each peer's client reads its own fields. */
const bodyOf: BodyOf = (code, sentence) => {
  // Postmark has no header Authorization.
  const message = code === 'noAuthorization' ? 'An API key is required' : sentence;
  const [name, ErrorCode] = peerCodes[code] ?? ['validation_error', 300];
  const { status: statusCode } = refusals[code];
  return { statusCode, name, message, ErrorCode, Message: message, error: message };
};
