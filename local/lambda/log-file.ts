import {
  closeSync,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { isDiskFull } from '../../cli/files/error-code.ts';

/** When a log is larger than this, its text moves to a second file, `….log.1`, and replaces the text there. */
const maxBytes = 5 * 1024 * 1024;

const checkEveryMs = 5000;

/** The log of one function. All environments append through one file descriptor, whose number their threads hold. */
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
      // The copy is incomplete: delete it, and keep the log as it is until the next check.
      rmSync(`${this.path}.1`, { force: true });
      return;
    }
    ftruncateSync(this.descriptor);
  }
}

/** Appends to a log; a full disk loses the text, because a function on Lambda does not fail because of its log. */
export function writeUnlessFull(descriptor: number, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  try {
    writeSync(descriptor, bytes);
  } catch (fault) {
    if (!isDiskFull(fault)) throw fault;
  }
}
