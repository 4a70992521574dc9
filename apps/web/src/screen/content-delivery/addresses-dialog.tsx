import { useQuery } from "@tanstack/react-query"
import { useText } from "../../base/texts/text.ts"
import { languagesQuery } from "../../feature/project/project-queries.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { CommandBlock } from "../../widget/ui/command-block.tsx"
import { Dialog, DialogActions } from "../../widget/ui/dialog.tsx"
import { Section } from "../../widget/ui/section.tsx"
import type { ContentDelivery } from "./delivery-body.ts"
import { addressOf, snippetsOf } from "./snippets.ts"

/** Files whose addresses are listed; the rest is a number. */
const shownFilesMax = 20

interface AddressesDialogProps {
  readonly projectId: number
  readonly delivery: ContentDelivery
  readonly onClose: () => void
}

/** Addresses of published files to copy, and code that reads them. */
export const AddressesDialog = ({ projectId, delivery, onClose }: AddressesDialogProps) => {
  const t = useText()
  const projectTags = useQuery(languagesQuery(projectId)).data?.map(({ tag }) => tag) ?? []
  const { languages, lastPublishedFiles, publicUrl } = delivery
  const shown = lastPublishedFiles.slice(0, shownFilesMax)
  return (
    <Dialog title={t("content-delivery.addresses-of", { name: delivery.name })} isOpen isWide onClose={onClose}>
      {publicUrl === null ? (
        <Callout kind="info">{t("content-delivery.no-address")}</Callout>
      ) : (
        <>
          <CommandBlock text={publicUrl} copyLabel={t("content-delivery.copy-address")} />
          {shown.length === 0 ? (
            <Callout kind="info">{t("content-delivery.no-files")}</Callout>
          ) : (
            <Section title={t("export.files")}>
              {shown.map((path) => (
                <CommandBlock
                  key={path}
                  text={addressOf(publicUrl, path)}
                  copyLabel={t("export.copy", { name: path })}
                />
              ))}
              {lastPublishedFiles.length > shown.length && (
                <p>{t("import.other-files", { count: lastPublishedFiles.length - shown.length })}</p>
              )}
            </Section>
          )}
          {snippetsOf(delivery, languages?.length ? languages : projectTags).map(({ name, text }) => (
            <Section key={name} title={name}>
              <CommandBlock text={text} copyLabel={t("export.copy", { name })} />
            </Section>
          ))}
        </>
      )}
      <DialogActions>
        <Button kind="primary" onPress={onClose}>
          {t("action.close")}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
