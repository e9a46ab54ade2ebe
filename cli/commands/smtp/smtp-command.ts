import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { Command } from 'commander';
import { callerPath } from '../../../lib/project.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { doorsUrlOf } from '../../connection/doors-url.ts';
import {
  checkUsage,
  deploymentOf,
  type GlobalOptions,
  withTerminal,
} from '../../connection/session.ts';
import { codeOf } from '../../files/error-code.ts';
import { type SmtpServer, smtpServer } from '../../smtp/server.ts';
import { subcommand, wholeNumber } from '../../terminal/options.ts';
import { stopSignal } from '../../terminal/stop-signal.ts';

interface SmtpCommandOptions extends GlobalOptions {
  port: string;
  host: string;
  url?: string;
  tlsCert?: string;
  tlsKey?: string;
  allowPlainAuth?: true;
}

/** How long the mails in hand may take after a signal. */
const graceMs = 30_000;

export function addSmtpCommand(program: Command): void {
  subcommand(program, 'smtp', {
    about:
      'receive mails by SMTP and send them through a deployment: the password of the login is an API key',
    example: 'smtp --url https://api.example.com/doors',
  })
    .option('--port <port>', 'port to listen on, 0 for any free one', '2525')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--url <address>',
      'the output DoorsUrl of a deployment; with it the command needs no AWS credentials; default: that of --stack, of --environment or of the local run',
    )
    .option('--tls-cert <file>', 'certificate in PEM: clients must begin TLS before they log in')
    .option('--tls-key <file>', 'private key of --tls-cert, in PEM')
    .option('--allow-plain-auth', 'let clients log in without TLS, in a network of your own')
    .action((_: object, command: Command) => {
      const options: SmtpCommandOptions = command.optsWithGlobals();
      checkUsage(options, command);
      checkSafety(options, command);
      const port = wholeNumber(options.port, command, { what: '--port', least: 0, most: 65_535 });
      return withTerminal(command, async ({ emit, progress }) => {
        progress('Starting the SMTP server');
        const ended = stopSignal();
        const smtp = smtpServer({
          doorsUrl: options.url?.replace(/\/$/, '') ?? doorsUrlOf(await deploymentOf(options)),
          tls: tlsOf(options),
          allowPlainAuth: options.allowPlainAuth ?? false,
          onReply: (reply) => emit({ json: reply, text: `${reply.code} ${reply.text}` }),
        });
        const url = await listen(smtp, options.host, port);
        emit({ json: { smtpUrl: url }, text: `Receiving mails at ${url}. Ctrl-C stops it.` });
        if (!ended.aborted) await once(ended, 'abort');
        await smtp.stop(graceMs);
        return null;
      });
    });
}

function checkSafety(options: SmtpCommandOptions, command: Command): void {
  const { url, host, tlsCert, tlsKey, allowPlainAuth } = options;
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    command.error('error: --url must be an address like https://api.example.com/doors');
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    command.error('error: --tls-cert and --tls-key need each other');
  const isLoopback = host === 'localhost' || host === '::1' || /^127\.[\d.]+$/.test(host);
  if (!isLoopback && tlsCert === undefined && !allowPlainAuth)
    command.error(
      'error: the password is an API key: give --tls-cert and --tls-key, or --allow-plain-auth in a network of your own',
    );
}

function tlsOf({ tlsCert, tlsKey }: SmtpCommandOptions) {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const tls = { cert: fileAt(tlsCert), key: fileAt(tlsKey) };
  try {
    createSecureContext(tls);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new ManageError(`${tlsCert} and ${tlsKey} cannot be used: ${problem}`, [], { cause });
  }
  return tls;
}

function fileAt(path: string): string {
  try {
    return readFileSync(callerPath(path), 'utf8');
  } catch (cause) {
    throw new ManageError(`${path} cannot be read: ${codeOf(cause)}`, [], { cause });
  }
}

/** Returns the address with the actual port. */
async function listen({ server }: SmtpServer, host: string, port: number): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new ManageError(
      `The SMTP server cannot listen at ${host}, port ${port}: ${codeOf(cause)}`,
      [],
      { cause },
    );
  }
  const bound = (server.address() as AddressInfo).port;
  return `smtp://${isIP(host) === 6 ? `[${host}]` : host}:${bound}`;
}
