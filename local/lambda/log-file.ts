import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, rmSync } from 'node:fs';
import { isDiskFull } from '../../cli/files/disk-full.ts';
import { writeUnlessFull } from './write-unless-full.ts';

/** A log is kept to about this size; the text before that is in a second file, `….log.1`. */
const maxBytes = 5 * 1024 * 1024;

/** How often the size is looked at. */
const checkEveryMs = 5000;

/**
 * The log of one function, that all its environments append to. It has one file descriptor for its
 * whole life, because the environments' threads write to that one.
 */
export class LogFile {
  readonly descriptor: number;
  private readonly path: string;
  private readonly timer: NodeJS.Timeout;

  constructor(path: string) {
    this.path = path;
    this.descriptor = openSync(path, 'a', 0o600);
    this.keepSmall();
    this.timer = setInterval(() => this.keepSmall(), checkEveryMs).unref();
  }

  write(text: string): void {
    writeUnlessFull(this.descriptor, `${text}\n`);
  }

  close(): void {
    clearInterval(this.timer);
    closeSync(this.descriptor);
  }

  private keepSmall(): void {
    if (fstatSync(this.descriptor).size <= maxBytes) return;
    try {
      copyFileSync(this.path, `${this.path}.1`);
    } catch (fault) {
      if (!isDiskFull(fault)) throw fault;
      // Half of a log in its place would hide the whole one, which stays for now.
      rmSync(`${this.path}.1`, { force: true });
      return;
    }
    ftruncateSync(this.descriptor);
  }
}
