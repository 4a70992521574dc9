import { assert, describe, it } from "vitest"
import {
  type AddressClass,
  classifyAddress,
  defaultPortRules,
  endpointRules,
  mayReach,
  mayUsePort,
  parseAddressList,
  parsePortRules
} from "./endpoint-address.ts"

const rules = (...entries: ReadonlyArray<string>) => parsePortRules(entries).ports

describe("ports of webhooks", () => {
  it.each([80, 443, 1024, 3000, 5000, 8000, 8080, 8443, 9000, 9443, 50_000, 65_535])(
    "%i is allowed by default",
    (port) => {
      assert.isTrue(mayUsePort(port, defaultPortRules))
      assert.isTrue(mayUsePort(port, rules()))
    }
  )

  it.each([0, 9, 22, 25, 53, 110, 445, 587, 3306, 5432, 6379, 6667, 11_211, 27_017])(
    "%i, which is that of another service, is not",
    (port) => {
      assert.isFalse(mayUsePort(port, defaultPortRules))
    }
  )

  it("are those of the list, and no others, when there is one", () => {
    const listed = rules("443", "8000-8999")
    assert.deepStrictEqual(
      [443, 8000, 8500, 8999].map((port) => mayUsePort(port, listed)),
      [true, true, true, true]
    )
    assert.deepStrictEqual(
      [80, 442, 444, 7999, 9000].map((port) => mayUsePort(port, listed)),
      [false, false, false, false, false]
    )
  })

  it("of other services are allowed when they are listed", () => {
    assert.isTrue(mayUsePort(25, rules("25")))
    assert.isTrue(mayUsePort(25, rules("20-30")))
    assert.isTrue(mayUsePort(25, rules("*")))
  })

  it("entries that mean nothing are named", () => {
    const entries = ["443", "http", "0", "65536", "20-10", "1-2-3", "", "-5", "+80", "1e3", "80-"]
    assert.deepStrictEqual(parsePortRules(entries).invalid, entries.slice(1))
  })
})

