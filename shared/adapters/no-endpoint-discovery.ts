/**
 * Stands for the SDK's endpoint discovery in the functions' bundles: DynamoDB names its endpoints by
 * region, so that it is never on, and it brings a cache and its data structures along (8 KB).
 */
export function resolveEndpointDiscoveryConfig<Config extends object>(config: Config): Config {
  return config;
}

/** As the SDK reads a setting: from no variable, from no file. */
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: undefined,
};
