/** A request that is meant to hold up the server. */
export interface HostileRequest {
  readonly name: string
  readonly method: string
  /** With `:projectId` for a project of the caller, and `:turn` for a number that is another one each time. */
  readonly path: string
  /** How often it is sent, several at a time; once where nothing is said. */
  readonly times?: number
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
  "escapes in a text": (bytes) => `"${"\\ud83d\\ude00".repeat(bytes / 13)}"`
}

/** At the bounds of what is read at all, however long the body may be. */
const shapesAtBounds: typeof shapes = {
  "as many values as allowed": () => `[${"{},".repeat(9_000)}0]`,
  "as many names as allowed": () => `{${list(19_000, (index) => `"${"n".repeat(90)}${index}":0`).join()}}`
}

/** An endpoint that reads JSON, with where in its body a shape stands. */
interface Reader {
  readonly method: string
  readonly path: string
  readonly isPublic?: true
  /** Bytes that the endpoint reads, less a few. */
  readonly bytes: number
  readonly wrap: (shape: string) => string
}

const inUnknownField = (shape: string): string => `{"name":"Example","unknown":${shape}}`
const project = "/v2/projects/:projectId"
const ids = list(300_000, (index) => index + 1)

const jsonBytes = 1.9 * megabyte
const largeJsonBytes = 6 * megabyte
const publicBytes = 99_000

const inData = (shape: string): string => `{"data":${shape}}`

const readers: ReadonlyArray<Reader> = [
  { method: "PUT", path: "/v2/user-preferences/storage/field", bytes: jsonBytes, wrap: inData },
  { method: "POST", path: "/v2/organizations", bytes: jsonBytes, wrap: inUnknownField },
  { method: "POST", path: "/api/public/generatetoken", isPublic: true, bytes: publicBytes, wrap: inUnknownField },
  { method: "POST", path: "/api/public/sign_up", isPublic: true, bytes: publicBytes, wrap: inUnknownField },
  {
    method: "POST",
    path: `${project}/keys/import`,
    bytes: largeJsonBytes,
    wrap: (shape) => `{"keys":[],"unknown":${shape}}`
  },
  {
    method: "POST",
    path: `${project}/start-batch-job/delete-keys`,
    bytes: largeJsonBytes,
    wrap: (shape) => `{"keyIds":${shape}}`
  },
  {
    method: "POST",
    path: `${project}/keys/info`,
    bytes: jsonBytes,
    wrap: (shape) => `{"keys":${shape},"languageTags":["en"]}`
  }
]

const requestTo = (
  { wrap, bytes: _, ...endpoint }: Reader,
  name: string,
  bytes: number,
  makeShape: () => string
): HostileRequest => ({
  name: `${name}, ${Math.ceil(bytes / megabyte)} MB`,
  ...endpoint,
  makeBody: () => wrap(makeShape())
})

const shapedTo = (reader: Reader): ReadonlyArray<HostileRequest> =>
  Object.entries({ ...shapes, ...shapesAtBounds }).map(([name, shape]) =>
    requestTo(reader, name, reader.bytes, () => shape(reader.bytes))
  )

/** On every kind of endpoint. */
export const hostileRequests: ReadonlyArray<HostileRequest> = [
  ...readers.flatMap(shapedTo),
  {
    name: "deep, 48 MB",
    method: "PUT",
    path: "/v2/user-preferences/storage/field",
    makeBody: () => inData(shapes["deep"]?.(48 * megabyte) ?? "")
  },
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

/** Far above what most endpoints read, and about as much as any of them does. */
const fullSizes = [10 * megabyte, 48 * megabyte]

let lastShape = { title: "", text: "" }

/** Makes a shape once for requests that come one after the other, and lets it go with the next one. */
const sharedShape = (title: string, make: () => string) => () => {
  if (lastShape.title !== title) lastShape = { title, text: make() }
  return lastShape.text
}

/** Too much for a test: beyond those of the table, every shape in full size on every endpoint, and many searches. */
export const fullSizeHostileRequests: ReadonlyArray<HostileRequest> = [
  ...hostileRequests,
  ...fullSizes.flatMap((bytes) =>
    Object.entries(shapes).flatMap(([name, shape]) => {
      const makeShape = sharedShape(`${name} ${bytes}`, () => shape(bytes))
      return readers.map((reader) => requestTo(reader, name, bytes, makeShape))
    })
  ),
  {
    name: "8,200 different searches of 12 kB",
    method: "GET",
    path: `${project}/translations?search=${"x".repeat(12_000)}:turn`,
    times: 8_200,
    makeBody: () => null
  }
]
