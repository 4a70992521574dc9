import { useQuery } from "@tanstack/react-query"
import { useText } from "../../base/texts/text.ts"
import { useBranch } from "../../feature/branch/use-branch.ts"
import { ComboField } from "../../widget/ui/combo-field.tsx"
import { importNamespacesQuery } from "./import-queries.ts"

interface NamespaceFieldProps {
  readonly projectId: number
  readonly fileName: string
  /** Empty: the default namespace. */
  readonly value: string
  readonly isDisabled: boolean
  readonly onChange: (namespace: string) => void
}

/** Selects the namespace of a file's keys: an existing or a new one. */
export const NamespaceField = ({ projectId, fileName, value, isDisabled, onChange }: NamespaceFieldProps) => {
  const t = useText()
  const namespaces = useQuery(importNamespacesQuery(projectId, useBranch()))
  return (
    <ComboField
      label={t("import.namespace")}
      context={fileName}
      placeholder={t("filter.no-namespace")}
      options={(namespaces.data ?? []).filter((name) => name !== "")}
      value={value}
      isDisabled={isDisabled}
      onChange={onChange}
    />
  )
}
