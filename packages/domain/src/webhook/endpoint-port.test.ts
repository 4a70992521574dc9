import { assert, describe, it } from "vitest"
import { defaultPortRules, mayUsePort, parsePortRules } from "./endpoint-port.ts"

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
