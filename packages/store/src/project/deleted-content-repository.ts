import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** One delivery takes so many rows of other tables and indexes with it. */
const rowsPerDelivery = 10

/** What deleted languages, projects and webhook configurations leave behind. */
export class DeletedContentRepository extends Context.Service<
  DeletedContentRepository,
  {
    /** Reads only, so that nobody takes the write lock for nothing. */
    readonly isLeft: Effect.Effect<boolean>
    /**
     * Erases at most `limit` rows, about: translations of deleted languages; then keys of deleted projects; then the
     * deliveries of webhook configurations that are deleted, or whose project is; then these configurations; then batch
     * jobs of deleted projects.
     */
    readonly eraseSome: (limit: number) => Effect.Effect<void>
  }
>()("@dragoman/store/project/DeletedContentRepository") {
  static readonly layer = Layer.effect(
    DeletedContentRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // A deleted project has only deleted languages.
      const translations = (limit: number) => sql`
        SELECT t.id FROM language l JOIN translation t ON t.language_id = l.id
        WHERE l.deleted_at IS NOT NULL LIMIT ${limit}`
      const keys = (limit: number) => sql`
        SELECT k.id FROM project p JOIN translation_key k ON k.project_id = p.id
        WHERE p.deleted_at IS NOT NULL LIMIT ${limit}`
      const configurations = (limit: number) => sql`
        SELECT c.id FROM project p JOIN webhook_configuration c ON c.project_id = p.id
        WHERE p.deleted_at IS NOT NULL OR c.deleted_at IS NOT NULL LIMIT ${limit}`
      // Apart from their configuration, with which they would all go at once.
      const deliveries = (limit: number) => sql`
        SELECT d.id FROM project p JOIN webhook_configuration c ON c.project_id = p.id
        JOIN delivery d ON d.webhook_configuration_id = c.id
        WHERE p.deleted_at IS NOT NULL OR c.deleted_at IS NOT NULL LIMIT ${limit}`
      const jobs = (limit: number) => sql`
        SELECT j.id FROM project p JOIN batch_job j ON j.project_id = p.id
        WHERE p.deleted_at IS NOT NULL LIMIT ${limit}`
      return DeletedContentRepository.of({
        isLeft: Effect.gen(function* () {
          return (
            (yield* translations(1)).length > 0 ||
            (yield* keys(1)).length > 0 ||
            (yield* configurations(1)).length > 0 ||
            (yield* jobs(1)).length > 0
          )
        }).pipe(Effect.orDie),

        eraseSome: Effect.fn("DeletedContentRepository.eraseSome")(function* (limit) {
          const erased = yield* sql`DELETE FROM translation WHERE id IN (${translations(limit)}) RETURNING id`
          if (erased.length > 0) return
          const erasedKeys = yield* sql`DELETE FROM translation_key WHERE id IN (${keys(limit)}) RETURNING id`
          if (erasedKeys.length > 0) return
          const deliveryLimit = Math.ceil(limit / rowsPerDelivery)
          const erasedDeliveries =
            yield* sql`DELETE FROM delivery WHERE id IN (${deliveries(deliveryLimit)}) RETURNING id`
          if (erasedDeliveries.length > 0) return
          const erasedConfigurations = yield* sql`
            DELETE FROM webhook_configuration WHERE id IN (${configurations(limit)}) RETURNING id`
          if (erasedConfigurations.length > 0) return
          yield* sql`DELETE FROM batch_job WHERE id IN (${jobs(limit)})`
        }, Effect.orDie)
      })
    })
  )
}
