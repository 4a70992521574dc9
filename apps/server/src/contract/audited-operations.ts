import type { AuditAction } from "@dragoman/domain/audit"
import { Secret, TOTP } from "otpauth"
import { digestOfCode } from "../service/access/one-time-code.ts"
import { administratorIds, type FixtureId } from "./writing-fixtures.ts"
import { type WritingOperation, writingOperations } from "./writing-operations.ts"

/** The password of user `w` of a world, once the test has set it. */
export const auditedPassword = "correct horse battery"

/** A request whose entry the tests look for. */
export interface AuditedOperation {
  readonly action: AuditAction
  /** `SESSION`: of the console; by default an access token. */
  readonly credential?: "JWT" | "SESSION"
  /** The user whom the entry names; by default the one who asks. */
  readonly actor?: (fixture: FixtureId) => number | null
  /** By default that of `writingOperations`. */
  readonly operation?: WritingOperation
  /** Statements before it, so that it changes something. */
  readonly setup?: (fixture: FixtureId) => string | ReadonlyArray<string>
  /** Entries of the action; by default one. */
  readonly entries?: number
}

const owner = (w: FixtureId) => w
const administrator = () => administratorIds[0] ?? 0
const p = "/v2/projects/:projectId"
const o = "/v2/organizations/:organization"
const entries = `${o}/translation-memories/:translationMemoryId/entries`
const glossary = `${o}/glossaries/:glossaryId`
const term = `${glossary}/terms/:glossaryTermId`
const noBody = { as: owner }
const login = { as: owner, body: (w: FixtureId) => ({ username: `owner${w}`, password: auditedPassword }) }
const signUp = {
  as: owner,
  body: (w: FixtureId) => ({
    name: "New",
    email: `new${w}@example.com`,
    password: auditedPassword,
    invitationCode: `code${w + 1}`
  })
}
const totpKey = "meztcnzwgq3donby"
const enableTotp = {
  as: owner,
  body: () => ({
    totpKey,
    otp: new TOTP({ secret: Secret.fromBase32(totpKey.toUpperCase()) }).generate(),
    password: auditedPassword
  })
}
const resetCode = "codeOfTheLinkThatIsLongEnough"
const resetByLink = {
  operation: {
    as: owner,
    body: (w: FixtureId) => ({ email: `owner${w}`, code: resetCode, password: "another password" })
  },
  setup: (w: FixtureId) =>
    `INSERT INTO password_reset (user_id, code_hash, created_at, expires_at)
      VALUES (${w}, '${digestOfCode(resetCode)}', 0, ${Number.MAX_SAFE_INTEGER})`
}
const importTmx = `POST ${o}/translation-memories/:translationMemoryId/import`
const importedFile: WritingOperation = {
  as: owner,
  path: (w) => ({ translationMemoryId: w + 1 }),
  files: () => ({ "terms.tmx": "<tmx/>" }),
  filePart: "file"
}
const importGlossary = `POST ${glossary}/import`
const importedGlossary: WritingOperation = {
  as: owner,
  path: (w) => ({ glossaryId: w }),
  files: () => ({ "terms.csv": "term\nquay\n" }),
  filePart: "file"
}
const passwordBody = { as: owner, body: () => ({ password: auditedPassword }) }

