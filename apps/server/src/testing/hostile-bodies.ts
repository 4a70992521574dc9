/** A request that is meant to hold up the server. */
export interface HostileRequest {
  readonly name: string
  readonly method: string
  /** With `:projectId` for a project of the caller. */
  readonly path: string
  /** Sent without a credential. */
  readonly isPublic?: true
  readonly makeBody: () => string | null
}

const json = (value: unknown) => () => JSON.stringify(value)
const list = <A>(length: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length }, (_, index) => make(index))

const megabyte = 1_000_000

/** Texts of JSON by what is bad about them, each as long as `bytes` allows. */
const shapes: Readonly<Record<string, (bytes: number) => string>> = {
  deep: (bytes) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2),
  "64 deep, again and again": (bytes) => `[${`${"[".repeat(60)}${"]".repeat(60)},`.repeat(bytes / 122)}0]`,
  "empty objects": (bytes) => `[${"{},".repeat(bytes / 4)}0]`,
  names: (bytes) => `{${list(Math.floor(bytes / 12), (index) => `"n${index.toString(36)}":0`).join()}}`,
  numbers: (bytes) => `[${"1.7976931348623157e308,".repeat(bytes / 24)}0]`,
  "one number": (bytes) => `[0.${"1".repeat(bytes - 10)}]`,
  "a long text": (bytes) => JSON.stringify("x".repeat(bytes - 10)),
  "escapes in a text": (bytes) => `"${"\\ud83d\\ude00".repeat(bytes / 13)}"`,
  "as many values as allowed": () => `[${"{},".repeat(9_000)}0]`,
  "as many names as allowed": () => `{${list(19_000, (index) => `"${"n".repeat(90)}${index}":0`).join()}}`
}

const shaped = (
  method: string,
  path: string,
  bytes: number,
  wrap: (shape: string) => string,
  more: Partial<HostileRequest> = {}
): ReadonlyArray<HostileRequest> =>
  Object.entries(shapes).map(([name, shape]) => ({
    name: `${name}, ${Math.ceil(bytes / megabyte)} MB`,
    method,
    path,
    makeBody: () => wrap(shape(bytes)),
    ...more
  }))

const inUnknownField = (shape: string): string => `{"name":"Example","unknown":${shape}}`
const project = "/v2/projects/:projectId"
const ids = list(300_000, (index) => index + 1)

/** On every kind of endpoint. */
export const hostileRequests: ReadonlyArray<HostileRequest> = [
  ...shaped("PUT", "/v2/user-preferences/storage/field", 1.9 * megabyte, (shape) => `{"data":${shape}}`),
  {
    name: "deep, 48 MB",
    method: "PUT",
    path: "/v2/user-preferences/storage/field",
    makeBody: () => `{"data":${shapes["deep"]?.(48 * megabyte)}}`
  },
  ...shaped("POST", "/v2/organizations", 1.9 * megabyte, inUnknownField),
  ...shaped("POST", "/api/public/generatetoken", 99_000, inUnknownField, { isPublic: true }),
  ...shaped("POST", `${project}/keys/import`, 6 * megabyte, (shape) => `{"keys":[],"unknown":${shape}}`),
  ...shaped("POST", `${project}/start-batch-job/delete-keys`, 6 * megabyte, (shape) => `{"keyIds":${shape}}`),
  ...shaped("POST", `${project}/keys/info`, 1.9 * megabyte, (shape) => `{"keys":${shape},"languageTags":["en"]}`),
  {
    name: "2,000 names",
    method: "POST",
    path: `${project}/keys/info`,
    makeBody: json({ keys: list(2_000, (index) => ({ name: `key ${index}` })), languageTags: ["en", "de"] })
  },
  {
    name: "9,000 names",
    method: "POST",
    path: `${project}/keys/info`,
    makeBody: json({ keys: list(9_000, (index) => ({ name: `key ${index}` })), languageTags: ["en"] })
  },
  {
    name: "20,000 keys",
    method: "POST",
    path: `${project}/keys/import`,
    makeBody: json({ keys: list(20_000, (index) => ({ name: `key ${index}`, translations: { en: "a", xx: "b" } })) })
  },
  {
    name: "50,000 keys with errors",
    method: "POST",
    path: `${project}/keys/import-resolvable`,
    makeBody: json({ keys: list(50_000, (index) => ({ name: `new ${index}`, translations: { xx: { text: "a" } } })) })
  },
  { name: "300,000 ids", method: "DELETE", path: `${project}/keys`, makeBody: () => `{"ids":[${ids.join()}]}` },
  {
    name: "300,000 ids",
    method: "POST",
    path: `${project}/start-batch-job/restore-keys`,
    makeBody: () => `{"keyIds":[${ids.join()}]}`
  },
  {
    name: "6,000 keys by name",
    method: "PUT",
    path: `${project}/tag-complex`,
    makeBody: json({ filterKeys: list(6_000, (index) => ({ name: `key ${index}` })), tagFiltered: ["tag"] })
  },
  {
    name: "19,000 texts",
    method: "POST",
    path: `${project}/keys`,
    makeBody: json({ name: "many", translations: Object.fromEntries(list(19_000, (index) => [`l${index}`, "text"])) })
  },
  {
    name: "a text of 1.9 MB",
    method: "POST",
    path: `${project}/translations`,
    makeBody: json({ key: "long", translations: { en: "{".repeat(1.9 * megabyte) } })
  },
  {
    name: "9,000 related keys",
    method: "POST",
    path: `${project}/big-meta`,
    makeBody: json({ relatedKeysInOrder: list(9_000, (index) => ({ keyName: `key ${index}` })) })
  },
  {
    name: "19,000 ids of languages",
    method: "PUT",
    path: `${project}/invite`,
    makeBody: json({ type: "TRANSLATE", languages: ids.slice(0, 19_000) })
  },
  {
    name: "19,000 ids of keys",
    method: "POST",
    path: `${project}/export`,
    makeBody: json({ filterKeyId: ids.slice(0, 19_000), filterKeyIdNot: ids.slice(0, 900) })
  },
  {
    name: "19,000 namespaces",
    method: "POST",
    path: `${project}/webhook-configs`,
    makeBody: json({ url: "https://192.0.2.1/", eventFilter: { namespaces: list(19_000, (index) => `n${index}`) } })
  },
  {
    name: "filters of 15 kB",
    method: "GET",
    path: `${project}/translations?${list(1_000, (index) => `filterKeyId=${index}`).join("&")}`.slice(0, 15_000),
    makeBody: () => null
  },
  {
    name: "a pattern of 15 kB",
    method: "GET",
    path: `${project}/translations?filterKeyPattern=${"*a".repeat(7_000)}`,
    makeBody: () => null
  }
]
