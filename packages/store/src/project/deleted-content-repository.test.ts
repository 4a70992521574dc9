import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { layerTestSqlite } from "../testing/engines.ts"
import { DeletedContentRepository } from "./deleted-content-repository.ts"

/** The client, which also notes each statement whose text begins with SELECT. */
const noting = (sql: SqlClient.SqlClient, noted: Array<string>) =>
  new Proxy(sql, {
    apply: (target, _, [strings, ...values]) => {
      const statement = Reflect.apply(target, undefined, [strings, ...values])
      const [text] = statement.compile()
      // Fragments are none of these.
      if (/^\s*SELECT /.test(text)) noted.push(text)
      return statement
    }
  })

/** Tables of owners that may be deleted: they have few rows beside those that are erased with one. */
const ownerAliases = ["o", "c", "m", "g", "b"]

layer(layerTestSqlite)("the search for what deleted owners have left", (it) => {
  it.effect("scans owners only, and finds their rows by an index", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const statements: Array<string> = []
      const layerNoting = Layer.provide(
        DeletedContentRepository.layer,
        Layer.succeed(SqlClient.SqlClient, noting(sql, statements))
      )
      const repository = yield* Effect.provide(DeletedContentRepository, layerNoting)
      assert.isFalse(yield* repository.isLeft)
      assert.isAtLeast(statements.length, 30)
      for (const statement of statements) {
        const plan = yield* sql.unsafe<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`)
        const scanned = plan.flatMap(({ detail }) => /^SCAN (\w+)/.exec(detail)?.[1] ?? [])
        assert.isEmpty(
          scanned.filter((alias) => !ownerAliases.includes(alias)),
          statement
        )
      }
    })
  )
})
