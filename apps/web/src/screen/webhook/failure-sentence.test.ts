import { deliveryFailureIds, noResponseSentence, readDeliveryFailure, statusSentence } from "@dragoman/domain/webhook"
import { assert, describe, it } from "vitest"
import ar from "../../base/texts/error/ar.json"
import de from "../../base/texts/error/de.json"
import en from "../../base/texts/error/en.json"
import { withoutIsolates } from "../../widget/ui/measured.ts"
import { failureSentence } from "./failure-sentence.ts"

/** The failure as the server sends it; `detail` is null when there is none. */
const failedBecause = (id: (typeof deliveryFailureIds)[number], detail: string | null) => {
  const status = id === "redirect" ? 302 : id === "status" ? 503 : null
  const error = id === "redirect" || id === "status" ? statusSentence(status ?? 0) : noResponseSentence(id, detail)
  return { error, failure: readDeliveryFailure(error, status) }
}

describe("the reason of a failed attempt", () => {
  it("has a sentence for everything that the server can say, and needs nothing that it does not know", () => {
    for (const detail of ["ECONNRESET", "10000 ms", null]) {
      const missing = deliveryFailureIds.filter((id) => {
        const failed = failedBecause(id, detail)
        return failureSentence(en, "en", failed) === failed.error
      })
      assert.deepStrictEqual(missing, [])
    }
    const known: ReadonlyArray<string> = deliveryFailureIds.map((id) => `delivery.${id}`)
    const unknown = Object.keys(en).filter((key) => key.startsWith("delivery.") && !known.includes(key))
    assert.deepStrictEqual(unknown, [])
  })

  it("has what is known of the failure in the units of the language", () => {
    assert.include(failureSentence(de, "de", failedBecause("timedOut", "10000 ms")), "innerhalb von 10 Sekunden")
    assert.include(failureSentence(de, "de", failedBecause("timedOut", "ETIMEDOUT")), "(ETIMEDOUT)")
    assert.include(failureSentence(en, "en", failedBecause("hostNotFound", null)), "for the host. See")
    assert.include(failureSentence(ar, "ar", failedBecause("status", null)), "503")
    const host = failureSentence(ar, "ar", failedBecause("hostNotFound", "hooks.example.org")) ?? ""
    assert.include(host, "\u2068hooks.example.org\u2069")
    assert.include(withoutIsolates(host), "hooks.example.org")
  })

  it("is in English where the console has no sentence, and not there for what was delivered", () => {
    const error = "The moon is full."
    assert.strictEqual(failureSentence(de, "de", { error, failure: null }), error)
    assert.strictEqual(
      failureSentence({}, "de", failedBecause("closedEarly", null)),
      failedBecause("closedEarly", null).error
    )
    assert.isNull(failureSentence(de, "de", { error: null, failure: null }))
  })
})
