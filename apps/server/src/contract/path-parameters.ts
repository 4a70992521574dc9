import { Effect } from "effect"
import { given } from "../testing/given.ts"
import { type Answer, error } from "../testing/send.ts"
import type { ContractEndpoint } from "./contract-endpoints.ts"
import type { ContractWorld } from "./contract-world.ts"

/** What a parameter of a path is the id or the name of. */
export interface PathId {
  /** To who may call the endpoint, and names nothing. */
  readonly absentAnswer: Answer
  /** What exists elsewhere, by where it is; made for the test that asks. null: nothing is hidden from who may ask. */
  readonly givenForeign: ((world: ContractWorld) => Effect.Effect<ForeignIds, never, GivenServices>) | null
  /** Something of the owner's, where the rest of the request is only looked at when this names something. */
  readonly givenOwn?: (world: ContractWorld) => Effect.Effect<number, never, GivenServices>
}

type ForeignIds = Readonly<Record<string, number | string>>
type GivenServices = Effect.Services<ReturnType<typeof given.webhook>>

const notFound = error(404, "resource_not_found")
const noBranches = error(400, "feature_not_enabled", ["BRANCHING"])
const noMachines = error(400, "feature_not_enabled", ["MACHINE_TRANSLATION"])

const elsewhere = <A>(id: Effect.Effect<number | string, never, A>) =>
  Effect.map(id, (found): ForeignIds => ({ "in another project": found }))

const givenForeignKey: PathId["givenForeign"] = ({ otherProject }) =>
  elsewhere(given.key({ project: otherProject.id, name: "foreign" }))

type GivenImport = Effect.Success<ReturnType<typeof given.import>>

/** A user has one import in a project, whichever of its parts a path names. */
const importsOfWorlds = new WeakMap<ContractWorld, Readonly<Record<"own" | "elsewhere" | "ofAnother", GivenImport>>>()

/** The owner has an import as well: theirs is looked into, and nobody else's. */
const givenImports = Effect.fnUntraced(function* (world: ContractWorld) {
  const { owner, project, otherOwner, otherProject } = world
  const imports = importsOfWorlds.get(world) ?? {
    own: yield* given.import({ project: project.id, user: owner }),
    elsewhere: yield* given.import({ project: otherProject.id, user: otherOwner }),
    ofAnother: yield* given.import({ project: project.id, user: otherOwner })
  }
  importsOfWorlds.set(world, imports)
  return imports
})

const partOfImport = (part: keyof GivenImport): PathId => ({
  absentAnswer: notFound,
  givenForeign: (world) =>
    Effect.map(givenImports(world), ({ elsewhere, ofAnother }) => ({
      "in another project": elsewhere[part],
      "of another user": ofAnother[part]
    })),
  givenOwn: (world) => Effect.map(givenImports(world), ({ own }) => own[part])
})

const givenStranger: PathId["givenForeign"] = ({ otherOwner }) => Effect.succeed({ "who is not in it": otherOwner })

/**
 * By the end of the path up to the parameter; where several fit, the longest counts. An endpoint with a parameter that
 * nothing here fits fails the tests.
 */
