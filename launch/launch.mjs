// Every npm script runs `node launch/launch.mjs <command> [arguments]`. It runs on the machine's Node,
// so this file uses only old syntax and reports a Node that is too old.
if (Number.parseInt(process.versions.node, 10) < 20) {
  console.error(
    'Northbridge needs Node.js 20 or later to start; this is ' +
      process.versions.node +
      '. It brings the Node.js it runs on by itself.',
  );
  process.exit(1);
}

import('./run.mjs').then((module) => module.launch(process.argv[2], process.argv.slice(3)));
