/** Where the deployment is, for commands that name it. */
export interface Where {
  region: string;
  /** What the CLI's commands need besides their own words: ` --stack postrider --region eu-central-1`. */
  options: string;
  /** The environment of settings.json that this deployment is; undefined for none. */
  environment?: string | undefined;
}

/** A command of the CLI on this deployment, as it is typed. */
export function cli(words: string, { options }: Pick<Where, 'options'>): string {
  return `npm run -s postrider -- ${words}${options}`;
}

/** The command that deploys what the settings say. */
export function deployTo({ region, environment }: Pick<Where, 'region' | 'environment'>): string {
  const chosen = environment === undefined ? '' : ` --environment ${environment}`;
  return cli('deploy', { options: `${chosen} --region ${region}` });
}

/** A page of AWS's console in the region of the deployment. */
export function consolePage(service: string, { region }: Pick<Where, 'region'>, hash = ''): string {
  return `https://${region}.console.aws.amazon.com/${service}?region=${region}${hash}`;
}
