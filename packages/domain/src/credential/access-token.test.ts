import { assert, describe, it } from "vitest"
import { isAccessTokenEnded, nextTokenGeneration } from "./access-token.ts"

const changedAt = 1_700_000_000_500

describe("an access token after a change of the password", () => {
  it.each([
    ["ends when it is of the generation before", { generation: 0, issuedAtSeconds: 1_600_000_000 }, true],
    ["ends when it was issued in the same second", { generation: 0, issuedAtSeconds: 1_700_000_000 }, true],
    ["ends when it was issued later for the old password", { generation: 0, issuedAtSeconds: 1_700_000_001 }, true],
    ["is valid when it is of the new generation", { generation: changedAt, issuedAtSeconds: 1_700_000_000 }, false],
    ["ends without a generation when it is older", { generation: null, issuedAtSeconds: 1_700_000_000 }, true],
    ["is valid without a generation when it is younger", { generation: null, issuedAtSeconds: 1_700_000_001 }, false]
  ])("%s", (_, token, isEnded) => {
    assert.strictEqual(isAccessTokenEnded(token, changedAt), isEnded)
  })

  it("is valid as long as the password never changed, with and without a generation", () => {
    assert.isFalse(isAccessTokenEnded({ generation: 0, issuedAtSeconds: 5 }, 0))
    assert.isFalse(isAccessTokenEnded({ generation: null, issuedAtSeconds: 5 }, 0))
  })

  it("is of a generation of its own, also when the clock goes back or two changes share a millisecond", () => {
    assert.strictEqual(nextTokenGeneration(changedAt, 0), changedAt)
    assert.strictEqual(nextTokenGeneration(changedAt, changedAt), changedAt + 1)
    assert.strictEqual(nextTokenGeneration(changedAt - 9_999, changedAt), changedAt + 1)
  })
})
