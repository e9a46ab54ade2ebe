import { fileURLToPath } from 'node:url';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { bareEnvironment } from './bare-environment.ts';
import { atEndOfFile } from './end-of-file.ts';

const main = fileURLToPath(new URL('../bin/command.ts', import.meta.url));

/** A tool's answer, or its error. */
export type Told = { answer: unknown } | { error: unknown };

/** A client of `mcp`, the SDK's own, and the process that it has started. */
export interface Agent {
  client: Client;
  /** Calls a tool. */
  call: (name: string, input?: Record<string, unknown>) => Promise<Told>;
}

interface AgentOptions {
  /** `legacy`: a client of the specification of 2025. Default: of the current one. */
  mode?: 'auto' | 'legacy';
  /** Default: the Node of the tests. */
  node?: string;
  /** The command `postrider`. Default: the checkout's. */
  script?: string;
}

/** Starts `mcp` as an agent's program does, until the end of the test file. */
export async function startAgent(
  words: readonly string[],
  environment: Record<string, string>,
  { mode = 'auto', node = process.execPath, script = main }: AgentOptions = {},
): Promise<Agent> {
  const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport({
    command: node,
    args: [script, 'mcp', ...words],
    env: { ...bareEnvironment(), AWS_EC2_METADATA_DISABLED: 'true', ...environment },
    stderr: 'inherit',
  });
  atEndOfFile(() => client.close());
  await client.connect(transport);
  return {
    client,
    call: async (name, input = {}) => toldBy(await client.callTool({ name, arguments: input })),
  };
}

function toldBy({ content, structuredContent, isError }: CallToolResult): Told {
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  if (isError !== true) return { answer: structuredContent };
  return { error: text.startsWith('{') ? JSON.parse(text) : text };
}
