import { Link } from "@tanstack/react-router"
import { ChevronRight } from "lucide-react"
import { useId, useState } from "react"
import type { ActivityModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Avatar } from "../../widget/ui/avatar.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { NoticeList } from "../../widget/ui/notice-list.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { Time } from "../../widget/ui/time.tsx"
import styles from "./activity-entry.module.css"
import { activityText } from "./activity-text.ts"
import { countsOf, countsText, hasKeys } from "./revision-counts.ts"

// Brings the comparison of words with it, which the dashboard does without.
const RevisionChanges = lazyPart(() => import("./revision-changes.tsx"), "RevisionChanges", <Skeleton height="80px" />)

interface ActivityEntryProps {
  readonly projectId: number
  readonly revision: ActivityModel
  /** The one revision of its screen: open, without a link to itself. */
  readonly isAlone?: boolean
  /** A line of a summary, which cannot be opened. */
  readonly isShort?: boolean
}

/** Shows the author, change and time of a revision; opens to the changed entities. */
export const ActivityEntry = ({ projectId, revision, isAlone = false, isShort = false }: ActivityEntryProps) => {
  const t = useText()
  const [isOpen, setOpen] = useState(isAlone)
  const changesId = useId()
  const { revisionId, timestamp, author, type, notices = [], noticeCount = 0 } = revision
  const counts = countsOf(revision)
  const name = author === null ? t("activity.server") : author.name || author.username
  const params = { projectId, revisionId }
  return (
    <li className={styles["entry"]}>
      <div className={styles["head"]}>
        <Avatar name={name} picture={author?.avatar ?? null} />
        <div className={styles["text"]}>
          <p>
            <bdi className={styles["author"]}>{name}</bdi> <span>{activityText(type, t)}</span>
          </p>
          <p className={styles["facts"]}>
            {isAlone ? (
              <Time at={timestamp} style="exact" />
            ) : (
              <Link to="/projects/$projectId/activity/$revisionId" params={params}>
                <Time at={timestamp} />
              </Link>
            )}
            {Object.keys(counts).length > 0 && <span>{countsText(counts, t)}</span>}
            {isShort && noticeCount > 0 && <span>{t("import.notices", { count: noticeCount })}</span>}
          </p>
          {!isShort && noticeCount > 0 && <NoticeList notices={notices} count={noticeCount} />}
        </div>
        {!isShort && (
          <div className={styles["actions"]}>
            {hasKeys(counts) && (
              <Link
                to="/projects/$projectId/translations"
                params={{ projectId }}
                search={{ revision: String(revisionId) }}
                className={styles["keys"]}
              >
                {t("activity.show-keys")}
              </Link>
            )}
            {!isAlone && (
              <Button
                kind="quiet"
                aria-expanded={isOpen}
                {...(isOpen ? { "aria-controls": changesId } : {})}
                icon={<ChevronRight aria-hidden className={isOpen ? styles["opened"] : styles["closed"]} />}
                onPress={() => setOpen(!isOpen)}
              >
                {t("activity.changes")}
              </Button>
            )}
          </div>
        )}
      </div>
      {isOpen && (
        <div id={changesId} className={styles["changes"]}>
          <RevisionChanges projectId={projectId} revisionId={revisionId} />
        </div>
      )}
    </li>
  )
}
