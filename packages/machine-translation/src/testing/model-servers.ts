import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { ModelProviderType } from "../language-model.ts"
import { judgePrompt } from "./judge-prompt.ts"
import { type Json, modelProtocols, type PlainAnswer, type PlainError, type PromptRequest } from "./model-protocols.ts"
import { translatePrompt } from "./translate-prompt.ts"

/** Ways in which a model answers badly. */
export const answerBehaviours = [
  "translates",
  "fences",
  "adds_prose",
  "cuts_json",
  "writes_prose",
  "invents",
  "drops",
  "doubles",
  "wrong_plurals",
  "answers_nothing",
  "refuses",
  "reaches_limit"
] as const

/** Ways in which the server or the connection behaves badly. */
const serverBehaviours = [
  "limits_rate",
  "limits_rate_with_time",
  "has_no_quota",
  "knows_no_model",
  "finds_it_too_long",
  "filters",
  "fails_500",
  "fails_503",
  "is_overloaded",
  "fails_in_stream",
  "breaks_off",
  "stops_early",
  "is_slow",
  "is_silent",
  "redirects",
  "sends_html"
] as const

export const modelBehaviours = [...answerBehaviours, ...serverBehaviours]

export type ModelBehaviour = (typeof modelBehaviours)[number]

export interface ModelServerOptions {
  readonly behaviour?: ModelBehaviour
  /** The key that requests must have; null: any or none, like a server on one's own machine. */
  readonly apiKey?: string | null
  /** Parameters, or values of them, that the server answers with 400. */
  readonly rejects?: ReadonlyArray<string>
  /** Whether errors name the parameter in their message alone, and answers have no usage: small compatible servers. */
  readonly isMinimal?: boolean
  /** Pause that `limits_rate_with_time` asks for. */
  readonly retrySeconds?: number
  /** Delay of the first byte under `is_slow`. */
  readonly slowMillis?: number
}

export interface ModelServerRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Json
  readonly prompt: PromptRequest
}

export interface ModelServer {
  readonly url: string
  /** Requests with the right path, the first one first. */
  readonly requests: ReadonlyArray<ModelServerRequest>
  /** Sets how the next requests are answered, or what chooses it for each; after `times` of them the server behaves well again. */
  readonly setBehaviour: (behaviour: ModelBehaviour | (() => ModelBehaviour), times?: number) => void
  readonly close: () => Promise<void>
}

/** The key of requests when the options name none. */
export const testModelKey = "sk-test-5f2a9c71"

/** Starts a language model on the loopback interface that speaks the protocol of a provider and translates readably. */
export const startModelServer = async (
  type: ModelProviderType,
  {
    behaviour: firstBehaviour = "translates",
    apiKey = testModelKey,
    rejects = [],
    isMinimal = false,
    retrySeconds = 1,
    slowMillis = 100
  }: ModelServerOptions = {}
): Promise<ModelServer> => {
  const protocol = modelProtocols[type]
  const requests: Array<ModelServerRequest> = []
  const cachedSystems = new Set<string>()
  let behaviour: ModelBehaviour | (() => ModelBehaviour) = firstBehaviour
  let timesLeft = Number.POSITIVE_INFINITY

  const nextBehaviour = (): ModelBehaviour => {
    if (timesLeft <= 0) return "translates"
    timesLeft -= 1
    return typeof behaviour === "function" ? behaviour() : behaviour
  }

  const answerTo = (request: PromptRequest, current: ModelBehaviour): PlainAnswer => {
    const text = textOf(request, current)
    const system = request.system ?? ""
    const isCached = system !== "" && cachedSystems.has(system)
    cachedSystems.add(system)
    return {
      text,
      finish: current === "refuses" ? "refused" : current === "reaches_limit" ? "length" : "done",
      usage: isMinimal
        ? null
        : {
            input: tokensIn(system) + tokensIn(request.prompt),
            cached: isCached ? tokensIn(system) : 0,
            output: tokensIn(text)
          }
    }
  }

  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = incoming.url ?? ""
    const body = await readJson(incoming)
    const headers = incoming.headers as ModelServerRequest["headers"]
    const fail = (error: PlainError): void => {
      const pause = error.retrySeconds
      response.writeHead(error.status, {
        "content-type": "application/json",
        ...(pause === null || type === "GOOGLE_AI" ? {} : { "retry-after": String(Math.ceil(pause)) }),
        ...(pause === null || type.startsWith("OPENAI") === false ? {} : { "retry-after-ms": String(pause * 1_000) })
      })
      response.end(JSON.stringify(protocol.error(error)))
    }
    const isList = incoming.method === "GET" && path === protocol.listPath && !isMinimal
    if (!isList && (incoming.method !== "POST" || !protocol.path.test(path) || body === null)) {
      fail(errorOf("model", 404, `no resource at ${path}`))
      return
    }
    const prompt = isList ? noPrompt : protocol.read(body, path)
    if (!isList) requests.push({ path, headers, body, prompt })
    const key = protocol.keyOf(headers)
    if (apiKey !== null && key !== apiKey) {
      // Providers quote the key that they were sent.
      fail(errorOf("key", type === "GOOGLE_AI" ? 400 : 401, `API key not valid: ${key}`))
      return
    }
    const rejected = isList ? undefined : [...rejects, "temperature"].find((name) => hasName(body, name))
    if (rejected !== undefined) {
      const message = `Unsupported parameter: '${rejected}' is not supported with this model.`
      fail({ ...errorOf("parameter", 400, message), parameter: isMinimal ? null : rejected })
      return
    }
    const current = nextBehaviour()
    const failure = failures(prompt.prompt, retrySeconds)[current]
    if (failure !== undefined) fail(failure)
    else if (isList && current === "translates") {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data: [], models: [] }))
    } else if (current === "is_silent") return
    else if (current === "redirects") response.writeHead(307, { location: "http://127.0.0.1:9/elsewhere" }).end()
    else if (current === "sends_html") {
      response.writeHead(200, { "content-type": "text/html" }).end("<html><body>Welcome to the proxy</body></html>")
    } else if (current === "is_slow") {
      setTimeout(() => send(response, prompt, current), slowMillis)
    } else send(response, prompt, current)
  }

  const send = (response: ServerResponse, prompt: PromptRequest, current: ModelBehaviour): void => {
    const answer = answerTo(prompt, current)
    if (!prompt.isStream) {
      const text = JSON.stringify(protocol.whole(answer))
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
      if (current === "breaks_off" || current === "stops_early") {
        response.write(text.slice(0, text.length / 2), () => response.destroy())
      } else response.end(text)
      return
    }
    const { texts, end } = protocol.stream(answer)
    response.writeHead(200, { "content-type": "text/event-stream" })
    const half = texts.slice(0, Math.ceil(texts.length * 0.7)).join("")
    if (current === "breaks_off") response.write(half, () => response.destroy())
    else if (current === "stops_early") response.end(half)
    else if (current === "fails_in_stream") {
      response.end(half + protocol.errorEvent(errorOf("overloaded", 503, "Overloaded")))
    } else {
      for (const event of texts) response.write(event)
      response.end(end.join(""))
    }
  }

  const server = createServer((incoming, response) => {
    respond(incoming, response).catch(() => response.destroy())
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    setBehaviour: (next, times = Number.POSITIVE_INFINITY) => {
      behaviour = next
      timesLeft = times
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    }
  }
}

