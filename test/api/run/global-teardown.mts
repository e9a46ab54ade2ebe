import { running } from './running.ts';

/** Stops the local run and the DNS server, and removes the data folder. */
export default () => running.stop();
