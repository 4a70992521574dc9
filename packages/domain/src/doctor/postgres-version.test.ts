import { assert, it } from "vitest"
import { isPostgresOutdated } from "./postgres-version.ts"

it.each([
  [90_624, true],
  [100_023, true],
  [130_022, true],
  [139_999, true],
  [140_000, false],
  [140_012, false],
  [180_004, false]
])("PostgreSQL with the version number %i is outdated: %s", (versionNumber, outdated) => {
  assert.strictEqual(isPostgresOutdated(versionNumber), outdated)
})
