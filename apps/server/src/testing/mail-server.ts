import { type AddressInfo, createServer, type Socket } from "node:net"
import type { SmtpSettings } from "@dragoman/settings"
import { Context, Effect, Layer, Queue } from "effect"
import { type ParsedMail, simpleParser } from "mailparser"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import type { SettingValues } from "../platform/settings/settings.ts"
import { layerTestServer } from "./test-server.ts"
import { layerTestServerPostgres } from "./test-server-postgres.ts"

/** A mail as its mail server got it. */
export interface ReceivedMail {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly isEncrypted: boolean
  readonly user: string | null
  readonly mail: ParsedMail
}

/** Decides about a recipient: null takes it, an error is the response. */
export type RecipientRule = (address: string) => Error | null

/**
 * A mail server on a free port of this machine, which hands out what it received in the order of its coming. `port` 0: a free
 * one. Without TLS unless `options` say otherwise.
 */
export const startMailServer = Effect.fnUntraced(function* (options: SMTPServerOptions = {}, port = 0) {
  const queue = yield* Queue.unbounded<ReceivedMail>()
  let received = 0
  let rule: RecipientRule = () => null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onRcptTo: ({ address }, _, callback) => callback(rule(address)),
    onData: (stream, session, callback) => {
      simpleParser(stream).then((mail) => {
        received++
        const { mailFrom, rcptTo } = session.envelope
        Queue.offerUnsafe(queue, {
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
          user: session.user ?? null,
          mail
        })
        callback()
      }, callback)
    },
    ...options
  })
  // A client that breaks off is no error of the test.
  server.on("error", () => {})
  const close = Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve())))
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()))),
    () => close
  )
  const { port: listening } = server.server.address() as AddressInfo
  return {
    port: listening,
    next: Queue.take(queue),
    received: () => received,
    decideRecipients: (next: RecipientRule) => {
      rule = next
    },
    close
  }
})

/** A port of this machine that takes connections and never says anything. */
export const startSilentServer = Effect.gen(function* () {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket))
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        server.close()
      })
  )
  return { port: (server.address() as AddressInfo).port, connections: () => sockets.size }
})

/** An error with which a mail server refuses. */
export const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

export const smtpTo = (port: number, change: Partial<SmtpSettings> = {}): SmtpSettings => ({
  host: "127.0.0.1",
  port,
  login: null,
  from: { name: "Dragoman", address: "dragoman@example.org" },
  tls: "optional",
  ...change
})

/** The mail server of a test server. */
export class MailServer extends Context.Service<MailServer, Effect.Success<ReturnType<typeof startMailServer>>>()(
  "@dragoman/server/testing/MailServer"
) {}

const withMailServer =
  (layerServer: (change: Partial<SettingValues>) => ReturnType<typeof layerTestServer>) =>
  (change: Partial<SettingValues> = {}) =>
    Layer.unwrap(
      Effect.map(MailServer, ({ port }) =>
        layerServer({
          smtp: smtpTo(port),
          publicUrl: "https://translate.example.org",
          metrics: true,
          auditRetentionDays: 0,
          ...change
        })
      )
    ).pipe(Layer.provideMerge(Layer.effect(MailServer, startMailServer())))

/** Test servers with a mail server, one for each engine. */
export const serversWithMail = [
  ["SQLite", withMailServer(layerTestServer)],
  ["PostgreSQL", withMailServer(layerTestServerPostgres)]
] as const

/** The link in the text of a mail; it is in the HTML as well. */
export const linkIn = ({ mail }: ReceivedMail): string => {
  const [link] = /https?:\/\/\S+/.exec(mail.text ?? "") ?? []
  if (link === undefined) throw new Error(`There is no link in the mail: ${mail.text}`)
  if (typeof mail.html !== "string" || !mail.html.includes(`href="${link}"`))
    throw new Error("The HTML has another link.")
  return link
}
