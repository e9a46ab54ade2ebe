import { Command } from 'commander';

export interface PhotosOptions {
  /** Only routes that begin with one of these. Default: all. */
  page?: readonly string[];
  /** The dashboard to photograph. Default: one that the run starts itself, with the demo data. */
  url?: string;
  folder: string;
}

/** Reads the command line. Wrong usage throws a `CommanderError`; so does `--help`, with exit code 0. */
export function readOptions(argv: readonly string[]): PhotosOptions {
  return new Command('npm run photos --')
    .description(
      'Photographs each page of the dashboard in light, dark and forced colours at 390, 1280 and 1920 px, and lists what is wrong with it.',
    )
    .option('--page <route...>', 'only pages whose route begins so, such as /settings')
    .option('--url <address>', 'a dashboard that runs already (default: a new one with demo data)')
    .option('--folder <path>', 'where the photographs go', '.local/photos')
    .allowExcessArguments(false)
    .exitOverride()
    .parse(argv, { from: 'user' })
    .opts<PhotosOptions>();
}
