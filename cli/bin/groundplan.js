#!/usr/bin/env node
// Plain and old JavaScript: a Node that is too old for the rest still reads this file and says so.
var major = Number(process.versions.node.split(".")[0]);

if (major < 24) {
  process.stderr.write(
    "Groundplan needs Node 24 or newer and this is " +
      process.versions.node +
      ": install a newer one, or run it with npx or npm in a clone, which bring their own.\n",
  );
  process.exitCode = 1;
} else {
  import("../src/main.ts").then(function start(cli) {
    return cli.main(process.argv);
  });
}
