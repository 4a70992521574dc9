import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout } from "node:timers/promises"

/** Credentials in the stored databases: they have to work after an upgrade. */
export interface Credentials {
  readonly personalAccessToken: string
  readonly projectApiKey: string
  readonly projectId: number
}

export interface Harbour {
  readonly get: <A>(path: string) => Promise<A>
  readonly send: <A>(method: string, path: string, body?: object | FormData) => Promise<A>
}

/** Calls a server with a header that says who calls. */
export const callWith = (address: string, headers: Readonly<Record<string, string>>): Harbour => {
  const send = async <A>(method: string, path: string, body?: object | FormData): Promise<A> => {
    const isForm = body instanceof FormData
    const response = await fetch(`${address}${path}`, {
      method,
      headers: isForm || body === undefined ? headers : { ...headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) })
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text === "" ? {} : JSON.parse(text)) as A
  }
  return { get: (path) => send("GET", path), send }
}

const pollMillis = 50

const until = async <A>(read: () => Promise<A>, isDone: (found: A) => boolean): Promise<void> => {
  while (!isDone(await read())) await setTimeout(pollMillis)
}

interface Row {
  readonly id: number
}

/** Fills a new server as its users do: a project with everything around its texts. `password`: of the administrator. */
export const fillHarbour = async (address: string, password: string): Promise<Credentials> => {
  const receiver = createServer((_, response) => response.end("thanks"))
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
  const login = callWith(address, {})
  const { accessToken } = await login.send<{ accessToken: string }>("POST", "/api/public/generatetoken", {
    username: "admin",
    password
  })
  const elevated = await callWith(address, { authorization: `Bearer ${accessToken}` }).send<{ accessToken: string }>(
    "POST",
    "/v2/user/generate-super-token",
    { password }
  )
  const { get, send } = callWith(address, { authorization: `Bearer ${elevated.accessToken}` })
  const organization = await get<Row>("/v2/preferred-organization")
  const { id: projectId } = await send<Row>("POST", "/v2/projects", {
    name: "Harbour",
    organizationId: organization.id,
    languages: ["en", "de", "cs"].map((tag) => ({ tag, name: tag, originalName: tag })),
    baseLanguageTag: "en"
  })
  const path = `/v2/projects/${projectId}`
  await send("PUT", path, { name: "Harbour", useNamespaces: true })
  const hook = await send<Row>("POST", `${path}/webhook-configs`, {
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  })
  const welcome = await send<Row>("POST", `${path}/keys`, {
    name: "welcome",
    translations: { en: "Welcome aboard, {name}!", de: "Willkommen an Bord, {name}!" },
    tags: ["web", "first"]
  })
  await send("POST", `${path}/keys`, { name: "subject", namespace: "mail", translations: { en: "Žluťoučký kůň 🚢" } })
  await send("POST", `${path}/keys`, {
    name: "boats",
    isPlural: true,
    translations: { en: "{count, plural, one {# boat} other {# boats}}" }
  })
  const languages = await get<{ _embedded: { languages: ReadonlyArray<Row & { readonly tag: string }> } }>(
    `${path}/languages`
  )
  const german = languages._embedded.languages.find(({ tag }) => tag === "de")
  const { translation } = await send<{ translation: Row }>("POST", `${path}/translations/create-comment`, {
    keyId: welcome.id,
    languageId: german?.id,
    text: "Is this formal enough?",
    state: "NEEDS_RESOLUTION"
  })
  await send("PUT", `${path}/translations/${translation.id}/set-state/REVIEWED`)
  const { key: projectApiKey } = await send<{ key: string }>("POST", "/v2/api-keys", {
    projectId,
    scopes: ["translations.view", "keys.view"]
  })
  const { token } = await send<{ token: string }>("POST", "/v2/pats", { description: "Upgrade" })
  await send("PUT", `${path}/invite`, { type: "TRANSLATE", name: "Nela" })
  const form = new FormData()
  form.append("files", new Blob(['{"welcome": "Ahoi, {name}!", "quay": "Kai"}']), "de.json")
  await send("POST", `${path}/import`, form)
  const job = await send<Row>("POST", `${path}/start-batch-job/tag-keys`, { keyIds: [welcome.id], tags: ["batch"] })
  await until(
    () => get<{ status: string }>(`${path}/batch-jobs/${job.id}`),
    ({ status }) => status === "SUCCESS"
  )
  await until(
    () =>
      get<{ _embedded?: { deliveries: ReadonlyArray<{ state: string }> } }>(
        `${path}/webhook-configs/${hook.id}/deliveries`
      ),
    ({ _embedded }) => (_embedded?.deliveries ?? []).length > 0 && !JSON.stringify(_embedded).includes('"PENDING"')
  )
  await new Promise((resolve) => receiver.close(resolve))
  return { personalAccessToken: token, projectApiKey, projectId }
}
