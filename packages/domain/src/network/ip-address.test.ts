import { assert, describe, it } from "vitest"
import { clientNetwork, shortenedAddress } from "./ip-address.ts"

describe("the client that a limit counts", () => {
  it.each([
    ["an IPv4 address is itself", "198.51.100.7", "198.51.100.7"],
    ["an IPv4 address in an IPv6 socket is the same", "::ffff:198.51.100.7", "198.51.100.7"],
    ["an IPv6 address is its /64", "2001:db8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1:2::/64"],
    ["another address of the /64 is the same", "2001:DB8:1:2::1", "2001:db8:1:2::/64"],
    ["the next /64 is another", "2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["a zone does not count", "fe80::1%eth0", "fe80:0:0:0::/64"],
    ["a text that is no address stays", "unknown", "unknown"]
  ])("%s", (_, address, network) => {
    assert.strictEqual(clientNetwork(address), network)
  })
})

describe("the address that people recognize", () => {
  it.each([
    ["IPv4 without its last number", "198.51.100.7", "198.51.100.0/24"],
    ["IPv6 as its /48", "2001:db8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1::/48"],
    ["a text that is no address stays", "unknown", "unknown"]
  ])("is %s", (_, address, shortened) => {
    assert.strictEqual(shortenedAddress(clientNetwork(address)), shortened)
  })
})
