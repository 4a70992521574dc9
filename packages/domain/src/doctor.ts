export { neededConnections } from "./doctor/check-database.ts"
export { hostOf } from "./doctor/check-settings.ts"
export type {
  BackupFacts,
  BranchFacts,
  ConnectionFacts,
  DatabaseContent,
  DatabaseFacts,
  DiskFacts,
  DoctorFacts,
  HostFacts,
  ImageBucketFacts,
  ImageRowFacts,
  IntegrityFacts,
  MemoryIndexFacts,
  NamedWebhook,
  ReplicaFacts,
  RequestFacts,
  RowFacts,
  SchemaFacts,
  SettingFacts,
  SettingFactValues,
  SpaceFacts,
  TranslationServiceFacts,
  WebhookFacts
} from "./doctor/doctor-facts.ts"
export { type DoctorReport, examine } from "./doctor/examine.ts"
export {
  type CheckName,
  checkNames,
  type Finding,
  type FindingId,
  type FindingParams,
  findingIds,
  findingKinds,
  type Severity,
  severities
} from "./doctor/finding.ts"
export { isGuessable } from "./doctor/guessable-secret.ts"
export { isPostgresOutdated, postgresMin } from "./doctor/postgres-version.ts"
export { printReport } from "./doctor/print-report.ts"
