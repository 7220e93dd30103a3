import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { platform, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConfigError } from "./config-error.ts";
import { dataFolder } from "./data-folder.ts";

const here = process.cwd();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groundplan-"));
  process.chdir(folder);
  folder = process.cwd();
});
afterEach(() => {
  process.chdir(here);
  rmSync(folder, { recursive: true, force: true });
});

const user = { HOME: "/home/ada", XDG_DATA_HOME: "/home/ada/shared" };

describe("the data folder", () => {
  it("is the one that GROUNDPLAN_DATA_DIR names, whatever ./data contains", () => {
    mkdirSync("data");
    writeFileSync("data/groundplan.db", "");
    expect(dataFolder({ ...user, GROUNDPLAN_DATA_DIR: "/srv/groundplan" })).toBe("/srv/groundplan");
    expect(dataFolder({ ...user, GROUNDPLAN_DATA_DIR: " other " })).toBe(join(folder, "other"));
  });

  it("is ./data if that contains a database", () => {
    mkdirSync("data");
    expect(dataFolder(user)).toBe("/home/ada/shared/groundplan");
    writeFileSync("data/groundplan.db", "");
    expect(dataFolder({ ...user, GROUNDPLAN_DATA_DIR: " " })).toBe(join(folder, "data"));
  });

  it("is ./data for a key file only on PostgreSQL, since any program may name a file so", () => {
    mkdirSync("data");
    writeFileSync("data/secret.key", "");
    expect(dataFolder({ ...user, DATABASE_URL: " " })).toBe("/home/ada/shared/groundplan");
    expect(dataFolder({ ...user, DATABASE_URL: "postgres://127.0.0.1/x" })).toBe(join(folder, "data"));
  });

  it("is the user's own everywhere else", () => {
    expect(dataFolder(user)).toBe("/home/ada/shared/groundplan");
    const own =
      platform() === "darwin" ? "Library/Application Support/Groundplan" : ".local/share/groundplan";
    expect(dataFolder({ HOME: "/home/ada" })).toBe(join("/home/ada", own));
    expect(dataFolder({ HOME: "/home/ada", XDG_DATA_HOME: "not/absolute" })).toBe(join("/home/ada", own));
  });

  it("is an error that says what to do if the user has no home folder", () => {
    const sentence = /^This user has no home folder [^\n]+ GROUNDPLAN_DATA_DIR[^\n]*\.$/;
    for (const HOME of ["", " ", "home/ada", "."]) {
      expect(() => dataFolder({ HOME })).toThrow(ConfigError);
      expect(() => dataFolder({ HOME })).toThrow(sentence);
    }
    const notListed = () => {
      throw Object.assign(new Error("uv_os_homedir returned ENOENT"), { code: "ERR_SYSTEM_ERROR" });
    };
    expect(() => dataFolder({}, notListed)).toThrow(ConfigError);
    expect(() => dataFolder({}, notListed)).toThrow(sentence);
    expect(dataFolder({ XDG_DATA_HOME: "/srv" }, notListed)).toBe("/srv/groundplan");
    expect(dataFolder({ GROUNDPLAN_DATA_DIR: "/srv" }, notListed)).toBe("/srv");
    expect(dataFolder({}, () => "/home/ada")).toMatch(/^\/home\/ada\/.+\/groundplan$/i);
  });

  it("is an error that says what to do if the working directory was deleted, unless an absolute one is named", () => {
    process.chdir(folder); // Node caches the working directory until it changes.
    rmSync(folder, { recursive: true });
    for (const env of [user, { GROUNDPLAN_DATA_DIR: "data" }]) {
      expect(() => dataFolder(env)).toThrow(ConfigError);
      expect(() => dataFolder(env)).toThrow(/^The working directory [^\n]+\.$/);
    }
    expect(dataFolder({ GROUNDPLAN_DATA_DIR: "/srv" })).toBe("/srv");
  });
});
