import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text as readText } from "node:stream/consumers"
import type { EngineConfig } from "../translation-engine.ts"
import { amazonServer } from "./engine-server/amazon-server.ts"
import { azureServer } from "./engine-server/azure-server.ts"
import { baiduServer } from "./engine-server/baidu-server.ts"
import { type Damage, damageText } from "./engine-server/damage.ts"
import { deeplServer } from "./engine-server/deepl-server.ts"
import { googleServer, makeGoogleAdvancedServer } from "./engine-server/google-server.ts"
import { libreTranslateServer } from "./engine-server/libretranslate-server.ts"
import type { ReceivedRequest, Reply, ServerProtocol, Translating } from "./engine-server/server-protocol.ts"

/** Protocols of engines; GOOGLE is version 2, GOOGLE_ADVANCED version 3. */
export const engineProtocols = [
  "GOOGLE",
  "GOOGLE_ADVANCED",
  "AWS",
  "DEEPL",
  "AZURE",
  "BAIDU",
  "LIBRETRANSLATE"
] as const

export type EngineProtocolName = (typeof engineProtocols)[number]

/** Ways in which a server responds. */
export type EngineBehaviour =
  | { readonly kind: "translates"; readonly delayMillis?: number }
  /** Sends the engine's own error; `retryAfter`: the header. */
  | { readonly kind: "rate-limited"; readonly retryAfter?: string }
  | { readonly kind: "unavailable"; readonly status?: number }
  /** Sends this error. */
  | { readonly kind: "fails"; readonly status: number; readonly body: unknown }
  /** Never responds, with an open connection. */
  | { readonly kind: "silent" }
  /** Closes the connection in the middle of the response. */
  | { readonly kind: "cut" }
  /** Sends JSON of another form. */
  | { readonly kind: "wrong-json" }
  /** Sends a page of HTML, such as of a proxy. */
  | { readonly kind: "html-page"; readonly status: number }
  /** Sends a response of more than 1 MiB. */
  | { readonly kind: "large" }
  | { readonly kind: "redirects"; readonly location: string }
  /** Leaves the last text out. */
  | { readonly kind: "fewer-texts" }
  /** Damages masks and placeholders, or texts in another way. */
  | { readonly kind: "damages"; readonly damage: Damage | ((translation: string) => string) }

export interface EngineServer {
  readonly url: string
  /** Access to this server, with the right credentials. */
  readonly config: EngineConfig
  /** All requests since the start. */
  readonly requests: ReadonlyArray<ReceivedRequest>
  /** Requests whose connection was closed before the response was sent. */
  readonly aborted: ReadonlyArray<ReceivedRequest>
  /**
   * Changes the behaviour, or what chooses one for each request; `count`: for so many requests, after which the server translates.
   */
  readonly setBehaviour: (behaviour: EngineBehaviour | (() => EngineBehaviour), count?: number) => void
  readonly close: () => Promise<void>
}

const makeProtocol = (protocol: EngineProtocolName): ServerProtocol => {
  switch (protocol) {
    case "GOOGLE":
      return googleServer
    case "GOOGLE_ADVANCED":
      return makeGoogleAdvancedServer()
    case "AWS":
      return amazonServer
    case "DEEPL":
      return deeplServer
    case "AZURE":
      return azureServer
    case "BAIDU":
      return baiduServer
    case "LIBRETRANSLATE":
      return libreTranslateServer
  }
}

const translates: EngineBehaviour = { kind: "translates" }

/**
 * Starts a server of this machine that speaks the protocol of an engine. It translates `text` into German as `[de] text`, with its
 * marks.
 */
export const startEngineServer = async (
  name: EngineProtocolName,
  options: { readonly behaviour?: EngineBehaviour } = {}
): Promise<EngineServer> => {
  const protocol = makeProtocol(name)
  const requests: Array<ReceivedRequest> = []
  const aborted: Array<ReceivedRequest> = []
  let behaviour: EngineBehaviour | (() => EngineBehaviour) = options.behaviour ?? translates
  let countLeft = Number.POSITIVE_INFINITY

  const nextBehaviour = (): EngineBehaviour => {
    const next = countLeft > 0 ? behaviour : translates
    countLeft -= 1
    return typeof next === "function" ? next() : next
  }

  const server = createServer((incoming, response) => {
    const serve = async () => {
      const request = await receive(incoming)
      requests.push(request)
      response.on("close", () => {
        if (!response.writableFinished) aborted.push(request)
      })
      await respond(protocol, request, protocol.isMain(request.path) ? nextBehaviour() : translates, response)
    }
    // The client may leave in the middle of its request.
    serve().catch(() => response.destroy())
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    config: protocol.config(url),
    requests,
    aborted,
    setBehaviour: (next, count = Number.POSITIVE_INFINITY) => {
      behaviour = next
      countLeft = count
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    }
  }
}

const receive = async (incoming: IncomingMessage): Promise<ReceivedRequest> => {
  const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://127.0.0.1")
  const headers = Object.entries(incoming.headers).map(([header, value]) => [header, String(value)])
  return {
    method: incoming.method ?? "",
    path: pathname,
    query: searchParams,
    headers: Object.fromEntries(headers),
    body: await readText(incoming)
  }
}

const respond = async (
  protocol: ServerProtocol,
  request: ReceivedRequest,
  behaviour: EngineBehaviour,
  response: ServerResponse
): Promise<void> => {
  const send = ({ status, headers, body }: Reply) => {
    response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers })
    response.end(JSON.stringify(body))
  }
  const translate = (text: string, targetTag: string) => `[${targetTag.toLowerCase()}] ${text}`
  const honest: Translating = { translate, select: (translations) => translations }

  switch (behaviour.kind) {
    case "translates":
      if (behaviour.delayMillis !== undefined) await pause(behaviour.delayMillis)
      return send(protocol.respond(request, honest))
    case "rate-limited": {
      const { headers, ...rest } = protocol.rateLimited
      const retryAfter = behaviour.retryAfter === undefined ? {} : { "retry-after": behaviour.retryAfter }
      return send({ ...rest, headers: { ...headers, ...retryAfter } })
    }
    case "unavailable":
      return send({ ...protocol.unavailable, status: behaviour.status ?? protocol.unavailable.status })
    case "fails":
      return send(behaviour)
    case "silent":
      return
    case "cut": {
      const text = JSON.stringify(protocol.respond(request, honest).body)
      response.writeHead(200, { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) })
      response.write(text.slice(0, Math.floor(text.length / 2)), () => response.destroy())
      return
    }
    case "wrong-json":
      return send({ status: 200, body: { result: "ok" } })
    case "html-page":
      response.writeHead(behaviour.status, { "content-type": "text/html" })
      response.end("<!doctype html><title>Gateway</title><h1>An error occurred</h1>")
      return
    case "large":
      return send(protocol.respond(request, { ...honest, translate: (text) => text + "x".repeat(1024 * 1024) }))
    case "redirects":
      response.writeHead(307, { location: behaviour.location })
      response.end()
      return
    case "fewer-texts":
      return send(protocol.respond(request, { ...honest, select: (translations) => translations.slice(0, -1) }))
    case "damages": {
      const { damage } = behaviour
      const damaged = typeof damage === "function" ? damage : (text: string) => damageText(text, damage)
      return send(
        protocol.respond(request, { ...honest, translate: (text, targetTag) => damaged(translate(text, targetTag)) })
      )
    }
  }
}

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))
