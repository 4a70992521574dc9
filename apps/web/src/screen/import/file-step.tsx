import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { ErrorDetails, errorSentence } from "../../widget/ui/error-details.tsx"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { Progress } from "../../widget/ui/progress.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import type { NamedFile } from "./dropped-files.ts"
import { FileArea, sizeText } from "./file-area.tsx"
import styles from "./file-step.module.css"
import type { useUploadFiles } from "./upload-files.ts"
import { progressOfFiles } from "./upload-progress.ts"

const FoundFiles = lazyPart(() => import("./found-files.tsx"), "FoundFiles", <Skeleton height="84px" />)

interface FileStepProps {
  readonly upload: ReturnType<typeof useUploadFiles>
  /** Nothing was uploaded yet: the area says what to do. */
  readonly isEmpty: boolean
  /** Files that were not sent because they are too large, by name. */
  readonly tooLarge: ReadonlyArray<string>
  readonly limitBytes: number | null
  readonly onFiles: (files: ReadonlyArray<NamedFile>) => void
}

/** Files shown while they are sent; the rest is a number. */
const shownFilesMax = 8

/** The files: where they come from, how far they are, and what was found in them. */
export const FileStep = ({ upload, isEmpty, tooLarge, limitBytes, onFiles }: FileStepProps) => {
  const t = useText()
  const { running, report, error } = upload
  return (
    <>
      <FileArea
        title={t(isEmpty ? "import.drop" : "import.drop-more")}
        hint={t("import.drop-hint", { size: limitBytes === null ? "–" : sizeText(limitBytes, t.language) })}
        isLarge={isEmpty}
        onFiles={onFiles}
      />
      {running !== null && (
        <div className={styles["running"]}>
          {progressOfFiles(running.files, running.part)
            .slice(0, shownFilesMax)
            .map(({ path, part }) => (
              <Progress key={path} label={path} part={part} />
            ))}
          {running.files.length > shownFilesMax && (
            <p>{t("import.other-files", { count: running.files.length - shownFilesMax })}</p>
          )}
          {running.part >= 1 && <p role="status">{t("import.reading")}</p>}
          <div>
            <Button onPress={upload.cancel}>{t("action.cancel")}</Button>
          </div>
        </div>
      )}
      {tooLarge.length > 0 && (
        <Callout kind="failed" isNews>
          {t("import.too-large", {
            files: new Intl.ListFormat(t.language).format(tooLarge),
            size: limitBytes === null ? "–" : sizeText(limitBytes, t.language)
          })}
        </Callout>
      )}
      {error !== null && (
        <Callout kind="failed" isNews>
          <p>{errorSentence(error, t)}</p>
          <ErrorDetails error={error} />
        </Callout>
      )}
      {(report.files.length > 0 || report.failures.length > 0) && (
        <FoundFiles report={report} isReading={running !== null} onRead={upload.readAgain} />
      )}
    </>
  )
}
