import { Command } from "commander";

export const serve = () =>
  new Command("serve")
    .description("serve the API until SIGTERM or Ctrl-C")
    .addHelpText(
      "after",
      `
It is set up by its environment, first of all:
  PORT, HOST             where it listens (4500 on 127.0.0.1)
  GROUNDPLAN_DATA_DIR    the folder of its data (./data where that holds some, else the user's own)
  DATABASE_URL           postgres://… instead of the embedded SQLite
  GROUNDPLAN_SECRET_KEY  what secrets are encrypted with (a file in the data folder unless set)`,
    )
    .action(async () => {
      const server = await import("@groundplan/server");
      await server.serve();
    });
