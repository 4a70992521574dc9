import type { RunningServer } from "../testing/running-servers.ts"
import { keyNameAt, makeProject } from "./console-fixture.ts"

/** A value for each parameter of a path, by its name. */
export type ScreenParameters = Readonly<Record<string, string | number>>

/** No server listens there: each attempt of a delivery fails at once. */
const closedEndpoint = "http://127.0.0.1:65535/hook"

/**
 * Fills a server that allows webhooks to 127.0.0.1, so that every screen has something to show: a project with texts, a task, a
 * branch with a merge, a failed delivery, a glossary, a memory and an invitation. Returns what the addresses of the screens name.
 */
export const makeScreenParameters = async (server: RunningServer): Promise<ScreenParameters> => {
  const { call } = server.administrator
  const idOf = async (method: "POST" | "PUT", path: string, body: object): Promise<number> =>
    (await call<{ readonly id: number }>(method, path, body)).id
  const listOf = async <A>(path: string, name: string): Promise<ReadonlyArray<A>> =>
    (await call<{ readonly _embedded?: Readonly<Record<string, ReadonlyArray<A>>> }>("GET", path))._embedded?.[name] ??
    []

  const projectId = await makeProject(server, "Harbour booking", 4)
  const project = `/v2/projects/${projectId}`
  const webhook = await idOf("POST", `${project}/webhook-configs`, { url: closedEndpoint })
  const write = (key: string, translations: object, branch: string | null = null) =>
    call("PUT", `${project}/translations`, { key, translations, branch })
  await write(keyNameAt(0), { cs: "Stání {number}" })
  await write(keyNameAt(1), { cs: "Bez zástupného symbolu" })

  await call("PUT", `${project}/publication`, { public: true })
  await call("POST", `${project}/content-delivery-configs`, { name: "Texts of the app", autoPublish: true })

  const { id: userId } = await call<{ readonly id: number }>("GET", "/v2/user")
  const { ids } = await call<{ readonly ids: ReadonlyArray<number> }>("GET", `${project}/translations/select-all`)
  const languages = await listOf<{ readonly id: number; readonly tag: string }>(`${project}/languages`, "languages")
  await call("POST", `${project}/tasks`, {
    name: "Release 2.4",
    description: "Texts of the checkout.",
    languageId: languages.find(({ tag }) => tag === "cs")?.id,
    type: "TRANSLATE",
    keys: ids,
    dueDate: 1_000,
    assignees: [userId]
  })

  await call("PUT", project, { name: "Harbour booking", baseLanguageId: null, useBranching: true })
  const [main] = await listOf<{ readonly id: number }>(`${project}/branches`, "branches")
  const branch = await idOf("POST", `${project}/branches`, { name: "release/2", originBranchId: main?.id })
  await write(keyNameAt(2), { cs: "Molo {number}" }, "release/2")
  const merge = await idOf("POST", `${project}/branches/merge/preview`, { sourceBranchId: branch })

  const [organization] = await listOf<{ readonly slug: string }>("/v2/organizations", "organizations")
  const slug = organization?.slug ?? ""
  const memories = `/v2/organizations/${slug}/translation-memories`
  const memory = await idOf("POST", memories, { name: "Terms", sourceLanguageTag: "en" })
  const entry = { sourceText: "Anchor", targetText: "Kotva", targetLanguageTag: "cs" }
  await call("POST", `${memories}/${memory}/entries`, entry)
  const glossaries = `/v2/organizations/${slug}/glossaries`
  const words = { name: "Words", baseLanguageTag: "en", assignedProjectIds: [projectId] }
  const glossary = await idOf("POST", glossaries, words)
  const term = { text: "Anchor", flagForbiddenTerm: true, description: "Not used any more" }
  await call("POST", `${glossaries}/${glossary}/terms`, term)

  const { code } = await call<{ readonly code: string }>("PUT", `${project}/invite`, {
    type: "TRANSLATE",
    name: "Jana"
  })
  const [revision] = await listOf<{ readonly revisionId: number }>(`${project}/activity`, "activities")
  const deliveries = `${project}/webhook-configs/${webhook}/deliveries`
  const [delivery] = await listOf<{ readonly id: number }>(deliveries, "deliveries")
  return {
    projectId,
    slug,
    code,
    userId,
    keyId: ids[0] ?? 0,
    taskNumber: 1,
    mergeId: merge,
    memoryId: memory,
    glossaryId: glossary,
    revisionId: revision?.revisionId ?? 0,
    webhookId: webhook,
    deliveryId: delivery?.id ?? 0
  }
}
