/**
 * Replaces the SDK's default credential chain in the functions' bundles: inside Lambda the
 * credentials are always in these environment variables, and the chain's other providers (SSO, STS,
 * profiles) would be 136 KB to load at every cold start.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
 */
export const defaultProvider = () => async () => ({
  accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? '',
  secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? '',
  ...(process.env.AWS_SESSION_TOKEN ? { sessionToken: process.env.AWS_SESSION_TOKEN } : {}),
});
