/**
 * doctor against a stub of AWS's control planes: one deployment in the best of health, which all parts
 * share, and from which each test takes one thing.
 */
import './one-thing-broken.ts';
import './way-to-aws.ts';
import './webhooks.ts';
import './not-known.ts';
import './report.ts';
