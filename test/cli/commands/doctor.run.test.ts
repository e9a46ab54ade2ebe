/**
 * doctor against a stub of AWS's control planes: one deployment in the best of health, which all parts
 * share, and from which each test takes one thing.
 */
import '../doctor/one-thing-broken.ts';
import '../doctor/way-to-aws.ts';
import '../doctor/webhooks.ts';
import '../doctor/not-known.ts';
import '../doctor/report.ts';
