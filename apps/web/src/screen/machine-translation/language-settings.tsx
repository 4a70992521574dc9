import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import type { ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { languagesQuery } from "../../feature/project/project-queries.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Section } from "../../widget/ui/section.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { AutoTranslationFields } from "./auto-translation-fields.tsx"
import { supportedServicesQuery } from "./machine-translation-queries.ts"
import { NoteForm } from "./note-form.tsx"
import { ServiceFields } from "./service-fields.tsx"

interface LanguageSettingsProps {
  readonly project: ProjectModel
  /** Why notes cannot be changed; null: they can. */
  readonly needsEdit: string | null
}

/** No id of a language. */
const allLanguages = "all"

/** Services, automatic translation and notes: for all languages, or for one with settings of its own. Changes are saved at once. */
export const LanguageSettings = ({ project, needsEdit }: LanguageSettingsProps) => {
  const t = useText()
  const projectId = project.id
  const languages = useQuery(languagesQuery(projectId))
  const supported = useQuery(supportedServicesQuery(projectId))
  const [chosen, setChosen] = useState(allLanguages)
  const languageId = chosen === allLanguages ? null : Number(chosen)
  return (
    <Section title={t("machine-translation.languages")} hint={t("machine-translation.languages-hint")}>
      <QueryState query={supported} skeleton="400px">
        {(services) => (
          <>
            {(services.get(null) ?? []).length === 0 && <NothingSetUp project={project} />}
            <Select
              label={t("checks.settings-of")}
              value={chosen}
              options={[
                { value: allLanguages, label: t("machine-translation.all-languages") },
                ...(languages.data ?? [])
                  .filter(({ base }) => !base)
                  .map(({ id, tag }) => ({ value: String(id), label: languageName(tag, t.language) }))
              ]}
              onChange={setChosen}
            />
            {(services.get(null) ?? []).length > 0 && (
              <ServiceFields projectId={projectId} languageId={languageId} supported={services.get(languageId) ?? []} />
            )}
            <AutoTranslationFields
              project={project}
              languageId={languageId}
              hasServices={(services.get(languageId) ?? []).length > 0}
            />
            <NoteForm projectId={projectId} languageId={languageId} disabledReason={needsEdit} />
          </>
        )}
      </QueryState>
    </Section>
  )
}

/** Says what the operator, or an owner of the organization, has to do before machines translate. */
const NothingSetUp = ({ project: { organizationOwner } }: { readonly project: ProjectModel }) => {
  const t = useText()
  return (
    <Callout kind="info">
      <p>
        {t("machine-translation.nothing-set-up", {
          engine: "DRAGOMAN_MT_DEEPL_KEY",
          own: "DRAGOMAN_MT_LIBRETRANSLATE_URL"
        })}
      </p>
      {organizationOwner !== null && (
        <p>
          <Link to="/organizations/$slug/machine-translation" params={{ slug: organizationOwner.slug }}>
            {t("machine-translation.add-model")}
          </Link>
        </p>
      )}
    </Callout>
  )
}
