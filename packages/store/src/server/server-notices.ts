import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { notificationsOn, notify } from "../database/notifications.ts"

const channel = "dragoman_server"

/**
 * What the servers of one database tell each other without keeping it. On SQLite there is one server, which tells and
 * hears nothing.
 */
export class ServerNotices extends Context.Service<
  ServerNotices,
  {
    /** Also the teller hears it. At most 7,999 bytes. */
    readonly tell: (notice: string) => Effect.Effect<void>
    /** `null` when hearing begins, also again after a lost connection: anything may have been told before. */
    readonly heard: Stream.Stream<string | null>
  }
>()("@dragoman/store/server/ServerNotices") {
  static readonly layer = Layer.effect(
    ServerNotices,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const context = yield* Effect.context<never>()
      return ServerNotices.of({
        tell: (notice) => notify(sql, channel, notice),
        heard: Stream.provideContext(notificationsOn(channel), context)
      })
    })
  )
}
