import { assert, describe, it } from "vitest"
import { readSettings } from "./read-settings.ts"

const read = (environment: Readonly<Record<string, string>>) =>
  readSettings("server", { flags: {}, environment, isTerminal: false, readFile: () => null })

describe("internal endpoints", () => {
  it.each([
    [{}, false],
    [{ DRAGOMAN_INTERNAL_ENDPOINTS: "on" }, true],
    [{ TOLGEE_INTERNAL_CONTROLLER_ENABLED: "true" }, true],
    [{ DRAGOMAN_INTERNAL_ENDPOINTS: "on", DRAGOMAN_PUBLIC_URL: "http://localhost:8080" }, true],
    [{ DRAGOMAN_INTERNAL_ENDPOINTS: "on", DRAGOMAN_PUBLIC_URL: "http://127.0.0.1:8080" }, true],
    [{ DRAGOMAN_INTERNAL_ENDPOINTS: "on", DRAGOMAN_PUBLIC_URL: "http://[::1]:8080" }, true],
    [{ DRAGOMAN_PUBLIC_URL: "https://translate.example.org" }, false]
  ])("with %o: %j", (environment, isOn) => {
    const found = read(environment)
    assert.deepInclude("settings" in found ? found.settings : {}, { internalEndpoints: isOn })
  })

  it.each(["https://translate.example.org", "http://127.0.0.1.example.org", "http://192.168.1.2"])(
    "stop the start on a server with the address %s",
    (DRAGOMAN_PUBLIC_URL) => {
      const found = read({ DRAGOMAN_INTERNAL_ENDPOINTS: "on", DRAGOMAN_PUBLIC_URL })
      const problems = "problems" in found ? found.problems : []
      assert.lengthOf(problems, 1)
      assert.include(problems[0], "DRAGOMAN_INTERNAL_ENDPOINTS is on, and DRAGOMAN_PUBLIC_URL")
    }
  )
})
