// A build takes a gigabyte, which a service that builds at its start would keep: this is run in a process of its own.
try {
  const { build } = await import("./build.ts");
  await build(process.argv[2] ?? "");
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
