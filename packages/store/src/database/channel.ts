import type { PgClient } from "@effect/sql-pg"
import { Context, Effect, FiberSet, Layer, Option, Queue, Schedule, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { onPrimary } from "./replica.ts"

/** Pause before listening again after the connection was lost. */
const listenPause = Schedule.spaced("1 second")

/** `LISTEN` of the connection to PostgreSQL; there is none on SQLite. */
export class PostgresListener extends Context.Service<
  PostgresListener,
  { readonly listen: PgClient.PgClient["listen"] }
>()("@dragoman/store/database/PostgresListener") {}

/**
 * The messages that processes publish on a PostgreSQL channel (LISTEN). `null` each time listening starts, also again
 * after the connection was lost: earlier messages were missed. On SQLite the stream never emits.
 */
const listen = (channel: string): Stream.Stream<string | null> =>
  Stream.unwrap(
    Effect.map(Effect.serviceOption(PostgresListener), (found) =>
      Option.isNone(found)
        ? Stream.never
        : Stream.unwrap(
            Effect.map(found.value.listen(channel), (queue) =>
              Stream.concat(
                Stream.succeed(null),
                Stream.map(Stream.fromEffectRepeat(Queue.take(queue)), ({ payload }) => payload)
              )
            )
          ).pipe(Stream.retry(listenPause), Stream.orDie)
    )
  )

/**
 * Publishes to all processes that listen. Not inside of a transaction: the commits of all that notify wait for each other
 * (ADR 8). Does nothing on SQLite.
 */
export const notify = (sql: SqlClient.SqlClient, channel: string, payload: string): Effect.Effect<void> =>
  sql.onDialectOrElse({
    pg: () => onPrimary(Effect.asVoid(Effect.orDie(sql`SELECT pg_notify(${channel}, ${payload})`))),
    orElse: () => Effect.void
  })

/** The channel for messages between servers. */
export const serverChannel = "dragoman_server"

/** Messages between the servers of one database; they are not stored. On SQLite there is one server, and no message. */
interface Messages {
  /** The publisher receives its own messages. At most 7,999 bytes. */
  readonly publish: (message: string) => Effect.Effect<void>
  /** `null` when listening starts, also again after a lost connection: earlier messages may have been missed. */
  readonly messages: Stream.Stream<string | null>
}

const makeMessages = Effect.fnUntraced(function* (channel: string) {
  const sql = yield* SqlClient.SqlClient
  const context = yield* Effect.context<never>()
  return {
    publish: (message) => notify(sql, channel, message),
    messages: Stream.provideContext(listen(channel), context)
  } satisfies Messages as Messages
})

/** Messages about changes. */
export class ServerChannel extends Context.Service<ServerChannel, Messages>()(
  "@dragoman/store/database/ServerChannel"
) {
  static readonly layer = Layer.effect(ServerChannel, makeMessages(serverChannel))
}

/** Messages about services of machine translation that servers use, apart from those that wake realtime connections. */
export class ServiceUseChannel extends Context.Service<ServiceUseChannel, Messages>()(
  "@dragoman/store/database/ServiceUseChannel"
) {
  static readonly layer = Layer.effect(ServiceUseChannel, makeMessages("dragoman_service_use"))
}

/** The PostgreSQL channel on which the commit of new deliveries is announced; the payload is empty. */
export const deliveryChannel = "dragoman_delivery"

/**
 * Emits when any process has committed new deliveries. On SQLite it never emits: the writer's own process signals, and
 * polling covers the rest. Lost connections are opened again; meanwhile dispatchers poll.
 */
export const deliveryWakeUps: Stream.Stream<void> = Stream.map(listen(deliveryChannel), () => undefined)

/**
 * Announces due deliveries once the open transaction has committed; never waits. A NOTIFY inside of the transaction would
 * make the commits of all transactions with one wait for each other. Those of commits close together are one. Polling
 * covers lost ones. On SQLite nothing is sent.
 */
export const makeDeliveryAnnouncement = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const fork = yield* FiberSet.makeRuntime<never, void>()
  let isWanted = false
  let isSending = false
  const sendAll = Effect.gen(function* () {
    while (isWanted) {
      isWanted = false
      yield* Effect.catchCause(notify(sql, deliveryChannel, ""), (cause) =>
        Effect.logWarning("Notifying webhook dispatchers failed", cause)
      )
    }
  }).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        isSending = false
      })
    )
  )
  const announce = Effect.sync(() => {
    isWanted = true
    if (isSending) return
    isSending = true
    fork(sendAll)
  })
  return sql.onDialectOrElse({ pg: () => sql.afterCommit(announce), orElse: () => Effect.void })
})
