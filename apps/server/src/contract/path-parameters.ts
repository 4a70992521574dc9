import { Effect } from "effect"
import { seed } from "../testing/seed.ts"
import { error, type TestResponse } from "../testing/send.ts"
import type { ContractEndpoint } from "./contract-endpoints.ts"
import type { ContractFixture } from "./contract-fixture.ts"

/** The kind of row that a parameter of a path refers to. */
export interface PathId {
  /** To who may call the endpoint, and names nothing. */
  readonly absentAnswer: TestResponse
  /**
   * Makes the rows that exist elsewhere, by place, for the test that asks. null: nothing is hidden from the callers.
   */
  readonly seedForeign: ((fixture: ContractFixture) => Effect.Effect<ForeignIds, never, SeedServices>) | null
  /** Something of the owner's, where the rest of the request is only looked at when this names something. */
  readonly seedOwn?: (fixture: ContractFixture) => Effect.Effect<number, never, SeedServices>
}

type ForeignIds = Readonly<Record<string, number | string>>
type SeedServices = Effect.Services<ReturnType<typeof seed.webhook | typeof seed.session>>

const notFound = error(404, "resource_not_found")

/** Names of memories are unique. */
let memories = 0

const elsewhere = <A>(id: Effect.Effect<number | string, never, A>) =>
  Effect.map(id, (found): ForeignIds => ({ "in another project": found }))

const seedForeignKey: PathId["seedForeign"] = ({ otherProject }) =>
  elsewhere(seed.key({ project: otherProject.id, name: "foreign" }))

/** Names of labels are unique. */
let labels = 0

const labelOfProject: PathId = {
  absentAnswer: error(404, "label_not_found"),
  seedForeign: ({ otherProject }) => elsewhere(seed.label({ project: otherProject.id, name: `foreign ${++labels}` })),
  seedOwn: ({ project }) => seed.label({ project: project.id, name: `own ${++labels}` })
}

const taskOfProject: PathId = {
  absentAnswer: error(404, "task_not_found"),
  seedForeign: ({ otherProject: { id, languageId } }) => elsewhere(seed.task({ project: id, language: languageId })),
  seedOwn: ({ project: { id, languageId } }) => seed.task({ project: id, language: languageId })
}

/** Names of branches are unique. */
let branches = 0

const branchOfProject: PathId = {
  absentAnswer: error(404, "branch_not_found"),
  seedForeign: ({ otherProject }) =>
    elsewhere(seed.branch({ project: otherProject.id, name: `foreign-${++branches}` })),
  seedOwn: ({ project }) => seed.branch({ project: project.id, name: `own-${++branches}` })
}

/** The id of a comparison of two new branches of a project, and that of its one change. */
export const seedMerge = Effect.fnUntraced(function* ({ id: project }: ContractFixture["project"]) {
  const [source, target] = [
    yield* seed.branch({ project, name: `source-${++branches}` }),
    yield* seed.branch({ project, name: `target-${branches}` })
  ]
  const merge = yield* seed.branchMerge({ project, source, target })
  return { merge, change: yield* seed.branchMergeChange({ merge }) }
})

const promptOfProject: PathId = {
  absentAnswer: error(404, "prompt_not_found"),
  seedForeign: ({ otherProject }) => elsewhere(seed.prompt({ project: otherProject.id, name: "foreign" })),
  seedOwn: ({ project }) => seed.prompt({ project: project.id, name: "own" })
}

type SeedImport = Effect.Success<ReturnType<typeof seed.import>>

/** A user has one import in a project, whichever of its parts a path names. */
const importsOfFixtures = new WeakMap<
  ContractFixture,
  Readonly<Record<"own" | "elsewhere" | "ofAnother", SeedImport>>
>()

/** The owner has an import as well: theirs is looked into, and no other one. */
const seedImports = Effect.fnUntraced(function* (fixture: ContractFixture) {
  const { owner, project, otherOwner, otherProject } = fixture
  const imports = importsOfFixtures.get(fixture) ?? {
    own: yield* seed.import({ project: project.id, user: owner }),
    elsewhere: yield* seed.import({ project: otherProject.id, user: otherOwner }),
    ofAnother: yield* seed.import({ project: project.id, user: otherOwner })
  }
  importsOfFixtures.set(fixture, imports)
  return imports
})

