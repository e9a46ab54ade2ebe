import { Agent, type AgentOptions } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { Socket } from 'node:net';

/**
 * A connection that was idle for longer is not used again: a frozen function does not see its sockets die, and a mail
 * written to a dead one counts as "may have been sent" (aws/aws-sdk-js-v3#1196).
 */
const maxIdleMs = 1000;

const agentOptions: AgentOptions = { keepAlive: true, maxSockets: 50 };

/**
 * The connections to SES, for one attempt at a time. They record whether an attempt ever had a connection: without one
 * no mail was sent; with one it may have been.
 */
export class SesConnections {
  readonly httpAgent = this.watch(new Agent(agentOptions));
  readonly httpsAgent = this.watch(new SecureAgent(agentOptions));
  private connected = false;
  private lastUsedAt = 0;

  /** Call directly before an attempt: it begins unconnected, and without stale sockets. */
  beginAttempt(nowMs: number): void {
    this.connected = false;
    if (nowMs - this.lastUsedAt > maxIdleMs) this.closeIdle();
  }

  /** Call when an attempt has ended, in whatever way. */
  endAttempt(nowMs: number): void {
    this.lastUsedAt = nowMs;
  }

  /** Whether the attempt that began last had a connection. */
  hadConnection(): boolean {
    return this.connected;
  }

  private closeIdle(): void {
    for (const agent of [this.httpAgent, this.httpsAgent]) {
      for (const sockets of Object.values(agent.freeSockets)) {
        for (const socket of sockets ?? []) socket.destroy();
      }
    }
  }

  private watch<A extends Agent>(agent: A): A {
    const connect = agent.createConnection.bind(agent);
    agent.createConnection = (options, done) => {
      const socket = connect(options, done);
      socket?.once('connect', () => {
        this.connected = true;
      });
      return socket;
    };
    const reuse = agent.reuseSocket.bind(agent);
    agent.reuseSocket = (socket: Socket, request) => {
      this.connected = true;
      reuse(socket, request);
    };
    return agent;
  }
}
