import type { AddressInfo } from "node:net"
import { simpleParser } from "mailparser"
import { SMTPServer } from "smtp-server"

export interface Received {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailbox {
  /** Settings for the server whose mails come here. */
  readonly env: Readonly<Record<string, string>>
  /** Waits for the next mail to the address; those to others are kept. */
  readonly nextTo: (address: string) => Promise<Received>
  readonly stop: () => Promise<void>
}

/** A mail server on this machine that takes every mail. */
export const startMailbox = async (): Promise<Mailbox> => {
  const received: Array<Received> = []
  const waiting = new Map<string, (mail: Received) => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onData: (stream, { envelope }, callback) => {
      simpleParser(stream).then((mail) => {
        const to = envelope.rcptTo[0]?.address ?? ""
        const found = { to, subject: mail.subject ?? "", text: mail.text ?? "" }
        const wake = waiting.get(to)
        waiting.delete(to)
        if (wake === undefined) received.push(found)
        else wake(found)
        callback()
      }, callback)
    }
  })
  server.on("error", () => {})
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    env: {
      DRAGOMAN_SMTP_HOST: "127.0.0.1",
      DRAGOMAN_SMTP_PORT: String(port),
      DRAGOMAN_SMTP_FROM: "Dragoman <dragoman@example.org>",
      DRAGOMAN_SMTP_TLS: "optional"
    },
    nextTo: (address) => {
      const index = received.findIndex(({ to }) => to === address)
      const [found] = index < 0 ? [] : received.splice(index, 1)
      return found === undefined ? new Promise((resolve) => waiting.set(address, resolve)) : Promise.resolve(found)
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

/** The path of the link in a mail: the server that sent it may have another port than its settings say. */
export const pathIn = ({ text }: Received): string => {
  const [link] = /https?:\/\/\S+/.exec(text) ?? []
  if (link === undefined) throw new Error(`There is no link in the mail: ${text}`)
  const { pathname, search, hash } = new URL(link)
  return `${pathname}${search}${hash}`
}
