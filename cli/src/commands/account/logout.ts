import { command } from "../../command.ts";
import { exitCodes } from "../../exit-codes.ts";
import { Failure } from "../../failure.ts";
import { endLogin } from "../../login/end-login.ts";
import { withLock } from "../../login/lock.ts";
import { readLogins, removeLogin } from "../../login/stored-logins.ts";
import { say } from "../../output.ts";
import { readSettings } from "../../settings.ts";

export const logout = () =>
  command("logout", "end the login at the service, and delete it here", "groundplan logout").action(
    async () => {
      const { url } = readSettings();
      const ended = await withLock(async () => {
        const login = readLogins().services[url];
        if (login) removeLogin(url);
        return login;
      });
      if (!ended)
        throw new Failure(`You are not signed in to ${url} here.`, { exitCode: exitCodes.notSignedIn });
      const answer = await endLogin(url, ended).catch((cause: unknown) => {
        throw new Failure(
          `The login is deleted here, but ${url} could not be reached. End "Groundplan command line" in the console.`,
          { cause },
        );
      });
      if (answer.error && answer.error !== "invalid_client")
        throw new Failure(`The login is deleted here, but ${url} did not end it (${answer.error}).`);
      say(`Signed out of ${url}.`);
    },
  );
