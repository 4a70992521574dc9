import { auditActions } from "@dragoman/domain/audit"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { DayRangeFields, FilterForm } from "../../widget/ui/filter-form.tsx"
import { MultiSelect } from "../../widget/ui/multi-select.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { actionsOf, objectOf, outcomeOf } from "./audit-query.ts"
import { type AuditSearch, isFilteredLog } from "./audit-search.ts"

interface AuditFiltersProps {
  /** Owners of an organization see no whole addresses. */
  readonly hasAddress: boolean
  readonly search: AuditSearch
  readonly onChange: (changes: AuditSearch) => void
  readonly onClear: () => void
}

/** Filters by user, action, outcome, address and time. */
export const AuditFilters = ({ hasAddress, search, onChange, onClear }: AuditFiltersProps) => {
  const t = useText()
  // In some languages the sentences begin with a dash behind the name.
  const actions = auditActions
    .map((action) => ({ value: action, label: t(`audit.action-${action}`).replace(/^– /, "") }))
    .toSorted((one, other) => one.label.localeCompare(other.label, t.language))
  const object = objectOf(search)
  return (
    <FilterForm label={t("audit.filters")} isFiltered={isFilteredLog(search)} onClear={onClear}>
      <TextField
        type="search"
        label={t("audit.user")}
        value={search.user ?? ""}
        onChange={(user) => onChange({ user: user || undefined })}
      />
      <MultiSelect
        label={t("audit.action")}
        none={t("audit.every-action")}
        options={actions}
        values={actionsOf(search)}
        onChange={(values) => onChange({ action: values.join(",") || undefined })}
      />
      <Select
        label={t("audit.outcome")}
        value={outcomeOf(search) ?? "ANY"}
        options={[
          { value: "ANY", label: t("audit.outcome-ANY") },
          { value: "SUCCESS", label: t("audit.outcome-SUCCESS") },
          { value: "FAILURE", label: t("audit.outcome-FAILURE") }
        ]}
        onChange={(outcome) => onChange({ outcome: outcome === "ANY" ? undefined : outcome })}
      />
      {hasAddress && (
        <TextField
          type="search"
          label={t("audit.address")}
          value={search.address ?? ""}
          onChange={(address) => onChange({ address: address || undefined })}
        />
      )}
      <DayRangeFields range={search} onChange={onChange} />
      {object !== null && (
        <Button kind="quiet" onPress={() => onChange({ object: undefined })}>
          {t("audit.every-object", { kind: t(`audit.kind-${object.kind}`), id: String(object.id) })}
        </Button>
      )}
    </FilterForm>
  )
}
