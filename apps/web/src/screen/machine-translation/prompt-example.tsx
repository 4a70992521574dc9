import { queryOptions, useQuery } from "@tanstack/react-query"
import { useDeferredValue, useState } from "react"
import { call } from "../../base/api/call.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { languagesQuery } from "../../feature/project/project-queries.ts"
import { Fieldset } from "../../widget/form/fieldset.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import styles from "./machine-translation.module.css"
import { type PromptDraft, PromptRun } from "./prompt-run.tsx"
import { namedValues } from "./prompt-variables.ts"

/** The key that a search finds first; null: none. */
const firstKeyQuery = (projectId: number, search: string) =>
  queryOptions({
    queryKey: ["project", projectId, "first-key", search],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId }, query: { size: 1, search } }
      return (await call("keySearch", "search", request, { signal }))._embedded?.keys[0] ?? null
    },
    enabled: search !== ""
  })

const variablesQuery = (projectId: number, keyId: number | undefined, targetLanguageId: number | undefined) =>
  queryOptions({
    queryKey: ["project", projectId, "prompt-variables", keyId, targetLanguageId],
    queryFn: async ({ signal }) => {
      const query = {
        ...(keyId === undefined ? {} : { keyId }),
        ...(targetLanguageId === undefined ? {} : { targetLanguageId })
      }
      return namedValues((await call("promptVariable", "list", { params: { projectId }, query }, { signal })).data)
    }
  })

interface PromptExampleProps {
  readonly projectId: number
  readonly draft: PromptDraft
}

/** A key and a language to try a prompt with, and the variables of templates with their values there. */
export const PromptExample = ({ projectId, draft }: PromptExampleProps) => {
  const t = useText()
  const { data: languages = [] } = useQuery(languagesQuery(projectId))
  const targets = languages.filter(({ base }) => !base)
  const [chosen, setChosen] = useState<string | null>(null)
  const [search, setSearch] = useState("")
  const wanted = useDeferredValue(search.trim())
  const { data: key } = useQuery(firstKeyQuery(projectId, wanted))
  const languageId = chosen === null ? targets[0]?.id : Number(chosen)
  const values = useQuery(variablesQuery(projectId, key?.id, languageId))
  return (
    <Fieldset title={t("prompt.example")}>
      <TextField
        label={t("prompt.example-key")}
        hint={
          wanted === ""
            ? t("prompt.example-hint")
            : key === null
              ? t("prompt.example-none")
              : key !== undefined && <bdi>{key.name}</bdi>
        }
        autoComplete="off"
        value={search}
        onChange={setSearch}
      />
      {targets.length > 0 && (
        <Select
          label={t("prompt.example-language")}
          value={String(languageId)}
          options={targets.map(({ id, tag }) => ({ value: String(id), label: languageName(tag, t.language) }))}
          onChange={setChosen}
        />
      )}
      <PromptRun
        projectId={projectId}
        draft={draft}
        keyId={key?.id ?? null}
        language={targets.find(({ id }) => id === languageId) ?? null}
      />
      <QueryState query={values} skeleton="160px">
        {(data) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <section className={styles["values"]} aria-label={t("prompt.variables")} tabIndex={0}>
            <dl>
              {data.map(({ name, description, value }) => (
                <div key={name}>
                  <dt dir="ltr">{`{{${name}}}`}</dt>
                  <dd>{value ?? description}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
      </QueryState>
    </Fieldset>
  )
}