/** Stands for the prompt of a request that has none. */
const noPrompt: PromptRequest = { isStream: false, system: null, prompt: "", isJson: false, imageCount: 0 }

const readJson = async (incoming: IncomingMessage): Promise<Json> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of incoming) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"))
  } catch {
    return null
  }
}

/** Whether a body has a parameter or value of this name outside of the texts of people. */
const hasName = (value: Json, name: string): boolean =>
  typeof value === "object" &&
  value !== null &&
  Object.entries(value).some(
    ([key, inner]) =>
      key === name ||
      (key === "type" && inner === name) ||
      (!["messages", "contents"].includes(key) && hasName(inner, name))
  )

const tokensIn = (text: string): number => Math.ceil(text.length / 4)

const textOf = (request: PromptRequest, behaviour: ModelBehaviour): string => {
  if (behaviour === "answers_nothing") return ""
  if (behaviour === "refuses") return "I cannot help with that."
  if (behaviour === "writes_prose") return "The translation is easy to find."
  const judged = judgePrompt(request.prompt)
  if (judged !== null) return JSON.stringify(judged)
  const output = translatePrompt(
    request.prompt,
    behaviour === "invents"
      ? "invented"
      : behaviour === "drops"
        ? "dropped"
        : behaviour === "doubles"
          ? "doubled"
          : behaviour === "wrong_plurals"
            ? "wrong_plurals"
            : null
  )
  const isJson = request.isJson || request.prompt.includes("JSON object")
  const text = isJson ? JSON.stringify({ output, contextDescription: "A text of a test." }) : output
  if (behaviour === "fences") return `\`\`\`json\n${text}\n\`\`\``
  if (behaviour === "adds_prose")
    return `Here is {the} translation:\n\n\`\`\`json\n${text}\n\`\`\`\nI kept {every} placeholder.`
  if (behaviour === "cuts_json" || behaviour === "reaches_limit") return text.slice(0, Math.floor(text.length / 2))
  return text
}

const errorOf = (kind: PlainError["kind"], status: number, message: string): PlainError => ({
  kind,
  status,
  message,
  parameter: null,
  retrySeconds: null
})

/** Errors of the behaviours. Their messages quote the prompt, as those of some providers do. */
const failures = (prompt: string, retrySeconds: number): Partial<Record<ModelBehaviour, PlainError>> => ({
  limits_rate: errorOf("rate", 429, "Rate limit reached for requests"),
  limits_rate_with_time: { ...errorOf("rate", 429, "Rate limit reached for requests"), retrySeconds },
  has_no_quota: errorOf("quota", 429, "You exceeded your current quota"),
  knows_no_model: errorOf("model", 404, "The model does not exist"),
  finds_it_too_long: errorOf("length", 400, "The prompt is too long: maximum context length is 8 tokens"),
  filters: errorOf("filter", 400, "Blocked by content_filter"),
  fails_500: errorOf("outage", 500, `Internal error with: ${prompt}`),
  fails_503: errorOf("outage", 503, `No server for: ${prompt}`),
  is_overloaded: errorOf("overloaded", 529, "Overloaded")
})
