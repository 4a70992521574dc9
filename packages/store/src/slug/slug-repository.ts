import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** Slugs of organizations and of projects are two name spaces. */
export type SlugKind = "organization" | "project"

/** Address parts that are taken, by deleted records too, so that an old address never leads somewhere else. */
export class SlugRepository extends Context.Service<
  SlugRepository,
  {
    /** Finds those of the candidates that are taken; one statement for any number of them. */
    readonly findTaken: (kind: SlugKind, candidates: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>>
  }
>()("@dragoman/store/slug/SlugRepository") {
  static readonly layer = Layer.effect(
    SlugRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return SlugRepository.of({
        findTaken: Effect.fnUntraced(function* (kind, candidates) {
          if (candidates.length === 0) return new Set<string>()
          const rows = yield* sql<{ slug: string }>`
            SELECT slug FROM ${sql(kind)} WHERE ${sql.in("slug", candidates)}`
          return new Set(rows.map(({ slug }) => slug))
        }, Effect.orDie)
      })
    })
  )
}
