import { Info } from "lucide-react"
import { type Text, type TextKey, useText } from "../../base/texts/text.ts"
import { NoticeList } from "../../widget/ui/notice-list.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { fileEncodings, hasEncoding } from "./file-encoding.ts"
import styles from "./file-step.module.css"
import { fileTypeOf, formatName, formatsLike } from "./format-names.ts"
import type { FoundFile, ReadingChange, SentFile, UploadReport } from "./upload-files.ts"

interface FoundFilesProps {
  readonly report: UploadReport
  /** The server reads files: choices are made one after the other. */
  readonly isReading: boolean
  /** Reads files again. */
  readonly onRead: (files: ReadonlyArray<SentFile>, change: ReadingChange) => void
}

/** The files with their formats and encodings, which can be changed, those that could not be read, and warnings. */
export const FoundFiles = ({ report, isReading, onRead }: FoundFilesProps) => {
  const t = useText()
  const types = Map.groupBy(report.files, ({ format }) => fileTypeOf(format) ?? format)
  const onFormat = (files: ReadonlyArray<FoundFile>, format: string) => onRead(files, { format })
  const encodingOf = (file: SentFile) =>
    hasEncoding(file.fileName, file.source) && (
      <EncodingSelect file={file} isDisabled={isReading} onChange={(encoding) => onRead([file], { encoding })} />
    )
  const several = [...types].filter(([, [first, ...others]]) => others.length > 0 && isChoice(first))
  return (
    <>
      <ul className={styles["files"]} aria-label={t("import.files")}>
        {report.failures.map((file) => (
          <li key={`failed ${file.fileName}`} className={styles["file"]}>
            <div className={styles["title"]}>
              <bdi className={styles["name"]}>{file.fileName}</bdi>
              <bdi className={styles["reason"]}>{file.reason}</bdi>
            </div>
            <span className={styles["failed"]}>{t("import.unreadable")}</span>
            {encodingOf(file)}
          </li>
        ))}
        {several.map(([type, files]) => (
          <li key={`all ${type}`} className={styles["file"]}>
            <span className={styles["name"]}>{t("import.all-of-type", { count: files.length, type })}</span>
            <FormatSelect files={files} isDisabled={isReading} onFormat={onFormat} />
            <span className={styles["reason"]}>{t("import.format-hint")}</span>
          </li>
        ))}
        {report.files.map((file) => (
          <li key={file.importFileId} className={styles["file"]}>
            <div className={styles["title"]}>
              <bdi className={styles["name"]}>{file.fileName}</bdi>
              {isChoice(file) && (
                <details className={styles["why"]}>
                  <summary aria-label={`${t("import.why-format")} ${file.fileName}`}>
                    <Info aria-hidden />
                  </summary>
                  <span className={styles["reason"]}>{reasonText(file.reason, t)}</span>
                </details>
              )}
            </div>
            {isChoice(file) ? (
              <FormatSelect files={[file]} isDisabled={isReading} onFormat={onFormat} />
            ) : (
              <span className={styles["format"]}>{formatName(file.format)}</span>
            )}
            {encodingOf(file)}
          </li>
        ))}
      </ul>
      {report.noticeCount > 0 && <NoticeList notices={report.notices} count={report.noticeCount} />}
    </>
  )
}

const isChoice = (file: FoundFile | undefined): boolean => file !== undefined && formatsLike(file.format).length > 1

/** Files of one type whose formats differ. */
const differing = "differing"

interface FormatSelectProps {
  /** All of one type. */
  readonly files: ReadonlyArray<FoundFile>
  readonly isDisabled: boolean
  readonly onFormat: (files: ReadonlyArray<FoundFile>, format: string) => void
}

const FormatSelect = ({ files, isDisabled, onFormat }: FormatSelectProps) => {
  const t = useText()
  const [first] = files
  if (first === undefined) return null
  const isOne = files.every(({ format }) => format === first.format)
  const options = formatsLike(first.format).map((format) => ({ value: format, label: formatName(format) }))
  return (
    <div className={styles["choice"]}>
      <Select
        label={t("import.format-of", { file: files.length === 1 ? first.fileName : (fileTypeOf(first.format) ?? "") })}
        isLabelHidden
        value={isOne ? first.format : differing}
        options={isOne ? options : [{ value: differing, label: t("import.formats-differ") }, ...options]}
        onChange={(format) => {
          const others = files.filter((file) => file.format !== format)
          if (format !== differing && others.length > 0) onFormat(others, format)
        }}
        isDisabled={isDisabled}
      />
    </div>
  )
}

const automatic = "automatic"

interface EncodingSelectProps {
  readonly file: SentFile
  readonly isDisabled: boolean
  readonly onChange: (encoding: string | null) => void
}

const EncodingSelect = ({ file, isDisabled, onChange }: EncodingSelectProps) => {
  const t = useText()
  return (
    <div className={styles["choice"]}>
      <Select
        label={t("import.encoding-of", { file: file.fileName })}
        isLabelHidden
        value={file.encoding ?? automatic}
        options={[
          { value: automatic, label: t("import.encoding-detected") },
          ...fileEncodings.map(([value, label]) => ({ value, label }))
        ]}
        onChange={(chosen) => {
          const encoding = chosen === automatic ? null : chosen
          if (encoding !== file.encoding) onChange(encoding)
        }}
        isDisabled={isDisabled}
      />
    </div>
  )
}

const reasons: Readonly<Record<string, TextKey>> = {
  requested: "import.format-requested",
  flags: "import.format-flags",
  score: "import.format-score",
  fallback: "import.format-fallback"
}

/** The word itself where the server has a newer one. */
const reasonText = (reason: string, t: Text): string => {
  const key = reasons[reason]
  return key === undefined ? reason : t(key)
}
