import { administratorIds, type FixtureId } from "./writing-fixtures.ts"

/** One request that changes something in a world. */
export interface WritingOperation {
  /** The id of the user who asks, with a super token. */
  readonly as: (fixture: FixtureId) => number
  /** Values of parameters of the path. `projectId` and `organization` need none. */
  readonly path?: (fixture: FixtureId) => Readonly<Record<string, number | string>>
  readonly query?: string | ((fixture: FixtureId) => string)
  /** `n`: another number each time, for what has to be new. */
  readonly body?: (fixture: FixtureId, n: number) => unknown
  /** In place of a body: files by name, as an upload. */
  readonly files?: (n: number) => Readonly<Record<string, unknown>>
  /** Name of their parts; absent: `files`. */
  readonly filePart?: string
  readonly params?: unknown
}

const owner = (w: FixtureId) => w
const second = (w: FixtureId) => w + 1
const member = (w: FixtureId) => w + 2
const invited = (w: FixtureId) => w + 3
const administrator = () => administratorIds[0] ?? 0

const byOwner = (operation: Omit<WritingOperation, "as"> = {}): WritingOperation => ({ as: owner, ...operation })

const keyPath = (w: FixtureId) => ({ keyId: w })
const importPath = (w: FixtureId) => ({ languageId: w, importLanguageId: w, fileId: w, translationId: w })
const file = (n: number) => ({ "en.json": { key0: `imported ${n}`, [`new${n}`]: "new" } })
const p = "/v2/projects/:projectId"
const suggestions = `${p}/languages/:languageId/key/:keyId/suggestion`
const merges = `${p}/branches/merge`
const mergePath = (w: FixtureId) => ({ mergeId: w })
const o = "/v2/organizations/:organization"
const memory = `${o}/translation-memories/:translationMemoryId`
const memoryPath = (w: FixtureId) => ({ translationMemoryId: w + 1 })
const entries = `${o}/translation-memories/:translationMemoryId/entries`
const entryPath = (w: FixtureId) => ({ translationMemoryId: w + 1, translationMemoryEntryId: w })
const entryOf = (n: number) => ({ sourceText: `source ${n}`, targetText: "cíl", targetLanguageTag: "cs" })
const glossary = `${o}/glossaries/:glossaryId`
const glossaryPath = (w: FixtureId) => ({ glossaryId: w })
const term = `${glossary}/terms/:glossaryTermId`
const termPath = (w: FixtureId) => ({ glossaryId: w, glossaryTermId: w })
const job = `POST ${p}/start-batch-job`
const importLanguage = `PUT ${p}/import/result/languages`

