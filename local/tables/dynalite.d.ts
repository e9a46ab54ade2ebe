declare module 'dynalite' {
  import type { Server } from 'node:http';

  /** A DynamoDB-compatible server, not yet listening. Closing it closes its store as well. */
  export default function dynalite(options: {
    path?: string;
    createTableMs?: number;
    deleteTableMs?: number;
    updateTableMs?: number;
  }): Server;
}
