import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Circle, CircleCheck } from "lucide-react"
import type { ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import styles from "./first-steps.module.css"
import { firstStepsQuery, hiddenFirstStepsQuery, hideFirstSteps } from "./first-steps-queries.ts"

/** The first steps of a manager in a project. The list disappears when all of it is done, or when the user hides it. */
export const FirstSteps = ({ project }: { readonly project: ProjectModel }) => {
  const t = useText()
  const client = useQueryClient()
  const { data: hidden } = useQuery(hiddenFirstStepsQuery)
  const isHidden = hidden === undefined || hidden.includes(project.id)
  const { data: done } = useQuery({ ...firstStepsQuery(project.id), enabled: !isHidden })
  if (isHidden || done === undefined || (done.texts && done.invite && done.connect)) return null
  const steps = [
    { id: "texts", to: "/projects/$projectId/import" },
    { id: "invite", to: "/projects/$projectId/members" },
    { id: "connect", to: "/projects/$projectId/connect" }
  ] as const
  return (
    <section className={styles["steps"]} aria-labelledby="first-steps">
      <header className={styles["header"]}>
        <h2 id="first-steps">{t("checklist.title")}</h2>
        <Button kind="quiet" onPress={() => hideFirstSteps(client, project.id)}>
          {t("checklist.hide")}
        </Button>
      </header>
      <ol className={styles["list"]}>
        {steps.map(({ id, to }) => (
          <li key={id} className={styles["step"]}>
            {done[id] ? (
              <CircleCheck aria-hidden className={styles["done"]} />
            ) : (
              <Circle aria-hidden className={styles["open"]} />
            )}
            {done[id] ? (
              <span className={styles["doneText"]}>
                <span className="visually-hidden">{t("checklist.done")} </span>
                {t(`checklist.${id}`)}
              </span>
            ) : (
              <span className={styles["text"]}>
                <Link to={to} params={{ projectId: project.id }}>
                  {t(`checklist.${id}`)}
                </Link>
                <span className={styles["hint"]}>{t(`checklist.${id}-hint`)}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
