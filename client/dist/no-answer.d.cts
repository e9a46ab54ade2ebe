/** What to do if the address is wrong. */
export declare const checkBaseUrl = "Check baseUrl: it is the deployment's output BaseUrl, and ends in /v1";
/** Says where no answer came from and why, in the network's own words. */
export declare function noAnswer(url: string, error: unknown): string;