describe("class of an address", () => {
  it.each([
    ["8.8.8.8", "public"],
    ["1.0.0.0", "public"],
    ["9.255.255.255", "public"],
    ["10.0.0.0", "private"],
    ["10.255.255.255", "private"],
    ["11.0.0.0", "public"],
    ["100.63.255.255", "public"],
    ["100.64.0.0", "carrier-grade-nat"],
    ["100.127.255.255", "carrier-grade-nat"],
    ["100.128.0.0", "public"],
    ["126.255.255.255", "public"],
    ["127.0.0.1", "loopback"],
    ["127.255.255.255", "loopback"],
    ["169.254.169.253", "link-local"],
    ["169.254.169.254", "cloud-metadata"],
    ["168.63.129.16", "cloud-metadata"],
    ["168.63.129.17", "public"],
    ["100.100.100.200", "cloud-metadata"],
    ["fd00:ec2::254", "cloud-metadata"],
    ["::ffff:169.254.169.254", "cloud-metadata"],
    ["172.15.255.255", "public"],
    ["172.16.0.0", "private"],
    ["172.31.255.255", "private"],
    ["172.32.0.0", "public"],
    ["192.0.0.1", "reserved"],
    ["192.0.2.1", "documentation"],
    ["192.88.99.1", "reserved"],
    ["192.168.0.1", "private"],
    ["198.17.255.255", "public"],
    ["198.18.0.0", "benchmarking"],
    ["198.19.255.255", "benchmarking"],
    ["198.51.100.7", "documentation"],
    ["203.0.113.7", "documentation"],
    ["223.255.255.255", "public"],
    ["224.0.0.1", "multicast"],
    ["240.0.0.1", "reserved"],
    ["255.255.255.254", "reserved"],
    ["255.255.255.255", "broadcast"],
    ["0.0.0.0", "unspecified"],
    ["0.0.0.1", "reserved"],
    ["::", "unspecified"],
    ["::1", "loopback"],
    ["0:0:0:0:0:0:0:1", "loopback"],
    ["100::1", "reserved"],
    ["2001:4860:4860::8888", "public"],
    ["2001:2::1", "benchmarking"],
    ["2001:10::1", "reserved"],
    ["2001:20::1", "reserved"],
    ["2001:db8::1", "documentation"],
    ["2001:db9::1", "public"],
    ["3fff:fff::1", "documentation"],
    ["3fff:1000::1", "public"],
    ["4000::1", "reserved"],
    ["5f00::1", "reserved"],
    ["fc00::1", "private"],
    ["fdff::1", "private"],
    ["fe80::1", "link-local"],
    ["fec0::1", "private"],
    ["FF02::1", "multicast"],
    ["64:ff9b:1::808:808", "private"],
    ["64:ff9b:1:7f00:0:100:808:808", "private"]
  ] satisfies ReadonlyArray<[string, AddressClass]>)("of %s is %s", (text, addressClass) => {
    assert.strictEqual(classifyAddress(text), addressClass)
  })

  it.each([
    "",
    "localhost",
    "127.1",
    "0177.0.0.1",
    "1.2.3.256",
    "1.2.3",
    "1.2.3.4.5",
    "fe80::1%eth0",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "::12345",
    "[::1]",
    "1.2.3.4::"
  ])("%j is no address", (text) => {
    assert.strictEqual(classifyAddress(text), "not-an-address")
    assert.isFalse(mayReach("example.com", [text], endpointRules({})))
  })

  // A naive second opinion on how an IPv4 address is wrapped, by string arithmetic.
  const hex = (high: number, low: number) => ((high << 8) | low).toString(16)
  const wrappers: ReadonlyArray<[string, (bytes: readonly [number, number, number, number]) => string]> = [
    ["mapped", ([a, b, c, d]) => `::ffff:${a}.${b}.${c}.${d}`],
    ["mapped, in hexadecimal", ([a, b, c, d]) => `::ffff:${hex(a, b)}:${hex(c, d)}`],
    ["translated", ([a, b, c, d]) => `::ffff:0:${hex(a, b)}:${hex(c, d)}`],
    ["in NAT64", ([a, b, c, d]) => `64:ff9b::${hex(a, b)}:${hex(c, d)}`],
    ["in 6to4", ([a, b, c, d]) => `2002:${hex(a, b)}:${hex(c, d)}::1`],
    ["in Teredo", ([a, b, c, d]) => `2001:0:808:808:0:0:${hex(255 - a, 255 - b)}:${hex(255 - c, 255 - d)}`]
  ]
  it.each(wrappers)("of an IPv4 address %s is that of the IPv4 address", (_, wrap) => {
    let seed = 0x2545f491
    const byte = () => {
      seed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9
      return seed >>> 24
    }
    const firstBytes = [0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 255]
    for (let round = 0; round < 2000; round++) {
      const first = round % 2 === 0 ? byte() : (firstBytes[round % firstBytes.length] ?? 0)
      const bytes = [first, byte(), byte(), byte()] as const
      assert.strictEqual(classifyAddress(wrap(bytes)), classifyAddress(bytes.join(".")), bytes.join("."))
    }
  })

  it("of an IPv4-compatible address is that of the IPv4 address", () => {
    assert.strictEqual(classifyAddress("::127.0.0.1"), "loopback")
    assert.strictEqual(classifyAddress("::10.0.0.1"), "private")
    assert.strictEqual(classifyAddress("::8.8.8.8"), "public")
  })
})

