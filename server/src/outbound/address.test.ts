import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { allowedBy } from "./address.ts";

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const PUBLIC = [
  "1.1.1.1",
  "93.184.215.14",
  "172.15.0.1",
  "172.32.0.1",
  "100.63.0.1",
  "2606:4700::1111",
  "::ffff:1.1.1.1",
];
const PRIVATE = [
  "127.0.0.1",
  "127.255.0.1",
  "10.0.0.5",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "100.64.0.1",
  "100.127.0.1",
  "::1",
  "fd12:3456::1",
  "fc00::1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.5",
];
const NEVER = [
  ...["169.254.169.254", "169.254.170.2", "100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254"],
  ...["fd00:ec2::23", "fd20:ce::254", "fd00:c1::a9fe:a9fe", "fd00:42::42", "fe80::a9fe:a9fe", "fe80::1%lo"],
  ...["::ffff:169.254.169.254", "::ffff:100.100.100.200", "64:ff9b::a9fe:a9fe", "64:ff9b:1::7f00:1"],
  ...["2002:7f00:1::", "2001:0:7f00:1::", "::7f00:1", "::ffff:0:7f00:1", "::", "0.0.0.0", "0.1.2.3"],
  ...["255.255.255.255", "224.0.0.1", "ff02::1", "240.0.0.1", "198.18.0.1", "192.0.2.1", "203.0.113.9"],
  ...["2001:db8::1", "fec0::1", "100::1", "4000::1", "5f00::1"],
  ...["", "localhost", "example.com", "1.2.3.4.5", "[::1]"],
];

test("only public addresses may be connected to", () => {
  for (const address of PUBLIC) expect(allowedBy(false)(address), address).toBe(true);
  for (const address of [...PRIVATE, ...NEVER]) expect(allowedBy(false)(address), address).toBe(false);
});

test("a self-hoster may open their own network, but not metadata, link-local or disguised addresses", () => {
  for (const address of [...PUBLIC, ...PRIVATE]) expect(allowedBy(true)(address), address).toBe(true);
  for (const address of NEVER) expect(allowedBy(true)(address), address).toBe(false);
});

test("every address of a private range is private, however it is written", () => {
  const octet = fc.nat(255);
  fc.assert(
    fc.property(
      fc.constantFrom("10", "127", "169.254", "192.168", "172.20", "100.100"),
      octet,
      octet,
      octet,
      (net, a, b, c) => {
        const address = `${net}.${a}.${b}.${c}`.split(".").slice(0, 4);
        const hex = address.map((part) => Number(part).toString(16).padStart(2, "0"));
        const mapped = `::ffff:${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
        expect(allowedBy(false)(address.join("."))).toBe(false);
        expect(allowedBy(false)(mapped), mapped).toBe(false);
      },
    ),
  );
});

test("the machine's own public addresses count as private", () => {
  const own = { netmask: "255.255.255.0", mac: "", internal: false, cidr: null };
  vi.spyOn(os, "networkInterfaces").mockReturnValue({
    eth0: [
      { ...own, address: "93.184.215.14", family: "IPv4" },
      { ...own, address: "2606:4700:0:0::1111", family: "IPv6", scopeid: 0 },
    ],
  });
  syncBuiltinESMExports();
  for (const address of ["93.184.215.14", "::ffff:93.184.215.14", "2606:4700::1111"]) {
    expect(allowedBy(false)(address), address).toBe(false);
    expect(allowedBy(true)(address), address).toBe(true);
  }
  expect(allowedBy(false)("93.184.215.15")).toBe(true);
});

test("a list opens exactly its networks, and metadata addresses never", () => {
  const allowed = allowedBy(["10.1.0.0/16", "fd12::/16", "169.254.0.0/16", "100.64.0.0/10", "fd00:ec2::/32"]);
  for (const address of ["10.1.2.3", "::ffff:10.1.2.3", "fd12::1", "100.64.0.1", "93.184.215.14"])
    expect(allowed(address), address).toBe(true);
  for (const address of ["10.2.0.1", "127.0.0.1", "::1", "fd13::1", "192.168.0.1", ...NEVER])
    expect(allowed(address), address).toBe(false);
  expect(allowedBy(["127.0.0.0/8"])("127.0.0.1")).toBe(true);
  expect(allowedBy(["127.0.0.0/8"])("10.0.0.1")).toBe(false);
});
