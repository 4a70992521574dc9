import { errorCodes } from "@dragoman/domain/error"
import { type KeyedResponse, requestWithKey } from "@dragoman/network"
import { commandVariables } from "@dragoman/settings/command-variables"
import type { ConnectionFlags } from "./plan-arguments.ts"

/** A failure that a person can correct; its message is printed as it is. */
export class PlanFailure extends Error {}

export interface ServerConnection {
  /** The text that is printed before the first request. */
  readonly address: string
  /** Returns the body of a response with the status 200. `path` begins behind the project: `/single-step-import`. */
  readonly call: (method: "GET" | "POST", path: string, body?: FormData) => Promise<unknown>
  /** Returns the bytes of such a response. */
  readonly download: (path: string) => Promise<Uint8Array>
}

interface ConnectionSources {
  readonly flags: ConnectionFlags
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Content of `.tolgeerc.json` of the folder; null: there is none. */
  readonly configuration: string | null
}

/**
 * Finds the server, the project and the key: in flags, variables, and the configuration of Tolgee's command line, in
 * this order. That configuration is a file of the repository, which others may change: it decides where its own key is
 * sent, and no other one.
 */
export const connectToServer = ({ flags, environment, configuration }: ConnectionSources): ServerConnection => {
  const configured = readConfiguration(configuration)
  const givenUrl = flags.apiUrl ?? (environment[commandVariables.apiUrl] || null)
  const givenKey = flags.apiKey ?? (environment[commandVariables.apiKey] || null)
  const address = addressOf(givenUrl ?? configured["apiUrl"])
  const apiKey = givenKey ?? configured["apiKey"]
  const projectId = flags.projectId ?? (environment[commandVariables.projectId] || configured["projectId"])
  if (typeof apiKey !== "string") throw new PlanFailure("Which key? Set DRAGOMAN_API_KEY, or write --api-key KEY.")
  if (givenUrl === null && givenKey !== null) {
    throw new PlanFailure(
      `The address ${address} is from .tolgeerc.json, the key is not: nothing was sent. If the key may go there, set DRAGOMAN_API_URL=${address}, or write --api-url ${address}.`
    )
  }
  const isPersonalToken = apiKey.startsWith("tgpat_")
  const isGiven = projectId !== undefined && String(projectId) !== ""
  if (isGiven && !/^\d+$/.test(String(projectId))) {
    throw new PlanFailure(`${JSON.stringify(projectId)} is not the id of a project: it is a number.`)
  }
  if (!isGiven && isPersonalToken) {
    throw new PlanFailure("Which project? Set DRAGOMAN_PROJECT_ID, write --project-id ID, or use a project API key.")
  }
  const start = `${address}/v2/projects${isGiven ? `/${String(projectId)}` : ""}`
  return {
    address,
    call: (method, path, body) => call(address, apiKey, method, `${start}${path}`, body),
    download: (path) => download(address, apiKey, `${start}${path}`)
  }
}

/** Address without a slash at its end. */
const addressOf = (apiUrl: unknown): string => {
  if (typeof apiUrl !== "string") throw new PlanFailure("Which server? Set DRAGOMAN_API_URL, or write --api-url URL.")
  const url = URL.canParse(apiUrl) ? new URL(apiUrl) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new PlanFailure(
      `${JSON.stringify(apiUrl)} is not the address of a server: it begins with http:// or https://.`
    )
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new PlanFailure("The address of a server has no user, no password, no ? and no #.")
  }
  return url.href.replace(/\/+$/, "")
}

const readConfiguration = (text: string | null): Readonly<Record<string, unknown>> => {
  if (text === null) return {}
  try {
    return Object(JSON.parse(text))
  } catch {
    throw new PlanFailure(".tolgeerc.json is not valid JSON.")
  }
}

const call = async (address: string, apiKey: string, method: "GET" | "POST", url: string, body?: FormData) => {
  const response = await request(address, apiKey, url, { method, ...(body && { body }) })
  const parsed = parseJson(new TextDecoder().decode(response.bytes))
  if (response.status === 200 && parsed !== null) return parsed
  throw new PlanFailure(explain(address, response.status, parsed))
}

const download = async (address: string, apiKey: string, url: string): Promise<Uint8Array> => {
  const { status, bytes } = await request(address, apiKey, url, { method: "GET" })
  if (status === 200) return bytes
  throw new PlanFailure(explain(address, status, parseJson(new TextDecoder().decode(bytes))))
}

const request = async (
  address: string,
  apiKey: string,
  url: string,
  options: { readonly method: "GET" | "POST"; readonly body?: FormData }
): Promise<KeyedResponse> => {
  const headers = { "x-api-key": apiKey, accept: "application/json, */*" }
  const response = await requestWithKey(url, { ...options, headers })
  if ("reason" in response) throw new PlanFailure(`${address} does not respond (${response.reason}).`)
  if (response.redirectsTo !== null) {
    throw new PlanFailure(
      `${address} redirects to ${response.redirectsTo}, where the key was not sent: name the address to which it leads, if it is your server.`
    )
  }
  return response
}

const parseJson = (text: string): object | null => {
  try {
    return Object(JSON.parse(text))
  } catch {
    return null
  }
}

const sentencesByCode: Readonly<Record<string, string>> = errorCodes

/** Prints the error of a response as a sentence, with its parameters below. */
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