const pathIds: Readonly<Record<string, PathId>> = {
  "set-preferred-organization/:organizationId": {
    absentAnswer: error(404, "organization_not_found"),
    givenForeign: ({ otherOrganization }) => Effect.succeed({ "without a role": otherOrganization.id })
  },
  "transfer-to-organization/:organizationId": {
    absentAnswer: error(403, "user_is_not_owner_of_organization"),
    givenForeign: ({ otherOrganization }) => Effect.succeed({ "without a role": otherOrganization.id })
  },
  "pats/:tokenId": {
    absentAnswer: error(404, "pat_not_found"),
    givenForeign: ({ otherOwner }) =>
      Effect.map(given.personalAccessToken({ user: otherOwner }), ({ id }) => ({ "of another user": id }))
  },
  "api-keys/:apiKeyId": {
    absentAnswer: error(404, "api_key_not_found"),
    givenForeign: ({ otherOwner: user, otherProject }) =>
      Effect.map(given.apiKey({ project: otherProject.id, user, scopes: ["keys.view"] }), ({ id }) => ({
        "in another project": id
      }))
  },
  "administration/users/:userId": { absentAnswer: error(404, "user_not_found"), givenForeign: null },
  "organizations/:organization/users/:userId": {
    absentAnswer: error(404, "user_is_not_member_of_organization"),
    givenForeign: givenStranger
  },
  "projects/:projectId/users/:userId": {
    absentAnswer: error(404, "user_not_found"),
    givenForeign: givenStranger,
    givenOwn: ({ name, project }) =>
      Effect.tap(given.user({ username: `${name} member` }), (user) =>
        given.directPermission({ project: project.id, user, permission: "VIEW" })
      )
  },
  "invitations/:invitationId": {
    absentAnswer: notFound,
    givenForeign: Effect.fnUntraced(function* ({ otherOwner: createdBy, otherOrganization, otherProject }) {
      return {
        "into another project": yield* given.invitation({ createdBy, project: otherProject.id }),
        "into another organization": yield* given.invitation({ createdBy, organization: otherOrganization.id })
      }
    })
  },
  "keys/:keyId": {
    absentAnswer: error(404, "key_not_found"),
    givenForeign: givenForeignKey,
    givenOwn: ({ project }) => given.key({ project: project.id, name: "own" })
  },
  // A list, in which ids of nothing are passed over.
  "keys/:keyIds": {
    absentAnswer: { status: 200, body: "" },
    givenForeign: givenForeignKey
  },
  // A list, in which ids of nothing are passed over.
  "image-upload/:imageIds": {
    absentAnswer: { status: 200, body: "" },
    givenForeign: ({ otherOwner }) =>
      Effect.map(given.image({ uploadedBy: otherOwner }), (id) => ({ "of another user": id }))
  },
  "keys/:keyId/screenshots/:screenshotIds": {
    absentAnswer: { status: 200, body: "" },
    givenForeign: ({ otherProject }) =>
      elsewhere(Effect.flatMap(given.key({ project: otherProject.id, name: "seen" }), (key) => given.image({ key })))
  },
  "keys/trash/:keyId": {
    absentAnswer: error(404, "key_not_found"),
    givenForeign: Effect.fnUntraced(function* ({ project, otherProject }) {
      return {
        "in another project": yield* given.key({ project: otherProject.id, name: "foreign" }),
        "not in the trash": yield* given.key({ project: project.id, name: "live" })
      }
    })
  },
  // There are no branches: everything there has one answer.
  "branches/:branchId": { absentAnswer: noBranches, givenForeign: null },
  "merge/:mergeId": { absentAnswer: noBranches, givenForeign: null },
  "tags/:tagId": {
    absentAnswer: error(404, "tag_not_found"),
    givenForeign: Effect.fnUntraced(function* ({ project, otherProject }) {
      const foreignKey = yield* given.key({ project: otherProject.id, name: "with tag" })
      const otherKey = yield* given.key({ project: project.id, name: "with tag" })
      return {
        "in another project": yield* given.tag({ project: otherProject.id, key: foreignKey, name: "foreign" }),
        "of another key": yield* given.tag({ project: project.id, key: otherKey, name: "other" })
      }
    })
  },
  "translations/:translationId": {
    absentAnswer: error(404, "translation_not_found"),
    givenForeign: ({ otherProject: { id, languageId } }) =>
      elsewhere(
        Effect.flatMap(given.key({ project: id, name: "foreign" }), (key) =>
          given.translation({ key, language: languageId, text: "foreign" })
        )
      ),
    givenOwn: ({ project: { id, languageId } }) =>
      Effect.flatMap(given.key({ project: id, name: "own" }), (key) =>
        given.translation({ key, language: languageId, text: "own" })
      )
  },
  "translations/:translationId/comments/:commentId": {
    absentAnswer: notFound,
    givenForeign: Effect.fnUntraced(function* ({ owner, otherOwner, project, otherProject }) {
      const commentIn = ({ id, languageId }: ContractWorld["project"], author: number) =>
        Effect.flatMap(given.key({ project: id, name: "with comment" }), (key) =>
          Effect.flatMap(given.translation({ key, language: languageId, text: "text" }), (translation) =>
            given.comment({ translation, author })
          )
        )
      return {
        "in another project": yield* commentIn(otherProject, otherOwner),
        "of another translation": yield* commentIn(project, owner)
      }
    })
  },
  "namespaces/:namespaceId": {
    absentAnswer: error(404, "namespace_not_found"),
    givenForeign: ({ otherProject }) => elsewhere(given.namespace({ project: otherProject.id, name: "foreign" }))
  },
  "namespace-by-name/:name": {
    absentAnswer: error(404, "namespace_not_found"),
    givenForeign: ({ otherProject }) =>
      elsewhere(Effect.as(given.namespace({ project: otherProject.id, name: "foreign" }), "foreign"))
  },
  "languages/:languageId": {
    absentAnswer: error(404, "language_not_found"),
    givenForeign: ({ otherProject }) => elsewhere(Effect.succeed(otherProject.languageId))
  },
  "import/result/languages/:languageId": partOfImport("languageId"),
  "import/result/languages/:importLanguageId": partOfImport("languageId"),
  "import/result/languages/:languageId/translations/:translationId": partOfImport("translationId"),
  "import/result/files/:importFileId": partOfImport("fileId"),
  "import/result/files/:fileId": partOfImport("fileId"),
  "select-existing/:existingLanguageId": {
    absentAnswer: error(404, "language_not_found"),
    givenForeign: ({ otherProject }) => elsewhere(Effect.succeed(otherProject.languageId)),
    givenOwn: ({ project }) => Effect.succeed(project.languageId)
  },
  "webhook-configs/:id": {
    absentAnswer: notFound,
    givenForeign: ({ otherProject }) => elsewhere(given.webhook({ project: otherProject.id })),
    givenOwn: ({ project }) => given.webhook({ project: project.id })
  },
  "webhook-configs/:id/deliveries/:deliveryId": {
    absentAnswer: notFound,
    givenForeign: Effect.fnUntraced(function* ({ project, otherProject }) {
      const deliveryIn = (projectId: number) =>
        Effect.flatMap(given.webhook({ project: projectId }), (webhook) => given.delivery({ webhook }))
      return {
        "in another project": yield* deliveryIn(otherProject.id),
        "of another webhook configuration": yield* deliveryIn(project.id)
      }
    })
  },
  "batch-jobs/:jobId": {
    absentAnswer: error(404, "batch_job_not_found"),
    givenForeign: ({ otherOwner: author, otherProject }) =>
      elsewhere(given.batchJob({ project: otherProject.id, author }))
  },
  "activity/revisions/:revisionId": {
    absentAnswer: notFound,
    givenForeign: ({ otherProject: { id, languageId } }) =>
      elsewhere(given.revision({ project: id, language: languageId }))
  }
}

