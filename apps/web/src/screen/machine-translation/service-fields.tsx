import type { Formality } from "@dragoman/domain/machine-translation"
import { useQuery } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { serviceName } from "../../feature/machine-translation/service-name.ts"
import {
  promptsQuery,
  type ServiceSetting,
  serviceSettingsQuery
} from "../../feature/machine-translation/service-queries.ts"
import { Fieldset } from "../../widget/form/fieldset.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Select } from "../../widget/ui/select.tsx"
import styles from "./machine-translation.module.css"
import { useReplaceAll } from "./machine-translation-queries.ts"
import {
  changeService,
  choosePrimary,
  infoOf,
  isEnabled,
  ownServices,
  type SupportedService,
  servicesBody,
  switchService
} from "./service-choice.ts"

interface ServiceFieldsProps {
  readonly projectId: number
  /** null: all languages without settings of their own. */
  readonly languageId: number | null
  readonly supported: ReadonlyArray<SupportedService>
}

/** Services that suggest texts, and the one that translates automatically. */
export const ServiceFields = ({ projectId, languageId, supported }: ServiceFieldsProps) => {
  const t = useText()
  const query = serviceSettingsQuery(projectId)
  const settings = useQuery(query)
  const replace = useReplaceAll(query.queryKey, (all: ReadonlyArray<ServiceSetting>) =>
    call("machineTranslation", "replaceSettings", { params: { projectId }, payload: servicesBody(all) })
  )
  return (
    <Fieldset title={t("machine-translation.services")}>
      <QueryState query={settings} skeleton="160px">
        {(all) => {
          const others = all.filter(({ targetLanguageId }) => targetLanguageId !== languageId)
          const own = all.find(({ targetLanguageId }) => targetLanguageId === languageId)
          const defaults = all.find(({ targetLanguageId }) => targetLanguageId === null)
          return (
            <>
              {languageId !== null && (
                <Checkbox
                  isSelected={own !== undefined}
                  onChange={(isOwn) =>
                    replace(isOwn ? [...others, ownServices(defaults, languageId, supported)] : others)
                  }
                >
                  {t("machine-translation.own-services")}
                </Checkbox>
              )}
              {own !== undefined && (
                <Choice
                  projectId={projectId}
                  setting={own}
                  supported={supported}
                  onChange={(setting) => replace([...others, setting])}
                />
              )}
            </>
          )
        }}
      </QueryState>
    </Fieldset>
  )
}

interface ChoiceProps {
  readonly projectId: number
  readonly setting: ServiceSetting
  readonly supported: ReadonlyArray<SupportedService>
  readonly onChange: (setting: ServiceSetting) => void
}

/** The option for no service. */
const noService = "NONE"

const Choice = ({ projectId, setting, supported, onChange }: ChoiceProps) => {
  const t = useText()
  if (supported.length === 0) return <p>{t("machine-translation.language-unknown")}</p>
  const primary = setting.primaryServiceInfo?.serviceType ?? noService
  return (
    <>
      <p className={styles["hint"]}>{t("machine-translation.services-hint")}</p>
      <ul className={styles["rows"]}>
        {supported.map((service) => (
          <li key={service.serviceType} className={styles["row"]}>
            <Checkbox
              isSelected={isEnabled(setting, service.serviceType)}
              onChange={(isOn) => onChange(switchService(setting, service.serviceType, isOn))}
            >
              {serviceName(service.serviceType, t)}
            </Checkbox>
            <ServiceDetails projectId={projectId} setting={setting} service={service} onChange={onChange} />
          </li>
        ))}
      </ul>
      <Select
        label={t("machine-translation.primary")}
        value={primary}
        options={[
          { value: noService, label: t("machine-translation.no-primary") },
          ...supported.map(({ serviceType }) => ({ value: serviceType as string, label: serviceName(serviceType, t) }))
        ]}
        onChange={(value) => {
          const service = supported.find(({ serviceType }) => serviceType === value)
          onChange(choosePrimary(setting, service?.serviceType ?? null))
        }}
      />
    </>
  )
}

interface ServiceDetailsProps extends Omit<ChoiceProps, "supported"> {
  readonly service: SupportedService
}

const formalities = ["FORMAL", "INFORMAL"] as const satisfies ReadonlyArray<Formality>

/** The option for the prompt, or the form of address, that the service has by itself. */
const byDefault = "DEFAULT"

/** The formality of a service that knows it, and the prompt of language models. */
const ServiceDetails = ({ projectId, setting, service, onChange }: ServiceDetailsProps) => {
  const t = useText()
  const { serviceType, formalitySupported } = service
  const isModel = serviceType === "PROMPT"
  const { data: prompts = [] } = useQuery({ ...promptsQuery(projectId), enabled: isModel })
  const info = infoOf(setting, serviceType)
  if (info === null) return null
  const context = serviceName(serviceType, t)
  return (
    <div className={styles["details"]}>
      {isModel && (
        <Select
          label={t("machine-translation.prompt")}
          context={context}
          value={String(info.promptId ?? byDefault)}
          options={[
            { value: byDefault, label: t("machine-translation.default-prompt") },
            ...prompts.map(({ id, name }) => ({ value: String(id), label: name }))
          ]}
          onChange={(value) =>
            onChange(changeService(setting, serviceType, { promptId: value === byDefault ? null : Number(value) }))
          }
        />
      )}
      {formalitySupported && (
        <Select
          label={t("machine-translation.formality")}
          context={context}
          value={info.formality ?? byDefault}
          options={[
            { value: byDefault, label: t("machine-translation.formality-DEFAULT") },
            ...formalities.map((formality) => ({
              value: formality as string,
              label: t(`machine-translation.formality-${formality}`)
            }))
          ]}
          onChange={(value) => {
            const formality = formalities.find((one) => one === value) ?? null
            onChange(changeService(setting, serviceType, { formality }))
          }}
        />
      )}
    </div>
  )
}
