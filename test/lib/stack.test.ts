/** The tests of the stack and of what the settings change in it, in one file: they share the stacks that they synthesise. */
import './stack/service-stack.ts';
import './stack/events.ts';
import './stack/later.ts';
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
