import { Socket } from 'node:net';
import { atEndOfFile } from '../../end-of-file.ts';

/**
 * Until the end of the file or a call of the returned function, time-outs of `setTimeout` and of sockets count only
 * milliseconds in which this process ran. So the short limits of a call end only calls that get no answer,
 * even on a busy machine.
 */
export function countRunningTime(): () => void {
  const { setTimeout } = globalThis;
  const ofSockets = Socket.prototype.setTimeout;
  const timers = new WeakMap<Socket, NodeJS.Timeout>();
  globalThis.setTimeout = after as unknown as typeof setTimeout;
  Socket.prototype.setTimeout = silence;
  const stop = () => {
    globalThis.setTimeout = setTimeout;
    Socket.prototype.setTimeout = ofSockets;
  };
  atEndOfFile(stop);
  return stop;

  /** While a process does not run, an interval fires only once. `clearTimeout` ends an interval as well. */
  function after(run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): NodeJS.Timeout {
    let left = ms;
    const timer = setInterval(() => {
      if (--left > 0) return;
      clearInterval(timer);
      run(...given);
    }, 1);
    return timer;
  }

  function silence(this: Socket, ms: number, end?: () => void): Socket {
    if (!end) return ofSockets.call(this, ms);
    const moved = () => this.bytesRead + this.bytesWritten;
    let seen = moved();
    const look = () => {
      if (this.destroyed) return;
      if (moved() === seen) return void this.emit('timeout');
      seen = moved();
      timers.set(this, after(look, ms));
    };
    clearInterval(timers.get(this));
    timers.set(this, after(look, ms));
    return this.once('timeout', end);
  }
}
