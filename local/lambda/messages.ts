/** Given to an environment once, when its thread starts. */
export interface EnvironmentData {
  functionName: string;
  functionArn: string;
  memoryMb: number;
  timeoutMs: number;
  folder: string;
  /** File and export, `index.handler` for instance. */
  handler: string;
  /** The file descriptor that everything printed is appended to. */
  logFile: number;
}

/** One invocation. The event is copied by structured clone, which takes two thirds of the time of JSON. */
export interface Invocation {
  event: unknown;
}

/** What an environment reports: that it has loaded, and how an invocation ended. */
export type Report = { kind: 'ready' } | Outcome;

export type Outcome = { kind: 'answer'; value: unknown } | Fault;

/** An error that a function threw, or why its environment ended. */
export interface Fault {
  kind: 'fault';
  message: string;
  stack?: string | undefined;
}
