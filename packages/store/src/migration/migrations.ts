import { initial } from "./0001-initial.ts"
import { content } from "./0002-content.ts"
import { webhook } from "./0003-webhook.ts"
import { delivery } from "./0004-delivery.ts"
import { image } from "./0005-image.ts"
import { comment } from "./0006-comment.ts"
import { batchJob } from "./0007-batch-job.ts"
import { text } from "./0008-text.ts"
import { webhookAuthor } from "./0009-webhook-author.ts"
import { deliveryHeaders } from "./0010-delivery-headers.ts"
import { failingTime } from "./0011-failing-time.ts"
import { lastAttempt } from "./0012-last-attempt.ts"
import { consoleSession } from "./0013-console-session.ts"
import { importPlan } from "./0014-import-plan.ts"
import { keyPosition } from "./0015-key-position.ts"
import { auditAndMail } from "./0016-audit-and-mail.ts"
import { accountMail } from "./0017-account-mail.ts"
import { secondFactor } from "./0019-second-factor.ts"
import { signIn } from "./0020-sign-in.ts"
import { notification } from "./0021-notification.ts"
import { guessing } from "./0022-guessing.ts"
import { wayBack } from "./0023-way-back.ts"
import { backup } from "./0024-backup.ts"
import { tolgee } from "./0025-tolgee.ts"
import { bodyBytes } from "./0026-body-bytes.ts"
import { apiKeyOwner } from "./0027-api-key-owner.ts"
import { identityIssuer } from "./0028-identity-issuer.ts"
import { invitationDigest } from "./0029-invitation-digest.ts"
import { formatData } from "./0030-format-data.ts"
import { contentPlace } from "./0031-content-place.ts"
import { qualityCheck } from "./0032-quality-check.ts"
import { memoryIndex } from "./0033-memory-index.ts"
import { memory } from "./0034-memory.ts"
import { brokenIcu } from "./0035-broken-icu.ts"
import { memoryUse } from "./0036-memory-use.ts"
import { autoTranslation } from "./0037-auto-translation.ts"
import { suggestion } from "./0038-suggestion.ts"
import { glossary } from "./0039-glossary.ts"
import { label } from "./0040-label.ts"
import { translationSpending } from "./0041-translation-spending.ts"
import { machineTranslation } from "./0042-machine-translation.ts"
import { publicProject } from "./0043-public-project.ts"
import { machineAnswer } from "./0044-machine-answer.ts"
import { qualityEstimate } from "./0045-quality-estimate.ts"
import { batchJobCost } from "./0046-batch-job-cost.ts"
import { automationRule } from "./0047-automation-rule.ts"
import { branch } from "./0048-branch.ts"
import { task } from "./0049-task.ts"
import { taskWork } from "./0050-task-work.ts"
import { taskNotification } from "./0051-task-notification.ts"
import { contentDelivery } from "./0052-content-delivery.ts"
import { purgeError } from "./0053-purge-error.ts"
import { periodicWork } from "./0054-periodic-work.ts"
import { contentPartition } from "./0055-content-partition.ts"
import { outsideStorage } from "./0056-outside-storage.ts"
import { webhookContent } from "./0057-webhook-content.ts"
import { textSearch } from "./0058-text-search.ts"
import type { Migration } from "./migration.ts"

/** Migrations in the order in which they run. */
export const migrations: ReadonlyArray<Migration> = [
  initial,
  content,
  webhook,
  delivery,
  image,
  comment,
  batchJob,
  text,
  webhookAuthor,
  deliveryHeaders,
  failingTime,
  lastAttempt,
  consoleSession,
  importPlan,
  keyPosition,
  auditAndMail,
  accountMail,
  secondFactor,
  signIn,
  notification,
  guessing,
  wayBack,
  backup,
  tolgee,
  bodyBytes,
  apiKeyOwner,
  identityIssuer,
  invitationDigest,
  formatData,
  contentPlace,
  qualityCheck,
  memoryIndex,
  memory,
  brokenIcu,
  memoryUse,
  autoTranslation,
  suggestion,
  glossary,
  label,
  translationSpending,
  machineTranslation,
  publicProject,
  machineAnswer,
  qualityEstimate,
  batchJobCost,
  automationRule,
  branch,
  task,
  taskWork,
  taskNotification,
  contentDelivery,
  purgeError,
  periodicWork,
  contentPartition,
  outsideStorage,
  webhookContent,
  textSearch
]

/** The newest schema version that this program knows. */
export const schemaVersion = migrations.at(-1)?.version ?? 0
