import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { LanguageModel, ListedKeyModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Facts } from "../../widget/ui/facts.tsx"
import { Time } from "../../widget/ui/time.tsx"
import { BaseText } from "../glossary/base-text.tsx"
import styles from "./key-context.module.css"
import panelStyles from "./key-panel.module.css"
import { keyQuery, nearKeysQuery } from "./panel-queries.ts"

/** A key beside another one. */
export interface NeighbourKey {
  readonly id: number
  readonly name: string
  readonly text: string | null
}

export interface NeighbourKeys {
  readonly before: NeighbourKey | null
  readonly after: NeighbourKey | null
}

interface KeyContextProps {
  readonly project: ProjectModel
  readonly listedKey: ListedKeyModel
  readonly language: LanguageModel
  /** null: the shown text is that of the base language, or there is none. */
  readonly baseText: string | null
  readonly baseLanguageTag: string
  readonly neighbours: NeighbourKeys
  readonly onEdit: () => void
}

/** Shows the context of a key: the base text, its details, and the keys around it. */
export const KeyContext = ({ project, listedKey: key, language, baseText, ...props }: KeyContextProps) => {
  const t = useText()
  const stored = useQuery(keyQuery(project.id, key.keyId))
  const near = useQuery({ ...nearKeysQuery(project.id, key.keyId), enabled: key.contextPresent })
  const custom = Object.entries(stored.data?.custom ?? {})
  const around = [props.neighbours.before, props.neighbours.after].filter((neighbour) => neighbour !== null)
  return (
    <div className={panelStyles["stack"]}>
      {baseText !== null && (
        <Part title={languageName(props.baseLanguageTag, t.language)}>
          <div data-base-text className={styles["text"]}>
            <BaseText
              project={project}
              text={baseText}
              languageTag={props.baseLanguageTag}
              target={{ keyId: key.keyId, languageTag: language.tag }}
              isTabStop
            />
          </div>
        </Part>
      )}
      <Part title={t("key.description")}>
        {key.keyDescription === null ? (
          <p className={panelStyles["quiet"]}>{t("key.no-description")}</p>
        ) : (
          <p dir="auto" className={styles["text"]}>
            {key.keyDescription}
          </p>
        )}
      </Part>
      <Facts
        facts={[
          project.useNamespaces || key.keyNamespace !== null
            ? [t("filter.namespace"), <bdi key="namespace">{key.keyNamespace ?? t("filter.no-namespace")}</bdi>]
            : null,
          [
            t("key.tags"),
            key.keyTags.length === 0 ? (
              t("filter.no-tag")
            ) : (
              <ul key="tags" className={styles["tags"]}>
                {key.keyTags.map(({ id, name }) => (
                  <li key={id}>
                    <bdi>{name}</bdi>
                  </li>
                ))}
              </ul>
            )
          ],
          [t("key.limit"), key.keyMaxCharLimit === null ? t("key.no-limit") : key.keyMaxCharLimit],
          key.keyIsPlural
            ? [t("key.plural-argument"), <code key="plural">{key.keyPluralArgName ?? "value"}</code>]
            : null,
          [t("account.created"), <Time key="created" at={key.createdAt} />]
        ]}
      />
      {custom.length > 0 && (
        <Part title={t("key.custom")}>
          <dl className={styles["custom"]}>
            {custom.map(([name, value]) => (
              <div key={name}>
                <dt>
                  <bdi>{name}</bdi>
                </dt>
                <dd>
                  <bdi>{typeof value === "string" ? value : JSON.stringify(value)}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {around.length > 0 && (
        <Part title={t("key.neighbours")}>
          <KeyLinks projectId={project.id} keys={around} languageTag={language.tag} />
        </Part>
      )}
      {(near.data?.length ?? 0) > 0 && (
        <Part title={t("key.near")}>
          <KeyLinks
            projectId={project.id}
            keys={(near.data ?? []).map(({ id, name, baseTranslation }) => ({ id, name, text: baseTranslation }))}
            languageTag={language.tag}
          />
        </Part>
      )}
      <div>
        <Button onPress={props.onEdit}>{t("key.details")}</Button>
      </div>
    </div>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles["part"]}>
    <h3>{title}</h3>
    {children}
  </section>
)

interface KeyLinksProps {
  readonly projectId: number
  readonly keys: ReadonlyArray<NeighbourKey>
  readonly languageTag: string
}

const KeyLinks = ({ projectId, keys, languageTag }: KeyLinksProps) => (
  <ul className={styles["keys"]}>
    {keys.map(({ id, name, text }) => (
      <li key={id}>
        <Link
          to="/projects/$projectId/keys/$keyId"
          params={{ projectId, keyId: id }}
          search={{ language: languageTag }}
          className={styles["key"]}
        >
          <bdi dir="ltr">{name}</bdi>
        </Link>
        {text !== null && (
          <p dir="auto" className={panelStyles["quiet"]}>
            {text}
          </p>
        )}
      </li>
    ))}
  </ul>
)