const partOfImport = (part: keyof SeedImport): PathId => ({
  absentAnswer: notFound,
  seedForeign: (fixture) =>
    Effect.map(seedImports(fixture), ({ elsewhere, ofAnother }) => ({
      "in another project": elsewhere[part],
      "of another user": ofAnother[part]
    })),
  seedOwn: (fixture) => Effect.map(seedImports(fixture), ({ own }) => own[part])
})

const seedStranger: PathId["seedForeign"] = ({ otherOwner }) => Effect.succeed({ "who is not in it": otherOwner })

/**
 * By the end of the path up to the parameter; where several fit, the longest counts. An endpoint with a parameter that
 * nothing here fits fails the tests.
 */
const pathIds: Readonly<Record<string, PathId>> = {
  "set-preferred-organization/:organizationId": {
    absentAnswer: error(404, "organization_not_found"),
    seedForeign: ({ otherOrganization }) => Effect.succeed({ "without a role": otherOrganization.id })
  },
  "transfer-to-organization/:organizationId": {
    absentAnswer: error(403, "user_is_not_owner_of_organization"),
    seedForeign: ({ otherOrganization }) => Effect.succeed({ "without a role": otherOrganization.id })
  },
  // Ids of users are no secret; what the code opens is.
  "verify_email/:userId": { absentAnswer: error(400, "email_verification_code_not_valid"), seedForeign: null },
  "pats/:tokenId": {
    absentAnswer: error(404, "pat_not_found"),
    seedForeign: ({ otherOwner }) =>
      Effect.map(seed.personalAccessToken({ user: otherOwner }), ({ id }) => ({ "of another user": id }))
  },
  "user/sessions/:sessionId": {
    absentAnswer: notFound,
    seedForeign: ({ otherOwner }) => Effect.map(seed.session(otherOwner), ({ id }) => ({ "of another user": id }))
  },
  "user/passkeys/:passkeyId": {
    absentAnswer: notFound,
    seedForeign: ({ otherOwner: user }) => Effect.map(seed.passkey({ user }), (id) => ({ "of another user": id }))
  },
  "api-keys/:apiKeyId": {
    absentAnswer: error(404, "api_key_not_found"),
    seedForeign: ({ otherOwner: user, otherProject }) =>
      Effect.map(seed.apiKey({ project: otherProject.id, user, scopes: ["keys.view"] }), ({ id }) => ({
        "in another project": id
      }))
  },
  "administration/users/:userId": {
    absentAnswer: error(404, "user_not_found"),
    seedForeign: null,
    seedOwn: ({ name }) => seed.user({ username: `${name} administered` })
  },
  "administration/users/:userId/sessions/:sessionId": {
    absentAnswer: notFound,
    seedForeign: ({ otherOwner }) => Effect.map(seed.session(otherOwner), ({ id }) => ({ "of another user": id }))
  },
  "organizations/:organization/users/:userId": {
    absentAnswer: error(404, "user_is_not_member_of_organization"),
    seedForeign: seedStranger
  },
  "projects/:projectId/users/:userId": {
    absentAnswer: error(404, "user_not_found"),
    seedForeign: seedStranger,
    seedOwn: ({ name, project }) =>
      Effect.tap(seed.user({ username: `${name} member` }), (user) =>
        seed.directPermission({ project: project.id, user, permission: "VIEW" })
      )
  },
  "invitations/:invitationId": {
    absentAnswer: notFound,
    seedForeign: Effect.fnUntraced(function* ({ otherOwner: createdBy, otherOrganization, otherProject }) {
      return {
        "into another project": yield* seed.invitation({ createdBy, project: otherProject.id }),
        "into another organization": yield* seed.invitation({ createdBy, organization: otherOrganization.id })
      }
    })
  },
  "keys/:keyId": {
    absentAnswer: error(404, "key_not_found"),
    seedForeign: seedForeignKey,
    seedOwn: ({ project }) => seed.key({ project: project.id, name: "own" })
  },
  // A list, in which ids of nothing are passed over.
  "keys/:keyIds": {
    absentAnswer: { status: 200, body: "" },
    seedForeign: seedForeignKey
  },
  // A list, in which ids of nothing are passed over.
  "image-upload/:imageIds": {
    absentAnswer: { status: 200, body: "" },
    seedForeign: ({ otherOwner }) =>
      Effect.map(seed.image({ uploadedBy: otherOwner }), (id) => ({ "of another user": id }))
  },
  "keys/:keyId/screenshots/:screenshotIds": {
    absentAnswer: { status: 200, body: "" },
    seedForeign: ({ otherProject }) =>
      elsewhere(Effect.flatMap(seed.key({ project: otherProject.id, name: "seen" }), (key) => seed.image({ key })))
  },
  "keys/trash/:keyId": {
    absentAnswer: error(404, "key_not_found"),
    seedForeign: Effect.fnUntraced(function* ({ project, otherProject }) {
      return {
        "in another project": yield* seed.key({ project: otherProject.id, name: "foreign" }),
        "not in the trash": yield* seed.key({ project: project.id, name: "live" })
      }
    })
  },
  "entries/:translationMemoryEntryId": {
    absentAnswer: error(404, "translation_memory_entry_not_found"),
    seedForeign: ({ otherOrganization }) =>
      Effect.gen(function* () {
        const memory = yield* seed.memory({ organization: otherOrganization.id, name: `foreign ${++memories}` })
        return { "of another organization": yield* seed.memoryEntry({ memory }) }
      })
  },
  "terms/:glossaryTermId": {
    absentAnswer: error(404, "glossary_term_not_found"),
    seedForeign: ({ otherOrganization }) =>
      Effect.gen(function* () {
        const glossary = yield* seed.glossary({ organization: otherOrganization.id, name: "foreign" })
        return { "of another organization": yield* seed.glossaryTerm({ glossary, texts: { en: "foreign" } }) }
      })
  },
  "glossaries/:glossaryId": {
    absentAnswer: error(404, "glossary_not_found"),
    seedForeign: ({ otherOrganization }) =>
      Effect.map(seed.glossary({ organization: otherOrganization.id, name: "foreign" }), (id) => ({
        "of another organization": id
      })),
    seedOwn: ({ organization }) => seed.glossary({ organization: organization.id, name: "own" })
  },
  "translation-memories/:translationMemoryId": {
    absentAnswer: error(404, "translation_memory_not_found"),
    seedForeign: ({ otherOrganization }) =>
      Effect.map(seed.memory({ organization: otherOrganization.id, name: `foreign ${++memories}` }), (id) => ({
        "of another organization": id
      })),
    seedOwn: ({ organization }) => seed.memory({ organization: organization.id, name: `own ${++memories}` })
  },
  "tags/:tagId": {
    absentAnswer: error(404, "tag_not_found"),
    seedForeign: Effect.fnUntraced(function* ({ project, otherProject }) {
      const foreignKey = yield* seed.key({ project: otherProject.id, name: "with tag" })
      const otherKey = yield* seed.key({ project: project.id, name: "with tag" })
      return {
        "in another project": yield* seed.tag({ project: otherProject.id, key: foreignKey, name: "foreign" }),
        "of another key": yield* seed.tag({ project: project.id, key: otherKey, name: "other" })
      }
    })
  },
  "prompts/:promptId": promptOfProject,
  "set-default-prompt/:promptId": promptOfProject,
  "llm-providers/:llmProviderId": {
    absentAnswer: error(404, "llm_provider_not_found"),
    seedForeign: ({ otherOrganization }) =>
      Effect.map(seed.llmProvider({ organization: otherOrganization.id, name: "foreign" }), (id) => ({
        "of another organization": id
      })),
    seedOwn: ({ organization }) => seed.llmProvider({ organization: organization.id, name: "own" })
  },
  "tasks/:taskNumber": taskOfProject,
  "tasks/:taskNumber/keys/:keyId": { absentAnswer: error(404, "task_not_found"), seedForeign: seedForeignKey },
  "branches/:branchId": branchOfProject,
  "branches/merge/:mergeId": {
    absentAnswer: error(404, "branch_merge_not_found"),
    seedForeign: ({ otherProject }) => elsewhere(Effect.map(seedMerge(otherProject), ({ merge }) => merge)),
    seedOwn: ({ project }) => Effect.map(seedMerge(project), ({ merge }) => merge)
  },
  "changes/:changeId": {
    absentAnswer: error(404, "branch_merge_change_not_found"),
    seedForeign: Effect.fnUntraced(function* ({ project, otherProject }) {
      return {
        "in another project": (yield* seedMerge(otherProject)).change,
        "of another merge": (yield* seedMerge(project)).change
      }
    })
  },
  "labels/:labelId": labelOfProject,
  "translations/:translationId/label/:labelId": labelOfProject,
  "translations/:translationId": {
    absentAnswer: error(404, "translation_not_found"),
    seedForeign: ({ otherProject: { id, languageId } }) =>
      elsewhere(
        Effect.flatMap(seed.key({ project: id, name: "foreign" }), (key) =>
          seed.translation({ key, language: languageId, text: "foreign" })
        )
      ),
    seedOwn: ({ project: { id, languageId } }) =>
      Effect.flatMap(seed.key({ project: id, name: "own" }), (key) =>
        seed.translation({ key, language: languageId, text: "own" })
      )
  },
  "translations/:translationId/comments/:commentId": {
    absentAnswer: notFound,
    seedForeign: Effect.fnUntraced(function* ({ owner, otherOwner, project, otherProject }) {
      const commentIn = ({ id, languageId }: ContractFixture["project"], author: number) =>
        Effect.flatMap(seed.key({ project: id, name: "with comment" }), (key) =>
          Effect.flatMap(seed.translation({ key, language: languageId, text: "text" }), (translation) =>
            seed.comment({ translation, author })
          )
        )
      return {
        "in another project": yield* commentIn(otherProject, otherOwner),
        "of another translation": yield* commentIn(project, owner)
      }
    })
  },
  "translations/:translationId/qa-issues/:qualityIssueId": {
    absentAnswer: notFound,
    seedForeign: Effect.fnUntraced(function* ({ project, otherProject }) {
      const issueIn = ({ id, languageId }: ContractFixture["project"]) =>
        Effect.flatMap(seed.key({ project: id, name: "with issue" }), (key) =>
          Effect.flatMap(seed.translation({ key, language: languageId, text: "text" }), (translation) =>
            seed.qualityIssue({ project: id, translation })
          )
        )
      return {
        "in another project": yield* issueIn(otherProject),
        "of another translation": yield* issueIn(project)
      }
    })
  },
  "namespaces/:namespaceId": {
    absentAnswer: error(404, "namespace_not_found"),
    seedForeign: ({ otherProject }) => elsewhere(seed.namespace({ project: otherProject.id, name: "foreign" }))
  },
  "namespace-by-name/:name": {
    absentAnswer: error(404, "namespace_not_found"),
    seedForeign: ({ otherProject }) =>
      elsewhere(Effect.as(seed.namespace({ project: otherProject.id, name: "foreign" }), "foreign"))
  },
  "languages/:languageId": {
    absentAnswer: error(404, "language_not_found"),
    seedForeign: ({ otherProject }) => elsewhere(Effect.succeed(otherProject.languageId)),
    seedOwn: ({ project }) => Effect.succeed(project.languageId)
  },
  "languages/:languageId/key/:keyId": {
    absentAnswer: error(404, "key_not_found"),
    seedForeign: seedForeignKey,
    seedOwn: ({ project }) => seed.key({ project: project.id, name: "suggested" })
  },
  "key/:keyId/suggestion/:suggestionId": {
    absentAnswer: error(404, "suggestion_not_found"),
    seedForeign: Effect.fnUntraced(function* ({ owner, otherOwner, project, otherProject }) {
      const suggestionIn = ({ id, languageId }: ContractFixture["project"], author: number) =>
        Effect.flatMap(seed.key({ project: id, name: "with suggestion" }), (key) =>
          seed.suggestion({ key, language: languageId, author })
        )
      return {
        "in another project": yield* suggestionIn(otherProject, otherOwner),
        "for another key": yield* suggestionIn(project, owner)
      }
    })
  },
  "import/result/languages/:languageId": partOfImport("languageId"),
  "import/result/languages/:importLanguageId": partOfImport("languageId"),
  "import/result/languages/:languageId/translations/:translationId": partOfImport("translationId"),
  "import/result/files/:importFileId": partOfImport("fileId"),
  "import/result/files/:fileId": partOfImport("fileId"),
  "plans/:planId": {
    absentAnswer: notFound,
    seedForeign: Effect.fnUntraced(function* ({ owner, otherOwner, project, otherProject }) {
      return {
        "in another project": yield* seed.importPlan({ project: otherProject.id, user: owner }),
        "of another user": yield* seed.importPlan({ project: project.id, user: otherOwner })
      }
    })
  },
  "select-existing/:existingLanguageId": {
    absentAnswer: error(404, "language_not_found"),
    seedForeign: ({ otherProject }) => elsewhere(Effect.succeed(otherProject.languageId)),
    seedOwn: ({ project }) => Effect.succeed(project.languageId)
  },
  "content-delivery-configs/:id": {
    absentAnswer: notFound,
    seedForeign: ({ otherProject }) => elsewhere(seed.contentDelivery({ project: otherProject.id })),
    seedOwn: ({ project }) => seed.contentDelivery({ project: project.id })
  },
  "content-storages/:id": {
    absentAnswer: notFound,
    seedForeign: ({ otherProject }) => elsewhere(seed.contentStorage({ project: otherProject.id, name: "foreign" })),
    seedOwn: ({ project }) => seed.contentStorage({ project: project.id, name: "own" })
  },
  "webhook-configs/:id": {
    absentAnswer: notFound,
    seedForeign: ({ otherProject }) => elsewhere(seed.webhook({ project: otherProject.id })),
    seedOwn: ({ project }) => seed.webhook({ project: project.id })
  },
  "webhook-configs/:id/deliveries/:deliveryId": {
    absentAnswer: notFound,
    seedForeign: Effect.fnUntraced(function* ({ project, otherProject }) {
      const deliveryIn = (projectId: number) =>
        Effect.flatMap(seed.webhook({ project: projectId }), (webhook) => seed.delivery({ webhook }))
      return {
        "in another project": yield* deliveryIn(otherProject.id),
        "of another webhook configuration": yield* deliveryIn(project.id)
      }
    })
  },
  "batch-jobs/:jobId": {
    absentAnswer: error(404, "batch_job_not_found"),
    seedForeign: ({ otherOwner: author, otherProject }) =>
      elsewhere(seed.batchJob({ project: otherProject.id, author }))
  },
  "revisions/:revisionId": {
    absentAnswer: notFound,
    seedForeign: ({ otherProject: { id, languageId } }) =>
      elsewhere(seed.revision({ project: id, language: languageId }))
  },
  "activity/revisions/:revisionId": {
    absentAnswer: notFound,
    seedForeign: ({ otherProject: { id, languageId } }) =>
      elsewhere(seed.revision({ project: id, language: languageId }))
  }
}

