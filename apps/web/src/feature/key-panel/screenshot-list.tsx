import { imageLimits } from "@dragoman/domain/image"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { ImagePlus, Trash2 } from "lucide-react"
import { useEffect, useState } from "react"
import { DropZone, FileTrigger } from "react-aria-components"
import { call } from "../../base/api/call.ts"
import type { ProjectModel, ScreenshotModel } from "../../base/api/contract.ts"
import { upload } from "../../base/api/upload.ts"
import { useText } from "../../base/texts/text.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { ConfirmDialog } from "../../widget/form/confirm-dialog.tsx"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { useLatest } from "../../widget/ui/use-latest.ts"
import { missingScope } from "../permission/missing-scope.ts"
import panelStyles from "./key-panel.module.css"
import { MarkedImage } from "./marked-image.tsx"
import { screenshotsQuery } from "./panel-queries.ts"
import styles from "./screenshot-list.module.css"

interface ScreenshotListProps {
  readonly project: ProjectModel
  readonly keyId: number
  readonly keyName: string
  /** Number of screenshots that the key has. */
  readonly onCount: (count: number) => void
}

const ScreenshotViewer = lazyDialog(() => import("./screenshot-viewer.tsx"), "ScreenshotViewer")

const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"]

/** The screenshots of a key: pasted, dropped or chosen; each shows where the key is, and opens large. */
export const ScreenshotList = ({ project, keyId, keyName, onCount }: ScreenshotListProps) => {
  const t = useText()
  const screenshots = useQuery(screenshotsQuery(project.id, keyId))
  const [openId, setOpenId] = useState<number | null>(null)
  const [removed, setRemoved] = useState<ScreenshotModel | null>(null)
  const uploadObstacle = missingScope(project, "screenshots.upload", t)
  const deleteObstacle = missingScope(project, "screenshots.delete", t)
  const { send, part, readAgain } = useUploads(project.id, keyId, onCount)
  useImagePaste(uploadObstacle === null ? send : null)

  if (screenshots.isError) return <ErrorState error={screenshots.error} onRetry={() => screenshots.refetch()} />
  if (screenshots.data === undefined) return <Skeleton height="160px" />
  const remove = async ({ id }: ScreenshotModel) => {
    await call("screenshot", "delete", { params: { projectId: project.id, keyId, screenshotIds: [id] } })
    await readAgain()
  }
  return (
    <DropZone
      aria-label={t("screenshot.title")}
      className={styles["zone"] ?? ""}
      isDisabled={uploadObstacle !== null}
      getDropOperation={(types) => (imageTypes.some((type) => types.has(type)) ? "copy" : "cancel")}
      onDrop={async ({ items }) =>
        send(await Promise.all(items.flatMap((item) => (item.kind === "file" ? [item.getFile()] : []))))
      }
    >
      <div className={panelStyles["stack"]}>
        {screenshots.data.length === 0 && <p className={panelStyles["quiet"]}>{t("screenshot.empty")}</p>}
        {screenshots.data.map((screenshot) => (
          <figure key={screenshot.id} className={styles["figure"]}>
            <button
              type="button"
              className={styles["open"]}
              aria-label={t("screenshot.open")}
              onClick={() => setOpenId(screenshot.id)}
            >
              <MarkedImage screenshot={screenshot} keyId={keyId} keyName={keyName} size="panel" />
            </button>
            <Button
              kind="quiet"
              icon={<Trash2 aria-hidden />}
              disabledReason={deleteObstacle}
              onPress={() => setRemoved(screenshot)}
            >
              {t("screenshot.remove")}
            </Button>
          </figure>
        ))}
        {part !== null && <p role="status">{t("screenshot.uploading", { part })}</p>}
        <div className={styles["add"]}>
          {uploadObstacle === null ? (
            <FileTrigger
              allowsMultiple
              acceptedFileTypes={imageTypes}
              onSelect={(files) => void send(Array.from(files ?? []))}
            >
              <Button icon={<ImagePlus aria-hidden />}>{t("screenshot.choose")}</Button>
            </FileTrigger>
          ) : (
            <Button disabledReason={uploadObstacle}>{t("screenshot.choose")}</Button>
          )}
          <p className={panelStyles["quiet"]}>
            {uploadObstacle ?? t("screenshot.hint", { count: imageLimits.screenshotsPerKeyMax })}
          </p>
        </div>
      </div>
      {removed !== null && (
        <ConfirmDialog
          title={t("screenshot.remove-title")}
          action={t("screenshot.remove")}
          onConfirm={() => remove(removed)}
          onClose={() => setRemoved(null)}
        >
          <p>{t("screenshot.remove-hint")}</p>
        </ConfirmDialog>
      )}
      {openId !== null && (
        <ScreenshotViewer
          screenshots={screenshots.data}
          openId={openId}
          keyId={keyId}
          keyName={keyName}
          onOpen={setOpenId}
          onClose={() => setOpenId(null)}
        />
      )}
    </DropZone>
  )
}

/** Sends images one after the other. `part`: how much of them has been sent, from 0 to 1; null: nothing is on its way. */
const useUploads = (projectId: number, keyId: number, onCount: (count: number) => void) => {
  const t = useText()
  const client = useQueryClient()
  const [part, setPart] = useState<number | null>(null)
  const readAgain = async () => {
    const query = screenshotsQuery(projectId, keyId)
    const now = await client.fetchQuery({ ...query, staleTime: 0 })
    onCount(now.length)
  }
  const send = async (files: ReadonlyArray<File>) => {
    const images = files.filter(({ type }) => imageTypes.includes(type))
    if (images.length < files.length) showToast({ kind: "failed", text: t("screenshot.not-an-image") })
    if (images.length === 0) return
    setPart(0)
    try {
      for (const [index, image] of images.entries()) {
        const form = new FormData()
        form.append("screenshot", image)
        await upload("screenshot", "upload", {
          params: { projectId, keyId },
          form,
          onProgress: (sent) => setPart((index + sent) / images.length)
        })
      }
      announce(t("screenshot.added", { count: images.length }))
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
    setPart(null)
    await readAgain().catch(() => undefined)
  }
  return { send, part, readAgain }
}

/** Images from the clipboard, also while the caret is in the editor: texts go where they always go. null: none are taken. */
const useImagePaste = (take: ((files: ReadonlyArray<File>) => Promise<void>) | null) => {
  const latest = useLatest(take)
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      const hasText = event.clipboardData?.types.includes("text/plain") === true
      if (latest.current === null || hasText || !files.some(({ type }) => imageTypes.includes(type))) return
      event.preventDefault()
      event.stopPropagation()
      void latest.current(files)
    }
    window.addEventListener("paste", onPaste, { capture: true })
    return () => window.removeEventListener("paste", onPaste, { capture: true })
  }, [])
}
