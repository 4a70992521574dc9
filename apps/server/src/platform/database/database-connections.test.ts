import { assert, describe, it } from "@effect/vitest"
import { lastingThreadConnections, threadConnections } from "./database-connections.ts"

const settings = {
  database: { engine: "postgres", url: "postgres://pooler/dragoman" },
  databaseDirectUrl: "postgres://database/dragoman",
  databaseReadConnections: 10,
  databaseWriteConnections: 10
} as const
const connections = { read: 1, write: 1 }

describe("the connections of a thread behind a pooler", () => {
  it("lead to the pooler, and past it where sessions must last", () => {
    assert.deepStrictEqual(threadConnections(settings), {
      engine: "postgres",
      url: "postgres://pooler/dragoman",
      directUrl: "postgres://database/dragoman",
      connections
    })
    assert.deepStrictEqual(lastingThreadConnections(settings), {
      engine: "postgres",
      url: "postgres://database/dragoman",
      connections
    })
  })
})
