import { useText } from "../../base/texts/text.ts"
import { Select } from "../../widget/ui/select.tsx"
import { type Lifetime, lifetimes } from "./create-api-key.ts"

interface LifetimeSelectProps {
  readonly value: Lifetime
  readonly onChange: (value: Lifetime) => void
}

/** Selects the lifetime of a key. */
export const LifetimeSelect = ({ value, onChange }: LifetimeSelectProps) => {
  const t = useText()
  return (
    <Select<Lifetime>
      label={t("api-key.expires")}
      value={value}
      onChange={onChange}
      options={Object.entries(lifetimes).map(([id, days]) => ({
        value: id as Lifetime,
        label: days === null ? t("api-key.never") : t("api-key.days", { count: days })
      }))}
    />
  )
}
