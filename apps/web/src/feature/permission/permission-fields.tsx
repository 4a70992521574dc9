import { permissionTypes } from "@dragoman/domain/permission"
import { useQuery } from "@tanstack/react-query"
import { languageName, useText } from "../../base/texts/text.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import { MultiSelect } from "../../widget/ui/multi-select.tsx"
import { RadioCards } from "../../widget/ui/radio-cards.tsx"
import { languagesQuery } from "../project/project-queries.ts"
import { languageLists, type PermissionChoice, scopesOfChoice } from "./permission-choice.ts"
import { fewestScopes } from "./scope-selection.ts"
import { ScopeTree } from "./scope-tree.tsx"

interface PermissionFieldsProps {
  /** null: permissions in all projects of an organization, which have no languages. */
  readonly projectId: number | null
  readonly value: PermissionChoice
  readonly onChange: (value: PermissionChoice) => void
  /** An invitation gives some access. */
  readonly hasNone?: boolean
}

const noLists = { view: false, translate: false, stateChange: false }

/** Scopes that the summary names before it counts. */
const namedMax = 6

/** A type or granular scopes, the languages, and what that gives. */
export const PermissionFields = ({ projectId, value, onChange, hasNone = true }: PermissionFieldsProps) => {
  const t = useText()
  const languages = useQuery({ ...languagesQuery(projectId ?? 0), enabled: projectId !== null })
  const lists = projectId === null ? noLists : languageLists(value)
  const options = (languages.data ?? []).map(({ id, tag }) => ({
    value: String(id),
    label: `${languageName(tag, t.language)} (${tag})`
  }))
  const languagePicker = (
    name: "viewLanguageIds" | "translateLanguageIds" | "stateChangeLanguageIds",
    label: string
  ) => (
    <MultiSelect
      label={label}
      none={t("permission.all-languages")}
      options={options}
      values={value[name].map(String)}
      onChange={(ids) => onChange({ ...value, [name]: ids.map(Number) })}
    />
  )
  const given = fewestScopes(scopesOfChoice(value)).map((scope) => t(`scope.${scope}`))
  const named = given.slice(0, namedMax)
  const summary = [
    ...named,
    ...(given.length > named.length ? [t("permission.more", { count: given.length - named.length })] : [])
  ]
  return (
    <>
      <RadioCards
        label={t("permission.title")}
        isCompact
        value={value.type ?? "granular"}
        onChange={(type) =>
          onChange(
            type === "granular"
              ? { ...value, type: null, scopes: fewestScopes(scopesOfChoice(value)) }
              : { ...value, type }
          )
        }
        options={[
          ...permissionTypes
            .filter((type) => hasNone || type !== "NONE")
            .map((type) => ({
              value: type,
              title: t(`permission-type.${type}`),
              description: t(`permission-type.${type}-hint`)
            })),
          { value: "granular", title: t("permission.granular"), description: t("permission.granular-hint") }
        ]}
      />
      {value.type === null && (
        <ScopeTree
          label={t("permission.scopes")}
          chosen={value.scopes}
          onChange={(scopes) => onChange({ ...value, scopes })}
        />
      )}
      {lists.view && languagePicker("viewLanguageIds", t("permission.view-languages"))}
      {lists.translate && languagePicker("translateLanguageIds", t("permission.translate-languages"))}
      {lists.stateChange && languagePicker("stateChangeLanguageIds", t("permission.state-languages"))}
      <Callout kind="info">
        {given.length === 0
          ? t("permission.gives-nothing")
          : t("permission.gives", { scopes: new Intl.ListFormat(t.language).format(summary) })}
      </Callout>
    </>
  )
}
