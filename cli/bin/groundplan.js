#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node --min-semi-space-size=4 --max-semi-space-size=4 --initial-old-space-size=32
// With these sizes, in MB, memory stays flat during a long push. They can only be set where Node starts. This file is
// plain, old JavaScript, so that a Node that is too old for the rest can still read it and say so.
var major = Number(process.versions.node.split(".")[0]);

async function start() {
  var folder = await built();
  var node = process.getBuiltinModule("node:module");
  // Caches compiled code for a faster start, unless the folder is read-only. Worker threads find it through
  // the variable.
  process.env.NODE_COMPILE_CACHE ??= `${folder}/compiled`;
  node.enableCompileCache();
  await node
    .createRequire(import.meta.url)(`${folder}/main.cjs`)
    .main(process.argv);
}

/**
 * Returns the folder of built files: the package's own, or a clone's build, which is refreshed when stale.
 */
async function built() {
  var isClone = process.getBuiltinModule("node:fs").existsSync(`${import.meta.dirname}/../src`);
  if (!isClone) return `${import.meta.dirname}/../lib`;
  var clone = await import("../../scripts/build/built.js");
  return clone.built();
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