/** By the title of the endpoint. A new endpoint of these groups belongs here, or into `unaudited`. */
export const auditedOperations: Readonly<Record<string, AuditedOperation>> = {
  "POST /api/public/generatetoken": { action: "LOGIN", operation: login },
  "POST /api/public/sign_up": { action: "SIGN_UP", operation: signUp, actor: () => null },
  "POST /v2/console/session": { action: "LOGIN", credential: "SESSION", operation: login },
  "POST /v2/console/session/sign-up": {
    action: "SIGN_UP",
    credential: "SESSION",
    operation: signUp,
    actor: () => null
  },
  "DELETE /v2/console/session": { action: "LOGOUT", credential: "SESSION", operation: noBody },
  "POST /v2/console/session/elevate": {
    action: "SUPER_TOKEN_ISSUED",
    credential: "SESSION",
    operation: passwordBody
  },
  "DELETE /v2/user/sessions": { action: "SESSION_ENDED" },
  "DELETE /v2/user/sessions/:sessionId": { action: "SESSION_ENDED" },
  "POST /v2/user": { action: "USER_EDITED", setup: renameOwner },
  "PUT /v2/user": { action: "USER_EDITED", ...operationOf("POST /v2/user"), setup: renameOwner },
  "DELETE /v2/user": { action: "USER_DELETED" },
  "PUT /v2/user/password": {
    action: "PASSWORD_CHANGED",
    operation: { as: owner, body: () => ({ currentPassword: auditedPassword, password: "another password" }) }
  },
  "POST /v2/user/generate-super-token": { action: "SUPER_TOKEN_ISSUED", operation: passwordBody },
  "POST /api/public/reset_password_set": { action: "PASSWORD_RESET", ...resetByLink },
  "PUT /v2/user/mfa/totp": { action: "MFA_ENABLED", operation: enableTotp },
  "DELETE /v2/user/mfa/totp": { action: "MFA_DISABLED", operation: passwordBody, setup: insertTotp },
  "PUT /v2/user/mfa/recovery": { action: "RECOVERY_CODES_CREATED", operation: passwordBody, setup: insertTotp },
  "DELETE /v2/user/passkeys/:passkeyId": { action: "PASSKEY_REMOVED" },
  "POST /v2/pats": { action: "ACCESS_TOKEN_CREATED" },
  "PUT /v2/pats/:tokenId": {
    action: "ACCESS_TOKEN_EDITED",
    operation: { as: owner, path: (w) => ({ tokenId: w }), body: () => ({ description: "another one" }) }
  },
  "PUT /v2/pats/:tokenId/regenerate": {
    action: "ACCESS_TOKEN_REGENERATED",
    operation: { as: owner, path: (w) => ({ tokenId: w }), body: () => ({ expiresAt: null }) }
  },
  "DELETE /v2/pats/:tokenId": { action: "ACCESS_TOKEN_DELETED" },
  "POST /v2/api-keys": { action: "API_KEY_CREATED" },
  "PUT /v2/api-keys/:apiKeyId": { action: "API_KEY_EDITED" },
  "PUT /v2/api-keys/:apiKeyId/regenerate": {
    action: "API_KEY_REGENERATED",
    operation: { as: owner, path: (w) => ({ apiKeyId: w }), body: () => ({ expiresAt: null }) }
  },
  "DELETE /v2/api-keys/:apiKeyId": { action: "API_KEY_DELETED" },
  "POST /v2/administration/users": { action: "USER_CREATED" },
  "PUT /v2/administration/users/:userId": { action: "USER_EDITED" },
  "POST /v2/administration/users/:userId/password-reset-link": { action: "PASSWORD_RESET_REQUESTED" },
  "DELETE /v2/administration/users/:userId/sessions": { action: "SESSION_ENDED" },
  "DELETE /v2/administration/users/:userId/sessions/:sessionId": { action: "SESSION_ENDED" },
  "DELETE /v2/administration/users/:userId/mfa": { action: "MFA_DISABLED", setup: (w) => insertTotp(w + 1) },
  "DELETE /v2/administration/users/:userId": { action: "USER_DELETED" },
  "PUT /v2/administration/users/:userId/disable": { action: "USER_DISABLED" },
  "PUT /v2/administration/users/:userId/enable": { action: "USER_ENABLED" },
  "PUT /v2/administration/users/:userId/set-role/:role": {
    action: "SERVER_ROLE_SET",
    setup: (w) => `UPDATE user_account SET server_role = 'ADMIN' WHERE id = ${w + 1}`
  },
  "GET /v2/administration/users/:userId/generate-token": {
    action: "ACT_AS_USER",
    operation: { as: administrator, path: (w) => ({ userId: w }) }
  },

  "POST /v2/organizations": { action: "ORGANIZATION_CREATED" },
  [`PUT ${o}`]: { action: "ORGANIZATION_EDITED" },
  [`DELETE ${o}`]: { action: "ORGANIZATION_DELETED" },
  [`PUT ${o}/users/:userId/set-role`]: { action: "MEMBER_ROLE_SET" },
  [`DELETE ${o}/users/:userId`]: { action: "MEMBER_REMOVED" },
  [`PUT ${o}/leave`]: { action: "MEMBER_REMOVED" },
  [`PUT ${o}/set-base-permissions/:permissionType`]: { action: "ORGANIZATION_BASE_PERMISSION_SET" },
  [`PUT ${o}/set-base-permissions`]: {
    action: "ORGANIZATION_BASE_PERMISSION_SET",
    operation: { as: owner, query: "?scopes=keys.view" }
  },
  [`PUT ${o}/invite`]: { action: "INVITATION_CREATED" },
  [`PUT ${p}/invite`]: { action: "INVITATION_CREATED" },
  "PUT /v2/invitations/:code/accept": { action: "INVITATION_ACCEPTED" },
  "DELETE /v2/invitations/:invitationId": { action: "INVITATION_DELETED" },

  [`POST ${o}/translation-memories`]: { action: "TRANSLATION_MEMORY_CREATED" },
  [`PUT ${o}/translation-memories/:translationMemoryId`]: { action: "TRANSLATION_MEMORY_EDITED" },
  [`PUT ${o}/translation-memories/:translationMemoryId/write-only-reviewed`]: {
    action: "TRANSLATION_MEMORY_EDITED",
    operation: {
      as: owner,
      path: (w) => ({ translationMemoryId: w + 1 }),
      body: () => ({ writeOnlyReviewed: false })
    }
  },
  [`DELETE ${o}/translation-memories/:translationMemoryId`]: { action: "TRANSLATION_MEMORY_DELETED" },
  [importTmx]: { action: "TRANSLATION_MEMORY_IMPORTED", operation: importedFile },
  [`POST ${entries}`]: { action: "TRANSLATION_MEMORY_ENTRY_CREATED" },
  [`POST ${entries}/multiple`]: { action: "TRANSLATION_MEMORY_ENTRY_CREATED" },
  [`PUT ${entries}/:translationMemoryEntryId`]: { action: "TRANSLATION_MEMORY_ENTRY_EDITED" },
  [`DELETE ${entries}`]: { action: "TRANSLATION_MEMORY_ENTRY_DELETED" },
  [`DELETE ${entries}/:translationMemoryEntryId`]: { action: "TRANSLATION_MEMORY_ENTRY_DELETED" },
  [`DELETE ${entries}/:translationMemoryEntryId/group`]: { action: "TRANSLATION_MEMORY_ENTRY_DELETED" },
  [`PUT ${p}/translation-memories/project-tm-settings`]: {
    action: "TRANSLATION_MEMORY_EDITED",
    operation: { as: owner, body: () => ({ writeOnlyReviewed: false }) }
  },

  [`POST ${o}/glossaries`]: { action: "GLOSSARY_CREATED" },
  [`PUT ${glossary}`]: { action: "GLOSSARY_EDITED" },
  [`DELETE ${glossary}`]: { action: "GLOSSARY_DELETED" },
  [importGlossary]: { action: "GLOSSARY_IMPORTED", operation: importedGlossary },
  [`POST ${glossary}/terms`]: { action: "GLOSSARY_TERM_CREATED" },
  [`PUT ${term}`]: { action: "GLOSSARY_TERM_EDITED" },
  [`DELETE ${term}`]: { action: "GLOSSARY_TERM_DELETED" },
  [`DELETE ${glossary}/terms`]: { action: "GLOSSARY_TERM_DELETED" },
  [`POST ${term}/translations`]: { action: "GLOSSARY_TERM_TRANSLATION_EDITED" },

  [`POST ${o}/llm-providers`]: { action: "LLM_PROVIDER_CREATED" },
  [`PUT ${o}/llm-providers/:llmProviderId`]: { action: "LLM_PROVIDER_EDITED" },
  [`DELETE ${o}/llm-providers/:llmProviderId`]: { action: "LLM_PROVIDER_DELETED" },

  "POST /v2/projects": { action: "PROJECT_CREATED" },
  [`PUT ${p}/machine-translation-service-settings`]: { action: "PROJECT_EDITED" },
  [`PUT ${p}/machine-translation-service-settings/set-default-prompt/:promptId`]: { action: "PROJECT_EDITED" },
  [`PUT ${p}/ai-prompt-customization`]: { action: "PROJECT_EDITED" },
  [`PUT ${p}/languages/:languageId/ai-prompt-customization`]: { action: "PROJECT_EDITED" },
  [`PUT ${p}`]: { action: "PROJECT_EDITED" },
  [`DELETE ${p}`]: { action: "PROJECT_DELETED" },
  [`PUT ${p}/qa-settings/enabled`]: {
    action: "PROJECT_EDITED",
    operation: { as: owner, body: () => ({ enabled: true }) }
  },
  [`PUT ${p}/qa-settings`]: checkSettings({ body: () => ({ settings: { TRIM_CHECK: "OFF" } }) }),
  [`PUT ${p}/qa-settings/languages/:languageId`]: checkSettings({ body: () => ({ settings: { TRIM_CHECK: "OFF" } }) }),
  [`PUT ${p}/qa-settings/languages/:languageId/enabled`]: checkSettings({ body: () => ({ enabled: false }) }),
  [`DELETE ${p}/qa-settings/languages/:languageId`]: checkSettings({}),
  [`PUT ${p}/auto-translation-settings`]: {
    action: "PROJECT_EDITED",
    operation: { as: owner, body: () => ({ usingTranslationMemory: true }) }
  },
  [`PUT ${p}/per-language-auto-translation-settings`]: {
    action: "PROJECT_EDITED",
    operation: { as: owner, body: () => [{ usingTranslationMemory: true }] }
  },
  [`PUT ${p}/machine-translation-budget`]: {
    action: "PROJECT_EDITED",
    operation: { as: owner, body: () => ({ perDay: 5 }) }
  },
  [`PUT ${o}/machine-translation-budget`]: {
    action: "ORGANIZATION_EDITED",
    operation: { as: owner, body: () => ({ perMonth: 5 }) }
  },
  [`PUT ${p}/publication`]: { action: "PROJECT_MADE_PUBLIC" },
  [`PUT ${p}/transfer-to-organization/:organizationId`]: { action: "PROJECT_TRANSFERRED", entries: 2 },
  [`PUT ${p}/users/:userId/set-permissions/:permissionType`]: { action: "PROJECT_PERMISSION_SET" },
  [`PUT ${p}/users/:userId/set-permissions`]: {
    action: "PROJECT_PERMISSION_SET",
    operation: { as: owner, path: (w) => ({ userId: w + 2 }), query: "?scopes=keys.view" }
  },
  [`PUT ${p}/users/:userId/set-by-organization`]: { action: "PROJECT_PERMISSION_SET" },
  [`PUT ${p}/users/:userId/revoke-access`]: { action: "PROJECT_ACCESS_REVOKED" },
  [`PUT ${p}/leave`]: { action: "PROJECT_ACCESS_REVOKED", operation: { as: (w) => w + 4 } },
  [`PUT ${p}/import-settings`]: { action: "IMPORT_SETTINGS_SET" },

  [`POST ${p}/webhook-configs`]: { action: "WEBHOOK_CREATED" },
  [`PUT ${p}/webhook-configs/:id`]: { action: "WEBHOOK_EDITED" },
  [`DELETE ${p}/webhook-configs/:id`]: { action: "WEBHOOK_DELETED" },
  [`POST ${p}/webhook-configs/:id/rotate-secret`]: { action: "WEBHOOK_SECRET_ROTATED" },
  [`POST ${p}/webhook-configs/:id/deliveries/redeliver`]: { action: "WEBHOOK_REDELIVERED" },
  [`POST ${p}/webhook-configs/:id/deliveries/:deliveryId/redeliver`]: { action: "WEBHOOK_REDELIVERED" }
}

