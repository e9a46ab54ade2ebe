import { isIP } from 'node:net';
import { Command, InvalidArgumentError, Option } from 'commander';

/** What `npm run sam-template` can be told. */
export interface SamOptions {
  /** The data folder of the local run whose tables, mail and DNS the functions use. */
  data: string;
  /** Where everything is written. */
  out: string;
  /** An address of this machine that containers reach; what is asked there goes on to the local run. */
  relay?: string | undefined;
}

/** Reads the command line. Wrong usage throws a `CommanderError`; so does `--help`, with exit code 0. */
export function readSamOptions(argv: readonly string[]): SamOptions {
  const command = new Command('npm run sam-template --')
    .description('Writes what sam local reads, for the local run that is up (docs/sam-local.md).')
    .addOption(
      new Option('--data <folder>', 'data folder of the local run')
        .env('POSTRIDER_DATA')
        .default('.local'),
    )
    .option('--out <folder>', 'where to write the template, env.json and events', '.sam')
    .option(
      '--relay <address>',
      'stay, and hand on to the local run what containers ask at this address: 172.17.0.1 on Linux, 127.0.0.1 with Docker Desktop',
      relayAddress,
    )
    .addHelpText('after', '\nExample: npm run sam-template -- --relay 172.17.0.1')
    .allowExcessArguments(false)
    .exitOverride();
  return command.parse(argv, { from: 'user' }).opts<SamOptions>();
}

/** Never all of them: whatever answers there asks nobody who they are. */
function relayAddress(given: string): string {
  if (isIP(given) !== 4) throw new InvalidArgumentError('It must be an IPv4 address.');
  if (/^0\./.test(given)) {
    throw new InvalidArgumentError(
      'Everyone in the network could read the tables: name the address of the bridge.',
    );
  }
  return given;
}
