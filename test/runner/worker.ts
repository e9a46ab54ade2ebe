import type { Task } from './runner.ts';

/** Runs a test file, as jest-light-runner does in a process that has its configuration. */
interface LightRunner {
  setWorkerData: (configs: Task['configs']) => void;
  default: (path: string) => Promise<unknown>;
}

const light: LightRunner = await import(
  new URL('worker-runner.js', import.meta.resolve('jest-light-runner')).href
);

export default ({ path, configs }: Task): Promise<unknown> => {
  light.setWorkerData(configs);
  return light.default(path);
};