/** A parameter with which an operation does something else, or more. */
export interface AuditedParameter extends AuditedOperation {
  /** Title of the endpoint. */
  readonly title: string
  readonly parameter: string
  readonly operation: WritingOperation
}

const setPermission = `PUT ${p}/users/:userId/set-permissions`

/** Parameters of queries of `auditedOperations` with which no request succeeds. */
export const rejectedParameters = [`${setPermission}/:permissionType viewLanguages`]

/** Each parameter of `auditedOperations` that changes what an operation does. Tests ask for those of queries. */
export const auditedParameters: ReadonlyArray<AuditedParameter> = [
  {
    title: importTmx,
    parameter: "overrideExisting",
    action: "TRANSLATION_MEMORY_IMPORTED",
    operation: { ...importedFile, query: "?overrideExisting=true" }
  },
  {
    title: importGlossary,
    parameter: "removeExistingTerms",
    action: "GLOSSARY_IMPORTED",
    operation: { ...importedGlossary, query: "?removeExistingTerms=true" }
  },
  {
    title: importGlossary,
    parameter: "format",
    action: "GLOSSARY_IMPORTED",
    operation: {
      ...importedGlossary,
      query: "?format=TBX",
      files: () => ({ "terms.tbx": "<tbx><text><body/></text></tbx>" })
    }
  },
  {
    title: "DELETE /v2/user/sessions",
    parameter: "accessTokens",
    action: "SESSION_ENDED",
    operation: { as: owner, query: "?accessTokens=true" }
  },
  {
    title: "DELETE /v2/administration/users/:userId",
    parameter: "deleteOwnedOrganizations",
    action: "ORGANIZATION_DELETED",
    operation: { as: administrator, path: (w) => ({ userId: w }), query: "?deleteOwnedOrganizations=true" }
  },
  {
    title: `PUT ${o}/set-base-permissions`,
    parameter: "scopes",
    action: "ORGANIZATION_BASE_PERMISSION_SET",
    operation: { as: owner, query: "?scopes=keys.view" }
  },
  {
    title: setPermission,
    parameter: "scopes",
    action: "PROJECT_PERMISSION_SET",
    operation: { as: owner, path: (w) => ({ userId: w + 2 }), query: "?scopes=keys.view" }
  },
  ...["languages", "translateLanguages", "viewLanguages", "stateChangeLanguages"].map(
    (parameter): AuditedParameter => ({
      title: setPermission,
      parameter,
      action: "PROJECT_PERMISSION_SET",
      operation: {
        as: owner,
        path: (w) => ({ userId: w + 2 }),
        query: (w) => `?scopes=translations.edit&scopes=translations.state-edit&${parameter}=${w + 1}`
      }
    })
  ),
  ...[
    ["languages", "TRANSLATE", (w: FixtureId) => `?languages=${w + 1}`] as const,
    ["translateLanguages", "TRANSLATE", (w: FixtureId) => `?translateLanguages=${w + 1}`] as const,
    [
      "stateChangeLanguages",
      "REVIEW",
      (w: FixtureId) => `?translateLanguages=${w + 1}&stateChangeLanguages=${w + 1}`
    ] as const
  ].map(
    ([parameter, permissionType, query]): AuditedParameter => ({
      title: `${setPermission}/:permissionType`,
      parameter,
      action: "PROJECT_PERMISSION_SET",
      operation: { as: owner, path: (w) => ({ userId: w + 2, permissionType }), query }
    })
  ),
  ...[
    { title: "POST /api/public/sign_up" },
    { title: "POST /v2/console/session/sign-up", credential: "SESSION" as const }
  ].flatMap((endpoint): ReadonlyArray<AuditedParameter> => {
    const one = { ...endpoint, actor: () => null }
    const body = (w: FixtureId) => ({ ...signUp.body(w), organizationName: "New" })
    return [
      { ...one, parameter: "invitationCode", action: "INVITATION_ACCEPTED", operation: signUp },
      { ...one, parameter: "organizationName", action: "ORGANIZATION_CREATED", operation: { as: owner, body } }
    ]
  }),
  {
    title: "PUT /v2/user",
    parameter: "email",
    action: "USER_EDITED",
    operation: {
      as: owner,
      body: (w) => ({ name: "n", email: `moved${w}@example.com`, currentPassword: auditedPassword })
    }
  },
  {
    title: "POST /v2/administration/users",
    parameter: "password",
    action: "USER_CREATED",
    operation: {
      as: administrator,
      body: (w) => ({ username: `with-password-${w}`, name: "Made", password: auditedPassword })
    }
  },
  {
    title: "DELETE /v2/administration/users/:userId/mfa",
    parameter: "passkeys of the user",
    action: "PASSKEY_REMOVED",
    operation: { as: administrator, path: (w) => ({ userId: w }) }
  },
  ...[["keptPasskeyIds", "PASSKEY_REMOVED"] as const, ["keptAccessTokenIds", "ACCESS_TOKEN_DELETED"] as const].map(
    ([parameter, action]) => ({ title: "POST /api/public/reset_password_set", parameter, action, ...resetByLink })
  )
]

