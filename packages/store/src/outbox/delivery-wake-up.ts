import { PgClient } from "@effect/sql-pg"
import { Effect, Option, Queue, Schedule, Stream } from "effect"

/** The PostgreSQL channel on which the commit of new deliveries is announced; the payload is empty. */
export const deliveryChannel = "dragoman_delivery"

/** Between two tries to listen again after the connection was lost; meanwhile dispatchers poll. */
const listenPause = Schedule.spaced("1 second")

/**
 * An element whenever new deliveries have been committed, by any process: LISTEN on PostgreSQL. On SQLite nothing ever
 * comes; there the writer's own process signals, and polling does the rest. Lost connections are opened again.
 */
export const deliveryWakeUps: Stream.Stream<void> = Stream.unwrap(
  Effect.map(Effect.serviceOption(PgClient.PgClient), (found) =>
    Option.isNone(found)
      ? Stream.never
      : Stream.unwrap(
          Effect.map(found.value.listen(deliveryChannel), (notifications) =>
            Stream.fromEffectRepeat(Queue.take(notifications))
          )
        ).pipe(
          Stream.map(() => undefined),
          Stream.retry(listenPause),
          Stream.orDie
        )
  )
)
