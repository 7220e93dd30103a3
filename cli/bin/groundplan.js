#!/usr/bin/env -S node --max-semi-space-size=4 --initial-old-space-size=32
// With these sizes, in MB, memory stays flat while a long push goes on; they can only be set where Node starts.
// Plain and old JavaScript: a Node that is too old for the rest still reads this file and says so.
var major = Number(process.versions.node.split(".")[0]);

async function start() {
  var node = await import("node:module");
  // Compiled code is kept, which makes a start three times as fast; where it can't be written, nothing is.
  // Threads find it by the variable.
  process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/../node_modules/.cache/groundplan`;
  node.enableCompileCache();
  var cli = await import("../src/main.ts");
  await cli.main(process.argv);
}

if (major < 24) {
  process.stderr.write(
    "Groundplan needs Node 24 or newer and this is " +
      process.versions.node +
      ": install a newer one, or run it with npx or npm in a clone, which bring their own.\n",
  );
  process.exitCode = 1;
} else {
  void start();
}