function renameOwner(w: FixtureId): string {
  return `UPDATE user_account SET name = 'before' WHERE id = ${w}`
}

function insertTotp(userId: number): string {
  return `INSERT INTO totp (user_id, totp_key, last_step, created_at) VALUES (${userId}, '${totpKey}', 0, 0)`
}

function operationOf(title: string): Pick<AuditedOperation, "operation"> {
  const operation = writingOperations[title]
  return operation === undefined ? {} : { operation }
}

/** A change of settings of checks, where checks are on and a language has settings of its own. */
function checkSettings(operation: Partial<WritingOperation>): AuditedOperation {
  return {
    action: "PROJECT_EDITED",
    operation: { as: owner, path: (w) => ({ languageId: w + 1 }), ...operation },
    setup: (w) => [
      `UPDATE project SET uses_quality_checks = 1 WHERE id = ${w}`,
      `INSERT INTO quality_setting (project_id, language_id, severities, is_enabled)
        VALUES (${w}, ${w + 1}, '{"HTML_SYNTAX":"OFF"}', 1)`
    ]
  }
}

const readsOnly = "changes nothing"
const ownView = "changes what its caller sees, and no right"
const challenge = "asks for an answer, and gives no right"
const picture = "a picture gives no right"
const content = "content is in the activity of the project"

