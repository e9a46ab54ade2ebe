import type { ProxyEvent } from '../../shared/http/proxy.ts';

/** The part of API Gateway's proxy event that the dashboard's function knows. */
export interface ManageEvent extends Omit<ProxyEvent, 'requestContext'> {
  httpMethod: string;
  /** Behind CloudFront with the stage before it, `/manage/v1/…`; at the API's own host without. */
  path: string;
  queryStringParameters?: Record<string, string | undefined> | null;
  requestContext: {
    extendedRequestId?: string;
    /** Cognito's findings, or what the local gateway says where nobody signs in. */
    authorizer?: { accountId?: string; claims?: { sub?: string } } | null;
  };
}
