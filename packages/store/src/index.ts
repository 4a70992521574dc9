export * from "./access/access-repository.ts"
export type { ProjectAccessRow, UserAccess } from "./access/project-access-row.ts"
export * from "./activity/activity-repository.ts"
export * from "./administration/administration-repository.ts"
export * from "./batch-job/batch-job-repository.ts"
export * from "./comment/comment-repository.ts"
export { compactSqlite } from "./database/compact-sqlite.ts"
export { Database, type Engine } from "./database/database.ts"
export { DatabaseBusy, isDatabaseBusy } from "./database/database-busy.ts"
export { layerPostgres } from "./database/postgres.ts"
export type { RowSlice, SlicedRows } from "./database/row-slice.ts"
export { layerSqlite } from "./database/sqlite.ts"
export type { StoredPlace } from "./encryption/envelope.ts"
export { EncryptedValueDamaged, EncryptionKeyUnknown } from "./encryption/seal.ts"
export { EncryptionKeys } from "./encryption/secret-columns.ts"
export {
  checkEncryption,
  forgetPlainTraces,
  type SettledEncryption,
  settleEncryption
} from "./encryption/settle-encryption.ts"
export * from "./export/export-repository.ts"
export * from "./image/image-repository.ts"
export * from "./import/import-conflict-repository.ts"
export * from "./import/import-follow-repository.ts"
export * from "./import/import-repository.ts"
export * from "./import/import-settings-repository.ts"
export * from "./import/import-staging-repository.ts"
export * from "./import/staged-key-repository.ts"
export * from "./invitation/invitation-repository.ts"
export {
  type InvitationRow,
  type InvitationTarget,
  type InviterRow,
  isOrganizationInvitation,
  isProjectInvitation,
  type OrganizationInvitationTarget,
  type ProjectInvitationTarget
} from "./invitation/invitation-row.ts"
export * from "./key/key-neighbour-repository.ts"
export * from "./key/key-repository.ts"
export type { KeyContent, KeyName, KeyRow } from "./key/key-row.ts"
export * from "./key/key-search-repository.ts"
export * from "./key-trash/key-trash-repository.ts"
export * from "./language/language-limit-repository.ts"
export * from "./language/language-repository.ts"
export * from "./member/member-repository.ts"
export {
  currentVersion,
  DatabaseEncodingUnfit,
  DatabaseOfAnotherProgram,
  DatabaseTooNew,
  migrate,
  schemaVersion
} from "./migration/migrate.ts"
export * from "./namespace/namespace-repository.ts"
export * from "./organization/organization-language-repository.ts"
export * from "./organization/organization-repository.ts"
export type {
  OrganizationLanguageRow,
  OrganizationMembershipRow,
  OrganizationRow,
  OrganizationUserProject,
  OrganizationUserRow
} from "./organization/organization-row.ts"
export * from "./organization/organization-user-repository.ts"
export { claimEndpointsMax } from "./outbox/claim-deliveries.ts"
export * from "./outbox/delivery-log-repository.ts"
export * from "./outbox/delivery-row.ts"
export { deliveryWakeUps } from "./outbox/delivery-wake-up.ts"
export * from "./outbox/outbox-repository.ts"
export * from "./personal-access-token/personal-access-token-repository.ts"
export * from "./project/deleted-content-repository.ts"
export * from "./project/project-list-repository.ts"
export * from "./project/project-repository.ts"
export type { ProjectOrganizationRow, ProjectOwner, ProjectRow } from "./project/project-row.ts"
export * from "./project-api-key/project-api-key-repository.ts"
export * from "./screenshot/screenshot-repository.ts"
export * from "./server/server-notices.ts"
export * from "./server/server-value-repository.ts"
export * from "./slug/slug-repository.ts"
export * from "./stats/stats-repository.ts"
export { directPermissionTable } from "./table/direct-permission-table.ts"
export { organizationTable } from "./table/organization-table.ts"
export * from "./tag/tag-repository.ts"
export {
  type SavedTranslation,
  TranslationRepository,
  type TranslationRow
} from "./translation/translation-repository.ts"
export * from "./translation-list/translation-list-repository.ts"
export * from "./user/user-preference-repository.ts"
export * from "./user/user-repository.ts"
export * from "./webhook/webhook-configuration-repository.ts"
