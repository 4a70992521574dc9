import { useQuery } from "@tanstack/react-query"
import { ChevronDown } from "lucide-react"
import { useEffect, useState } from "react"
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from "react-aria-components"
import { useText } from "../texts/text.ts"
import selectStyles from "../ui/select.module.css"
import fieldStyles from "../ui/text-field.module.css"
import { importNamespacesQuery } from "./import-queries.ts"
import styles from "./namespace-field.module.css"

interface NamespaceFieldProps {
  readonly projectId: number
  readonly fileName: string
  /** Empty: the default namespace. */
  readonly value: string
  readonly isDisabled: boolean
  readonly onChange: (namespace: string) => void
}

/** Where the keys of a file go: one of the namespaces, or a new one. */
export const NamespaceField = ({ projectId, fileName, value, isDisabled, onChange }: NamespaceFieldProps) => {
  const t = useText()
  const namespaces = useQuery(importNamespacesQuery(projectId))
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const names = (namespaces.data ?? []).filter((name) => name !== "")
  const choose = (namespace: string) => {
    if (namespace.trim() !== value) onChange(namespace.trim())
  }
  return (
    <ComboBox
      className={fieldStyles["field"] ?? ""}
      allowsCustomValue
      menuTrigger="focus"
      isDisabled={isDisabled}
      inputValue={text}
      onInputChange={setText}
      onSelectionChange={(name) => {
        if (name !== null) choose(String(name))
      }}
      onBlur={() => choose(text)}
      onKeyDown={(event) => {
        if (event.key === "Enter") choose(text)
      }}
      defaultItems={names.map((name) => ({ id: name }))}
    >
      <Label className={fieldStyles["label"] ?? ""}>
        {t("import.namespace")}
        <span className="visually-hidden">: {fileName}</span>
      </Label>
      <div className={styles["box"]}>
        <Input className={fieldStyles["input"] ?? ""} placeholder={t("filter.no-namespace")} />
        <Button className={styles["button"] ?? ""}>
          <ChevronDown aria-hidden />
        </Button>
      </div>
      <Popover className={selectStyles["popover"] ?? ""} offset={4}>
        <ListBox className={selectStyles["list"] ?? ""}>
          {({ id }: { readonly id: string }) => (
            <ListBoxItem id={id} textValue={id} className={selectStyles["option"] ?? ""}>
              {id}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
