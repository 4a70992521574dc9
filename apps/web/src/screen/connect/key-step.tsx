import { useQueryClient } from "@tanstack/react-query"
import { KeyRound } from "lucide-react"
import { useState } from "react"
import type { ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { CommandBlock } from "../../widget/ui/command-block.tsx"
import { apiKeysKey } from "../api-key/api-key-queries.ts"
import { createApiKey, type Lifetime } from "../api-key/create-api-key.ts"
import { isTemplateAvailable, keyTemplates } from "../api-key/key-template.ts"
import { LifetimeSelect } from "../api-key/lifetime-select.tsx"
import { readNewestImport } from "./connect-queries.ts"
import styles from "./connect-screen.module.css"
import { type Connection, connections } from "./connection.ts"

/** A key that was made on this page, which forgets it when it is left. */
export interface MadeKey {
  readonly apiKeyId: number
  readonly key: string
  /** The newest import before; null: imports are not expected, or I may not see them. */
  readonly importsAfter: number | null
}

interface KeyStepProps {
  readonly connection: Connection
  readonly project: ProjectModel
  /** null: not yet. */
  readonly made: MadeKey | null
  readonly onMade: (key: MadeKey) => void
}

/** The scopes that the connection needs, and a key with exactly these. */
export const KeyStep = ({ connection, project, made, onMade }: KeyStepProps) => {
  const t = useText()
  const client = useQueryClient()
  const [lifetime, setLifetime] = useState<Lifetime>("d90")
  const { template } = connections[connection]
  const scopes = keyTemplates[template]
  const own = project.computedPermission.scopes
  const { submit, message, isBusy } = useSubmit(async () => {
    const mayPush = template === "push" && own.includes("activity.view")
    const importsAfter = mayPush ? ((await readNewestImport(project.id))?.revisionId ?? 0) : null
    const { id, key } = await createApiKey({
      projectId: project.id,
      scopes,
      description: t(`connect.${connection}`),
      lifetime
    })
    onMade({ apiKeyId: id, key, importsAfter })
    await client.invalidateQueries({ queryKey: apiKeysKey(project.id) })
  })
  if (made !== null) {
    return (
      <>
        <Callout kind="info" isNews>
          {t(connection === "ci" ? "connect.once-ci" : "connect.once")}
        </Callout>
        <CommandBlock text={made.key} copyLabel={t("action.copy")} />
      </>
    )
  }
  return (
    <Form onSubmit={submit} message={message}>
      <div>
        <p id="connect-scopes">{t("connect.scopes")}</p>
        <ul className={styles["scopes"]} aria-labelledby="connect-scopes">
          {scopes.map((scope) => (
            <li key={scope}>
              {t(`scope.${scope}`)} <code dir="ltr">{scope}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles["lifetime"]}>
        <LifetimeSelect value={lifetime} onChange={setLifetime} />
      </div>
      <div>
        <Button
          kind="primary"
          type="submit"
          icon={<KeyRound aria-hidden />}
          isPending={isBusy}
          disabledReason={isTemplateAvailable(template, own) ? null : t("connect.no-scopes")}
        >
          {t("connect.make-key")}
        </Button>
      </div>
    </Form>
  )
}
