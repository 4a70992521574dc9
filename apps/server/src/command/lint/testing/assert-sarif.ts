import { createRequire } from "node:module"
import ajvDraft04 from "ajv-draft-04"
import ajvFormats from "ajv-formats"
import { assert } from "vitest"

const require = createRequire(import.meta.url)
const Ajv = ajvDraft04.default

/** The one that code scanning of GitHub and editors use. Two of its patterns are none with the flag `u`. */
const schema = require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json")
const ajv = new Ajv({ allErrors: true, strictTypes: false, unicodeRegExp: false })
ajvFormats.default(ajv)
const validate = ajv.compile<SarifLog>(schema)

interface SarifLog {
  readonly runs: ReadonlyArray<{
    readonly tool: { readonly driver: { readonly rules: ReadonlyArray<{ readonly id: string }> } }
    readonly results: ReadonlyArray<{
      readonly ruleId: string
      readonly ruleIndex: number
      readonly locations: ReadonlyArray<{
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string }
          readonly region?: { readonly startLine: number }
          readonly contextRegion?: { readonly startLine: number }
        }
      }>
    }>
  }>
}

/** A SARIF log follows the schema, and its parts agree where the schema cannot say it. */
export const assertSarif = (log: unknown): void => {
  const isValid = validate(log)
  assert.deepStrictEqual(validate.errors ?? [], [])
  assert(isValid)
  for (const { tool, results } of log.runs) {
    for (const { ruleId, ruleIndex, locations } of results) {
      assert.strictEqual(tool.driver.rules[ruleIndex]?.id, ruleId)
      for (const { physicalLocation } of locations) {
        assert.match(physicalLocation.artifactLocation.uri, /^(?:file:\/\/\/)?(?:[\w.~!*'()/-]|%[\dA-F]{2})+$/)
        assert.strictEqual(physicalLocation.contextRegion?.startLine, physicalLocation.region?.startLine)
      }
    }
  }
}
