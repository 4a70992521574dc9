export {
  type AuditAction,
  type AuditEvent,
  type AuditObject,
  type AuditObjectKind,
  type AuditOutcome,
  type AuditValues,
  auditActions,
  auditObjectKinds,
  auditOutcomes
} from "./audit/audit-entry.ts"
export { type ChangedFields, changedFields } from "./audit/changed-fields.ts"
export { type FailureBudget, newFailureBudget, spendFailure } from "./audit/failure-budget.ts"
export { operator } from "./audit/operator.ts"
export { recordedUsername } from "./audit/recorded-username.ts"
