export {
  type AuditAction,
  type AuditEvent,
  type AuditObject,
  type AuditObjectKind,
  type AuditValues,
  auditActions,
  auditObjectKinds
} from "./audit/audit-entry.ts"
export { operator } from "./audit/operator.ts"
