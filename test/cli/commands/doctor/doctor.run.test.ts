/**
 * doctor against a stub of AWS's control planes. All parts share one deployment without faults, and each
 * test breaks one thing in it.
 */
import './one-thing-broken.ts';
import './way-to-aws.ts';
import './webhooks.ts';
import './not-known.ts';
import './report.ts';
