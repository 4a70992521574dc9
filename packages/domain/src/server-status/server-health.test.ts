import { assert, describe, it } from "vitest"
import { type HealthCheckName, type HealthFacts, type HealthVerdict, judgeHealth } from "./server-health.ts"

const gibibyte = 1024 ** 3

const well: HealthFacts = {
  database: "UP",
  disk: { freeBytes: 50 * gibibyte, totalBytes: 100 * gibibyte },
  writeAheadLogBytes: 4_000_000,
  webhookDispatcher: "embedded",
  isDispatcherFailing: false
}

const verdictOf = (facts: HealthFacts, name: HealthCheckName): HealthVerdict | undefined =>
  judgeHealth(facts).find((check) => check.name === name)?.verdict

describe("how the server is", () => {
  it.each([
    ["a database that answers is fine", "database", {}, "OK"],
    ["a database that does not answer has failed", "database", { database: "DOWN" }, "FAILED"],
    ["a damaged database has failed, although it answers", "database", { database: "DAMAGED" }, "FAILED"],
    ["half of a volume is enough", "disk", {}, "OK"],
    [
      "less than a gibibyte is little",
      "disk",
      { disk: { freeBytes: gibibyte - 1, totalBytes: 4 * gibibyte } },
      "WARNING"
    ],
    [
      "less than a twentieth is little",
      "disk",
      { disk: { freeBytes: 40 * gibibyte, totalBytes: 1000 * gibibyte } },
      "WARNING"
    ],
    ["a full volume takes no change", "disk", { disk: { freeBytes: 0, totalBytes: gibibyte } }, "FAILED"],
    ["a volume that cannot be read says nothing", "disk", { disk: null }, "NONE"],
    ["a log of a gibibyte is the most", "writeAheadLog", { writeAheadLogBytes: gibibyte }, "OK"],
    ["a longer log is held by a long reading", "writeAheadLog", { writeAheadLogBytes: gibibyte + 1 }, "WARNING"],
    ["an engine without a file of its own has no log here", "writeAheadLog", { writeAheadLogBytes: null }, "NONE"],
    ["a dispatcher that runs is fine", "webhookDispatcher", {}, "OK"],
    ["a dispatcher that ended has failed", "webhookDispatcher", { isDispatcherFailing: true }, "FAILED"],
    [
      "a dispatcher of its own answers monitors itself",
      "webhookDispatcher",
      { webhookDispatcher: "external", isDispatcherFailing: true },
      "NONE"
    ]
  ] satisfies ReadonlyArray<[string, HealthCheckName, Partial<HealthFacts>, HealthVerdict]>)(
    "%s",
    (_, name, difference, expected) => {
      assert.strictEqual(verdictOf({ ...well, ...difference }, name), expected)
    }
  )

  it("judges each thing once, the database first", () => {
    assert.deepStrictEqual(
      judgeHealth(well).map(({ name }) => name),
      ["database", "disk", "writeAheadLog", "webhookDispatcher"]
    )
  })
})
