import { assert, describe, it } from "vitest"
import {
  deliveryFailures,
  type NoResponseReason,
  noResponseSentence,
  readDeliveryFailure,
  statusSentence
} from "./delivery-failure.ts"

const reasons = Object.keys(deliveryFailures) as ReadonlyArray<NoResponseReason>

describe("a failure that is read from the log of attempts", () => {
  it("is that of the sentence, with what is known and without", () => {
    for (const reason of reasons) {
      for (const detail of ["ECONNRESET", "example.org", null]) {
        const failure = readDeliveryFailure(noResponseSentence(reason, detail), null)
        assert.strictEqual(failure?.id, reason)
        const names: ReadonlyArray<string> = deliveryFailures[reason].params
        assert.deepStrictEqual(Object.keys(failure?.params ?? {}), [...names])
        const known = names.find((name) => name !== "limitMillis") ?? ""
        assert.strictEqual(failure?.params[known], detail ?? "none")
      }
    }
  })

  it("tells our limit of time from one of the network", () => {
    const timedOut = (detail: string) => readDeliveryFailure(noResponseSentence("timedOut", detail), null)?.params
    assert.deepStrictEqual(timedOut("10000 ms"), { limitMillis: 10_000, code: "none" })
    assert.deepStrictEqual(timedOut("ETIMEDOUT"), { limitMillis: "none", code: "ETIMEDOUT" })
  })

  it("has the status of a response", () => {
    const ofStatus = (status: number) => readDeliveryFailure(statusSentence(status), status)
    assert.deepStrictEqual(ofStatus(503), { id: "status", params: { status: 503 } })
    assert.deepStrictEqual(ofStatus(302), { id: "redirect", params: { status: 302 } })
  })

  it("is not there for what was delivered, and for a sentence of another server", () => {
    assert.isNull(readDeliveryFailure(null, 200))
    assert.isNull(readDeliveryFailure("The moon is full.", null))
  })
})