/** By the title of the endpoint in the contract. A new endpoint that writes belongs here, or into `exempt`. */
export const writingOperations: Readonly<Record<string, WritingOperation>> = {
  // Users and the server.
  "POST /v2/user": byOwner({ body: (w, n) => ({ name: `Name ${n}`, email: `owner${w}` }) }),
  "DELETE /v2/user": { as: second },
  "PUT /v2/user-preferences/set-preferred-organization/:organizationId": {
    as: second,
    path: (w) => ({ organizationId: w })
  },
  "PUT /v2/user-preferences/storage/:field": byOwner({ path: () => ({ field: "f" }), body: (_, n) => ({ data: n }) }),
  "DELETE /v2/user/sessions": byOwner(),
  "DELETE /v2/user/sessions/:sessionId": byOwner({ path: (w) => ({ sessionId: w }) }),
  "DELETE /v2/user/passkeys/:passkeyId": byOwner({ path: (w) => ({ passkeyId: w }) }),
  "PUT /v2/user/passkeys/:passkeyId": byOwner({ path: (w) => ({ passkeyId: w }), body: (_, n) => ({ name: `p${n}` }) }),
  "POST /v2/pats": byOwner({ body: () => ({ description: "d", expiresAt: null }) }),
  "DELETE /v2/pats/:tokenId": byOwner({ path: (w) => ({ tokenId: w }) }),
  "POST /v2/api-keys": byOwner({ body: (w) => ({ projectId: w, scopes: ["keys.view"] }) }),
  "PUT /v2/api-keys/:apiKeyId": byOwner({
    path: (w) => ({ apiKeyId: w }),
    body: (_, n) => ({ description: `d${n}`, scopes: ["keys.view"] })
  }),
  "DELETE /v2/api-keys/:apiKeyId": byOwner({ path: (w) => ({ apiKeyId: w }) }),
  "POST /v2/administration/users": {
    as: administrator,
    body: (w, n) => ({ username: `made-${w}-${n}`, name: "Made", organizationId: w })
  },
  "PUT /v2/administration/users/:userId": {
    as: administrator,
    path: (w) => ({ userId: w + 1 }),
    body: (w, n) => ({ username: `renamed-${w}-${n}`, name: `Name ${n}` })
  },
  "POST /v2/administration/users/:userId/password-reset-link": {
    as: administrator,
    path: (w) => ({ userId: w + 1 })
  },
  "DELETE /v2/administration/users/:userId/sessions": { as: administrator, path: (w) => ({ userId: w + 1 }) },
  "DELETE /v2/administration/users/:userId/sessions/:sessionId": {
    as: administrator,
    path: (w) => ({ userId: w, sessionId: w })
  },
  "DELETE /v2/administration/users/:userId": { as: administrator, path: (w) => ({ userId: w + 2 }) },
  "DELETE /v2/administration/users/:userId/mfa": { as: administrator, path: (w) => ({ userId: w + 1 }) },
  "PUT /v2/administration/users/:userId/disable": { as: administrator, path: (w) => ({ userId: w + 1 }) },
  "PUT /v2/administration/users/:userId/enable": { as: administrator, path: (w) => ({ userId: w + 1 }) },
  "PUT /v2/administration/users/:userId/set-role/:role": {
    as: administrator,
    path: (w) => ({ userId: w + 1, role: "USER" })
  },

  // Organizations, projects, members.
  "POST /v2/organizations": byOwner({ body: (w, n) => ({ name: `New ${n}`, slug: `new-${w}-${n}` }) }),
  [`PUT ${o}`]: byOwner({ body: (w, n) => ({ name: `Name ${n}`, slug: `o${w}` }) }),
  [`DELETE ${o}`]: byOwner(),
  [`PUT ${o}/users/:userId/set-role`]: byOwner({
    path: (w) => ({ userId: w + 1 }),
    body: () => ({ roleType: "MEMBER" })
  }),
  [`DELETE ${o}/users/:userId`]: { as: second, path: (w) => ({ userId: w + 2 }) },
  [`PUT ${o}/leave`]: { as: second },
  [`PUT ${o}/set-base-permissions/:permissionType`]: byOwner({ path: () => ({ permissionType: "EDIT" }) }),
  [`PUT ${o}/invite`]: byOwner({ body: (_, n) => ({ roleType: "MEMBER", email: `someone${n}@example.com` }) }),
  [`POST ${o}/translation-memories`]: byOwner({
    body: (w, n) => ({ name: `Memory ${n}`, sourceLanguageTag: "en", assignedProjects: [{ projectId: w }] })
  }),
  [`PUT ${memory}`]: byOwner({
    path: memoryPath,
    body: (w, n) => ({ name: `Edited ${n}`, sourceLanguageTag: "en", assignedProjects: [{ projectId: w }] })
  }),
  [`DELETE ${memory}`]: byOwner({ path: memoryPath }),
  [`PUT ${memory}/write-only-reviewed`]: byOwner({
    path: memoryPath,
    body: (_, n) => ({ writeOnlyReviewed: n % 2 === 0 })
  }),
  [`POST ${entries}`]: byOwner({ path: memoryPath, body: (_, n) => entryOf(n) }),
  [`POST ${entries}/multiple`]: byOwner({
    path: memoryPath,
    body: (_, n) => ({ sourceText: `several ${n}`, translations: [{ targetLanguageTag: "cs", targetText: "x" }] })
  }),
  [`PUT ${entries}/:translationMemoryEntryId`]: byOwner({ path: entryPath, body: (_, n) => entryOf(n) }),
  [`DELETE ${entries}`]: byOwner({ path: memoryPath, body: (w) => ({ entryIds: [w] }) }),
  [`DELETE ${entries}/:translationMemoryEntryId`]: byOwner({ path: entryPath }),
  [`DELETE ${entries}/:translationMemoryEntryId/group`]: byOwner({ path: entryPath }),
  [`PUT ${p}/translation-memories/project-tm-settings`]: byOwner({
    body: (_, n) => ({ writeOnlyReviewed: n % 2 === 0 })
  }),
  [`POST ${p}/translation-memories/:translationMemoryId`]: byOwner({
    path: (w) => ({ translationMemoryId: w + 2 }),
    body: () => ({})
  }),
  [`PUT ${p}/translation-memories/:translationMemoryId`]: byOwner({
    path: memoryPath,
    body: (_, n) => ({ penalty: n % 100 })
  }),
  [`DELETE ${p}/translation-memories/:translationMemoryId`]: byOwner({ path: memoryPath }),
  [`POST ${o}/glossaries`]: byOwner({
    body: (w, n) => ({ name: `Glossary ${n}`, baseLanguageTag: "en", assignedProjectIds: [w] })
  }),
  [`PUT ${glossary}`]: byOwner({
    path: glossaryPath,
    body: (w, n) => ({ name: `Edited ${n}`, baseLanguageTag: "en", assignedProjectIds: [w] })
  }),
  [`DELETE ${glossary}`]: byOwner({ path: glossaryPath }),
  [`POST ${glossary}/terms`]: byOwner({ path: glossaryPath, body: (_, n) => ({ text: `term ${n}` }) }),
  [`DELETE ${glossary}/terms`]: byOwner({ path: glossaryPath, body: (w) => ({ termIds: [w] }) }),
  [`PUT ${term}`]: byOwner({ path: termPath, body: (_, n) => ({ description: `edited ${n}` }) }),
  [`DELETE ${term}`]: byOwner({ path: termPath }),
  [`POST ${term}/translations`]: byOwner({
    path: termPath,
    body: (_, n) => ({ languageTag: "cs", text: `text ${n}` })
  }),
  [`PUT ${p}/invite`]: byOwner({ body: (_, n) => ({ type: "VIEW", email: `other${n}@example.com` }) }),
  "PUT /v2/invitations/:code/accept": { as: invited, path: (w) => ({ code: `code${w + 1}` }) },
  "DELETE /v2/invitations/:invitationId": byOwner({ path: (w) => ({ invitationId: w }) }),
  "POST /v2/projects": byOwner({
    body: (w, n) => ({
      name: `Made ${n}`,
      slug: `made-${w}-${n}`,
      organizationId: w,
      languages: [{ name: "English", originalName: "English", tag: "en", flagEmoji: "" }],
      baseLanguageTag: "en"
    })
  }),
  [`PUT ${p}`]: byOwner({ body: (w, n) => ({ name: `Name ${n}`, slug: `p${w}`, useNamespaces: true }) }),
  [`DELETE ${p}`]: byOwner(),
  [`PUT ${p}/publication`]: byOwner({ body: () => ({ public: true }) }),
  [`PUT ${p}/transfer-to-organization/:organizationId`]: byOwner({ path: (w) => ({ organizationId: w + 1 }) }),
  [`PUT ${p}/users/:userId/set-permissions/:permissionType`]: byOwner({
    path: (w) => ({ userId: w + 2, permissionType: "TRANSLATE" })
  }),
  [`PUT ${p}/users/:userId/revoke-access`]: { as: second, path: (w) => ({ userId: w + 4 }) },
  [`PUT ${p}/users/:userId/set-by-organization`]: byOwner({ path: (w) => ({ userId: w + 2 }) }),
  [`POST ${p}/languages`]: byOwner({
    body: (_, n) => ({ name: `Language ${n}`, originalName: "l", tag: `x-l${n}`, flagEmoji: "" })
  }),
  [`PUT ${p}/languages/:languageId`]: byOwner({
    path: (w) => ({ languageId: w + 2 }),
    body: (_, n) => ({ name: `Language ${n}`, originalName: "l", tag: "cs", flagEmoji: "" })
  }),
  [`DELETE ${p}/languages/:languageId`]: byOwner({ path: (w) => ({ languageId: w + 1 }) }),

  // Content.
  [`POST ${p}/keys/create`]: byOwner({
    body: (_, n) => ({ name: `made${n}`, namespace: "app", translations: { en: "x", de: "y" }, tags: ["tag"] })
  }),
  [`PUT ${p}/keys/:keyId`]: { as: member, path: keyPath, body: (_, n) => ({ name: `key0 ${n}`, namespace: "app" }) },
  [`PUT ${p}/keys/:keyId/complex-update`]: byOwner({
    path: keyPath,
    body: (_, n) => ({ name: "key0", translations: { en: `complex ${n}` }, tags: [`tag${n}`] })
  }),
  [`DELETE ${p}/keys`]: byOwner({ body: (w) => ({ ids: [w, w + 1] }) }),
  [`POST ${p}/translations`]: {
    as: member,
    body: (_, n) => ({ key: "key0", translations: { en: `e${n}`, de: `d${n}` } })
  },
  [`PUT ${p}/translations/:translationId/set-state/:state`]: byOwner({
    path: (w) => ({ translationId: w + 1, state: "REVIEWED" })
  }),
  [`POST ${p}/translations/:translationId/comments`]: byOwner({
    path: (w) => ({ translationId: w }),
    body: (_, n) => ({ text: `comment ${n}`, state: "NEEDS_RESOLUTION" })
  }),
  [`DELETE ${p}/translations/:translationId/comments/:commentId`]: byOwner({
    path: (w) => ({ translationId: w, commentId: w })
  }),
  [`POST ${suggestions}`]: byOwner({
    path: (w) => ({ languageId: w, keyId: w }),
    body: (_, n) => ({ translation: `suggested ${n}` })
  }),
  [`PUT ${suggestions}/:suggestionId/accept`]: byOwner({
    path: (w) => ({ languageId: w, keyId: w, suggestionId: w })
  }),
  [`DELETE ${suggestions}/:suggestionId`]: byOwner({
    path: (w) => ({ languageId: w, keyId: w, suggestionId: w + 1 })
  }),
  [`PUT ${p}/namespaces/:namespaceId`]: byOwner({
    path: (w) => ({ namespaceId: w }),
    body: (_, n) => ({ name: `ns${n}` })
  }),
  [`PUT ${p}/keys/:keyId/tags`]: byOwner({ path: keyPath, body: (_, n) => ({ name: `tag${n}` }) }),
  [`DELETE ${p}/keys/:keyId/tags/:tagId`]: byOwner({ path: (w) => ({ keyId: w, tagId: w }) }),
  [`PUT ${p}/tag-complex`]: byOwner({
    body: (_, n) => ({ filterTag: ["tag"], tagFiltered: [`all${n}`], untagOther: ["x"] })
  }),
  [`POST ${p}/prompts`]: byOwner({ body: (_, n) => ({ name: `new ${n}` }) }),
  [`PUT ${p}/prompts/:promptId`]: byOwner({
    path: (w) => ({ promptId: w }),
    body: (_, n) => ({ name: `edited ${n}` })
  }),
  [`DELETE ${p}/prompts/:promptId`]: byOwner({ path: (w) => ({ promptId: w }) }),
  [`PUT ${p}/machine-translation-service-settings`]: byOwner({
    body: (w) => ({ settings: [{ primaryServiceInfo: { serviceType: "PROMPT", promptId: w } }] })
  }),
  [`PUT ${p}/machine-translation-service-settings/set-default-prompt/:promptId`]: byOwner({
    path: (w) => ({ promptId: w })
  }),
  [`PUT ${p}/ai-prompt-customization`]: byOwner({ body: (_, n) => ({ description: `note ${n}` }) }),
  [`PUT ${p}/languages/:languageId/ai-prompt-customization`]: byOwner({
    path: (w) => ({ languageId: w }),
    body: (_, n) => ({ description: `note ${n}` })
  }),
  [`POST ${o}/llm-providers`]: byOwner({ body: (_, n) => ({ name: `new ${n}`, type: "OPENAI", model: "small" }) }),
  [`PUT ${o}/llm-providers/:llmProviderId`]: byOwner({
    path: (w) => ({ llmProviderId: w }),
    body: (_, n) => ({ name: `edited ${n}`, type: "OPENAI", model: "small" })
  }),
  [`DELETE ${o}/llm-providers/:llmProviderId`]: byOwner({ path: (w) => ({ llmProviderId: w }) }),
  [`POST ${p}/branches`]: byOwner({ body: (w, n) => ({ name: `new-${n}`, originBranchId: w }) }),
  [`POST ${p}/branches/:branchId`]: byOwner({
    path: (w) => ({ branchId: w + 1 }),
    body: (_, n) => ({ name: `renamed-${n}` })
  }),
  [`POST ${p}/branches/:branchId/protected`]: byOwner({
    path: (w) => ({ branchId: w + 1 }),
    body: () => ({ isProtected: true })
  }),
  [`DELETE ${p}/branches/:branchId`]: byOwner({ path: (w) => ({ branchId: w + 1 }) }),
  [`POST ${merges}/preview`]: byOwner({ body: (w) => ({ sourceBranchId: w + 1 }) }),
  [`POST ${merges}/:mergeId/refresh`]: byOwner({ path: mergePath }),
  [`PUT ${merges}/:mergeId/resolve`]: byOwner({
    path: mergePath,
    body: (w) => ({ changeId: w, resolve: "TARGET" })
  }),
  [`PUT ${merges}/:mergeId/resolve-all`]: byOwner({ path: mergePath, body: () => ({ resolve: "SOURCE" }) }),
  [`POST ${merges}/:mergeId/apply`]: byOwner({ path: (w) => ({ mergeId: w + 1 }), body: () => null }),
  [`DELETE ${merges}/:mergeId`]: byOwner({ path: mergePath }),
  [`POST ${p}/content-delivery-configs`]: byOwner({ body: (_, n) => ({ name: `new ${n}` }) }),
  [`PUT ${p}/content-delivery-configs/:id`]: byOwner({
    path: (w) => ({ id: w }),
    body: (_, n) => ({ name: `changed ${n}` })
  }),
  [`DELETE ${p}/content-delivery-configs/:id`]: byOwner({ path: (w) => ({ id: w }) }),
  [`DELETE ${p}/content-storages/:id`]: byOwner({ path: (w) => ({ id: w }) }),
  [`POST ${p}/tasks`]: byOwner({
    body: (w, n) => ({ name: `new ${n}`, type: "TRANSLATE", languageId: w, keys: [w], assignees: [w] })
  }),
  [`PUT ${p}/tasks/:taskNumber`]: byOwner({
    path: (w) => ({ taskNumber: w }),
    body: (w, n) => ({ name: `changed ${n}`, assignees: [w] })
  }),
  [`PUT ${p}/tasks/:taskNumber/cancel`]: byOwner({ path: (w) => ({ taskNumber: w }) }),
  [`POST ${p}/labels`]: byOwner({ body: (_, n) => ({ name: `new ${n}`, color: "#00AA00" }) }),
  [`PUT ${p}/labels/:labelId`]: byOwner({
    path: (w) => ({ labelId: w }),
    body: (_, n) => ({ name: `changed ${n}`, color: "#00AA00" })
  }),
  [`DELETE ${p}/labels/:labelId`]: byOwner({ path: (w) => ({ labelId: w }) }),
  [`PUT ${p}/translations/label`]: byOwner({ body: (w) => ({ keyId: w + 1, languageId: w + 2, labelId: w }) }),
  [`DELETE ${p}/translations/:translationId/label/:labelId`]: byOwner({
    path: (w) => ({ translationId: w, labelId: w })
  }),
  [`DELETE ${p}/keys/:keyId/screenshots/:screenshotIds`]: byOwner({
    path: (w) => ({ keyId: w, screenshotIds: w + 1 })
  }),
  "DELETE /v2/image-upload/:imageIds": byOwner({ path: (w) => ({ imageIds: w }) }),
  [`PUT ${p}/keys/trash/:keyId/restore`]: byOwner({ path: (w) => ({ keyId: w + 2 }) }),
  [`DELETE ${p}/keys/trash/:keyId`]: byOwner({ path: (w) => ({ keyId: w + 2 }) }),
  [`PUT ${p}/keys/:keyId/disabled-languages`]: byOwner({ path: keyPath, body: (w) => ({ languageIds: [w + 2] }) }),
  [`POST ${p}/big-meta`]: byOwner({
    body: () => ({ relatedKeysInOrder: [{ keyName: "key0" }, { keyName: "key1", namespace: "app" }] })
  }),
  [`${job}/delete-keys`]: byOwner({ body: (w) => ({ keyIds: [w + 1] }) }),
  [`${job}/tag-keys`]: byOwner({ body: (w, n) => ({ keyIds: [w, w + 1], tags: [`batch${n}`] }) }),
  [`${job}/restore-keys`]: byOwner({ body: (w) => ({ keyIds: [w + 2] }) }),
  [`POST ${p}/activity/revert`]: byOwner({ body: (w) => ({ authorId: w, onConflict: "SKIP" }) }),
  [`POST ${p}/batch-jobs/:jobId/revert`]: byOwner({
    path: (w) => ({ jobId: w }),
    body: () => ({ onConflict: "SKIP" })
  }),
  [`PUT ${p}/batch-jobs/:jobId/cancel`]: byOwner({ path: (w) => ({ jobId: w }) }),

  // Imports.
  [`POST ${p}/import`]: byOwner({ files: file }),
  [`DELETE ${p}/import`]: byOwner(),
  [`DELETE ${p}/import/result/languages/:languageId`]: byOwner({ path: importPath }),
  [`${importLanguage}/:languageId/translations/:translationId/resolve/set-override`]: byOwner({ path: importPath }),
  [`${importLanguage}/:languageId/resolve-all/set-override`]: byOwner({ path: importPath }),
  [`${importLanguage}/:languageId/resolve-all/set-keep-existing`]: byOwner({ path: importPath }),
  [`${importLanguage}/:importLanguageId/select-existing/:existingLanguageId`]: byOwner({
    path: (w) => ({ importLanguageId: w, existingLanguageId: w + 1 })
  }),
  [`PUT ${p}/import/result/files/:fileId/select-namespace`]: byOwner({
    path: importPath,
    body: () => ({ namespace: "app" })
  }),
  [`PUT ${p}/import/apply`]: byOwner({ query: "?forceMode=OVERRIDE" }),
  [`PUT ${p}/import-settings`]: byOwner({ body: () => ({ overrideKeyDescriptions: false, createNewKeys: false }) }),
  [`POST ${p}/single-step-import`]: {
    as: member,
    files: file,
    params: { forceMode: "OVERRIDE", removeOtherKeys: true }
  },
  [`POST ${p}/keys/import`]: byOwner({
    body: (_, n) => ({ keys: [{ name: `imported${n}`, translations: { en: "x" } }] })
  }),
  [`POST ${p}/keys/import-resolvable`]: byOwner({
    body: (_, n) => ({ keys: [{ name: "key0", translations: { en: { text: `r${n}`, resolution: "OVERRIDE" } } }] })
  }),

  // Webhooks.
  [`POST ${p}/webhook-configs`]: byOwner({ body: () => ({ url: "http://127.0.0.1:59999/" }) }),
  [`PUT ${p}/webhook-configs/:id`]: byOwner({
    path: (w) => ({ id: w }),
    body: (_, n) => ({ url: `http://127.0.0.1:59999/${n}` })
  }),
  [`DELETE ${p}/webhook-configs/:id`]: byOwner({ path: (w) => ({ id: w }) }),
  [`POST ${p}/webhook-configs/:id/rotate-secret`]: byOwner({ path: (w) => ({ id: w }), body: () => ({}) }),
  [`POST ${p}/webhook-configs/:id/deliveries/redeliver`]: byOwner({ path: (w) => ({ id: w }), body: () => ({}) }),
  [`POST ${p}/webhook-configs/:id/deliveries/:deliveryId/redeliver`]: byOwner({
    path: (w) => ({ id: w, deliveryId: w })
  })
}

