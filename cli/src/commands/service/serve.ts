import { command } from "../../command.ts";

export const serve = () =>
  command(
    "serve",
    "serve the API until SIGTERM or Ctrl-C",
    "groundplan serve",
    "PORT=8080 GROUNDPLAN_DATA_DIR=/srv/groundplan groundplan serve",
  )
    .addHelpText(
      "after",
      `
Environment variables configure it, chiefly:
  PORT, HOST             the port and address to listen on (4500, 127.0.0.1)
  GROUNDPLAN_DATA_DIR    the data folder (./data if it already has data, otherwise one in the home folder)
  DATABASE_URL           postgres://… instead of the embedded SQLite
  GROUNDPLAN_SECRET_KEY  the key that encrypts secrets (by default in a file of the data folder)`,
    )
    .action(async () => {
      const server = await import("@groundplan/server");
      await server.serve();
    });
