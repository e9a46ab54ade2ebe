declare module 'dynalite' {
  import type { Server } from 'node:http';

  /** A DynamoDB-compatible server, not yet listening. */
  export default function dynalite(options: {
    path?: string;
    createTableMs?: number;
    deleteTableMs?: number;
    updateTableMs?: number;
  }): Server;
}
