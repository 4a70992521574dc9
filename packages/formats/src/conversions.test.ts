import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { conversionsFile, printConversions } from "./testing/conversion/conversions-file.ts"

describe("conversions between formats", () => {
  it("docs/conversions.md says what a project keeps that goes through each pair of formats", () => {
    assert.strictEqual(
      readFileSync(conversionsFile, "utf8"),
      printConversions(),
      "Renew it: npm run exec node packages/formats/src/testing/conversion/print-conversions.ts"
    )
  })
})
