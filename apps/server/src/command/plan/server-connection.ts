import { errorCodes } from "@dragoman/domain/error"
import type { ConnectionFlags } from "./plan-arguments.ts"

/** A failure that a person can correct; its message is printed as it is. */
export class PlanFailure extends Error {}

export interface ServerConnection {
  /** The body of a response with the status 200. `path` begins behind the project: `/single-step-import`. */
  readonly call: (method: "GET" | "POST", path: string, body?: FormData) => Promise<unknown>
}

interface ConnectionSources {
  readonly flags: ConnectionFlags
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Content of `.tolgeerc.json` of the folder; null: there is none. */
  readonly configuration: string | null
}

/** Finds the server, the project and the key: in flags, variables, and the configuration of Tolgee's command line, in this order. */
export const connectToServer = ({ flags, environment, configuration }: ConnectionSources): ServerConnection => {
  const configured = readConfiguration(configuration)
  const apiUrl = flags.apiUrl ?? (environment["DRAGOMAN_API_URL"] || configured["apiUrl"])
  const apiKey = flags.apiKey ?? (environment["DRAGOMAN_API_KEY"] || configured["apiKey"])
  const projectId = flags.projectId ?? (environment["DRAGOMAN_PROJECT_ID"] || configured["projectId"])
  if (typeof apiUrl !== "string") throw new PlanFailure("Which server? Set DRAGOMAN_API_URL, or write --api-url URL.")
  if (!URL.canParse(apiUrl) || !/^https?:$/.test(new URL(apiUrl).protocol)) {
    throw new PlanFailure(`${apiUrl} is not the address of a server: it begins with http:// or https://.`)
  }
  if (typeof apiKey !== "string") throw new PlanFailure("Which key? Set DRAGOMAN_API_KEY, or write --api-key KEY.")
  const isPersonalToken = apiKey.startsWith("tgpat_")
  const isGiven = projectId !== undefined && String(projectId) !== ""
  if (isGiven && !/^\d+$/.test(String(projectId))) {
    throw new PlanFailure(`${String(projectId)} is not the id of a project: it is a number.`)
  }
  if (!isGiven && isPersonalToken) {
    throw new PlanFailure("Which project? Set DRAGOMAN_PROJECT_ID, write --project-id ID, or use a project API key.")
  }
  const start = `${apiUrl.replace(/\/+$/, "")}/v2/projects${isGiven ? `/${String(projectId)}` : ""}`
  return { call: (method, path, body) => call(apiUrl, apiKey, method, `${start}${path}`, body) }
}

const readConfiguration = (text: string | null): Readonly<Record<string, unknown>> => {
  if (text === null) return {}
  try {
    return Object(JSON.parse(text))
  } catch {
    throw new PlanFailure(".tolgeerc.json is not valid JSON.")
  }
}

const call = async (apiUrl: string, apiKey: string, method: string, url: string, body?: FormData): Promise<unknown> => {
  const headers = { "x-api-key": apiKey, accept: "application/json" }
  const response = await fetch(url, { method, headers, ...(body && { body }) }).catch((error: unknown) => {
    throw new PlanFailure(`${apiUrl} does not respond (${reasonOf(error)}).`)
  })
  const text = await response.text()
  const parsed = parseJson(text)
  if (response.status === 200 && parsed !== null) return parsed
  throw new PlanFailure(explain(apiUrl, response.status, parsed))
}

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? String("code" in cause ? cause.code : cause.message) : String(cause)
}

const parseJson = (text: string): object | null => {
  try {
    return Object(JSON.parse(text))
  } catch {
    return null
  }
}

const sentencesByCode: Readonly<Record<string, string>> = errorCodes

/** The error of a response in a sentence, and what it names below. */
const explain = (apiUrl: string, status: number, body: object | null): string => {
  const {
    code,
    params,
    STANDARD_VALIDATION: fields
  }: { code?: unknown; params?: unknown; STANDARD_VALIDATION?: unknown } = body ?? {}
  if (typeof fields === "object") return `${apiUrl} rejected the request (${status}): ${JSON.stringify(fields)}`
  if (typeof code !== "string") return `${apiUrl} responded with the status ${status}: is it a Dragoman server?`
  return printError(status, code, Array.isArray(params) ? params : null)
}

/** Parameters that are printed below an error. */
const printedParamsMax = 20

export const printError = (status: number, code: string, params: ReadonlyArray<unknown> | null): string => {
  const shown = (params ?? []).slice(0, printedParamsMax).map((param) => `\n  ${JSON.stringify(param)}`)
  const rest = (params ?? []).length - shown.length
  const sentence = Object.hasOwn(sentencesByCode, code) ? sentencesByCode[code] : "The server rejected the request."
  return `${sentence} [${status} ${code}]${shown.join("")}${rest > 0 ? `\n  and ${rest} more` : ""}`
}
