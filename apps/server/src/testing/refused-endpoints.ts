import type { NameRecords } from "./name-server.ts"

// One table for saving, testing and sending.

/** First and last addresses of ranges, and those that clouds and containers use. */
const refusedIpv4 = [
  ...["0.0.0.0", "0.1.2.3", "0.255.255.255", "10.0.0.0", "10.255.255.255", "127.0.0.1", "127.0.0.2", "127.255.255.255"],
  ...["100.64.0.0", "100.100.100.200", "100.127.255.255", "169.254.0.1", "169.254.169.254", "169.254.170.2"],
  ...["172.16.0.0", "172.17.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.192", "192.0.0.255", "192.0.2.1"],
  ...["192.88.99.0", "192.88.99.255", "192.168.0.1", "192.168.255.255", "198.18.0.0", "198.19.255.255"],
  ...["198.51.100.7", "203.0.113.255", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.254"],
  ...["255.255.255.255", "168.63.129.16"]
]

const refusedIpv6 = [
  // Unspecified and loopback.
  ...["::", "::1", "0:0:0:0:0:0:0:1", "0000:0000:0000:0000:0000:0000:0000:0001"],
  // Standing for an IPv4 address: mapped, compatible, translated, NAT64, 6to4, Teredo.
  ...["::ffff:127.0.0.1", "::ffff:7f00:1", "::FFFF:10.0.0.1", "::ffff:a9fe:a9fe", "::ffff:0.0.0.0"],
  ...["::127.0.0.1", "::10.0.0.1", "::ffff:0:127.0.0.1", "::ffff:0:c0a8:1"],
  ...["64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "64:ff9b:1::808:808", "64:ff9b:1:7f00:0:100:808:808"],
  ...["2002:7f00:1::", "2002:a00:1::1", "2002:c0a8:1::1", "2002:a9fe:a9fe::"],
  ...["2001:0:808:808::80ff:fffe", "2001:0:808:808::f5ff:fffe"],
  // Protocol assignments, benchmarking, documentation, discard, segment routing.
  ...["2001:1::1", "2001:2::1", "2001:10::1", "2001:20::1", "2001:db8::1", "3fff::1", "100::1", "100:0:0:1::1"],
  ...["2620:4f:8000::1", "5f00::1"],
  // Unique local, link-local, site-local, multicast, not given out.
  ...["fc00::1", "fd00:ec2::254", "fdff::1", "fe80::1", "febf::1", "fec0::1", "feff::1", "ff02::1", "ff0e::1"],
  ...["200::1", "4000::1", "8000::1", "e000::1"]
]

/** URLs whose host programs read differently, or that have none. `{port}` is the port of the decoy. */
const refusedSpellings = [
  // Numbers.
  ...["http://127.1:{port}/", "http://127.0.1:{port}/", "http://2130706433:{port}/", "http://0x7f000001:{port}/"],
  ...["http://0x7f.0.0.1:{port}/", "http://0X7F.1:{port}/", "http://0177.0.0.1:{port}/", "http://017700000001:{port}/"],
  ...["http://0:{port}/", "http://0x0:{port}/", "http://3232235521/", "http://0xc0a80001/", "http://0300.0250.0.1/"],
  ...["http://169.254.43518/", "http://2852039166/", "http://0xa9fea9fe/", "http://0251.0376.0251.0376/"],
  // Other characters for the same.
  ...[
    "http://①②⑦.0.0.1:{port}/",
    "http://１２７.０.０.１:{port}/",
    "http://127。0。0。1:{port}/",
    "http://[::ⅰ]:{port}/"
  ],
  ...["http://%31%32%37.0.0.1:{port}/", "http://127%2e0%2e0%2e1:{port}/", "http://127.0.0.1%00:{port}/"],
  // Dots at the end.
  ...["http://127.0.0.1.:{port}/", "http://127.0.0.1..:{port}/", "http://2130706433.:{port}/", "http://[::1].:{port}/"],
  // Ports of other services.
  ...["http://8.8.8.8:25/", "https://8.8.8.8:6379/", "http://93.184.215.14:0/"],
  // Names of this machine.
  ...[
    "http://localhost:{port}/",
    "http://LOCALHOST:{port}/",
    "http://localhost.:{port}/",
    "http://hook.localhost:{port}/"
  ],
  ...["http://lo%63alhost:{port}/", "http://ⓛocalhost:{port}/", "http://ｌｏｃａｌｈｏｓｔ:{port}/"],
  // Zones.
  ...["http://[::1%25lo]:{port}/", "http://[::1%lo]:{port}/", "http://[fe80::1%25eth0]/", "http://[fe80::1%eth0]/"],
  // These look like a host, but are a user; or the other way round.
  ...["http://user@127.0.0.1:{port}/", "http://user:password@[::1]:{port}/", "http://93.184.215.14@127.0.0.1:{port}/"],
  ...["http://93.184.215.14:80@127.0.0.1:{port}/", "http://93.184.215.14%2f@127.0.0.1:{port}/"],
  ...["http://93.184.215.14@93.184.215.14@127.0.0.1:{port}/", "http://127.0.0.1:{port}\\@93.184.215.14/"],
  ...["http://@127.0.0.1:{port}/", "http://:@127.0.0.1:{port}/", "http://a:b@c@127.0.0.1:{port}/"],
  // Slashes and white space.
  ...["http:/127.0.0.1:{port}/", "http:127.0.0.1:{port}/", "http:\\\\127.0.0.1:{port}/", "http:///127.0.0.1:{port}/"],
  ...[
    " http://127.0.0.1:{port}/",
    "http://127.0.0.1:{port}/\n",
    "ht\ntp://127.0.0.1:{port}/",
    "http://127.0.0.1\t:{port}/"
  ],
  // Ports and schemes.
  ...["http://127.0.0.1:0/", "http://127.0.0.1:00{port}/", "http://[::1]:65535/", "http://127.0.0.1:99999/"],
  ...["HTTP://127.0.0.1:{port}/", "https://127.0.0.1:{port}/", "HTTPS://[::1]:{port}/", "ftp://127.0.0.1:{port}/"],
  ...[
    "gopher://127.0.0.1:{port}/",
    "file:///etc/passwd",
    "//127.0.0.1:{port}/",
    "127.0.0.1:{port}",
    "unix:/run/docker.sock"
  ]
]

/** Names whose name server refuses, is silent, or names an address that is not public. */
const refusedNames: Readonly<Record<string, NameRecords>> = {
  // The first one, so that others are tried while it is waited for.
  "silent.example": { failure: "silence" },
  "loopback.example": { addresses: ["127.0.0.1"] },
  "loopback6.example": { addresses: ["::1"] },
  "unspecified.example": { addresses: ["0.0.0.0"] },
  "private-a.example": { addresses: ["10.1.2.3"] },
  "private-b.example": { addresses: ["172.16.0.1"] },
  "private-c.example": { addresses: ["192.168.1.1"] },
  "metadata.example": { addresses: ["169.254.169.254"] },
  "metadata6.example": { addresses: ["fd00:ec2::254"] },
  "carrier.example": { addresses: ["100.64.0.1"] },
  "multicast.example": { addresses: ["224.0.0.251"] },
  "broadcast.example": { addresses: ["255.255.255.255"] },
  "documentation.example": { addresses: ["192.0.2.1"] },
  "link-local.example": { addresses: ["fe80::1"] },
  "mapped.example": { addresses: ["::ffff:7f00:1"] },
  "nat64.example": { addresses: ["64:ff9b::a9fe:a9fe"] },
  "6to4.example": { addresses: ["2002:7f00:1::1"] },
  "mixed.example": { addresses: ["93.184.215.14", "127.0.0.1"] },
  "mixed-last.example": { addresses: ["93.184.215.14", "93.184.215.15", "93.184.215.16", "93.184.215.17", "10.0.0.1"] },
  "mixed-families.example": { addresses: ["93.184.215.14", "::1"] },
  "mixed-families6.example": { addresses: ["192.168.0.1", "2606:2800:21f::1"] },
  "alias.example": { alias: "private-a.example" },
  "alias-of-alias.example": { alias: "alias.example" },
  "alias-of-localhost.example": { alias: "localhost" },
  "alias-of-mixed.example": { alias: "mixed.example" },
  "alias-in-circles.example": { alias: "alias-in-circles.example" },
  "alias-of-nothing.example": { alias: "nothing.example" },
  "long.example": { addresses: ["127.0.0.1"], isLong: true },
  "empty.example": {},
  "gone.example": { failure: "NXDOMAIN" },
  "broken.example": { failure: "SERVFAIL" },
  "closed.example": { failure: "REFUSED" },
  "garbage.example": { failure: "garbage" }
}

/** URLs that may not be saved, and to which nothing is sent when they are stored all the same. */
export const refusedUrls = (decoyPort: number): ReadonlyArray<string> =>
  [
    ...Object.keys(refusedNames).map((name) => `http://${name}:{port}/`),
    ...refusedIpv4.map((address) => `http://${address}:{port}/hook`),
    ...refusedIpv6.map((address) => `http://[${address}]:{port}/hook`),
    ...refusedSpellings
  ].map((url) => url.replace("{port}", String(decoyPort)))

/** The neighbours of refused ranges, and what only looks like something else: URL, and where it has to go. */
export const publicEndpoints: ReadonlyArray<readonly [url: string, address: string]> = [
  ...[
    ...["1.0.0.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255"],
    ...["128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255"],
    ...["192.0.1.0", "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0"],
    ...["198.17.255.255", "198.20.0.0", "198.51.99.255", "203.0.114.0", "223.255.255.255"]
  ].map((address) => [`http://${address}/hook`, address] as const),
  ...[
    ...["2606:4700::1111", "2001:4860:4860::8888", "2001:db9::1", "2003::1", "2a00:1450:4001:80b::200e", "3ffe::1"],
    ...["2002:808:808::1", "64:ff9b::808:808", "::ffff:808:808"]
  ].map((address) => [`http://[${address}]:8080/hook`, address] as const),
  ["http://user:password@8.8.8.8/", "8.8.8.8"],
  ["http://127.0.0.1@8.8.8.8/", "8.8.8.8"],
  ["http://8.8.8.8/?@127.0.0.1/", "8.8.8.8"],
  ["http://8.8.8.8/#@127.0.0.1/", "8.8.8.8"],
  ["http://8.8.8.8:81/http://127.0.0.1/", "8.8.8.8"],
  ["https://public.example/", "93.184.215.14"],
  ["HTTP://PUBLIC.EXAMPLE:65535", "93.184.215.14"],
  ["http://several.example/", "93.184.215.15"],
  ["http://only6.example/", "2606:2800:21f::1"],
  ["http://alias-of-public.example/", "93.184.215.14"],
  ["http://long-public.example/", "93.184.215.16"],
  ["http://localhost.example/", "93.184.215.14"],
  ["http://127-0-0-1.example/", "93.184.215.14"],
  ["http://10.example/", "93.184.215.14"],
  ["http://xn--pklad-zsa96e.example/", "93.184.215.14"]
]

const publicNames: Readonly<Record<string, NameRecords>> = {
  "public.example": { addresses: ["93.184.215.14"] },
  "several.example": { addresses: ["93.184.215.15", "2606:2800:21f::2"] },
  "only6.example": { addresses: ["2606:2800:21f::1"] },
  "alias-of-public.example": { alias: "public.example" },
  "long-public.example": { addresses: ["93.184.215.16"], isLong: true },
  "localhost.example": { addresses: ["93.184.215.14"] },
  "127-0-0-1.example": { addresses: ["93.184.215.14"] },
  "10.example": { addresses: ["93.184.215.14"] },
  "xn--pklad-zsa96e.example": { addresses: ["93.184.215.14"] }
}

/** All names that there are. */
export const endpointNames: Readonly<Record<string, NameRecords>> = {
  ...refusedNames,
  ...publicNames,
  localhost: { addresses: ["127.0.0.1", "::1"] }
}
