/** Actions of the audit log: those that decide who may do what. Changes of content are in the activity of a project. */
export const auditActions = [
  "LOGIN",
  "LOGIN_FAILED",
  "LOGOUT",
  "SESSION_ENDED",
  "SUPER_TOKEN_ISSUED",
  "SIGN_UP",
  "ACT_AS_USER",
  "USER_CREATED",
  "USER_EDITED",
  "USER_DISABLED",
  "USER_ENABLED",
  "USER_DELETED",
  "SERVER_ROLE_SET",
  "PASSWORD_CHANGED",
  "PASSWORD_RESET_REQUESTED",
  "PASSWORD_RESET",
  "EMAIL_CHANGE_REQUESTED",
  "EMAIL_VERIFIED",
  "MFA_ENABLED",
  "MFA_DISABLED",
  "RECOVERY_CODES_CREATED",
  "RECOVERY_CODE_USED",
  "PASSKEY_ADDED",
  "PASSKEY_REMOVED",
  "IDENTITY_LINKED",
  "IDENTITY_UNLINKED",
  "ACCESS_TOKEN_CREATED",
  "ACCESS_TOKEN_EDITED",
  "ACCESS_TOKEN_REGENERATED",
  "ACCESS_TOKEN_DELETED",
  "API_KEY_CREATED",
  "API_KEY_EDITED",
  "API_KEY_REGENERATED",
  "API_KEY_DELETED",
  "INVITATION_CREATED",
  "INVITATION_ACCEPTED",
  "INVITATION_DELETED",
  "ORGANIZATION_CREATED",
  "ORGANIZATION_EDITED",
  "ORGANIZATION_DELETED",
  "ORGANIZATION_BASE_PERMISSION_SET",
  "ORGANIZATION_SSO_SET",
  "MEMBER_ROLE_SET",
  "MEMBER_REMOVED",
  "PROJECT_CREATED",
  "PROJECT_EDITED",
  "PROJECT_DELETED",
  "PROJECT_TRANSFERRED",
  "PROJECT_MADE_PUBLIC",
  "PROJECT_MADE_PRIVATE",
  "PROJECT_PERMISSION_SET",
  "PROJECT_ACCESS_REVOKED",
  "WEBHOOK_CREATED",
  "WEBHOOK_EDITED",
  "WEBHOOK_SECRET_ROTATED",
  "WEBHOOK_DELETED",
  "WEBHOOK_REDELIVERED",
  "IMPORT_SETTINGS_SET",
  "TRANSLATION_MEMORY_CREATED",
  "TRANSLATION_MEMORY_EDITED",
  "TRANSLATION_MEMORY_DELETED",
  "TRANSLATION_MEMORY_IMPORTED",
  "TRANSLATION_MEMORY_ENTRY_CREATED",
  "TRANSLATION_MEMORY_ENTRY_EDITED",
  "TRANSLATION_MEMORY_ENTRY_DELETED",
  "GLOSSARY_CREATED",
  "GLOSSARY_EDITED",
  "GLOSSARY_DELETED",
  "GLOSSARY_IMPORTED",
  "GLOSSARY_TERM_CREATED",
  "GLOSSARY_TERM_EDITED",
  "GLOSSARY_TERM_DELETED",
  "GLOSSARY_TERM_TRANSLATION_EDITED",
  "LLM_PROVIDER_CREATED",
  "LLM_PROVIDER_EDITED",
  "LLM_PROVIDER_DELETED"
] as const

export type AuditAction = (typeof auditActions)[number]

export const auditObjectKinds = [
  "USER",
  "SESSION",
  "ACCESS_TOKEN",
  "API_KEY",
  "INVITATION",
  "ORGANIZATION",
  "PROJECT",
  "WEBHOOK",
  "TRANSLATION_MEMORY",
  "GLOSSARY",
  "LLM_PROVIDER"
] as const

export type AuditObjectKind = (typeof auditObjectKinds)[number]

export const auditOutcomes = ["SUCCESS", "FAILURE"] as const

export type AuditOutcome = (typeof auditOutcomes)[number]

/** The changed object. `name`: as it was then, so that the log stays readable when the object is gone. */
export interface AuditObject {
  readonly kind: AuditObjectKind
  readonly id: number
  readonly name: string | null
}

/** The changed fields of an object; never a secret. */
export type AuditValues = Readonly<Record<string, unknown>>

/** One action, as the use case tells it. */
export interface AuditEvent {
  readonly action: AuditAction
  readonly object?: AuditObject
  readonly organizationId?: number
  readonly projectId?: number
  /** The values of the fields that changed. */
  readonly before?: AuditValues
  readonly after?: AuditValues
  /** Why it failed, a code of the API's errors; missing: it succeeded. */
  readonly failure?: string
}
