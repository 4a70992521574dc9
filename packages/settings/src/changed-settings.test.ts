import { assert, describe, it } from "vitest"
import { changedSettings } from "./changed-settings.ts"
import { readSettings } from "./read-settings.ts"

const read = (environment: Readonly<Record<string, string>>) => {
  const found = readSettings("server", { flags: {}, environment, isTerminal: false, readFile: () => null })
  return "problems" in found ? assert.fail(found.problems.join()) : found.settings
}

describe("settings that were read again", () => {
  it("are compared by what they mean, and told apart by when they count", () => {
    const running = read({ DRAGOMAN_LIMIT_EXPORTS: "60/1m", DRAGOMAN_JWT_SECRET: "s".repeat(32) })
    const again = read({
      DRAGOMAN_LIMIT_EXPORTS: "60/60s",
      DRAGOMAN_LIMIT_LOGINS: "off",
      DRAGOMAN_LOG_LEVEL: "debug",
      DRAGOMAN_PORT: "1",
      DRAGOMAN_JWT_SECRET: "t".repeat(32)
    })
    assert.deepStrictEqual(changedSettings("server", running, again), {
      live: { limitLogins: [], logLevel: "debug" },
      liveVariables: ["DRAGOMAN_LIMIT_LOGINS", "DRAGOMAN_LOG_LEVEL"],
      restartVariables: ["DRAGOMAN_PORT", "DRAGOMAN_JWT_SECRET"]
    })
    assert.deepStrictEqual(changedSettings("server", running, running).restartVariables, [])
  })
})
