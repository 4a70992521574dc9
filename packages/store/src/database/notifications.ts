import { PgClient } from "@effect/sql-pg"
import { Effect, Option, Queue, Schedule, Stream } from "effect"
import type { SqlClient } from "effect/sql"

/** Between two tries to listen again after the connection was lost. */
const listenPause = Schedule.spaced("1 second")

/**
 * What processes tell each other on a PostgreSQL channel. `null` each time the channel is listened to, also again after
 * the connection was lost: whatever was told before went unheard. On SQLite nothing ever comes.
 */
export const notificationsOn = (channel: string): Stream.Stream<string | null> =>
  Stream.unwrap(
    Effect.map(Effect.serviceOption(PgClient.PgClient), (found) =>
      Option.isNone(found)
        ? Stream.never
        : Stream.unwrap(
            Effect.map(found.value.listen(channel), (notifications) =>
              Stream.concat(
                Stream.succeed(null),
                Stream.map(Stream.fromEffectRepeat(Queue.take(notifications)), ({ payload }) => payload)
              )
            )
          ).pipe(Stream.retry(listenPause), Stream.orDie)
    )
  )

/** Tells every process that listens, at once or with the commit of the open transaction. Does nothing on SQLite. */
export const notify = (sql: SqlClient.SqlClient, channel: string, payload: string): Effect.Effect<void> =>
  sql.onDialectOrElse({
    pg: () => Effect.asVoid(Effect.orDie(sql`SELECT pg_notify(${channel}, ${payload})`)),
    orElse: () => Effect.void
  })
