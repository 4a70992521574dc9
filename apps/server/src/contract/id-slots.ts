import { Effect } from "effect"
import { seed } from "../testing/seed.ts"
import { acceptedBody, queryWith } from "./accepted-request.ts"
import type { ContractEndpoint, FieldType } from "./contract-endpoints.ts"
import { type ContractFixture, pathIn } from "./contract-fixture.ts"
import { pathIdsOf, seedMerge, seedOwnValues } from "./path-parameters.ts"

/** The kind of row that an id in a query or a body refers to. */
type IdKind =
  | "project"
  | "organization"
  | "language"
  | "namespace"
  | "key"
  | "label"
  | "branch"
  | "mergeChange"
  | "prompt"
  | "contentStorage"
  | "upload"
  | "screenshot"
  | "user"
  | "revision"
  | "batchJob"
  | "webhook"

/** Every number that a query or a body may hold, by its name; null: it is no id. A name that is missing fails the tests. */
const kindsByName: Readonly<Record<string, IdKind | null>> = {
  projectId: "project",
  projectIds: "project",
  assignedProjectIds: "project",
  filterProjectId: "project",
  organizationId: "organization",
  languageId: "language",
  languageIds: "language",
  languages: "language",
  translateLanguages: "language",
  viewLanguages: "language",
  stateChangeLanguages: "language",
  sourceLanguageId: "language",
  targetLanguageId: "language",
  targetLanguageIds: "language",
  baseLanguageId: "language",
  defaultNamespaceId: "namespace",
  keyId: "key",
  keyIds: "key",
  keys: "key",
  ids: "key",
  filterKeyId: "key",
  filterKeyIdNot: "key",
  id: "key",
  labelId: "label",
  labelIds: "label",
  originBranchId: "branch",
  sourceBranchId: "branch",
  changeId: "mergeChange",
  addKeys: "key",
  removeKeys: "key",
  assignees: "user",
  filterAssignee: "user",
  filterProject: "project",
  filterNotProject: "project",
  filterLanguage: "language",
  filterViewLanguageId: "language",
  filterEditLanguageId: "language",
  filterStateLanguageId: "language",
  filterKey: "key",
  /** Ignored. */
  filterAgency: null,
  filterNotClosedBefore: null,
  dueDate: null,
  promptId: "prompt",
  contentStorageId: "contentStorage",
  webhookConfigId: "webhook",
  uploadedImageId: "upload",
  screenshotUploadedImageIds: "upload",
  screenshotIdsToDelete: "screenshot",
  userId: "user",
  authorId: "user",
  filterAuthorId: "user",
  filterDeletedByUserId: "user",
  filterCreatedByUserId: "user",
  filterEditedByUserId: "user",
  filterCreatedAfter: null,
  filterCreatedBefore: null,
  filterEditedAfter: null,
  filterEditedBefore: null,
  /** Counted in each project. */
  filterTaskNumber: null,
  filterUserId: "user",
  filterActingUserId: "user",
  filterObjectId: "user",
  filterOrganizationId: "organization",
  filterRevisionId: "revision",
  /** Compared with the newest one only. */
  expectedRevisionId: null,
  /** Compared with those of changed texts only. */
  revisionId: null,
  lastEventId: "revision",
  filterFailedKeysOfJob: "batchJob",
  /** Foreign ones are ignored, as the original does: apps/server/src/identity/notification has the test. */
  notificationIds: null,
  /** Foreign ones are ignored: apps/server/src/identity/password-reset has the test. */
  keptPasskeyIds: null,
  keptAccessTokenIds: null,
  expiresAt: null,
  createdAfter: null,
  createdBefore: null,
  overlapMillis: null,
  positionStart: null,
  positionEnd: null,
  page: null,
  size: null,
  maxCharLimit: null,
  /** Foreign ones are skipped: apps/server/src/assistance/memory has the test. */
  entryIds: null,
  /** Foreign ones are skipped: apps/server/src/assistance/glossary has the test. */
  termIds: null,
  /** Order of a list: foreign ones move nothing. */
  firstId: null,
  priority: null,
  penalty: null,
  defaultPenalty: null,
  perDay: null,
  perMonth: null,
  memoryMinSimilarity: null,
  threshold: null,
  ...{ x: null, y: null, width: null, height: null }
}

/** Where the name says less than the path does. */
const filterKinds: ReadonlyArray<readonly [string, IdKind | null]> = [
  // Numbers in a project.
  ["/tasks", null],
  ["/user-tasks", null],
  ["/possible-assignees", "user"],
  ["/labels/ids", "label"],
  ["/users", "user"],
  ["/languages", "language"],
  ["/projects", "project"]
]

