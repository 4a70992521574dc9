import { findingIds, findingKinds } from "@dragoman/domain/doctor"
import { assert, describe, it } from "vitest"
import ar from "../../base/texts/finding/ar.json"
import cs from "../../base/texts/finding/cs.json"
import en from "../../base/texts/finding/en.json"
import { withoutIsolates } from "../../widget/ui/measured.ts"
import { findingSentences } from "./finding-sentence.ts"

/** A value for each parameter of a finding. */
const paramsOf = (id: (typeof findingIds)[number]) =>
  Object.fromEntries(findingKinds[id].params.map((name) => [name, /(Bytes|Millis|At)$/.test(name) ? 7_200_000 : 3]))

describe("a sentence about a finding", () => {
  it("is there for everything that the doctor can find, and needs nothing that was not measured", () => {
    const missing = findingIds.filter((id) => findingSentences(en, "en", { id, params: paramsOf(id) }) === null)
    assert.deepStrictEqual(missing, [])
    const unknown = Object.keys(en).filter((key) => !findingIds.some((id) => key.startsWith(`${id}.`)))
    assert.deepStrictEqual(unknown, [])
  })

  it("says where when the place has words", () => {
    for (const key of Object.keys(en).filter((name) => name.endsWith(".where"))) {
      const id = key.slice(0, -".where".length) as (typeof findingIds)[number]
      assert.isString(findingSentences(en, "en", { id, params: paramsOf(id) })?.where, id)
    }
  })

  it("has what was measured in the units of the language", () => {
    const space = { freeBytes: 48_000_000, totalBytes: 20_500_000_000 }
    assert.deepStrictEqual(findingSentences(en, "en", { id: "disk-full", params: space }), {
      what: "48 MB of 20.5 GB are free on the volume.",
      where: null,
      whatToDo: "Free space now, or enlarge the volume: writes will fail."
    })
    const late = { count: 5, lateMillis: 3 * 86_400_000, lastError: "none", mail: "missing" }
    const mails = findingSentences(cs, "cs", { id: "mails-late", params: late })
    assert.strictEqual(mails?.what, "5 zpráv už mělo odejít. Zpoždění první: 3 dny.")
    assert.strictEqual(mails?.where, "fronta pošty")
    assert.include(mails?.whatToDo, "DRAGOMAN_SMTP_HOST")
  })

  it("chooses by what was measured", () => {
    const words = (engine: string) =>
      findingSentences(en, "en", { id: "database-missing", params: { engine } })?.whatToDo
    assert.include(words("sqlite"), "DRAGOMAN_DATA_DIR")
    assert.include(words("postgres"), "createdb")
    const rejected = (code: string) =>
      findingSentences(en, "en", { id: "database-rejected", params: { engine: "postgres", code } })?.what
    assert.strictEqual(rejected("none"), "The database does not let this program in.")
    assert.strictEqual(rejected("28P01"), "The database does not let this program in (28P01).")
  })

  it("keeps what was measured together in a sentence from right to left, and commands as they are typed", () => {
    const host = findingSentences(ar, "ar", { id: "public-host-unknown", params: { host: "translate.example.org" } })
    assert.include(host?.what, "\u2068translate.example.org\u2069")
    const behind = { table: "public.key", next: "4", newest: "9" }
    const sequence = findingSentences(ar, "ar", { id: "sequence-behind", params: behind })
    assert.include(
      withoutIsolates(sequence?.whatToDo ?? ""),
      "SELECT setval(pg_get_serial_sequence('public.key', 'id'), 9);"
    )
  })

  it("is not there for a finding of a newer server, and for one without what was measured", () => {
    assert.isNull(findingSentences(en, "en", { id: "moon-full", params: {} }))
    assert.isNull(findingSentences(en, "en", { id: "disk-full", params: { freeBytes: 1 } }))
  })
})