/** Endpoints whose requests no table can make; the tests of their own look for the entry. */
export const auditedByOwnTests: Readonly<Record<string, string>> = {
  "POST /api/public/reset_password_request": "password-reset-handlers.test.ts: needs a mail server",
  "POST /v2/public/passkeys/verify": "passkey-handlers.test.ts: needs an authenticator",
  "POST /v2/console/session/passkey": "passkey-handlers.test.ts: needs an authenticator",
  "POST /v2/user/passkeys": "passkey-handlers.test.ts: needs an authenticator",
  "POST /v2/console/session/sign-in/:serviceType/finish": "sign-in.test.ts: needs a provider",
  "POST /v2/auth-provider/change": "identity-changes.test.ts: needs a provider",
  "PUT /v2/organizations/:organization/sso": "organization-sso.test.ts: the server needs a setting"
}

/** Endpoints that write, of groups that have audited ones, and why they have no entry. */
export const unaudited: Readonly<Record<string, string>> = {
  "POST /api/public/authorize_oauth/sso/authentication-url": readsOnly,
  "POST /v2/console/session/sign-in/:serviceType": "begins a login, which has an entry when it ends",
  "DELETE /v2/auth-provider": "asks for a change, which has an entry when it is accepted",
  "DELETE /v2/auth-provider/change": "leaves everything as it is",
  "PUT /v2/notifications-mark-seen": ownView,
  "PUT /v2/notification-settings": ownView,
  "POST /v2/public/notification-unsubscribe/:token": ownView,
  "POST /api/public/validate_email": readsOnly,
  "POST /v2/public/passkeys/options": challenge,
  "POST /v2/public/password-reset/credentials": readsOnly,
  "POST /v2/user/passkeys/creation-options": challenge,
  "POST /v2/user/passkeys/proof-options": challenge,
  "PUT /v2/user/passkeys/:passkeyId": "the name of a passkey gives no right",
  "POST /v2/user/send-email-verification":
    "sends a link once more; asking for the address and verifying it have entries",
  "PUT /v2/user-preferences/set-preferred-organization/:organizationId": ownView,
  "PUT /v2/user-preferences/set-language/:languageTag": ownView,
  "PUT /v2/user-preferences/storage/:field": ownView,
  "POST /v2/slug/generate-organization": readsOnly,
  "POST /v2/slug/generate-project": readsOnly,
  "PUT /v2/user/avatar": picture,
  "DELETE /v2/user/avatar": picture,
  [`PUT ${o}/avatar`]: picture,
  [`DELETE ${o}/avatar`]: picture,
  [`PUT ${p}/avatar`]: picture,
  [`DELETE ${p}/avatar`]: picture,
  [`POST ${p}/translation-memories/:translationMemoryId`]: content,
  [`PUT ${p}/translation-memories/:translationMemoryId`]: content,
  [`DELETE ${p}/translation-memories/:translationMemoryId`]: content,
  [`PUT ${p}/keys/:keyId/auto-translate`]: content,
  [`POST ${p}/auto-translation-settings/dry-run`]: readsOnly,
  [`POST ${p}/languages`]: content,
  [`PUT ${p}/languages/:languageId`]: content,
  [`DELETE ${p}/languages/:languageId`]: content,
  [`PUT ${p}/translations/:translationId/qa-issues/:qualityIssueId/ignore`]: content,
  [`PUT ${p}/translations/:translationId/qa-issues/:qualityIssueId/unignore`]: content,
  [`POST ${p}/translations/:translationId/qa-issues/suppressions`]: content,
  [`DELETE ${p}/translations/:translationId/qa-issues/suppressions`]: content,
  [`POST ${o}/llm-providers/:llmProviderId/test`]: "sends one request that it makes up, and changes nothing",
  "POST /v2/administration/server/test-llm-provider": "sends requests that it makes up, and changes nothing",
  [`POST ${p}/webhook-configs/preview`]: readsOnly,
  [`POST ${p}/webhook-configs/:id/test`]: "sends one request that it makes up, and changes nothing"
}

/** Groups of the contract without audited endpoints: what they write is content, or nothing. */
export const contentGroups: ReadonlyArray<string> = [
  "activity",
  "batchJob",
  "branch",
  "branchMerge",
  "comment",
  "contentDelivery",
  "contentStorage",
  "disabledLanguage",
  "eventStream",
  "export",
  "glossaryHighlight",
  "image",
  "import",
  "internalFeature",
  "key",
  "keyContext",
  "keySearch",
  "keyTrash",
  "label",
  "machineSuggestion",
  "memorySuggestion",
  "myWork",
  "namespace",
  "prompt",
  "revert",
  "screenshot",
  "singleStepImport",
  "startBatchJob",
  "stats",
  "suggestion",
  "tag",
  "task",
  "translation",
  "translationList",
  "unsupportedFeature",
  "userTask"
]
