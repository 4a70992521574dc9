import { openAsBlob } from "node:fs"
import { printError } from "@dragoman/cli/server-connection"
import { CommandFailure } from "../command-failure.ts"
import type { Seed, SeedProject } from "./seed-file.ts"

export interface PlantedProject {
  readonly id: number
  readonly name: string
}

interface Server {
  readonly address: string
  readonly accessToken: string
}

type Call = (method: "GET" | "POST" | "PUT", path: string, body?: object) => Promise<unknown>

/**
 * Creates the projects of a seed by the API of the running server, whose rules count for them. `userIds`: by user name.
 */
export const plantProjects = async (
  server: Server,
  { projects }: Seed,
  userIds: ReadonlyMap<string, number>
): Promise<ReadonlyArray<PlantedProject>> => {
  const planted: Array<PlantedProject> = []
  if (projects.length === 0) return planted
  const organizations = (await callOf(server, "the organization")("GET", "/v2/organizations")) as {
    readonly _embedded: { readonly organizations: ReadonlyArray<{ readonly id: number }> }
  }
  const organizationId = organizations._embedded.organizations[0]?.id
  for (const project of projects) {
    planted.push(await plantProject(callOf(server, `project "${project.name}"`), project, { organizationId, userIds }))
  }
  return planted
}

const plantProject = async (
  call: Call,
  { name, slug, languages, namespaces, members = {}, keys = {}, files }: SeedProject,
  {
    organizationId,
    userIds
  }: { readonly organizationId: number | undefined; readonly userIds: ReadonlyMap<string, number> }
): Promise<PlantedProject> => {
  const body = { name, ...(slug !== undefined && { slug }), organizationId, languages: languages.map(languageOf) }
  const { id, ...created } = (await call("POST", "/v2/projects", body)) as {
    readonly id: number
    readonly slug: string
  }
  const path = `/v2/projects/${id}`
  if (namespaces === true) await call("PUT", path, { name, slug: created.slug, useNamespaces: true })
  if (Object.keys(keys).length > 0) {
    const entries = Object.entries(keys).map(([key, translations]) => ({ name: key, translations }))
    await call("POST", `${path}/keys/import`, { keys: entries })
  }
  if (files.length > 0) {
    const form = new FormData()
    form.append("params", JSON.stringify({ forceMode: "OVERRIDE", createNewKeys: true }))
    for (const file of files) form.append("files", await openAsBlob(file.path), file.name)
    await call("POST", `${path}/single-step-import`, form)
  }
  for (const [username, type] of Object.entries(members)) {
    const userId = userIds.get(username)
    if (userId === undefined) {
      throw new CommandFailure({
        sentence: `The member ${username} of project "${name}" is not among the users of the seed.`
      })
    }
    await call("PUT", `${path}/users/${userId}/set-permissions/${type}`)
  }
  return { id, name }
}

/** A language with its names; a tag that the system does not know is its own name. */
const languageOf = (tag: string) => ({ tag, name: nameOf(tag, "en"), originalName: nameOf(tag, tag) })

const nameOf = (tag: string, inLanguage: string): string => {
  try {
    return new Intl.DisplayNames([inLanguage], { type: "language" }).of(tag) ?? tag
  } catch {
    return tag
  }
}

const callOf =
  ({ address, accessToken }: Server, subject: string): Call =>
  async (method, path, body) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(!isForm && body && { "content-type": "application/json" })
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) })
    })
    const text = await response.text()
    if (response.ok) return text === "" ? null : JSON.parse(text)
    throw new CommandFailure({ sentence: `The seed cannot be used (${subject}): ${explain(response.status, text)}` })
  }

const explain = (status: number, text: string): string => {
  const { code, params, STANDARD_VALIDATION: fields } = Object(JSON.parse(text))
  if (fields !== undefined) return JSON.stringify(fields)
  return printError(status, String(code), Array.isArray(params) ? params : null)
}
