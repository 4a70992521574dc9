import {
  type AuditAction,
  type AuditObjectKind,
  type AuditOutcome,
  auditActions,
  auditObjectKinds,
  auditOutcomes
} from "@dragoman/domain/audit"
import type { Request } from "../../base/api/contract.ts"
import { dayEnd, dayStart } from "../../widget/ui/day.ts"
import { partsOf } from "../activity/activity-search.ts"
import type { AuditSearch } from "./audit-search.ts"

export type AuditQuery = Request<"auditLog", "export">["query"]

const oneOf = <Value extends string>(values: ReadonlyArray<Value>, text: string | undefined): Value | undefined =>
  values.find((value) => value === text)

/** The actions that the address names and the log knows. */
export const actionsOf = ({ action }: AuditSearch): ReadonlyArray<AuditAction> =>
  partsOf(action).flatMap((part) => oneOf(auditActions, part) ?? [])

export const outcomeOf = ({ outcome }: AuditSearch): AuditOutcome | undefined => oneOf(auditOutcomes, outcome)

/** The object that the address names; null: none, or none that the log knows. */
export const objectOf = ({ object }: AuditSearch): { readonly kind: AuditObjectKind; readonly id: number } | null => {
  const [, name, id] = /^([A-Z_]+)\.([1-9]\d{0,14})$/.exec(object ?? "") ?? []
  const kind = oneOf(auditObjectKinds, name)
  return kind === undefined ? null : { kind, id: Number(id) }
}

/** The filters as the API takes them; what it would not understand is left out. */
export const toAuditQuery = (search: AuditSearch): AuditQuery => {
  const actions = actionsOf(search)
  const outcome = outcomeOf(search)
  const object = objectOf(search)
  const from = dayStart(search.from ?? "")
  const to = dayStart(search.to ?? "")
  return {
    ...(search.user && { search: search.user }),
    ...(actions.length > 0 && { filterAction: actions }),
    ...(outcome && { filterOutcome: outcome }),
    ...(search.address && { filterAddress: search.address.trim() }),
    ...(object && { filterObjectKind: object.kind, filterObjectId: object.id }),
    ...(from !== null && { createdAfter: from }),
    ...(to !== null && search.to && { createdBefore: dayEnd(search.to) })
  }
}
