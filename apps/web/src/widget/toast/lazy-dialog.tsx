import { useEffect } from "react"
import { useText } from "../../base/texts/text.ts"
import { errorSentence } from "../ui/error-details.tsx"
import { type PlaceProps, type PropsOf, sourceOf, usePart } from "../ui/lazy-part.tsx"
import { showToast } from "./toast.ts"

/**
 * A dialog that is loaded when it opens first: `lazyDialog(() => import("./edit-dialog.tsx"), "EditDialog")`. One that cannot be
 * loaded, as the server is gone, closes with a toast: what opened it is there for another try.
 */
export const lazyDialog = <M extends object, N extends DialogsOf<M>>(load: () => Promise<M>, name: N): M[N] => {
  const source = sourceOf(load, name)
  return ((props: PropsOf<M[N]>) => <DialogPlace source={source} props={props} />) as M[N]
}

type Closing = { readonly onClose: () => void } | { readonly onCancel: () => void }

/** The components of a module that can be asked to close. */
type DialogsOf<M> = { [N in keyof M]: PropsOf<M[N]> extends Closing ? N : never }[keyof M]

const DialogPlace = <P extends object>({ source, props }: PlaceProps<P>) => {
  const t = useText()
  const { Part, error } = usePart(source)
  const { onClose, onCancel }: { readonly onClose?: () => void; readonly onCancel?: () => void } = props
  useEffect(() => {
    if (error === null) return
    showToast({ kind: "failed", text: errorSentence(error, t), error, group: "dialog" })
    const close = onClose ?? onCancel
    close?.()
  }, [error, t, onClose, onCancel])
  return Part === null ? null : <Part {...props} />
}