const kindOf = ({ path }: ContractEndpoint, name: string): IdKind | null | undefined =>
  name === "filterId" || name === "filterNotId" || path.endsWith("/labels/ids")
    ? filterKinds.find(([end]) => path.endsWith(end))?.[1]
    : Object.hasOwn(kindsByName, name)
      ? kindsByName[name]
      : undefined

/** One place of a request in which an id stands. */
export interface IdSlot {
  /** `body screenshots[].uploadedImageId`. */
  readonly name: string
  /** A request with this id in the place, and what belongs to the owner in all others. */
  readonly requestWith: (fixture: ContractFixture, own: OwnValues, id: number | string) => SlotRequest
  /** An id that belongs to another project or user, created for the test. */
  readonly seedForeign: (fixture: ContractFixture) => ReturnType<typeof seedOfKind>
}

export interface SlotRequest {
  readonly path: string
  readonly body: unknown
}

/** Ids of the owner's, by kind, and those that the path has, by parameter. */
export interface OwnValues {
  readonly byKind: Readonly<Record<IdKind, number>>
  readonly inPath: Readonly<Record<string, string>>
}

/** Makes rows of the owner's to which ids in a query or a body can refer. */
export const seedOwn = Effect.fnUntraced(function* (fixture: ContractFixture, endpoint: ContractEndpoint) {
  const byKind = {} as Record<IdKind, number>
  for (const kind of new Set(Object.values(kindsByName))) {
    if (kind !== null) byKind[kind] = yield* seedOfKind(kind, ownSideOf(fixture))
  }
  return { byKind, inPath: yield* seedOwnValues(fixture, endpoint) } satisfies OwnValues
})

/** An organization with a project and its owner: the home of the callers, or the other one. */
interface Side {
  readonly name: string
  readonly owner: number
  readonly organizationId: number
  readonly project: ContractFixture["project"]
}

const ownSideOf = ({ name, owner, organization, project }: ContractFixture): Side => ({
  name: `${name} own`,
  owner,
  organizationId: organization.id,
  project
})

const otherSideOf = ({ name, otherOwner, otherOrganization, otherProject }: ContractFixture): Side => ({
  name: `${name} other`,
  owner: otherOwner,
  organizationId: otherOrganization.id,
  project: otherProject
})

let made = 0

const seedOfKind = Effect.fnUntraced(function* (kind: IdKind, { owner, organizationId, project }: Side) {
  const name = `made ${++made}`
  switch (kind) {
    case "project":
      return project.id
    case "organization":
      return organizationId
    case "language":
      return project.languageId
    case "user":
      return owner
    case "namespace":
      return yield* seed.namespace({ project: project.id, name })
    case "key":
      return yield* seed.key({ project: project.id, name })
    case "label":
      return yield* seed.label({ project: project.id, name })
    case "branch":
      return yield* seed.branch({ project: project.id, name })
    case "mergeChange":
      return (yield* seedMerge(project)).change
    case "contentStorage":
      return yield* seed.contentStorage({ project: project.id, name: "storage" })
    case "prompt":
      return yield* seed.prompt({ project: project.id, name })
    case "upload":
      return yield* seed.image({ uploadedBy: owner })
    case "screenshot":
      return yield* seed.image({ key: yield* seed.key({ project: project.id, name }) })
    case "revision":
      return yield* seed.revision({ project: project.id, language: project.languageId })
    case "batchJob":
      return yield* seed.batchJob({ project: project.id, author: owner })
    case "webhook":
      return yield* seed.webhook({ project: project.id })
  }
})

/** A number in a body: the names on the way to it, `[]` for the elements of an array. */
interface BodyNumber {
  readonly names: ReadonlyArray<string>
  readonly isList: boolean
}

const numbersIn = (type: FieldType, names: ReadonlyArray<string> = []): ReadonlyArray<BodyNumber> =>
  type.fields.flatMap(({ name, type: field }) => [
    ...(field.accepts.includes("number") ? [{ names: [...names, name], isList: false }] : []),
    ...(field.element?.accepts.includes("number") === true ? [{ names: [...names, name], isList: true }] : []),
    ...numbersIn(field, [...names, name]),
    ...(field.element === null ? [] : numbersIn(field.element, [...names, name, "[]"]))
  ])

const nameOf = ({ names }: BodyNumber): string => names.at(-1) ?? ""

/** The body with a value in this place, which comes into being when it is missing. */
const withValue = (body: unknown, [name, ...rest]: ReadonlyArray<string>, value: unknown): unknown => {
  if (name === undefined) return value
  if (name === "[]") return [withValue(Array.isArray(body) ? body[0] : undefined, rest, value)]
  const fields = typeof body === "object" && body !== null && !Array.isArray(body) ? body : {}
  return { ...fields, [name]: withValue((fields as Record<string, unknown>)[name], rest, value) }
}

