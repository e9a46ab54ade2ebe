import { program } from '../../command.ts';

export interface Where {
  region: string;
  /** The options of a CLI command for this deployment: ` --stack postrider --region eu-central-1`. */
  options: string;
  environment?: string | undefined;
}

/** A CLI command for this deployment, as an operator types it. */
export function cli(words: string, { options }: Pick<Where, 'options'>): string {
  return `${program} ${words}${options}`;
}

export function deployTo({ region, environment }: Pick<Where, 'region' | 'environment'>): string {
  const chosen = environment === undefined ? '' : ` --environment ${environment}`;
  return cli('deploy', { options: `${chosen} --region ${region}` });
}

/** A page of AWS's console in the region of the deployment. */
export function consolePage(service: string, { region }: Pick<Where, 'region'>, hash = ''): string {
  return `https://${region}.console.aws.amazon.com/${service}?region=${region}${hash}`;
}
