import { assert, describe, it } from "vitest"
import type { SettingValues } from "../../platform/settings/settings.ts"
import { CommandFailure } from "../command-failure.ts"
import { readPartitionArguments } from "./partition-arguments.ts"
import { runPartitionCommand } from "./partition-command.ts"

const read = (...words: ReadonlyArray<string>) => readPartitionArguments(["partition", ...words])

describe("dragoman partition", () => {
  it.each([
    [["status"], { action: "status" }],
    [["divide", "deliveries"], { action: "divide", name: "deliveries" }],
    [["join", "content"], { action: "join", name: "content" }],
    [["join", "history", "--json"], { action: "join", name: "history" }]
  ] as const)("reads the words %j", (words, action) => {
    assert.deepInclude(read(...words), { action })
  })

  it.each([
    [[], /partition status/],
    [["devide", "history"], /Do you mean divide/],
    [["divide"], /deliveries or history/],
    [["divide", "texts"], /deliveries or history/],
    [["status", "history"], /What does history mean/],
    [["join", "history", "deliveries"], /What does deliveries mean/]
  ] as const)("says what to write instead of %j", (words, problem) => {
    assert.match(JSON.stringify(read(...words)), problem)
  })

  it("does nothing to a SQLite file", async () => {
    const settings = { database: { engine: "sqlite", filename: "/nowhere/dragoman.sqlite" } } as SettingValues
    const failure = await runPartitionCommand(settings, { action: "status" }).then(
      () => null,
      (error: unknown) => error
    )
    assert.instanceOf(failure, CommandFailure)
    assert.match(String((failure as CommandFailure).sentence), /SQLite file/)
  })
})
