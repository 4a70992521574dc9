import { assert, describe, it } from "vitest"
import { checkConsoleRequest, isSessionEnded, sessionIdleMillis, sessionLifetimeMillis } from "./console-session.ts"

const hosts = ["console.example:8080", "texts.example"]
const own = { console: "1", origin: "https://texts.example", fetchSite: "same-origin" }

describe("a request comes from the console", () => {
  it.each([
    ["with its header, from its own origin", {}, null],
    [
      "without origin and site, which browsers leave out over plain http",
      { origin: undefined, fetchSite: undefined },
      null
    ],
    ["under the port that the client named", { origin: "http://console.example:8080" }, null],
    ["under the default port, named or not", { origin: "https://texts.example:443" }, null],
    ["whatever the case of the host", { origin: "https://Texts.Example" }, null],
    ["not without the header", { console: undefined }, "console_header_missing"],
    ["not with another value of the header", { console: "true" }, "console_header_missing"],
    ["not from another host", { origin: "https://evil.example" }, "foreign_origin"],
    ["not from a host below this one", { origin: "https://a.texts.example" }, "foreign_origin"],
    ["not from another port", { origin: "http://console.example:8081" }, "foreign_origin"],
    ["not from an opaque origin", { origin: "null" }, "foreign_origin"],
    ["not from a name that only begins alike", { origin: "https://texts.example.evil.example" }, "foreign_origin"],
    ["not from another site", { fetchSite: "cross-site" }, "foreign_origin"],
    ["not from another origin of the site", { fetchSite: "same-site" }, "foreign_origin"],
    ["not from a navigation", { fetchSite: "none" }, "foreign_origin"]
  ] as const)("%s", (_, difference, expected) => {
    assert.strictEqual(checkConsoleRequest({ ...own, ...difference }, hosts), expected)
  })
})

describe("a session ends", () => {
  const session = { createdAt: 1_000, lastUsedAt: 5_000, generation: 7 }
  const idleEnd = session.lastUsedAt + sessionIdleMillis
  const lastEnd = session.createdAt + sessionLifetimeMillis
  it.each([
    ["not while it is used", session, 6_000, 7, false],
    ["not just before 14 days without a use", session, idleEnd - 1, 7, false],
    ["after 14 days without a use", session, idleEnd, 7, true],
    ["not just before 90 days", { ...session, lastUsedAt: lastEnd - 2 }, lastEnd - 1, 7, false],
    ["after 90 days, however much it is used", { ...session, lastUsedAt: lastEnd - 1 }, lastEnd, 7, true],
    ["with a new password", session, 6_000, 8, true],
    ["with a new password, also when the clock went back", session, 6_000, 6, true]
  ] as const)("%s", (_, of, now, tokensValidNotBefore, expected) => {
    assert.strictEqual(isSessionEnded(of, { now, tokensValidNotBefore }), expected)
  })
})
