#!/usr/bin/env node
/*
 * The command `postrider` of the package. In plain JavaScript and with nothing but Node's own modules, so that a Node
 * that is too old and a damaged installation end with one sentence.
 */
const { enableCompileCache } = await import('node:module');

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  end(`This is Node ${process.versions.node}, but postrider needs Node 20.19 or later.`);
}

// The package contains its own copy of the AWS SDK, so the SDK's warning about Node versions does not concern the user.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

// Since 22.8 Node keeps the compiled code in the folder for temporary files: the next start is faster.
enableCompileCache?.();

try {
  await import('../dist/postrider.js');
} catch (error) {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  const [, missing = 'a file of postrider'] =
    /Cannot find (?:package|module) '([^']+)'/.exec(error.message) ?? [];
  end(`postrider is not completely installed, because ${missing} is missing: run npm install.`);
}

function end(sentence) {
  console.error(sentence);
  process.exit(1);
}
