import { codeParts } from "./code-parts.ts"

/** A text as it is written, in which markup, arguments and addresses keep their order also between words from right to left. */
export const IsolatedText = ({ text }: { readonly text: string }) =>
  codeParts(text).map(({ text: piece, isCode, start }) =>
    isCode ? (
      <bdi key={start} dir="ltr">
        {piece}
      </bdi>
    ) : (
      piece
    )
  )
