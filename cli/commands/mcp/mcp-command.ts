import type { Command } from 'commander';
import { checkAddress } from '../../../shared/manage/address.ts';
import { checkUsage } from '../../connection/session.ts';
import { accountOption, subcommand } from '../../terminal/options.ts';
import type { McpOptions } from './desk.ts';
import { serve } from './serve.ts';

/** `mcp`: a server for agents, in the Model Context Protocol. */
export function addMcpCommand(program: Command): void {
  subcommand(program, 'mcp', {
    about:
      'serve tools to an agent over stdin and stdout (Model Context Protocol): they read templates and messages, and save drafts; none sends to a customer, publishes or deletes',
    example: 'mcp --stack postrider --region eu-central-1',
  })
    .option(...accountOption)
    .option(
      '--test-mail-to <address>',
      'add the tool send_test, which sends a test mail to this address alone',
    )
    .action(async (_: object, command: Command) => {
      const { testMailTo, ...options }: McpOptions = command.optsWithGlobals();
      checkUsage(options, command);
      const address = testMailTo === undefined ? {} : { testMailTo: checkAddress(testMailTo) };
      await serve({ ...options, ...address });
    });
}
