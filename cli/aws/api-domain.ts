import {
  type APIGatewayClient,
  GetDomainNameCommand,
  NotFoundException,
} from '@aws-sdk/client-api-gateway';

/** A name of one's own at API Gateway. */
export interface ApiDomain {
  /** API Gateway's word: AVAILABLE, PENDING, UPDATING, PENDING_OWNERSHIP_VERIFICATION … */
  status: string;
  /** Why it is in that state. */
  message: string;
  /** Where the name has to lead. */
  target: string;
}

/** Null where API Gateway has none of this name. Needs `apigateway:GET` on `/domainnames/*`. */
export async function apiDomain(
  client: APIGatewayClient,
  domainName: string,
): Promise<ApiDomain | null> {
  try {
    const found = await client.send(new GetDomainNameCommand({ domainName }));
    return {
      status: found.domainNameStatus ?? '',
      message: found.domainNameStatusMessage ?? '',
      target: found.regionalDomainName ?? '',
    };
  } catch (error) {
    if (error instanceof NotFoundException) return null;
    throw error;
  }
}
