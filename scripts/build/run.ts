// Builds in a child process: a build takes a gigabyte, which a starting service would keep.
try {
  const { buildInTurn } = await import("./in-turn.ts");
  await buildInTurn(process.argv[2] ?? "", async (folder) => (await import("./build.ts")).build(folder));
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