const readsOnly = "changes nothing"
const oneOwnRow = "writes one row of the caller that nothing else locks for longer than its statement"
const asksMachines =
  "reserves its cost in three rows, always in the same order, and changes nothing else; needs a service"
const likeOther = (title: string) => `takes the same locks as ${title}`

/** Endpoints that are no `GET`, and why they are not in the list; by the end of their title. */
export const exempt: Readonly<Record<string, string>> = {
  "POST /api/public/generatetoken": readsOnly,
  "POST /api/public/reset_password_request": "locks one account, after the response",
  "POST /api/public/reset_password_set": "takes a second for the password; locks one account, then its code",
  "POST /v2/public/password-reset/credentials": "reads with the code of a link, and writes nothing",
  "POST /v2/user/send-email-verification": "locks the caller, then writes one row that nothing else locks before",
  "POST /api/public/sign_up": "creates a user without relations; with an invitation like accepting one",
  "POST /api/public/validate_email": readsOnly,
  "POST /v2/console/session": "takes a second for the password; locks the caller, then one row",
  [`POST ${p}/revisions/:revisionId/revert`]: likeOther(`POST ${p}/activity/revert`),
  "POST /v2/console/session/sign-up": likeOther("POST /api/public/sign_up"),
  "DELETE /v2/console/session": likeOther("DELETE /v2/user/sessions/:sessionId"),
  "POST /v2/console/session/elevate": oneOwnRow,
  "POST /v2/console/session/passkey": likeOther("POST /v2/console/session"),
  "POST /v2/public/passkeys/options": "writes a row that no other request knows",
  "POST /v2/public/passkeys/verify": "deletes one row, changes another one, one after the other",
  "POST /v2/user/passkeys/creation-options": "writes a row that no other request knows",
  "POST /v2/user/passkeys/proof-options": "writes a row that no other request knows",
  "POST /v2/user/passkeys": likeOther("DELETE /v2/user/passkeys/:passkeyId"),
  "PUT /v2/user/mfa/totp": "takes a second for the password; locks the caller, then one row",
  "DELETE /v2/user/mfa/totp": "takes a second for the password; locks the caller, then one row",
  "PUT /v2/user/mfa/recovery": "takes a second for the password; locks the caller, then one row",
  "POST /api/public/authorize_oauth/sso/authentication-url": readsOnly,
  "POST /v2/console/session/sign-in/:serviceType": "writes one row of its own before it has a user; needs a provider",
  "POST /v2/console/session/sign-in/:serviceType/finish": "needs a provider; locks as PUT invitations/:code/accept",
  "DELETE /v2/auth-provider": oneOwnRow,
  "POST /v2/auth-provider/change": "needs a provider; locks the caller, then the organization",
  "DELETE /v2/auth-provider/change": oneOwnRow,
  [`PUT ${o}/sso`]: "one row of the organization under its lock; the server needs a setting",
  "PUT /v2/user": likeOther("POST /v2/user"),
  "PUT /v2/user/password": "takes a second for the password; one row of the caller",
  "POST /v2/user/generate-super-token": readsOnly,
  "PUT /v2/user-preferences/set-language/:languageTag": oneOwnRow,
  "PUT /v2/pats/:tokenId": oneOwnRow,
  "PUT /v2/pats/:tokenId/regenerate": oneOwnRow,
  "PUT /v2/api-keys/:apiKeyId/regenerate": oneOwnRow,
  [`PUT ${o}/set-base-permissions`]: likeOther("PUT set-base-permissions/:permissionType"),
  "POST /v2/slug/generate-organization": readsOnly,
  "POST /v2/slug/generate-project": readsOnly,
  [`PUT ${p}/leave`]: likeOther("PUT revoke-access"),
  [`PUT ${p}/users/:userId/set-permissions`]: likeOther("PUT set-permissions/:permissionType"),
  [`POST ${p}/keys`]: likeOther("POST keys/create"),
  [`POST ${p}/keys/context`]: likeOther("PUT keys/:keyId"),
  [`DELETE ${p}/keys/:keyIds`]: likeOther("DELETE keys"),
  [`PUT ${p}/translations`]: likeOther("POST translations"),
  [`PUT ${p}/keys/:keyId/auto-translate`]: likeOther("PUT set-state"),
  [`PUT ${p}/translations/:translationId/dismiss-auto-translated-state`]: likeOther("PUT set-state"),
  [`PUT ${p}/translations/:translationId/set-outdated-flag/:state`]: likeOther("PUT set-state"),
  [`POST ${p}/translations/create-comment`]: likeOther("POST comments"),
  [`PUT ${p}/translations/:translationId/comments/:commentId`]: likeOther("DELETE comments"),
  [`PUT ${p}/translations/:translationId/comments/:commentId/set-state/:state`]: likeOther("DELETE comments"),
  [`PUT ${suggestions}/:suggestionId/decline`]: likeOther("PUT suggestion/accept"),
  [`PUT ${suggestions}/:suggestionId/set-active`]: likeOther("PUT suggestion/accept"),
  "PUT /v2/user/avatar": oneOwnRow,
  "DELETE /v2/user/avatar": oneOwnRow,
  [`PUT ${o}/avatar`]: "writes one column of the organization",
  [`DELETE ${o}/avatar`]: "writes one column of the organization",
  [`PUT ${p}/avatar`]: "writes one column of the project",
  [`DELETE ${p}/avatar`]: "writes one column of the project",
  "POST /v2/image-upload": oneOwnRow,
  [`POST ${p}/keys/:keyId/screenshots`]: likeOther("DELETE screenshots"),
  [`${job}/set-translation-state`]: likeOther("tag-keys"),
  [`${job}/clear-translations`]: likeOther("tag-keys"),
  [`${job}/copy-translations`]: likeOther("tag-keys"),
  [`${job}/find-and-replace`]: likeOther("tag-keys"),
  [`${job}/pre-translate-by-tm`]: likeOther("tag-keys"),
  [`${job}/machine-translate`]: likeOther("tag-keys"),
  [`${job}/ai-playground-translate`]: likeOther("tag-keys"),
  [`${job}/set-keys-namespace`]: likeOther("tag-keys"),
  [`${job}/untag-keys`]: likeOther("tag-keys"),
  [`${job}/assign-translation-label`]: likeOther("tag-keys"),
  [`${job}/unassign-translation-label`]: likeOther("tag-keys"),
  [`POST ${p}/content-delivery-configs/:id`]: "publishes by a lease, as its own tests show",
  [`POST ${p}/content-storages`]: likeOther("DELETE content-storages"),
  [`PUT ${p}/content-storages/:id`]: likeOther("DELETE content-storages"),
  [`POST ${p}/content-storages/test`]: "writes nothing",
  [`POST ${p}/content-storages/:id/test`]: "writes nothing",
  [`POST ${p}/tasks/create-multiple-tasks`]: likeOther("POST tasks"),
  [`POST ${p}/tasks/calculate-scope`]: "writes nothing",
  [`PUT ${p}/tasks/:taskNumber/finish`]: likeOther("PUT tasks/cancel"),
  [`PUT ${p}/tasks/:taskNumber/close`]: likeOther("PUT tasks/cancel"),
  [`PUT ${p}/tasks/:taskNumber/reopen`]: likeOther("PUT tasks/cancel"),
  [`PUT ${p}/tasks/:taskNumber/keys`]: likeOther("PUT tasks"),
  [`PUT ${p}/tasks/:taskNumber/keys/:keyId`]: likeOther("PUT tasks"),
  [`PUT ${p}/translations/:translationId/label/:labelId`]: likeOther("PUT translations/label"),
  [`${job}/hard-delete-keys`]: likeOther("restore-keys"),
  [`${job}/qa-check`]: likeOther("tag-keys"),
  [`PUT ${p}/auto-translation-settings`]: likeOther("PUT per-language-auto-translation-settings"),
  [`PUT ${p}/per-language-auto-translation-settings`]: "rows of the project under its lock",
  [`PUT ${p}/machine-translation-budget`]: "one row under the lock of the project",
  [`PUT ${o}/machine-translation-budget`]: "one row under the lock of the organization",
  [`PUT ${p}/qa-settings`]: "one row under the lock of the project; needs checks that are on",
  [`PUT ${p}/qa-settings/enabled`]: "one column of the project and rows of its texts, under the lock of the project",
  [`PUT ${p}/qa-settings/languages/:languageId`]: likeOther("PUT qa-settings"),
  [`DELETE ${p}/qa-settings/languages/:languageId`]: likeOther("PUT qa-settings"),
  [`PUT ${p}/qa-settings/languages/:languageId/enabled`]: likeOther("PUT qa-settings"),
  [`PUT ${p}/translations/:translationId/qa-issues/:qualityIssueId/ignore`]: "one row under the lock of the project",
  [`PUT ${p}/translations/:translationId/qa-issues/:qualityIssueId/unignore`]: likeOther("PUT qa-issues/ignore"),
  [`POST ${p}/translations/:translationId/qa-issues/suppressions`]: likeOther("PUT qa-issues/ignore"),
  [`DELETE ${p}/translations/:translationId/qa-issues/suppressions`]: likeOther("PUT qa-issues/ignore"),
  [`POST ${memory}/import`]: likeOther("POST entries"),
  [`POST ${glossary}/import`]: likeOther("POST terms"),
  [`POST ${p}/glossary-highlights`]: readsOnly,
  [`POST ${p}/suggest/translation-memory`]: readsOnly,
  [`POST ${p}/suggest/machine-translations`]: asksMachines,
  [`POST ${p}/suggest/machine-translations-streaming`]: asksMachines,
  [`POST ${p}/prompts/run`]: asksMachines,
  [`POST ${o}/llm-providers/:llmProviderId/test`]: readsOnly,
  "POST /v2/administration/server/test-llm-provider": readsOnly,
  [`POST ${p}/ai-playground-result`]: readsOnly,
  [`POST ${p}/auto-translation-settings/dry-run`]: readsOnly,
  [`POST ${p}/translations/find-and-replace/preview`]: readsOnly,
  "PUT /internal/features/toggle": "writes no row",
  "POST /v2/public/business-events/report": readsOnly,
  "POST /v2/public/business-events/identify": readsOnly,
  "PUT /v2/notifications-mark-seen": oneOwnRow,
  "PUT /v2/notification-settings": oneOwnRow,
  "POST /v2/public/notification-unsubscribe/:token": oneOwnRow,
  [`POST ${p}/keys/info`]: readsOnly,
  [`${importLanguage}/:languageId/translations/:translationId/resolve/set-keep-existing`]: likeOther("set-override"),
  [`${importLanguage}/:importLanguageId/reset-existing`]: likeOther("select-existing"),
  [`PUT ${p}/import/apply-streaming`]: likeOther("PUT import/apply"),
  [`POST ${p}/export`]: readsOnly,
  [`POST ${p}/single-step-import-resolvable`]: likeOther("POST keys/import-resolvable"),
  [`POST ${p}/single-step-import/plans/:planId/apply`]: likeOther("POST single-step-import"),
  [`POST ${p}/webhook-configs/preview`]: readsOnly,
  [`POST ${p}/webhook-configs/:id/test`]: readsOnly
}
