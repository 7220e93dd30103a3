// Builds in a child process: a build takes a gigabyte, which a starting service would keep.
try {
  const { build } = await import("./build.ts");
  await build(process.argv[2] ?? "");
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
