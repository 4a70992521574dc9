import { assert, describe, it } from "vitest"
import { hostOfUrl, stateOfWebhook } from "./webhook-state.ts"

const active = { enabled: true, autoDisabled: false, paused: false, heldUntil: null, firstFailed: null }
const now = 1_000

describe("the shown state of a webhook", () => {
  it.each([
    ["active", active, { kind: "active" }],
    ["off by a person", { ...active, enabled: false, firstFailed: 5 }, { kind: "disabled" }],
    ["off after failures", { ...active, enabled: false, autoDisabled: true, paused: true }, { kind: "autoDisabled" }],
    ["paused, which comes before its failures", { ...active, paused: true, firstFailed: 5 }, { kind: "paused" }],
    [
      "waiting, as its endpoint asked",
      { ...active, heldUntil: 2_000, firstFailed: 5 },
      { kind: "waiting", until: 2_000 }
    ],
    ["failing, once the pause is over", { ...active, heldUntil: 1_000, firstFailed: 5 }, { kind: "failing", since: 5 }]
  ])("is %s", (_, webhook, state) => {
    assert.deepStrictEqual(stateOfWebhook(webhook, now) as unknown, state)
  })
})

describe("the host of a webhook", () => {
  it("has the port, and neither path nor password", () => {
    assert.strictEqual(hostOfUrl("https://user:hidden@hooks.example:8443/hidden"), "hooks.example:8443")
    assert.strictEqual(hostOfUrl("no address"), "no address")
  })
})