describe("reach of webhooks", () => {
  it.each([
    ["a public address", "example.com", ["8.8.8.8"], [], true],
    ["several public addresses", "example.com", ["8.8.8.8", "2606:4700::1111"], [], true],
    ["no address", "example.com", [], [], false],
    ["no address, everything allowed", "example.com", [], ["*"], false],
    ["one private among public addresses", "example.com", ["8.8.8.8", "10.0.0.1"], [], false],
    ["a private address, allowed by its range", "ci", ["10.1.2.3"], ["10.0.0.0/8"], true],
    ["a private address outside the allowed range", "ci", ["10.1.2.3"], ["10.0.0.0/16"], false],
    ["one of two addresses allowed", "ci", ["10.1.2.3", "192.168.0.1"], ["10.0.0.0/8"], false],
    ["both addresses allowed", "ci", ["10.1.2.3", "fd00::1"], ["10.0.0.0/8", "fd00::/8"], true],
    ["one address allowed alone", "ci", ["10.1.2.3"], ["10.1.2.3"], true],
    ["its neighbour", "ci", ["10.1.2.4"], ["10.1.2.3"], false],
    ["a host that is allowed by name", "CI.internal", ["10.1.2.3"], ["ci.Internal"], true],
    ["a host below the allowed one", "a.ci.internal", ["10.1.2.3"], ["ci.internal"], false],
    ["localhost", "localhost", ["127.0.0.1"], [], false],
    ["localhost with a public address", "x.localhost", ["8.8.8.8"], [], false],
    ["localhost with a public address and a dot at its end", "localhost.", ["8.8.8.8"], [], false],
    ["localhost, allowed by name", "localhost", ["127.0.0.1", "::1"], ["localhost"], true],
    ["localhost, allowed by address", "localhost", ["127.0.0.1"], ["127.0.0.0/8"], true],
    ["an IPv6 address, allowed in brackets", "::1", ["::1"], ["[::1]"], true]
  ] satisfies ReadonlyArray<[string, string, ReadonlyArray<string>, ReadonlyArray<string>, boolean]>)(
    "%s: %s with %j, allowed %j, is %s",
    (_, host, addresses, allowed, expected) => {
      assert.strictEqual(mayReach(host, addresses, endpointRules({ allow: allowed })), expected)
    }
  )

  it.each([
    ["a public address", "example.com", ["8.8.8.8"], ["8.8.8.0/24"]],
    ["one of several addresses", "example.com", ["8.8.4.4", "8.8.8.8"], ["8.8.8.8"]],
    ["an address that is allowed, too", "ci", ["10.1.2.3"], ["10.1.0.0/16"]],
    ["an IPv4 address inside of an IPv6 one", "example.com", ["64:ff9b::808:808"], ["8.8.8.8"]],
    ["an IPv6 prefix that stands for IPv4 addresses", "example.com", ["64:ff9b::808:808"], ["64:ff9b::/96"]],
    ["an address with its interface", "ci", ["fe80::1%eth0"], ["fe80::/10"]],
    ["a host by name", "Example.com", ["8.8.8.8"], ["example.COM"]],
    ["a host below the denied one", "a.b.example.com", ["8.8.8.8"], ["example.com"]],
    ["a host with a dot at its end", "example.com.", ["8.8.8.8"], ["example.com"]],
    ["everything", "example.com", ["8.8.8.8"], ["*"]]
  ] satisfies ReadonlyArray<[string, string, ReadonlyArray<string>, ReadonlyArray<string>]>)(
    "is denied for %s: %s with %j, denied %j, also when everything is allowed",
    (_, host, addresses, deny) => {
      for (const allow of [[], ["*"], [host.toLowerCase()], ["0.0.0.0/0", "::/0"]]) {
        assert.isFalse(mayReach(host, addresses, endpointRules({ allow, deny })))
      }
    }
  )

  it("is not denied when the deny list does not name it", () => {
    const rules = endpointRules({ deny: ["example.com", "8.8.8.8"] })
    assert.isTrue(mayReach("notexample.com", ["8.8.4.4"], rules))
    assert.isTrue(mayReach("example.com.org", ["8.8.4.4"], rules))
  })

  it.each([
    ["169.254.169.254", "169.254.169.254"],
    ["a name", "169.254.169.254"],
    ["metadata.google.internal", "169.254.169.254"],
    ["168.63.129.16", "168.63.129.16"],
    ["100.100.100.200", "100.100.100.200"],
    ["192.0.0.192", "192.0.0.192"],
    ["fd00:ec2::254", "fd00:ec2::254"],
    ["::ffff:a9fe:a9fe", "::ffff:a9fe:a9fe"],
    ["metadata.goog", "10.0.0.1"],
    ["METADATA.google.internal", "8.8.8.8"]
  ])("excludes the metadata services of clouds, %s at %s, whatever is allowed in general", (host, address) => {
    for (const allow of [[], ["*"], ["169.254.0.0/16", "0.0.0.0/0", "::/0"], ["a name", "build.internal"]]) {
      assert.isFalse(mayReach(host, [address], endpointRules({ allow })))
    }
  })

  it("includes a metadata service that is allowed by its own name or address", () => {
    const reach = (host: string, address: string, ...allow: ReadonlyArray<string>) =>
      mayReach(host, [address], endpointRules({ allow }))
    assert.isTrue(reach("169.254.169.254", "169.254.169.254", "169.254.169.254"))
    assert.isTrue(reach("fd00:ec2::254", "fd00:ec2::254", "fd00:ec2::254/128"))
    assert.isTrue(reach("Metadata.google.internal", "169.254.169.254", "metadata.google.internal"))
    assert.isFalse(reach("metadata.google.internal", "169.254.169.254", "169.254.169.254"))
  })

  it("entries of the allow list that mean nothing are named", () => {
    const entries = ["10.0.0.0/8", "ci.internal", "10.0.0.0/33", "10.0.0.256", "http://ci/", "*.internal", "fd00::/129"]
    assert.deepStrictEqual(parseAddressList(entries).invalid, [
      "10.0.0.0/33",
      "10.0.0.256",
      "http://ci/",
      "*.internal",
      "fd00::/129"
    ])
  })
})
