import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { languagesQuery, projectQuery } from "../../feature/project/project-queries.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import { CommandBlock } from "../../widget/ui/command-block.tsx"
import { RadioCards } from "../../widget/ui/radio-cards.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { defaultFilePath } from "../api-key/key-commands.ts"
import { Step } from "../import/step.tsx"
import styles from "./connect-screen.module.css"
import { type Connection, commandsOf, connectionNames, connections } from "./connection.ts"
import { FirstRequest } from "./first-request.tsx"
import { KeyStep, type MadeKey } from "./key-step.tsx"

const route = getRouteApi("/user/projects/$projectId/connect")

/** Addresses that only programs on this machine reach. */
const loopback = /^(localhost|127\.[\d.]+|\[::1\])$/

/** Connects a program to the project: what it is, its key, the commands, and a sign when the first request arrives. */
export const ConnectScreen = () => {
  const t = useText()
  const { projectId } = route.useParams()
  const project = useQuery(projectQuery(projectId))
  const languages = useQuery(languagesQuery(projectId))
  const [connection, setConnection] = useState<Connection>("push")
  const [path, setPath] = useState(defaultFilePath)
  // A key is shown once: it stays while another connection is looked at.
  const [made, setMade] = useState<Partial<Record<Connection, MadeKey>>>({})
  const failed = project.error ?? languages.error
  if (failed !== null) {
    return (
      <Screen title={t("connect.title")}>
        <ErrorState error={failed} onRetry={() => Promise.all([project.refetch(), languages.refetch()])} />
      </Screen>
    )
  }
  if (project.data === undefined || languages.data === undefined) {
    return (
      <Screen title={t("connect.title")}>
        <div aria-busy="true">
          <Skeleton height="320px" />
        </div>
      </Screen>
    )
  }
  const { hasFiles } = connections[connection]
  const key = made[connection] ?? null
  const tags = languages.data.map(({ tag }) => tag)
  const commands = commandsOf(connection, {
    server: window.location.origin,
    projectId,
    apiKey: key?.key ?? null,
    path: path.trim() || defaultFilePath,
    languageTag: tags[0] ?? "en"
  })
  return (
    <Screen title={t("connect.title")}>
      <p className={styles["intro"]}>{t("connect.intro")}</p>
      <div className={styles["columns"]}>
        <RadioCards
          label={t("connect.what")}
          value={connection}
          onChange={setConnection}
          options={connectionNames.map((name) => ({
            value: name,
            title: t(`connect.${name}`),
            description: t(`connect.${name}-hint`)
          }))}
        />
        <div className={styles["steps"]}>
          <Step id="connect-key" number={1} title={t("api-key.key")}>
            <KeyStep
              key={connection}
              connection={connection}
              project={project.data}
              made={key}
              onMade={(apiKey) => setMade({ ...made, [connection]: apiKey })}
            />
          </Step>
          <Step id="connect-command" number={2} title={t(`connect.${connection}-step`)}>
            {hasFiles && (
              <div className={styles["path"]}>
                <TextField
                  label={t("connect.path")}
                  hint={t("connect.path-hint", { tags: new Intl.ListFormat(t.language).format(tags) })}
                  autoComplete="off"
                  spellCheck="false"
                  value={path}
                  onChange={setPath}
                />
              </div>
            )}
            {(key === null || connection === "ci") && hasFiles && (
              <p className={styles["hint"]}>{t("connect.variable")}</p>
            )}
            {connection === "ci" && loopback.test(window.location.hostname) && (
              <Callout kind="warning">{t("connect.loopback")}</Callout>
            )}
            {commands.map(({ name, text }) => (
              <CommandBlock key={text} text={text} copyLabel={t("export.copy", { name })} />
            ))}
            {connection === "pull" && (
              <p>
                <Link to="/projects/$projectId/export" params={{ projectId }}>
                  {t("connect.to-export")}
                </Link>
              </p>
            )}
          </Step>
          <Step id="connect-request" number={3} title={t("connect.first-request")}>
            {key === null ? (
              <p className={styles["hint"]}>{t("connect.key-first")}</p>
            ) : (
              <FirstRequest projectId={projectId} apiKeyId={key.apiKeyId} importsAfter={key.importsAfter} />
            )}
          </Step>
        </div>
      </div>
    </Screen>
  )
}
