/**
 * The stack, what the settings may add to it, and what is said of the whole. In one file for jest, because each
 * loads all of CDK anew, which takes longer than the tests.
 */
import './stack/service-stack.ts';
import './stack/events.ts';
import './stack/manage-api.ts';
import './stack/dashboard.ts';
import './stack/widenings.ts';
import './options/own-domain.ts';
import './options/senders.ts';
import './options/firewall.ts';
import './options/cost.ts';
import './options/findings.ts';
import './options/wildcards.ts';
import './options/names.ts';
import './options/local-run.ts';
import './options/monitoring.ts';
import './options/sam-template.ts';
import './options/documented.ts';