/** Endpoints whose response differs from the rest of their kind. */
const answersOf: Readonly<Record<string, Pick<PathId, "absentAnswer">>> = {
  "GET /v2/api-keys/:apiKeyId": { absentAnswer: notFound },
  "PUT /v2/organizations/:organization/users/:userId/set-role": { absentAnswer: notFound },
  "PUT /v2/projects/:projectId/keys/:keyId": { absentAnswer: notFound },
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
  token: "signed by the server: it names one user and one kind of mails",
  code: "of an invitation or a link: who has it is invited, or has read the mail",
  email: "in a link, beside its code: without the code an address looks like an unknown one",
  field: "of the caller's own storage",
  languages: "tags of the project's own languages; those of others are left out",
  languageTag: "of the user interface",
  serviceType: "of a provider that the settings name",
  slug: "says whether it is free, whoever has it"
}

/** Finds the kind of a parameter; undefined: it is not listed here yet. */
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
export const seedOwnValues = Effect.fnUntraced(function* (fixture: ContractFixture, endpoint: ContractEndpoint) {
  const values: Record<string, string> = {}
  for (const { parameter, seedOwn } of pathIdsOf(endpoint)) {
    if (seedOwn !== undefined) values[parameter] = String(yield* seedOwn(fixture))
  }
  return values
})

/** Parameters that the tests cannot fill with what belongs to another user. */
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
