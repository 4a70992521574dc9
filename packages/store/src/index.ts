export {
  AccessRepository,
  type CallerAccessTokenRow,
  type CallerApiKeyRow,
  type CallerUserRow,
  type OrganizationAccessRow,
  type ProjectAccessRow,
  type ProjectUserRow,
  type UsedCredentials,
  type UserAccess
} from "./access/access-repository.ts"
export { findNewestAuditId, listenToAccessChanges, readOperatorChanges } from "./access-change/access-changes.ts"
export * from "./activity/activity-repository.ts"
export * from "./activity/activity-retention-repository.ts"
export * from "./administration/administration-repository.ts"
export * from "./audit/audit-repository.ts"
export * from "./auto-translation/auto-translation-repository.ts"
export * from "./backup/backup-run-repository.ts"
export { type CheckedDatabase, checkDatabaseFile, syncToDisk } from "./backup/check-database-file.ts"
export { BackupFailed, type BackupReport, makeBackup, unfinishedSuffix } from "./backup/make-backup.ts"
export { restoreFile, restoreInto } from "./backup/restore-backup.ts"
export { BackupDamaged, type VerifiedBackup, verifyBackup } from "./backup/verify-backup.ts"
export * from "./batch-job/batch-job-repository.ts"
export * from "./batch-job/machine-answer-repository.ts"
export * from "./branch/branch-compare-repository.ts"
export { BranchCopyRepository, type CopyingBranch } from "./branch/branch-copy-repository.ts"
export * from "./branch/branch-merge-repository.ts"
export * from "./branch/branch-repository.ts"
export * from "./comment/comment-repository.ts"
export * from "./console-session/console-session-repository.ts"
export * from "./content-delivery/content-delivery-repository.ts"
export * from "./content-delivery/content-storage-repository.ts"
export * from "./content-delivery/published-content-repository.ts"
export * from "./content-delivery/publishing-repository.ts"
export { CopiedRowsDiffer } from "./copy/compare-tables.ts"
export { CopyEndInUse, CopyFileFailed, copyBetween, type DatabaseAddress } from "./copy/copy-between.ts"
export { CopiedTableDiffers, type CopyProgress, type CopyReport } from "./copy/copy-database.ts"
export { CopySourceUnfit, CopyTargetTaken } from "./copy/unfinished-copy.ts"
export { TextNotStorable } from "./copy/write-rows.ts"
export { awaitingDatabase } from "./database/await-database.ts"
export { deliveryWakeUps, ServerChannel, ServiceUseChannel } from "./database/channel.ts"
export { makeCheckpoint } from "./database/checkpoint.ts"
export { type ContentForm, readContentForm } from "./database/content-form.ts"
export { type ContentPlace, defaultBranch } from "./database/content-place.ts"
export { Database, type Engine } from "./database/database.ts"
export { layerPostgres } from "./database/load-postgres.ts"
export { ContentBeingCopied, DatabaseBusy, isDatabaseBusy, type ProjectLockMode } from "./database/locks.ts"
export { type DatabaseOutage, DatabaseUnavailable, outageOf, outageReason } from "./database/outage.ts"
export { isOnReplica, makeReadFresh, readOnReplica } from "./database/replica.ts"
export {
  checkSessions,
  countServerSessions,
  readConnections,
  SessionsShared,
  sessionNameOf
} from "./database/server-sessions.ts"
export type { PagedRows, RowPage } from "./database/sql-fragments.ts"
export { compactSqlite, layerSqlite } from "./database/sqlite.ts"
export { lockForServer, SqliteInUse } from "./database/sqlite-lock.ts"
export * from "./doctor/doctor-repository.ts"
export type { IntegrityOptions } from "./doctor/read-integrity.ts"
export { readReplicaLag } from "./doctor/read-replica.ts"
export * from "./email-verification/email-verification-repository.ts"
export { EncryptedValueDamaged, EncryptionKeyUnknown, type StoredPlace } from "./encryption/encrypted-value.ts"
export { EncryptionKeys } from "./encryption/secret-columns.ts"
export {
  checkEncryption,
  forgetPlainTraces,
  type SettledEncryption,
  settleEncryption
} from "./encryption/settle-encryption.ts"
export * from "./export/export-repository.ts"
export * from "./glossary/glossary-repository.ts"
export * from "./glossary/glossary-term-repository.ts"
export * from "./identity/identity-repository.ts"
export type { ReleasedAccount } from "./identity/release-accounts.ts"
export * from "./identity/sign-in-attempt-repository.ts"
export * from "./image/image-repository.ts"
export * from "./import/import-conflict-repository.ts"
export * from "./import/import-follow-repository.ts"
export * from "./import/import-plan-repository.ts"
export * from "./import/import-repository.ts"
export * from "./import/import-settings-repository.ts"
export * from "./import/import-staging-repository.ts"
export * from "./import/staged-key-repository.ts"
export {
  digestOfInvitationCode,
  type InvitationPlace,
  InvitationRepository,
  type InvitationRow,
  type InvitationTarget,
  type InviterRow,
  isOrganizationInvitation,
  isProjectInvitation,
  type NewInvitation,
  type OrganizationInvitationTarget,
  type ProjectInvitationTarget
} from "./invitation/invitation-repository.ts"
export * from "./key/key-neighbour-repository.ts"
export {
  type DisabledLanguageRow,
  type KeyCodeReferences,
  type KeyContent,
  type KeyList,
  type KeyName,
  KeyRepository,
  type KeyRow,
  type PlacedKeyRow
} from "./key/key-repository.ts"
export * from "./key/key-search-repository.ts"
export * from "./key-trash/key-trash-repository.ts"
export * from "./known-client/known-client-repository.ts"
export * from "./label/label-repository.ts"
export * from "./language/language-limit-repository.ts"
export * from "./language/language-repository.ts"
export * from "./machine-translation/llm-provider-repository.ts"
export * from "./machine-translation/machine-translation-setting-repository.ts"
export * from "./machine-translation/prompt-repository.ts"
export * from "./machine-translation/quality-estimate-repository.ts"
export * from "./machine-translation/translation-note-repository.ts"
export * from "./mail/mail-repository.ts"
export * from "./member/member-repository.ts"
export { MemoryIndexRepository, type MemoryMatchRow, type PendingKey } from "./memory-index/memory-index-repository.ts"
export * from "./memory-storage/memory-entry-repository.ts"
export * from "./memory-storage/memory-repository.ts"
export {
  DatabaseEncodingUnfit,
  DatabaseEngineOutdated,
  DatabaseOfAnotherProgram,
  DatabaseUnfinished,
  migrate
} from "./migration/migrate.ts"
export {
  type AppliedMigration,
  checkVersion,
  currentVersion,
  DatabaseTooNew,
  readAppliedMigrations,
  worksWith
} from "./migration/migration-log.ts"
export { migrations, schemaVersion } from "./migration/migrations.ts"
export {
  ContentPartitioned,
  MigrationNotUndoable,
  readUndo,
  SchemaVersionUnknown,
  undoMigrations
} from "./migration/undo-migrations.ts"
export * from "./my-work/my-work-repository.ts"
export * from "./namespace/namespace-repository.ts"
export * from "./notification/known-browser-repository.ts"
export * from "./notification/notification-audience-repository.ts"
export * from "./notification/notification-repository.ts"
export * from "./organization/organization-language-repository.ts"
export * from "./organization/organization-repository.ts"
export type {
  OrganizationLanguageRow,
  OrganizationMembershipRow,
  OrganizationRow,
  OrganizationUserProject,
  OrganizationUserRow
} from "./organization/organization-row.ts"
export * from "./organization/organization-sso-repository.ts"
export * from "./organization/organization-user-repository.ts"
export * from "./outbox/delivery-log-repository.ts"
export * from "./outbox/delivery-row.ts"
export { claimEndpointsMax } from "./outbox/list-due-endpoints.ts"
export * from "./outbox/outbox-repository.ts"
export {
  ConversionEnded,
  ConversionUnfit,
  convertContent,
  OldTransactionOpen
} from "./partition/convert-content.ts"
export { makePartitionsAhead } from "./partition/keep-partitions.ts"
export { type PartitionFamilyName, partitionFamilies } from "./partition/partition-family.ts"
export { joinPartitions, PartitionsAsWanted, partitionTables } from "./partition/partition-tables.ts"
export { type PartitionRange, readPartitions } from "./partition/read-partitions.ts"
export * from "./passkey/passkey-repository.ts"
export * from "./password-reset/password-reset-repository.ts"
export * from "./periodic-work/periodic-work-repository.ts"
export * from "./personal-access-token/personal-access-token-repository.ts"
export * from "./project/deleted-content-repository.ts"
export * from "./project/project-list-repository.ts"
export * from "./project/project-repository.ts"
export type { ProjectOrganizationRow, ProjectOwner, ProjectRow } from "./project/project-row.ts"
export * from "./project-api-key/project-api-key-repository.ts"
export * from "./quality-check/quality-check-repository.ts"
export * from "./rate-window/rate-window-repository.ts"
export {
  dropSchemaCopy,
  listSchemaCopies,
  makeSchemaCopy,
  putBackSchemaCopy,
  type SchemaCopy,
  SchemaCopyTooNew,
  SchemaCopyUnknown
} from "./schema-copy/schema-copy.ts"
export * from "./screenshot/screenshot-repository.ts"
export {
  CurrentSearchIndexSizes,
  SearchIndexRepository,
  type SearchIndexSizes,
  type SearchIndexState
} from "./search-index/search-index-repository.ts"
export * from "./second-factor/second-factor-repository.ts"
export * from "./server/server-status-repository.ts"
export * from "./server/server-value-repository.ts"
export * from "./slug/slug-repository.ts"
export * from "./stats/stats-repository.ts"
export * from "./suggestion/suggestion-repository.ts"
export { organizationTable } from "./table/organization-tables.ts"
export { directPermissionTable } from "./table/permission-tables.ts"
export * from "./tag/tag-repository.ts"
export * from "./task/task-repository.ts"
export * from "./tolgee/moved-row-repository.ts"
export * from "./tolgee/tolgee-database.ts"
export * from "./tolgee/tolgee-move-repository.ts"
export * from "./translation/format-data-repository.ts"
export {
  notEstimated,
  type SavedTranslation,
  TranslationRepository,
  type TranslationRow
} from "./translation/translation-repository.ts"
export * from "./translation-cache/translation-cache-repository.ts"
export {
  type KeySelection,
  type ListedKeyRow,
  type MapSelection,
  TranslationListRepository
} from "./translation-list/translation-list-repository.ts"
export * from "./translation-spending/translation-spending-repository.ts"
export * from "./user/user-preference-repository.ts"
export * from "./user/user-repository.ts"
export * from "./webhook/webhook-configuration-repository.ts"
