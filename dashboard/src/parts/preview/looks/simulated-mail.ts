/** A mail as a client shows it, by its published rules. */
export interface SimulatedMail {
  html: string;
  scheme: 'light' | 'dark';
}