/** A request takes only one of several forms of a field. */
const otherForms: Readonly<Record<string, ReadonlyArray<string>>> = {
  screenshots: ["screenshotUploadedImageIds"],
  screenshotsToAdd: ["screenshotUploadedImageIds"],
  screenshotUploadedImageIds: ["screenshots", "screenshotsToAdd"]
}

const bodyWith = (endpoint: ContractEndpoint, { byKind }: OwnValues, place?: BodyNumber, id?: number | string) => {
  if (endpoint.body === null) return undefined
  let body = acceptedBody(endpoint, acceptedForIds[endpoint.title])
  for (const number of numbersIn(endpoint.body)) {
    const kind = kindOf(endpoint, nameOf(number))
    // Optional lists that limit something are left as they are, unless they are asked about.
    if (kind === null || kind === undefined || !requiredIds.includes(nameOf(number))) continue
    body = withValue(body, number.names, number.isList ? [byKind[kind]] : byKind[kind])
  }
  if (place === undefined) return body
  for (const other of otherForms[place.names[0] ?? ""] ?? []) body = withValue(body, [other], null)
  const kind = kindOf(endpoint, nameOf(place))
  const own = kind === null || kind === undefined ? [] : [byKind[kind]]
  return withValue(body, place.names, place.isList ? [...own, id] : id)
}

/** Ids without which a request is refused before it is looked at any further. */
const requiredIds = [
  "keyId",
  "keyIds",
  "languageId",
  "languageIds",
  "labelId",
  "labelIds",
  "originBranchId",
  "sourceLanguageId",
  "targetLanguageId",
  "targetLanguageIds",
  "projectId"
]

/** Values of other fields with which ids are looked at. */
const acceptedForIds: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "POST /v2/projects/:projectId/start-batch-job/find-and-replace": { search: "a", replacement: "b", revisionId: 0 },
  "POST /v2/projects/:projectId/translations/find-and-replace/preview": { search: "a", replacement: "b" },
  "PUT /v2/projects/:projectId/invite": { type: null, scopes: ["translations.state-edit"] },
  "POST /v2/projects/:projectId/start-batch-job/set-translation-state": { state: "TRANSLATED" }
}

/** Every place of the endpoint in which an id may stand. Project and organization of the path: `errors.test.ts`. */
export const idSlotsOf = (endpoint: ContractEndpoint): ReadonlyArray<IdSlot> => {
  const pathOf = (fixture: ContractFixture, own: OwnValues, values: Readonly<Record<string, string>> = {}) =>
    pathIn(fixture, endpoint, { ...own.inPath, ...values })
  const inPath = pathIdsOf(endpoint).flatMap(
    ({ parameter, seedForeign }): ReadonlyArray<IdSlot> =>
      seedForeign === null
        ? []
        : [
            {
              name: `path ${parameter}`,
              requestWith: (fixture, own, id) => ({
                path: `${pathOf(fixture, own, { [parameter]: String(id) })}${queryWith(endpoint)}`,
                body: bodyWith(endpoint, own)
              }),
              seedForeign: (fixture) =>
                Effect.map(seedForeign(fixture), (foreign) => Object.values(foreign)[0] as number) as never
            }
          ]
  )
  const inQuery = endpoint.numberQueries.flatMap((name): ReadonlyArray<IdSlot> => {
    const kind = kindOf(endpoint, name)
    if (kind === null || kind === undefined) return []
    return [
      {
        name: `query ${name}`,
        requestWith: (fixture, own, id) => ({
          path: `${pathOf(fixture, own)}${queryWith(endpoint, `${name}=${id}`)}`,
          body: bodyWith(endpoint, own)
        }),
        seedForeign: (fixture) => seedOfKind(kind, otherSideOf(fixture))
      }
    ]
  })
  const inBody = numbersIn(endpoint.body ?? { accepts: [], element: null, fields: [] }).flatMap(
    (number): ReadonlyArray<IdSlot> => {
      const kind = kindOf(endpoint, nameOf(number))
      if (kind === null || kind === undefined) return []
      return [
        {
          name: `body ${number.names.join(".")}`,
          requestWith: (fixture, own, id) => ({
            path: `${pathOf(fixture, own)}${queryWith(endpoint)}`,
            body: bodyWith(endpoint, own, number, id)
          }),
          seedForeign: (fixture) => seedOfKind(kind, otherSideOf(fixture))
        }
      ]
    }
  )
  return [...inPath, ...inQuery, ...inBody]
}

/** Numbers that are not described yet. */
export const unknownNumbers = (endpoints: ReadonlyArray<ContractEndpoint>): ReadonlyArray<string> =>
  endpoints.flatMap((endpoint) =>
    [...endpoint.numberQueries, ...numbersIn(endpoint.body ?? { accepts: [], element: null, fields: [] }).map(nameOf)]
      .filter((name) => kindOf(endpoint, name) === undefined)
      .map((name) => `${name} of ${endpoint.title}`)
  )
