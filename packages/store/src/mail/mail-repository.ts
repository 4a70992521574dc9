import type { ComposedMail } from "@dragoman/domain/mail"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { mailTable } from "../table/mail-tables.ts"

/** Mails that wait to be sent. */
export class MailRepository extends Context.Service<
  MailRepository,
  {
    /** Belongs into the transaction that gives the reason for the mail. `at`: epoch milliseconds, as all times. */
    readonly enqueue: (recipient: string, mail: ComposedMail, at: number) => Effect.Effect<void>
  }
>()("@dragoman/store/mail/MailRepository") {
  static readonly layer = Layer.effect(
    MailRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return MailRepository.of({
        enqueue: Effect.fnUntraced(function* (recipient, { subject, text, html }, at) {
          const row = { recipient, subject, bodyText: text, bodyHtml: html, nextAttemptAt: at, createdAt: at }
          yield* mailTable.insert(sql, [row])
        }, Effect.orDie)
      })
    })
  )
}
