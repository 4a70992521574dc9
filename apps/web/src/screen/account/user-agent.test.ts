import { assert, describe, it } from "vitest"
import { describeAgent } from "./user-agent.ts"

describe("the device of a session", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0",
      "Edge, Windows"
    ],
    ["Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36", "Chrome, Android"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Safari/605.1",
      "Safari, iOS"
    ],
    ["my-script/1.0", "my-script/1.0"],
    [" ", null],
    [null, null]
  ])("%s is %s", (userAgent, described) => {
    assert.strictEqual(describeAgent(userAgent), described)
  })
})