/** Endpoints whose response differs from the rest of their kind. */
const answersOf: Readonly<Record<string, Pick<PathId, "absentAnswer">>> = {
  "GET /v2/api-keys/:apiKeyId": { absentAnswer: notFound },
  "PUT /v2/organizations/:organization/users/:userId/set-role": { absentAnswer: notFound },
  "PUT /v2/projects/:projectId/keys/:keyId": { absentAnswer: notFound },
  "PUT /v2/projects/:projectId/keys/:keyId/auto-translate": { absentAnswer: noMachines },
  "GET /v2/projects/:projectId/activity/revisions/:revisionId/modified-entities": {
    absentAnswer: {
      status: 200,
      body: { _embedded: { modifiedEntities: [] }, page: { size: 20, totalElements: 0, totalPages: 0, number: 0 } }
    }
  }
}

/** Ids and names that authorization itself looks up: `errors.test.ts` asks with those of others. */
const authorized = ["projectId", "organization"]

/** Names that are not looked up in a project, and why; closed lists need no word. */
const pathNames: Readonly<Record<string, string>> = {
  code: "of an invitation: who has it is invited",
  field: "of the caller's own storage",
  languages: "tags of the project's own languages; those of others are left out",
  languageTag: "of the user interface",
  slug: "says whether it is free, whoever has it"
}

/** What the parameter is the id of; undefined: nobody said so yet. */
const pathIdOf = ({ title, path }: ContractEndpoint, parameter: string): PathId | undefined => {
  const start = path.slice(0, path.indexOf(`:${parameter}`) + parameter.length + 1)
  const [end] = Object.keys(pathIds)
    .filter((one) => start.endsWith(`/${one}`))
    .sort((one, other) => other.length - one.length)
  const found = end === undefined ? undefined : pathIds[end]
  return found === undefined ? undefined : { ...found, ...answersOf[title] }
}

/** The ids in the path of an endpoint, and the names that are looked up, but for those that authorization looks up. */
export const pathIdsOf = (endpoint: ContractEndpoint): ReadonlyArray<PathId & { readonly parameter: string }> =>
  endpoint.paramNames.flatMap((parameter) => {
    const found = authorized.includes(parameter) ? undefined : pathIdOf(endpoint, parameter)
    return found === undefined ? [] : [{ ...found, parameter }]
  })

/** Parameters of the endpoint that name something of the owner's, made for the test that asks. */
export const givenOwnValues = Effect.fnUntraced(function* (world: ContractWorld, endpoint: ContractEndpoint) {
  const values: Record<string, string> = {}
  for (const { parameter, givenOwn } of pathIdsOf(endpoint)) {
    if (givenOwn !== undefined) values[parameter] = String(yield* givenOwn(world))
  }
  return values
})

/** Parameters that the tests cannot fill with what belongs to somebody else. */
export const unknownParameters = (endpoints: ReadonlyArray<ContractEndpoint>): ReadonlyArray<string> =>
  endpoints.flatMap((endpoint) =>
    endpoint.paramNames
      .filter((name) => !authorized.includes(name) && !Object.hasOwn(pathNames, name))
      .filter((name) => !Object.hasOwn(endpoint.literalParams, name))
      .filter((name) => pathIdOf(endpoint, name) === undefined)
      .map((name) => `${name} of ${endpoint.title}`)
  )

/** Entries of this file that no endpoint has any more. */
export const unusedEntries = (endpoints: ReadonlyArray<ContractEndpoint>): ReadonlyArray<string> => [
  ...Object.keys(pathIds).filter((end) => !endpoints.some(({ path }) => `${path}/`.includes(`/${end}/`))),
  ...Object.keys(answersOf).filter((title) => !endpoints.some((endpoint) => endpoint.title === title)),
  ...Object.keys(pathNames).filter((name) => !endpoints.some(({ paramNames }) => paramNames.includes(name)))
]
